"""Standings by the page. Those of before are made anew from results, by the jobs queued here."""

import django.db.models.deletion
from django.db import migrations, models


def start_over(apps, schema_editor):
    """As if nothing was published yet; a job for each stage that had something."""
    stage_model = apps.get_model("league", "Stage")
    job_model = apps.get_model("league", "Job")
    apps.get_model("league", "Standing").objects.all().delete()
    jobs = job_model.objects.filter(kind="compute_standings", state="waiting")
    waiting = set(jobs.values_list("object_id", flat=True))
    stages = stage_model.objects.filter(published_version__gt=0)
    job_model.objects.bulk_create(
        job_model(kind="compute_standings", object_id=pk)
        for pk in stages.values_list("pk", flat=True)
        if pk not in waiting
    )
    stages.update(published_version=0)


class Migration(migrations.Migration):
    dependencies = [("league", "0009_tiebreak_settings")]

    operations = [
        migrations.RunPython(start_over, migrations.RunPython.noop),
        migrations.RemoveField(model_name="standing", name="rows"),
        migrations.AddField(
            model_name="standing",
            name="size",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="standing",
            name="has_results",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="standing",
            name="is_complete",
            field=models.BooleanField(default=True),
        ),
        migrations.CreateModel(
            name="StandingPage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("after_round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("text", models.TextField()),
                ("digest", models.CharField(max_length=16)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_pages",
                        to="league.stage",
                    ),
                ),
            ],
            options={
                "verbose_name": "page of standings",
                "verbose_name_plural": "pages of standings",
                "ordering": ["stage", "after_round", "number"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stage", "after_round", "number"), name="standing_page_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryRounds",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField()),
                ("digest", models.CharField(max_length=16)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entry_rounds",
                        to="league.stage",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds_played",
                        to="league.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "rounds of an entry",
                "verbose_name_plural": "rounds of entries",
                "ordering": ["stage", "entry"],
                "constraints": [
                    models.UniqueConstraint(fields=("stage", "entry"), name="entry_rounds_once")
                ],
            },
        ),
        # Backwards too, the column of rows comes to an empty table.
        migrations.RunPython(migrations.RunPython.noop, start_over),
    ]
