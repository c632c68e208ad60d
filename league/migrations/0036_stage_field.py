from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0035_backups"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="closed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="stage",
            name="going_on",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="stage",
            name="field_changed",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
