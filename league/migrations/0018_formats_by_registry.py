# What a stage may be is what the registry of formats says: nothing changes in the table.

import league.models.stage
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0017_analysis'),
    ]

    operations = [
        migrations.AlterField(
            model_name='stage',
            name='kind',
            field=models.CharField(choices=league.models.stage.format_choices, default='tables', max_length=12, verbose_name='Format'),
        ),
    ]
