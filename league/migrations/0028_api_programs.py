"""What a program's request was answered, kept for a repeat of it; tokens of one event's desk."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0027_solo")]

    operations = [
        migrations.AlterField(
            model_name="clientrequest",
            name="made",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="clientrequest",
            name="status",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="clientrequest",
            name="answer",
            field=models.TextField(default=""),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="desk_tokens",
                to="league.event",
            ),
        ),
    ]
