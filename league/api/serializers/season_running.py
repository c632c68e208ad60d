"""What programs send to run a season, and what they are told of the next one."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.serializers.seasons import DivisionSerializer
from league.api.versions import VersionField
from league.events.settings_rules import GAME_SETTINGS
from league.models import Club, Season, SeasonLeave
from league.models.time_zones import validate_time_zone
from league.seasons.days import EVERY
from league.seasons.divisions import MOST_PLAYERS
from league.seasons.promotion import WhyPlaced
from league.seasons.queries.outcome import SeasonOutcome
from league.seasons.services.setup import EDITED_LATER, MOST_DIVISIONS

_MOST_ROUNDS = 2 * MOST_PLAYERS
LEAVING = SeasonLeave.Kind.choices


def id_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=10, **options)


def names_field() -> serializers.ListField:
    name = serializers.CharField(max_length=200)
    return serializers.ListField(child=name, max_length=MOST_PLAYERS, default=list)


def ids_field() -> serializers.ListField:
    return serializers.ListField(child=id_field(), max_length=MOST_PLAYERS, default=list)


class NewSeasonSerializer(serializers.ModelSerializer):
    """A draft with so many divisions; the game and the format stay as they are given here."""

    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())
    divisions = serializers.IntegerField(min_value=1, max_value=MOST_DIVISIONS)
    time_zone = serializers.CharField(required=False, validators=[validate_time_zone])

    class Meta:
        model = Season
        fields = (
            *("club", "divisions", *EDITED_LATER, *GAME_SETTINGS),
            *("format", "rounds_planned", "time_zone", "language"),
        )


class SeasonChangeSerializer(serializers.ModelSerializer):
    version = VersionField()

    class Meta:
        model = Season
        fields = (*EDITED_LATER, "version")
        extra_kwargs = {"name": {"required": False}}


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


class AbsentSerializer(serializers.Serializer):
    absent = serializers.ListField(child=id_field(), max_length=4, help_text="Entries of the match")


class WinnerSerializer(serializers.Serializer):
    winner = id_field(help_text="An entry of the two who play off")


class WishesSerializer(serializers.Serializer):
    """`leaving`: how, by entry; `returning`: entries that paused; `newcomers`: names."""

    name = serializers.CharField(max_length=120)
    divisions = serializers.IntegerField(
        min_value=1, max_value=MOST_DIVISIONS, required=False, help_text="As many as now, if not"
    )
    leaving = serializers.DictField(child=serializers.ChoiceField(choices=LEAVING), default=dict)
    returning = ids_field()
    newcomers = names_field()


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


class PlayOffSerializer(serializers.Serializer):
    """Below `division`; `winner` and `event` are null until there is one."""

    division = serializers.CharField(source="division.pk")
    holder = serializers.CharField()
    challenger = serializers.CharField()
    winner = serializers.SerializerMethodField()
    event = serializers.CharField(source="event.pk", default=None, allow_null=True)

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_winner(self, shown: Any) -> str | None:
        return shown.winner or None


class MovesSerializer(serializers.Serializer):
    """A division as it was played, and after promotion and relegation."""

    division = DivisionSerializer()
    before = NamedEntrySerializer(many=True)
    after = NamedEntrySerializer(many=True)


class OutcomeSerializer(serializers.Serializer):
    """As the tables stand; final once the season is finished. `gone`: withdrew during it."""

    is_current = serializers.BooleanField(help_text="No table is still being computed")
    divisions = serializers.SerializerMethodField()
    play_offs = PlayOffSerializer(many=True)
    gone = serializers.SerializerMethodField()

    @extend_schema_field(MovesSerializer(many=True))
    def get_divisions(self, outcome: SeasonOutcome) -> object:
        def named(entries: tuple[str, ...]) -> list[dict[str, str]]:
            return [{"entry": entry, "name": outcome.names[entry]} for entry in entries]

        rows = zip(outcome.divisions, outcome.before, outcome.after, strict=True)
        shown = [
            {"division": division, "before": named(before), "after": named(after)}
            for division, before, after in rows
        ]
        return MovesSerializer(shown, many=True).data

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_gone(self, outcome: SeasonOutcome) -> list[str]:
        return sorted(outcome.gone)


class PausedSerializer(serializers.Serializer):
    """Who sat this season out, and where they would play."""

    entry = serializers.CharField(source="entry_id")
    name = serializers.CharField(source="entry.player.public_name")
    order = serializers.IntegerField(help_text="Of the division")


class PlacedSerializer(serializers.Serializer):
    """`entry` is empty for newcomers."""

    entry = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    why = serializers.ChoiceField(choices=[(why.value, why.value) for why in WhyPlaced])


class DraftedDivisionSerializer(serializers.Serializer):
    order = serializers.IntegerField()
    players = PlacedSerializer(many=True)
