"""Rounds, their tables and results as JSON."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.versions import VersionField
from league.events.settings_rules import GAME_SETTINGS
from league.models import Bye, Match, Result, Round
from league.results.queries import seating_of
from league.results.seating import letters_by_entry
from league.results.sides import Mark, read_mark

ALLOWANCES = ("allow_repeats", "drop_keep_apart")
_LONGEST_MARK = 8
Names = Mapping[str, str]


class RemarkSerializer(serializers.Serializer):
    """Something to know about a pairing, by its code (docs: algorithms)."""

    code = serializers.CharField()
    entries = serializers.ListField(child=serializers.CharField())
    gaps = serializers.DictField(child=serializers.IntegerField())


class ByeSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField()

    class Meta:
        model = Bye
        fields = ["entry", "name", "kind"]
        read_only_fields = fields

    def get_name(self, bye: Bye) -> str:
        names: Names = self.context["names"]
        return names[bye.entry_id]


class OwnGameSerializer(serializers.ModelSerializer):
    """Another game than the event's; what begins with `other_` is for one without a referee."""

    class Meta:
        model = Round
        fields = GAME_SETTINGS
        extra_kwargs = {"game": {"required": True}}


class DraftSerializer(serializers.Serializer):
    """`own_game`: if this round plays another game than the event."""

    own_game = OwnGameSerializer(required=False, allow_null=True, default=None)


class RoundSerializer(serializers.ModelSerializer):
    """A round without its tables. `remarks` are for officials; null for others."""

    event = serializers.CharField(source="event_id", read_only=True)
    byes = ByeSerializer(many=True, read_only=True)
    remarks = serializers.SerializerMethodField()
    refusal_code = serializers.SerializerMethodField(help_text="Why it cannot be drawn")
    own_game = serializers.SerializerMethodField(help_text="Null if it plays the event's game")

    class Meta:
        model = Round
        fields = [
            *("id", "event", "number", "status", "draw", "draw_progress", "is_edited", "version"),
            *("length_s", "clock_started_at", "clock_paused_at", "clock_added_s"),
            *("published_at", "closed_at", "byes", "remarks", "refusal_code", "own_game"),
        ]
        read_only_fields = fields

    @extend_schema_field(RemarkSerializer(many=True, allow_null=True))
    def get_remarks(self, given: Round) -> object:
        return given.remarks if self.context["is_official"] else None

    @extend_schema_field(OwnGameSerializer(allow_null=True))
    def get_own_game(self, given: Round) -> object:
        return OwnGameSerializer(given).data if given.plays_own_game else None

    def get_refusal_code(self, given: Round) -> str | None:
        return given.refusal.get("code") if self.context["is_official"] else None


class SideSerializer(serializers.Serializer):
    """An entry at a table; `seats` are the letters of its seats."""

    entry = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.CharField()


class ScoreSerializer(serializers.Serializer):
    """An entry's part of a result; `score` is null for a forfeit."""

    entry = serializers.CharField()
    rank = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    forfeited = serializers.BooleanField()


class GameSerializer(serializers.Serializer):
    """A game of a match with the result that counts."""

    number = serializers.IntegerField()
    ground = serializers.ChoiceField(source="result.ground", choices=Result.Ground.choices)
    grade = serializers.ChoiceField(source="result.grade", choices=Result.Grade.choices)
    entered_at = serializers.DateTimeField(source="result.at")
    scores = ScoreSerializer(many=True, source="result.sides")


class MatchSerializer(serializers.ModelSerializer):
    """A table of a round, with its seats and the results that count.

    `grade`: how sure an accepted one is (verified, confirmed, at_table, ruled); else empty.
    """

    sides = serializers.SerializerMethodField()
    games = GameSerializer(many=True, read_only=True)

    class Meta:
        model = Match
        fields = [
            *("id", "event", "round", "table", "state", "grade", "is_locked", "added_s"),
            *("version", "sides", "games"),
        ]
        read_only_fields = fields

    @extend_schema_field(SideSerializer(many=True))
    def get_sides(self, match: Match) -> object:
        names: Names = self.context["names"]
        letters = letters_by_entry(seating_of(match))
        return [
            {"entry": entry, "name": names[entry], "seats": seats}
            for entry, seats in letters.items()
        ]


class MatchQuerySerializer(serializers.Serializer):
    """What the list of tables is narrowed by."""

    state = serializers.ChoiceField(choices=Match.State.choices, required=False)


class VersionSerializer(serializers.Serializer):
    """The version that was read: whoever comes second is told."""

    version = VersionField()


class RedrawSerializer(VersionSerializer):
    allowances = serializers.ListField(
        child=serializers.ChoiceField(choices=ALLOWANCES), required=False, default=list
    )


class SwapSerializer(VersionSerializer):
    first = serializers.CharField(max_length=10)
    second = serializers.CharField(max_length=10)


class SitOutSerializer(VersionSerializer):
    entry = serializers.CharField(max_length=10)


class LockSerializer(VersionSerializer):
    is_locked = serializers.BooleanField()


class ClockSerializer(serializers.Serializer):
    do = serializers.ChoiceField(choices=["start", "pause", "resume", "reset"])


class LengthSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=24 * 60, allow_null=True)


class MoreTimeSerializer(serializers.Serializer):
    """For the whole round, or for one of its tables."""

    minutes = serializers.IntegerField(min_value=1, max_value=24 * 60)
    match = serializers.CharField(max_length=10, required=False)


@extend_schema_field(
    {"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": _LONGEST_MARK}]}
)
class MarkField(serializers.Field):
    """What an official types: 18, "18+" above equal scores, a place, "x" for a forfeit."""

    default_error_messages = {"mark": _("A score is a number like 18, 18+, or x.")}

    def to_internal_value(self, data: Any) -> Mark:
        typed = data if isinstance(data, str) else str(data) if type(data) is int else ""
        mark = read_mark(typed) if len(typed) <= _LONGEST_MARK else None
        if mark is None:
            self.fail("mark")
        return mark


class ScoresSerializer(serializers.Serializer):
    """What every entry at the table got. The same `client_key` again changes nothing."""

    client_key = serializers.CharField(max_length=40)
    scores = serializers.DictField(child=MarkField())
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    version = VersionField(required=False)


class ClearSerializer(serializers.Serializer):
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    version = VersionField(required=False)
