from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0026_open_evening"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="plays_until",
            field=models.DateField(
                blank=True, null=True, verbose_name="Last day on which games can be begun"
            ),
        ),
    ]
