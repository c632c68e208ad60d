"""An event on paper, kept after every round."""

import django.db.models.deletion
import league.models.public_id
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0003_player_keeping'),
    ]

    operations = [
        migrations.AlterField(
            model_name='job',
            name='kind',
            field=models.CharField(choices=[('send_notice', 'send a message'), ('keep_copy', 'keep a copy of the database'), ('pair_round', 'pair a round'), ('keep_paper', 'keep an event on paper'), ('compute_standings', 'compute standings')], max_length=40),
        ),
        migrations.CreateModel(
            name='PaperCopy',
            fields=[
                ('id', league.models.public_id.PublicIdField(default=league.models.public_id.new_public_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('after_round', models.PositiveSmallIntegerField(verbose_name='After round')),
                ('html', models.TextField()),
                ('made_at', models.DateTimeField(auto_now=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paper_copies', to='league.event')),
            ],
            options={
                'verbose_name': 'copy on paper',
                'verbose_name_plural': 'copies on paper',
                'ordering': ['event', '-after_round'],
                'constraints': [models.UniqueConstraint(fields=('event', 'after_round'), name='paper_copy_once')],
            },
        ),
    ]
