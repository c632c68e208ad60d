"""What was added up on a score sheet is kept, not typed: in old rows, too.

Results may only grow, so their triggers are lifted for this one change. It renames how sure a
result is; what it says, and every digest over results, stays as it was.
"""

import django.core.validators
from django.db import migrations, models


from league.models.append_only import install_triggers, lift_triggers

_SUREST_FIRST = ["verified", "kept", "confirmed", "at_table", "entered", "ruled"]


def name_kept(apps, schema_editor):
    results = apps.get_model("league", "Result").objects
    matches = apps.get_model("league", "Match").objects
    alias = schema_editor.connection.alias
    kept = results.using(alias).filter(submission__sheet__isnull=False, submission__record="")
    pks = list(kept.values_list("pk", flat=True))
    lift_triggers(kept.model._meta.db_table, using=alias)
    results.using(alias).filter(pk__in=pks).update(grade="kept")
    install_triggers(using=alias)
    touched = matches.using(alias).filter(games__result__in=pks).exclude(grade="").distinct()
    for match in touched:
        grades = match.games.exclude(result=None).values_list("result__grade", flat=True)
        match.grade = max(grades, key=_SUREST_FIRST.index)
        match.save(update_fields=["grade"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_labels"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="records_tables",
            field=models.PositiveSmallIntegerField(
                default=1,
                validators=[django.core.validators.MinValueValidator(1)],
                verbose_name="Tables with a required record",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="records_where",
            field=models.CharField(
                choices=[
                    ("everywhere", "at every table"),
                    ("tables", "at the first tables only"),
                    ("last_round", "in the last round only"),
                ],
                default="everywhere",
                max_length=10,
                verbose_name="Records are required",
            ),
        ),
        migrations.AlterField(
            model_name="result",
            name="grade",
            field=models.CharField(
                choices=[
                    ("verified", "verified"),
                    ("kept", "kept on a sheet"),
                    ("confirmed", "confirmed"),
                    ("at_table", "confirmed at the table"),
                    ("entered", "entered by an official"),
                    ("ruled", "ruled"),
                ],
                default="ruled",
                max_length=9,
            ),
        ),
        migrations.RunPython(name_kept, migrations.RunPython.noop, elidable=True),
    ]
