"""What can still be is counted in another way: the standings of all stages are made again."""

from django.db import migrations, models
from django.db.models import F


def want_all(apps, schema_editor):
    alias = schema_editor.connection.alias
    stages = apps.get_model("league", "Stage").objects.using(alias)
    jobs = apps.get_model("league", "Job").objects.using(alias)
    counted = stages.filter(standings__isnull=False).distinct()
    pks = list(counted.values_list("pk", flat=True))
    for stage in pks:
        stages.filter(pk=stage).update(wanted_version=F("wanted_version") + 1)
        jobs.get_or_create(kind="compute_standings", object_id=stage, state="waiting")


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0018_wiped_sheets'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='counts_forfeits',
            field=models.BooleanField(default=False, verbose_name='Ranks still possible allow for forfeits'),
        ),
        migrations.RunPython(want_all, migrations.RunPython.noop, elidable=True),
    ]
