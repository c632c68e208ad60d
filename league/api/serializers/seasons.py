"""Seasons as JSON: divisions, tables with zones, the schedule, and days of matches."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.versions import VersionField
from league.events.settings_rules import GAME_SETTINGS
from league.models import Club, Division, Postponement, RoundDate, Season
from league.models.time_zones import validate_time_zone
from league.seasons.divisions import MOST_PLAYERS
from league.seasons.promotion import Zone
from league.seasons.services.setup import EDITED_LATER, MOST_DIVISIONS


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


class AbsentSerializer(serializers.Serializer):
    absent = serializers.ListField(child=id_field(), max_length=4, help_text="Entries of the match")


class DivisionSerializer(serializers.ModelSerializer):
    """A division is an event: its rounds, matches and standings are that event's."""

    class Meta:
        model = Division
        fields = ["id", "order", "name", "event"]
        read_only_fields = fields


class RoundDateSerializer(serializers.ModelSerializer):
    class Meta:
        model = RoundDate
        fields = ["number", "starts_on", "due_on"]
        read_only_fields = fields


class SeasonSerializer(serializers.ModelSerializer):
    """`movers` null: one in six of a division goes up, one in six goes down, rounded up."""

    divisions = DivisionSerializer(many=True, read_only=True)
    dates = RoundDateSerializer(source="round_dates", many=True, read_only=True)

    class Meta:
        model = Season
        fields = [
            *("id", "club", "previous", "name", "status", *GAME_SETTINGS, "format"),
            *("rounds_planned", "time_zone", "language", "movers", "has_play_offs"),
            *("reminder_days", "version", "divisions", "dates"),
        ]
        read_only_fields = fields


class PlaceSerializer(serializers.Serializer):
    """A row of a division's table. Points are in twelfths."""

    rank = serializers.IntegerField()
    entry = serializers.CharField()
    name = serializers.CharField()
    points_12 = serializers.IntegerField()
    zone = serializers.ChoiceField(choices=[(zone.value, zone.value) for zone in Zone])
    best = serializers.SerializerMethodField(help_text="Best final rank that is still possible")
    worst = serializers.SerializerMethodField(help_text="Worst final rank that is possible")
    has_left = serializers.BooleanField()

    @extend_schema_field(serializers.IntegerField())
    def get_best(self, place: Any) -> int:
        return int(place.reach.best if place.reach else place.rank)

    @extend_schema_field(serializers.IntegerField())
    def get_worst(self, place: Any) -> int:
        return int(place.reach.worst if place.reach else place.rank)


class DivisionTableSerializer(serializers.Serializer):
    division = DivisionSerializer()
    is_over = serializers.BooleanField()
    rows = PlaceSerializer(many=True, source="places")


class MeetingSerializer(serializers.Serializer):
    """`match` is null until the round starts."""

    entries = serializers.ListField(child=serializers.CharField())
    names = serializers.ListField(child=serializers.CharField())
    match = serializers.CharField(source="match.pk", default=None, allow_null=True)
    state = serializers.CharField(source="match.state", default=None, allow_null=True)
    due_on = serializers.DateField()
    agreed_on = serializers.DateField(allow_null=True)
    is_overdue = serializers.BooleanField()


class DivisionRoundSerializer(serializers.Serializer):
    """`is_known` false: drawn when the round starts."""

    division = serializers.CharField(source="division.pk")
    round = serializers.CharField(source="round.pk", default=None, allow_null=True)
    is_known = serializers.BooleanField()
    meetings = MeetingSerializer(many=True)
    sitting_out = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_sitting_out(self, part: Any) -> list[str]:
        return [entry for entry, _name in part.sitting_out]


class ScheduledRoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    starts_on = serializers.DateField()
    due_on = serializers.DateField()
    is_now = serializers.BooleanField()
    is_over = serializers.BooleanField()
    divisions = DivisionRoundSerializer(many=True)


class PostponementSerializer(serializers.ModelSerializer):
    """One word about the day of a match; `entry` null: an official's."""

    class Meta:
        model = Postponement
        fields = ["id", "match", "number", "kind", "play_on", "entry", "at"]
        read_only_fields = fields


class NewPostponementSerializer(serializers.Serializer):
    """Players ask, agree and decline; officials set."""

    kind = serializers.ChoiceField(choices=Postponement.Kind.choices)
    play_on = serializers.DateField()
