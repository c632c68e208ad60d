"""A record turn by turn, one of its positions, and what else could have been played, as JSON."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.verdicts import FindingSerializer
from league.results.queries import verdict_told
from league.results.replays import RecordTold
from league.results.services.verification import verdict_stored

STATES = ["none", "closed", "open", "running", "parked", "done"]


class AsideSerializer(serializers.Serializer):
    seat = serializers.CharField()
    words = serializers.CharField()
    line = serializers.IntegerField()


class TurnSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.IntegerField(help_text="Of the record")
    seat = serializers.CharField()
    words = serializers.CharField(help_text="In canonical form, without seat and claim")
    claimed = serializers.CharField(help_text="Empty: nothing")
    points = serializers.CharField(help_text="As a claim says it; empty: it brings none")
    differs = serializers.BooleanField(help_text="The claim from the points")
    scores = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the sides, after it"
    )
    asides = AsideSerializer(many=True, help_text="What follows and is no turn, such as draws")


class TriedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.IntegerField()
    seat = serializers.CharField()
    words = serializers.CharField()


class ReplaySerializer(serializers.Serializer):
    """A record that cannot be played has no sides and turns, and findings that say why."""

    game = serializers.CharField(source="verdict.game", allow_null=True)
    variant = serializers.CharField(source="verdict.variant", allow_null=True)
    players = serializers.IntegerField(source="verdict.players", allow_null=True)
    rules_version = serializers.IntegerField(source="verdict.rules_version", allow_null=True)
    status = serializers.CharField(
        source="verdict.status", help_text="complete, unfinished, illegal, unreadable"
    )
    sides = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Their seats"
    )
    scores = serializers.ListField(child=serializers.IntegerField(), help_text="At the start")
    asides = AsideSerializer(many=True, help_text="Before the first turn")
    turns = TurnSerializer(many=True)
    left_out = serializers.IntegerField(help_text="Turns beyond those that are listed")
    tried = TriedSerializer(allow_null=True, help_text="What breaks a rule, after the last turn")
    findings = serializers.SerializerMethodField()

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, told: RecordTold) -> object:
        return verdict_told(verdict_stored(told.verdict))["findings"]


class PositionSerializer(serializers.Serializer):
    move = serializers.IntegerField()
    description = serializers.CharField(help_text="In words, in English")
    figures = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="By side: what it would write down as the game stands",
    )
    drawing = serializers.CharField(help_text="SVG")


class TurnAnalysedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    lawful = serializers.IntegerField(help_text="Lawful moves; 1001: more than 1000")
    ways = serializers.IntegerField(help_text="To lay what was laid; 0: it brings no points")
    points = serializers.IntegerField()
    best = serializers.IntegerField(help_text="The most that one of the ways brings")
    best_words = serializers.CharField(help_text="That way; empty: none brings more")
    is_open = serializers.BooleanField(help_text="The hand is known, and all of it is compared")


class AnalysisSerializer(serializers.Serializer):
    """`closed`: its round is still played. `open`: it can be asked for. `none`: no record."""

    state = serializers.ChoiceField(choices=STATES)
    percent = serializers.IntegerField()
    turns = TurnAnalysedSerializer(many=True)
