"""Open evenings: who is ready, which games are played, tables that are made one at a time."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.entries import EntryRows
from league.api.events import EventRows
from league.api.matches import MatchRows
from league.api.rows import ID, IdField
from league.events.queries.entries import public_names
from league.events.queries.evening import GameOffered, PersonHere, evening_now
from league.events.services import evening
from league.events.services.seating import accept_all, dissolve_table
from league.events.settings_rules import GAME_SETTINGS
from league.models import Match, StageGame

_GAME = OpenApiParameter("game", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_MOST_SEATS, _MOST_GAMES = 4, 13


class WaitingSerializer(serializers.Serializer):
    """Somebody at no table. `since`: ready; null: not. `wishes`: games; empty: whatever."""

    entry = IdField(source="entry.pk")
    name = serializers.SerializerMethodField()
    since = serializers.DateTimeField(allow_null=True)
    is_paused = serializers.BooleanField()
    wishes = serializers.ListField(child=serializers.CharField(allow_blank=True))

    def get_name(self, person: PersonHere) -> str:
        name: str = self.context["names"][person.entry.pk]
        return name


class EveningGameSerializer(serializers.Serializer):
    """`key`: empty for the event's own game. `free`: boards; null: enough."""

    key = serializers.CharField(allow_blank=True)
    name = serializers.CharField(source="played.name")
    boards = serializers.IntegerField(allow_null=True)
    free = serializers.IntegerField(allow_null=True)


class FloorSerializer(serializers.Serializer):
    """An open evening as it stands. `ready`: whoever has waited longest first."""

    ready = WaitingSerializer(many=True)
    free = WaitingSerializer(many=True)
    playing = serializers.IntegerField(help_text="Entries at tables")
    games = EveningGameSerializer(many=True)


class ReadySerializer(serializers.Serializer):
    """`wishes`: keys of games; empty: whatever is played; left out: as said before."""

    wishes = serializers.ListField(
        child=serializers.CharField(max_length=10, allow_blank=True),
        max_length=_MOST_GAMES,
        required=False,
        allow_null=True,
    )


class TableSerializer(serializers.Serializer):
    """Who sits together; `game`: a key, empty for the event's own."""

    entries = serializers.ListField(child=IdField(), min_length=1, max_length=_MOST_SEATS)
    game = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")


class TableMadeSerializer(serializers.ModelSerializer):
    class Meta:
        model = Match
        fields = ["id", "round", "table"]


class NewGameSerializer(serializers.ModelSerializer):
    """Another game of the evening; `boards`: copies at hand, null: enough."""

    class Meta:
        model = StageGame
        fields = [*GAME_SETTINGS, "boards"]
        extra_kwargs = {"game": {"required": True}}


class EventFloor(EventRows):
    """What happens in an open evening as a whole."""

    permissions = {
        "floor": "see_event",
        "everybody": "keep_floor",
        "tables": "seat_table",
        "accept_all": "accept_all",
        "games": "keep_games",
        "remove_game": "keep_games",
    }

    @extend_schema(responses=FloorSerializer)
    @action(detail=True, filter_backends=[], pagination_class=None)
    def floor(self, request: Request, **kwargs: Any) -> Response:
        """Read who is ready and what can be played in an open evening.

        `free` are those who are here, at no table and not ready; `is_paused` tells who does not
        want to play now. Refused in events that are no open evening.
        """
        event = self.get_object()
        now = evening_now(evening.open_stage(event, is_running=False))
        return Response(FloorSerializer(now, context={"names": public_names(event)}).data)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="floor/everybody")
    def everybody(self, request: Request, **kwargs: Any) -> Response:
        """Say that everybody who is free is ready to play.

        Those who pause stay as they are. Tables are made at once where they are good enough.
        Refused outside a running open evening.
        """
        evening.everybody_ready(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(request=TableSerializer, responses={201: TableMadeSerializer})
    @action(detail=True, methods=["post"])
    def tables(self, request: Request, **kwargs: Any) -> Response:
        """Make a table by hand in an open evening.

        Of entries of this stage that are checked in and at no table, ready or not; others are
        refused. They are asked to sit down at once. `POST /matches/{id}/dissolve` takes it back
        until something is played there.
        """
        event = self.get_object()
        body = self.body(TableSerializer)
        match = evening.make_table_now(
            event, actor=self.actor, entries=body["entries"], game=body["game"]
        )
        return Response(TableMadeSerializer(match).data, status=201)

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"], url_path="accept-all")
    def accept_all(self, request: Request, **kwargs: Any) -> Response:
        """Accept what was handed in and nobody contests.

        At all tables of an open evening, before it ends. What is contested, contradicted or still
        being verified stays as it is. Refused outside a running open evening.
        """
        accept_all(evening.open_stage(self.get_object()), actor=self.actor)
        return Response(status=204)

    @extend_schema(request=NewGameSerializer, responses={201: EveningGameSerializer})
    @action(detail=True, methods=["post"])
    def games(self, request: Request, **kwargs: Any) -> Response:
        """Add a game that people may wish for in an open evening.

        Refused if it is played there already, or if there are twelve others. Its `key` is what
        wishes and tables name. DELETE takes it out.
        """
        event = self.get_object()
        body = self.body(NewGameSerializer)
        boards = body.pop("boards", None)
        game = evening.add_game(event, actor=self.actor, boards=boards, played=body)
        told = GameOffered(game.pk, game.game_played, game.boards, in_use=0)
        return Response(EveningGameSerializer(told).data, status=201)

    @extend_schema(parameters=[_GAME], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"games/(?P<game>{ID})")
    def remove_game(self, request: Request, game: str, **kwargs: Any) -> Response:
        """Take a game out of an open evening.

        Nobody can wish for it any more. Tables that play it play on.
        """
        row = get_object_or_404(StageGame, pk=game, stage__event=self.get_object())
        evening.remove_game(row, actor=self.actor)
        return Response(status=204)


class EntryReadiness(EntryRows):
    """Of one entry: ready, or not now."""

    permissions = {"ready": "say_ready", "pause": "say_ready"}

    @extend_schema(request=ReadySerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def ready(self, request: Request, **kwargs: Any) -> Response:
        """Say that a player is free and wants to play.

        Tables are made at once where they are good enough; said again, the place in the line
        stays. Refused outside a running open evening, for entries that are not checked in or did
        not go on to this stage, and while they are at a table without a result. DELETE takes it
        back.
        """
        entry = self.get_object()
        wishes = self.body(ReadySerializer).get("wishes")
        evening.say_ready(entry, actor=self.actor, wishes=wishes)
        return Response(status=204)

    @extend_schema(request=None, responses={204: None})
    @ready.mapping.delete
    def pause(self, request: Request, **kwargs: Any) -> Response:
        """Say that a player does not want to play now.

        No table is made with them until they are ready again, not even when everybody else is said
        to be ready. With one fewer to wait for, a table may be made at once. Refused outside a
        running open evening.
        """
        evening.say_pause(self.get_object(), actor=self.actor)
        return Response(status=204)


class MadeTables(MatchRows):
    """Tables that are made one at a time."""

    permissions = {"dissolve": "dissolve_table"}

    @extend_schema(request=None, responses={204: None})
    @action(detail=True, methods=["post"])
    def dissolve(self, request: Request, **kwargs: Any) -> Response:
        """Dissolve a table that has not begun.

        Refused in rounds that are drawn, and once something was written or handed in. In an open
        evening its people are ready again, with the time since they sat down.
        """
        match = self.get_object()
        if "longest_wait_min" in match.round.stage.format.settings:
            evening.send_back(match, actor=self.actor)
        else:
            dissolve_table(match.round, actor=self.actor)
        return Response(status=204)
