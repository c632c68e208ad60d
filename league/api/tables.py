"""What a table has before anything is handed in: seats, and the figures to be asked for."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.contract import TallyField
from league.api.matches import ScoreSerializer
from league.api.rulings import RulingSerializer
from league.api.submissions import LETTERS, SubmissionSerializer
from league.models import Result, Seat, Verification
from league.models.game_played import Scoring


class VerificationSerializer(serializers.ModelSerializer):
    class Meta:
        model = Verification
        fields = ["rules_version", "outcome", "reason", "at"]
        read_only_fields = fields


class PastSubmissionSerializer(SubmissionSerializer):
    verifications = VerificationSerializer(many=True, source="submission.verifications")


class ResultSerializer(serializers.ModelSerializer):
    """A result that counts or counted. Needs `results_counting`, ids, in its context."""

    scores = ScoreSerializer(many=True, source="sides", read_only=True)
    counts = serializers.SerializerMethodField()

    class Meta:
        model = Result
        fields = [
            *("id", "game", "number", "at", "ground", "grade", "submission", "ruling"),
            *("scores", "rules_version", "counts"),
        ]
        read_only_fields = fields

    def get_counts(self, result: Result) -> bool:
        counting: frozenset[str] = self.context["results_counting"]
        return result.pk in counting


class HistorySerializer(serializers.Serializer):
    """Everything ever said about a match, each list in the order of acting.

    `number` of submissions, confirmations and rulings is one series; results have their own.
    """

    match = serializers.CharField(source="pk")
    submissions = PastSubmissionSerializer(many=True)
    rulings = RulingSerializer(many=True)
    results = ResultSerializer(many=True)


class SeatSerializer(serializers.ModelSerializer):
    """A seat as paired. Needs `names` by player and `own`, ids of seats, in its context."""

    name = serializers.SerializerMethodField()
    is_held = serializers.SerializerMethodField(help_text="By a phone at the table")
    is_own = serializers.SerializerMethodField(help_text="Whether the caller speaks for it")

    class Meta:
        model = Seat
        fields = ["letter", "entry", "player", "name", "is_held", "is_own"]
        read_only_fields = fields

    def get_name(self, seat: Seat) -> str:
        names: dict[str, str] = self.context["names"]
        return names[seat.player_id]

    def get_is_held(self, seat: Seat) -> bool:
        return hasattr(seat, "hold")

    def get_is_own(self, seat: Seat) -> bool:
        own: Collection[str] = self.context["own"]
        return seat.pk in own


class TallyQuerySerializer(serializers.Serializer):
    """`players`: how many sat down, if not all who were paired."""

    players = serializers.IntegerField(min_value=1, max_value=len(LETTERS), required=False)


class TallyFieldSerializer(serializers.Serializer):
    """A `tick` is 1 for at most one side, and 0 or left out for the others."""

    name = serializers.CharField()
    label = serializers.SerializerMethodField()  # type: ignore[assignment]
    kind = serializers.CharField(help_text="number, tick")
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    is_required = serializers.BooleanField()
    rule = serializers.CharField()
    symbol = serializers.CharField()

    def get_label(self, field: TallyField) -> str:
        return _(field.label)


class TallySerializer(serializers.Serializer):
    """What each side writes down at the end. Without `fields`: send `marks` instead of figures."""

    game = serializers.CharField()
    variant = serializers.CharField()
    edition = serializers.CharField()
    players = serializers.IntegerField()
    sides = serializers.ListField(
        child=serializers.CharField(), help_text="The letters of the seats of each side"
    )
    scoring = serializers.ChoiceField(choices=Scoring.choices)
    takes_records = serializers.BooleanField()
    needs_record = serializers.BooleanField()
    # The name of an attribute of every serializer; here it is a field of the answer.
    fields = TallyFieldSerializer(many=True)  # type: ignore[assignment]
