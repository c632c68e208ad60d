"""The API's doors: each names who may open it, asks queries, calls one service."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.generics import RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import EventFilter, PlayerFilter
from league.api.serializers import (
    ClubChangeSerializer,
    ClubSerializer,
    EventSerializer,
    MeSerializer,
    PlayerSerializer,
)
from league.api.throttling import Counted
from league.clubs.queries import clubs_with_counts, players_shown
from league.clubs.services import edit_club
from league.events.queries import events_shown
from league.models import Event, User
from league.models.public_id import ALPHABET, LENGTH
from league.permissions import actor_of, anyone, runs_club, sees_event, signed_in


class PublicRows(Counted, viewsets.ReadOnlyModelViewSet):
    """Rows that are addressed by their public id."""

    lookup_value_regex = f"[{ALPHABET}]{{{LENGTH}}}"


class Me(Counted, RetrieveAPIView):
    """Who the caller is."""

    serializer_class = MeSerializer
    permissions = {"get": signed_in}

    def get_object(self) -> User:
        assert isinstance(self.request.user, User)  # signed_in let the request in
        return self.request.user


class Clubs(PublicRows):
    """Clubs; their admins may change them."""

    queryset = clubs_with_counts()
    serializer_class = ClubSerializer
    filterset_fields = ["country", "town"]
    permissions = {"list": anyone, "retrieve": anyone, "partial_update": runs_club}

    @extend_schema(request=ClubChangeSerializer, responses=ClubSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        club = self.get_object()
        changes = ClubChangeSerializer(data=request.data)
        changes.is_valid(raise_exception=True)
        edit_club(
            club,
            actor=actor_of(request),
            version=changes.validated_data["version"],
            changes=changes.validated_data,
        )
        return Response(self.get_serializer(self.get_object()).data)


class Players(PublicRows):
    """Players, by the names that the public sees."""

    queryset = players_shown()
    serializer_class = PlayerSerializer
    filterset_class = PlayerFilter
    permissions = {"list": anyone, "retrieve": anyone}


class Events(PublicRows):
    """Events; drafts only for those who run them."""

    queryset = Event.objects.none()  # for the schema; the rows depend on who asks
    serializer_class = EventSerializer
    filterset_class = EventFilter
    permissions = {"list": anyone, "retrieve": sees_event}

    def get_queryset(self) -> QuerySet[Event]:
        if getattr(self, "swagger_fake_view", False):
            return self.queryset
        return events_shown(actor_of(self.request))
