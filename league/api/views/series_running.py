"""Series for those who run them: evenings, guests, the archive."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import CloneSerializer, EventSerializer
from league.api.rows import ID, Rows
from league.api.serializers.series_running import (
    ChosenEveningSerializer,
    EveningMoveSerializer,
    GuestSerializer,
)
from league.api.series import SeriesSerializer
from league.events.queries import events_shown
from league.models import Player, Series
from league.series import services
from league.series.queries.series import series_listed

_EVENT = OpenApiParameter("event", str, OpenApiParameter.PATH)
_PLAYER = OpenApiParameter("player", str, OpenApiParameter.PATH)


class SeriesRunning(Rows):
    """What the admins of its club do with a series."""

    queryset = Series.objects.none()  # for the schema
    permissions = {
        "evenings": "keep_evenings",
        "remove": "keep_evenings",
        "move": "keep_evenings",
        "next_evening": "keep_evenings",
        "archive": "archive_series",
        "reopen": "archive_series",
        "guest": "mark_guest",
    }

    def get_queryset(self) -> QuerySet[Series]:
        return series_listed()

    @extend_schema(request=ChosenEveningSerializer, responses={201: SeriesSerializer})
    @action(detail=True, methods=["post"])
    def evenings(self, request: Request, **kwargs: Any) -> Response:
        """Add an event at the end."""
        series = self.get_object()
        given = self.given(ChosenEveningSerializer)
        event = get_object_or_404(events_shown(self.actor), pk=given["event"])
        services.add_evening(series, actor=self.actor, event=event)
        return self._told(status=201)

    @extend_schema(parameters=[_EVENT], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"evenings/(?P<event>{ID})")
    def remove(self, request: Request, event: str, **kwargs: Any) -> Response:
        """Take an event out; the event itself stays."""
        services.remove_evening(self.get_object(), actor=self.actor, event_id=event)
        return Response(status=204)

    @extend_schema(parameters=[_EVENT], request=EveningMoveSerializer, responses=SeriesSerializer)
    @action(detail=True, methods=["post"], url_path=f"evenings/(?P<event>{ID})/move")
    def move(self, request: Request, event: str, **kwargs: Any) -> Response:
        """Earlier or later in the order."""
        series = self.get_object()
        by = self.given(EveningMoveSerializer)["by"]
        services.move_evening(series, actor=self.actor, event_id=event, by=by)
        return self._told()

    @extend_schema(request=CloneSerializer, responses={201: EventSerializer})
    @action(detail=True, methods=["post"], url_path="next-evening")
    def next_evening(self, request: Request, **kwargs: Any) -> Response:
        """A draft with the settings and officials of the last evening, added at the end."""
        series = self.get_object()
        given = self.given(CloneSerializer)
        event = services.open_next_evening(series, actor=self.actor, **given)
        return Response(EventSerializer(event).data, status=201)

    @extend_schema(request=None, responses=SeriesSerializer)
    @action(detail=True, methods=["post"])
    def archive(self, request: Request, **kwargs: Any) -> Response:
        """Put it away: it can be read, and is not changed any more."""
        services.archive_series(self.get_object(), actor=self.actor)
        return self._told()

    @extend_schema(request=None, responses=SeriesSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, **kwargs: Any) -> Response:
        """Take it out of the archive."""
        services.reopen_series(self.get_object(), actor=self.actor)
        return self._told()

    @extend_schema(parameters=[_PLAYER], request=GuestSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"guests/(?P<player>{ID})")
    def guest(self, request: Request, player: str, **kwargs: Any) -> Response:
        """Say that a player is a guest in this series, or one of the club."""
        series = self.get_object()
        given = self.given(GuestSerializer)
        meant = get_object_or_404(Player, pk=player)
        services.say_guest(series, actor=self.actor, player=meant, **given)
        return Response(status=204)

    def _told(self, *, status: int = 200) -> Response:
        return Response(SeriesSerializer(self.get_object()).data, status=status)
