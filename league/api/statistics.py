"""What the games say together: of an event, of a player, of a game."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.registry import rules_of
from league.api.events import EventRows
from league.api.frame import Endpoint
from league.api.rows import IdField, IdOrEmptyField, Rows, asked
from league.clubs.queries import players_shown
from league.statistics import queries


class SeatFiguresSerializer(serializers.Serializer):
    """How often a seat wins; the true share is between low and high, 95 times of 100."""

    seat = serializers.CharField()
    games = serializers.IntegerField()
    share = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    mean_score = serializers.FloatField()


class SizeFiguresSerializer(serializers.Serializer):
    players = serializers.IntegerField()
    games = serializers.IntegerField()
    mean_score = serializers.FloatField()
    mean_winning_score = serializers.FloatField(allow_null=True)
    seats = SeatFiguresSerializer(many=True)


class BarSerializer(serializers.Serializer):
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    number = serializers.IntegerField()


class ListedSerializer(serializers.Serializer):
    match = IdField()
    submission = IdOrEmptyField(help_text="Whose record can be replayed; may be empty")
    entries = serializers.ListField(child=IdField())
    value = serializers.IntegerField()


class FiguresSerializer(serializers.Serializer):
    games = serializers.IntegerField()
    verified = serializers.IntegerField(source="proved.verified")
    kept = serializers.IntegerField(source="proved.kept")
    mean_score = serializers.FloatField()
    median_score = serializers.FloatField()
    bars = BarSerializer(many=True)
    sizes = SizeFiguresSerializer(many=True)
    best = ListedSerializer(many=True)
    longest = ListedSerializer(many=True)
    closest = ListedSerializer(many=True)


class KindSerializer(serializers.Serializer):
    """Games that can be compared. `slug` is what `of` asks for."""

    slug = serializers.CharField()
    game = serializers.CharField()
    variant = serializers.CharField(allow_blank=True)
    scoring = serializers.CharField()


class StatisticsSerializer(serializers.Serializer):
    """Of one kind of games; null without any."""

    kind = KindSerializer(allow_null=True)
    kinds = serializers.SerializerMethodField()
    figures = FiguresSerializer(allow_null=True)

    def get_kinds(self, shown: object) -> list[str]:
        return [kind.slug for kind, _number in shown.kinds]  # type: ignore[attr-defined]


class KindAskedSerializer(serializers.Serializer):
    of = serializers.CharField(
        required=False, max_length=150, help_text="A kind's slug; the most played if left out"
    )


SHAPE = extend_schema(parameters=[KindAskedSerializer], responses=StatisticsSerializer)


class EventStatistics(EventRows):
    permissions = {"statistics": "see_event"}

    @SHAPE
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def statistics(self, request: Request, **kwargs: Any) -> Response:
        """Of the games of an event; null as long as there is none."""
        return _answer(queries.event_statistics(self.get_object(), wanted=_wanted(request)))


class PlayerStatistics(Rows):
    queryset = players_shown()
    permissions = {"statistics": "see_player"}

    @SHAPE
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def statistics(self, request: Request, **kwargs: Any) -> Response:
        """Of a player's own sides; null as long as there is none."""
        return _answer(queries.player_statistics(self.get_object(), wanted=_wanted(request)))


class GameStatistics(Endpoint, APIView):
    permissions = {"get": "visit"}

    @extend_schema(
        operation_id="games_statistics",
        parameters=[KindAskedSerializer],
        responses=StatisticsSerializer,
    )
    def get(self, request: Request, game: str) -> Response:
        """Of all public games of one kind, at most some minutes old."""
        if rules_of(game) is None:
            raise Http404
        return _answer(queries.game_statistics(game, wanted=_wanted(request)))


def _wanted(request: Request) -> str:
    return str(asked(KindAskedSerializer, request).get("of", ""))


def _answer(statistics: queries.Statistics | None) -> Response:
    if statistics is None:
        return Response({"kind": None, "kinds": [], "figures": None})
    return Response(StatisticsSerializer(statistics).data)
