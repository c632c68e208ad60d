"""Leaderboards, and the ratings of a player. Answers are tagged by the version of the ratings."""

from typing import Any

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import GAMES
from league.api.clubs import PlayerSerializer
from league.api.frame import Endpoint
from league.api.rows import ID, IdField, Rows, asked
from league.clubs.queries import players_shown
from league.models import RatedGame
from league.ratings.queries import players
from league.ratings.queries.boards import board, board_rows, board_sizes, matching, version_of

_OTHER = OpenApiParameter("other", str, OpenApiParameter.PATH, description="The other's id")
_GAME = OpenApiParameter("game", str, OpenApiParameter.PATH, description="The key of the game")


class RatingSerializer(serializers.Serializer):
    """Where a player stands in a game. `uncertainty` is on the same scale."""

    game = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.IntegerField(source="shown")
    uncertainty = serializers.IntegerField()
    games = serializers.IntegerField()
    is_provisional = serializers.BooleanField()


class PlayerRatingSerializer(RatingSerializer):
    """With first places, shared ones too, and the best rating so far."""

    wins = serializers.IntegerField()
    best = serializers.IntegerField()


class BoardSizeSerializer(serializers.Serializer):
    """A game, and how many have a rating in it."""

    game = serializers.CharField()
    name = serializers.CharField()
    settled = serializers.IntegerField()
    provisional = serializers.IntegerField()


class BoardRowSerializer(serializers.Serializer):
    """A row of a leaderboard. Who is provisional has no rank."""

    rank = serializers.IntegerField(allow_null=True)
    player = PlayerSerializer()
    rating = serializers.IntegerField(source="rating.shown")
    uncertainty = serializers.IntegerField(source="rating.uncertainty")
    games = serializers.IntegerField(source="rating.games")


class BoardQuerySerializer(serializers.Serializer):
    club = IdField(required=False, default="", help_text="The id of a club")
    provisional = serializers.BooleanField(
        default=False, help_text="Those with fewer than ten games instead"
    )
    q = serializers.CharField(
        required=False, default="", max_length=100, help_text="Words that begin the public name"
    )


class GameQuerySerializer(serializers.Serializer):
    game = serializers.ChoiceField(choices=list(GAMES), required=False)


class OpponentSerializer(serializers.Serializer):
    player = IdField()
    rank = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)


class RatedGameSerializer(serializers.Serializer):
    """A game and what it changed. `rating` is the one after it."""

    game = serializers.CharField(source="change.game")
    event = IdField(source="change.match.event_id")
    match = IdField(source="change.match_id")
    number = serializers.IntegerField(source="change.number", help_text="Within the match")
    submission = IdField(source="change.result.submission_id", allow_null=True)
    grade = serializers.CharField(source="change.result.grade")
    played_at = serializers.DateTimeField(source="change.played_at")
    rank = serializers.IntegerField(source="change.rank")
    sides = serializers.IntegerField(source="change.sides")
    score = serializers.IntegerField(allow_null=True)
    partners = OpponentSerializer(many=True)
    opponents = OpponentSerializer(many=True)
    rating = serializers.IntegerField(source="shown")
    difference = serializers.IntegerField()
    games = serializers.IntegerField(source="change.games", help_text="So far, with this one")


class HeadToHeadSerializer(serializers.Serializer):
    """All meetings in one game. `places`: of the one and of the other, the newest first."""

    game = serializers.CharField()
    name = serializers.CharField()
    met = serializers.IntegerField()
    ahead = serializers.IntegerField()
    level = serializers.IntegerField()
    behind = serializers.IntegerField()
    wins = serializers.ListField(child=serializers.IntegerField(), help_text="First places of each")
    places = serializers.ListField(
        source="ranks", child=serializers.ListField(child=serializers.IntegerField())
    )


class AgainstSerializer(serializers.Serializer):
    together = serializers.IntegerField(help_text="Games as partners")
    games = HeadToHeadSerializer(many=True)


class Ratings(Endpoint, viewsets.GenericViewSet):
    """Leaderboards of the games that Arbitr knows."""

    queryset = RatedGame.objects.none()  # rows of answers are no rows of tables
    serializer_class = BoardSizeSerializer
    filter_backends = []
    lookup_field = "game"
    lookup_value_regex = "[a-z]{1,40}"
    permissions = {"list": "visit", "retrieve": "visit"}

    def list(self, request: Request) -> HttpResponseBase:
        """Games, those most played first."""
        tag = f'"{version_of()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        page = self.paginate_queryset(board_sizes())
        return _tagged(self.get_paginated_response(BoardSizeSerializer(page, many=True).data), tag)

    @extend_schema(
        operation_id="leaderboard",
        parameters=[_GAME, BoardQuerySerializer],
        responses=BoardRowSerializer(many=True),
    )
    def retrieve(self, request: Request, game: str) -> HttpResponseBase:
        """A leaderboard, the best first; of a club if it is named."""
        if game not in GAMES:
            raise Http404
        self.check_object_permissions(request, game)
        wanted = asked(BoardQuerySerializer, request)
        tag = f'"{version_of(game)}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        whole = board(game, club=wanted["club"] or None, is_settled=not wanted["provisional"])
        page = self.paginate_queryset(matching(whole, wanted["q"]))
        rows = BoardRowSerializer(board_rows(page or [], of=whole), many=True)
        return _tagged(self.get_paginated_response(rows.data), tag)


class PlayerRatings(Rows):
    """The ratings of a player, how they came about, and meetings with another player."""

    queryset = players_shown()
    serializer_class = PlayerRatingSerializer
    filter_backends = []
    permissions = {"ratings": "see_player", "rated_games": "see_player", "against": "see_player"}

    @extend_schema(responses=PlayerRatingSerializer(many=True))
    @action(detail=True)
    def ratings(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The game most played comes first."""
        player = self.get_object()
        tag = f'"{version_of()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        return _tagged(self.paged(players.ratings_of(player), PlayerRatingSerializer), tag)

    @extend_schema(parameters=[GameQuerySerializer], responses=RatedGameSerializer(many=True))
    @action(detail=True, url_path="rated-games", url_name="games")
    def rated_games(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The history, the newest game first."""
        player = self.get_object()
        game = asked(GameQuerySerializer, request).get("game", "")
        tag = f'"{version_of()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        page = self.paginate_queryset(players.changes_of(player, game=game))
        games = RatedGameSerializer(players.games_shown(page or []), many=True)
        return _tagged(self.get_paginated_response(games.data), tag)

    @extend_schema(parameters=[_OTHER], responses=AgainstSerializer)
    @action(detail=True, url_path=f"against/(?P<other>{ID})", pagination_class=None)
    def against(self, request: Request, other: str, **kwargs: Any) -> HttpResponseBase:
        """Who was ahead how often, by game."""
        player = self.get_object()
        opponent = get_object_or_404(players_shown().exclude(pk=player.pk), pk=other)
        tag = f'"{version_of()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        answer = {
            "together": players.times_together(player, opponent),
            "games": players.head_to_head(player, opponent),
        }
        return _tagged(Response(AgainstSerializer(answer).data), tag)


def _tagged(response: Response, tag: str) -> Response:
    response["ETag"] = tag
    return response
