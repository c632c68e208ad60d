"""A table: who sits there, what to write down at the end, and everything said about it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.matches import MatchRows
from league.api.tables import (
    HistorySerializer,
    SeatSerializer,
    TallyQuerySerializer,
    TallySerializer,
)
from league.api.views.submissions import version_context
from league.events.queries import player_names
from league.models import Match
from league.permissions import may, seats_of
from league.results.queries import expected_of, needs_record, versions_of
from league.results.services.submissions import setup_at


class Tables(MatchRows):
    """What belongs to a table of a round."""

    permissions = {
        "seats": "see_match",
        "tally": "see_match",
        "history": "see_match",
    }

    @extend_schema(responses=SeatSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def seats(self, request: Request, **kwargs: Any) -> Response:
        """Who sits where as paired, and which seats are held by phones."""
        match = self.get_object()
        context = {
            "names": player_names(match.event),
            "own": set(seats_of(self.actor, match).values_list("pk", flat=True)),
        }
        seats = match.seats.select_related("hold").order_by("letter")
        return Response(SeatSerializer(seats, many=True, context=context).data)

    @extend_schema(parameters=[TallyQuerySerializer], responses=TallySerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def tally(self, request: Request, **kwargs: Any) -> Response:
        """What each side writes down at the end of a game without a record."""
        match = self.get_object()
        asked = TallyQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        players = asked.validated_data.get("players", len(match.seats.all()))
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
        told = {
            "pk": match.pk,
            "submissions": versions_of(match),
            "rulings": match.rulings.select_related("remark").order_by("number"),
            "results": match.results.order_by("number"),
        }
        return Response(HistorySerializer(told, context=context).data)


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
