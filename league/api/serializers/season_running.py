"""What programs send to run a season, and what they are told of the next one."""

from rest_framework import serializers

from league.api.serializers.seasons import DivisionSerializer, id_field, ids_field, names_field
from league.api.versions import VersionField
from league.models import Season
from league.seasons.days import EVERY
from league.seasons.divisions import MOST_PLAYERS

_MOST_ROUNDS = 2 * MOST_PLAYERS


class SeasonMoveSerializer(serializers.Serializer):
    to = serializers.ChoiceField(choices=Season.Status.choices)
    version = VersionField()


class DivisionNameSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=60)


class NewPlayersSerializer(serializers.Serializer):
    """New ones by name, players of the club by id. A name that one member has is that member's."""

    names = names_field()
    players = ids_field()


class OtherDivisionSerializer(serializers.Serializer):
    division = id_field()


class DatesRuleSerializer(serializers.Serializer):
    """A round takes a week, two weeks or a month; `without`: days on which nobody plays."""

    first = serializers.DateField()
    every = serializers.ChoiceField(choices=EVERY)
    without = serializers.ListField(
        child=serializers.DateField(), max_length=_MOST_ROUNDS, default=list
    )
    version = VersionField()


class WindowSerializer(serializers.Serializer):
    """The days of a round, both of them included."""

    starts_on = serializers.DateField()
    due_on = serializers.DateField()


class WindowsSerializer(serializers.Serializer):
    """All rounds, the first one's days first."""

    rounds = serializers.ListField(child=WindowSerializer(), max_length=_MOST_ROUNDS)
    version = VersionField()


class DeadlineSerializer(serializers.Serializer):
    due_on = serializers.DateField()


class NamedEntrySerializer(serializers.Serializer):
    entry = serializers.CharField()
    name = serializers.CharField()


class ListedPlayerSerializer(NamedEntrySerializer):
    entry = serializers.CharField(source="entry.pk")
    player = serializers.CharField(source="entry.player_id")


class ListedDivisionSerializer(serializers.Serializer):
    """Players in the order that gives their starting numbers."""

    division = DivisionSerializer()
    players = ListedPlayerSerializer(many=True)


class OverdueSerializer(serializers.Serializer):
    round = serializers.IntegerField(source="scheduled.number")
    division = serializers.CharField()
    match = serializers.CharField(source="meeting.match.pk")
    entries = serializers.ListField(child=serializers.CharField(), source="meeting.entries")
    names = serializers.ListField(child=serializers.CharField(), source="meeting.names")
    due_on = serializers.DateField(source="meeting.due_on")
    days_late = serializers.IntegerField()
