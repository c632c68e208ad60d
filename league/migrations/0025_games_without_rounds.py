import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0024_wrong_winners"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="least_games",
            field=models.PositiveSmallIntegerField(
                default=3,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(99),
                ],
                verbose_name="Games that somebody plays to be ranked by the mean",
            ),
        ),
        migrations.AddField(
            model_name="stage",
            name="best_games",
            field=models.PositiveSmallIntegerField(
                default=5,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(99),
                ],
                verbose_name="Best games that count",
            ),
        ),
    ]
