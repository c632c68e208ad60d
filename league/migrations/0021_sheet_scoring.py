"""A sheet knows which score wins, where the game has no rules to say it."""

from typing import Any

from django.db import migrations, models


def name_scoring(apps: Any, _schema_editor: Any) -> None:
    sheets = apps.get_model("league", "Sheet").objects.filter(game="other", match__isnull=False)
    for sheet in sheets.select_related("match__round__stage__event").iterator():
        round_ = sheet.match.round
        played = round_ if round_.plays_own_game else round_.stage.event
        if played.other_scoring != sheet.other_scoring:
            sheet.other_scoring = played.other_scoring
            sheet.save(update_fields=["other_scoring"])


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0020_sealed_standings"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="other_scoring",
            field=models.CharField(
                choices=[
                    ("higher", "the higher score wins"),
                    ("lower", "the lower score wins"),
                    ("places", "places only, no scores"),
                ],
                default="higher",
                max_length=8,
                verbose_name="What decides",
            ),
        ),
        migrations.RunPython(name_scoring, migrations.RunPython.noop, elidable=True),
    ]
