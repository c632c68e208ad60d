"""A table: who sits there, what to write down at the end, and everything said about it."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.values import TallyField
from league.api.matches import MatchRows, ScoreSerializer
from league.api.rows import IdField, asked
from league.api.rulings import RulingSerializer
from league.api.submissions import LETTERS, SubmissionSerializer, version_context
from league.events.queries.entries import player_names
from league.models import Match, Result, Seat, Verification
from league.models.game_played import Scoring
from league.permissions import may, seats_of
from league.results.queries import expected_of, needs_record, versions_of
from league.results.services.claims import setup_at


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

    match = IdField(source="pk")
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
    players = serializers.IntegerField(
        min_value=1,
        max_value=len(LETTERS),
        required=False,
        help_text="How many sat down, if not all who were paired",
    )


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


class MatchTables(MatchRows):
    """What belongs to a table of a round."""

    permissions = {"seats": "see_match", "tally": "see_match", "history": "see_match"}

    @extend_schema(responses=SeatSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def seats(self, request: Request, **kwargs: Any) -> Response:
        """Who sits where as paired, and which seats are held by phones."""
        match = self.get_object()
        context = {
            "names": player_names(match.event),
            "own": set(seats_of(self.actor, match).values_list("pk", flat=True)),
        }
        seats = match.seats.select_related("hold").order_by("letter")
        return self.paged(seats, SeatSerializer, context)

    @extend_schema(parameters=[TallyQuerySerializer], responses=TallySerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def tally(self, request: Request, **kwargs: Any) -> Response:
        """What each side writes down at the end of a game without a record."""
        match = self.get_object()
        wanted = asked(TallyQuerySerializer, request)
        players = wanted.get("players", len(match.seats.all()))
        return Response(TallySerializer(_tally(match, players=players)).data)

    @extend_schema(responses=HistorySerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def history(self, request: Request, **kwargs: Any) -> Response:
        """Every version, confirmation, ruling and result; private remarks for officials alone."""
        match = self.get_object()
        context = {
            **version_context(match),
            "is_official": may(self.actor, "see_as_official", match),
            "results_counting": frozenset(game.result_id for game in match.games.all()),
        }
        history = {
            "pk": match.pk,
            "submissions": versions_of(match),
            "rulings": match.rulings.select_related("remark").order_by("number"),
            "results": match.results.order_by("number"),
        }
        return Response(HistorySerializer(history, context=context).data)


def _tally(match: Match, *, players: int) -> dict[str, object]:
    game, expected = match.round.game_here, expected_of(match)
    rules = game.rules
    setup = setup_at(match, rules, players=players) if rules else None
    return {
        "game": game.key,
        "variant": expected.variant,
        "edition": expected.edition,
        "players": players,
        "sides": ["".join(seats) for seats in rules.play.sides(setup)] if rules and setup else [],
        "scoring": game.scoring,
        "takes_records": game.has_records and match.event.records != match.event.Records.OFF,
        "needs_record": needs_record(match.event, match),
        "fields": rules.figures.fields(setup) if rules and setup else [],
    }
