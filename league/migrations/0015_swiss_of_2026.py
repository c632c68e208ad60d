"""Swiss rounds so far were paired by the rules to January 2026; running events go on by the new."""

from django.db import migrations, models


def keep_editions(apps, schema_editor):
    alias = schema_editor.connection.alias
    stages = apps.get_model("league", "Stage").objects.using(alias).filter(kind="swiss")
    rounds = apps.get_model("league", "Round").objects.using(alias)
    for stage in stages.select_related("event"):
        paired = rounds.filter(stage=stage).exclude(status="draft", draw__in=["wanted", "refused"])
        last = paired.aggregate(last=models.Max("number"))["last"]
        if last is None:
            continue
        stage.editions = {"2017": 1}
        if stage.event.status not in ("finished", "archived"):
            stage.editions["2026"] = last + 1
        stage.save(update_fields=["editions"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0014_tiebreak_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="editions",
            field=models.JSONField(default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="is_accelerated",
            field=models.BooleanField(
                default=False, verbose_name="Accelerated first rounds (Baku)"
            ),
        ),
        migrations.RunPython(keep_editions, migrations.RunPython.noop, elidable=True),
    ]
