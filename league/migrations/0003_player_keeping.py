"""Players: namesakes, who looks after a player without a club, invitations to an account."""

import django.db.models.deletion
from django.db import migrations, models

import league.models.names


def find_namesakes(apps, schema_editor):
    players = apps.get_model("league", "Player").objects.all()
    for player in players.iterator():
        key = league.models.names.match_key(player.full_name)
        players.filter(pk=player.pk).update(match_key=key)


class Migration(migrations.Migration):
    dependencies = [("league", "0002_club_evening")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="keeper",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="players_kept",
                to="league.club",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="match_key",
            field=league.models.names.MatchKeyField(of="full_name"),
        ),
        migrations.AddField(
            model_name="player",
            name="invitation_digest",
            field=models.CharField(blank=True, db_index=True, editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="player",
            name="invitation_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="version",
            field=models.PositiveIntegerField(default=1, editable=False),
        ),
        migrations.RunPython(find_namesakes, migrations.RunPython.noop),
    ]
