"""Rounds, their tables and results as JSON."""

from collections.abc import Mapping

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.versions import VersionField
from league.events.settings_rules import GAME_SETTINGS
from league.models import Bye, Round

ALLOWANCES = ("allow_repeats", "drop_keep_apart")
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


class ClockSerializer(serializers.Serializer):
    do = serializers.ChoiceField(choices=["start", "pause", "resume", "reset"])


class LengthSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=24 * 60, allow_null=True)


class MoreTimeSerializer(serializers.Serializer):
    """For the whole round, or for one of its tables."""

    minutes = serializers.IntegerField(min_value=1, max_value=24 * 60)
    match = serializers.CharField(max_length=10, required=False)
