from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0019_possible_ranks"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="seal",
            field=models.CharField(default="", max_length=16),
        ),
    ]
