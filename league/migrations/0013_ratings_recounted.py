"""Ratings are counted from scratch by another model: a job for each game that has some."""

from django.db import migrations
from django.db.models import F


def want_all(apps, schema_editor):
    alias = schema_editor.connection.alias
    rated = apps.get_model("league", "RatedGame").objects.using(alias)
    jobs = apps.get_model("league", "Job").objects.using(alias)
    rated.update(wanted_version=F("wanted_version") + 1, redo_from=None)
    for game in rated.values_list("pk", flat=True):
        jobs.get_or_create(kind="compute_ratings", object_id=game, state="waiting")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0012_confirmed_entries"),
    ]

    operations = [
        migrations.RunPython(want_all, migrations.RunPython.noop, elidable=True),
    ]
