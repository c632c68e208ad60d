"""Events: their settings and their life from draft to archive."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django_filters import CharFilter, FilterSet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import (
    CloneSerializer,
    EventChangeSerializer,
    EventSerializer,
    MoveSerializer,
    NewEventSerializer,
)
from league.api.rows import PublicRows, Rows
from league.events.queries import events_shown
from league.events.services.lifecycle import move_event
from league.events.services.settings import clone_event, create_event, edit_event
from league.events.settings_rules import template_of
from league.models import Event
from league.permissions import may


class EventFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Event
        fields = ["club", "status"]


class EventRows(Rows):
    """Whatever is addressed by the id of an event, or below it."""

    queryset = Event.objects.none()  # for the schema; the rows depend on who asks
    serializer_class = EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        if getattr(self, "swagger_fake_view", False):
            return Event.objects.none()
        return events_shown(self.actor)


class Events(EventRows, PublicRows):
    """Events; drafts only for those who run them."""

    filterset_class = EventFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_event",
        "create": "start_event",
        "partial_update": "change_settings",
        "move": "move_event",
        "clone": "clone_event",
    }

    def get_queryset(self) -> QuerySet[Event]:
        return super().get_queryset().prefetch_related("stages")

    @extend_schema(request=NewEventSerializer, responses={201: EventSerializer})
    def create(self, request: Request) -> Response:
        """Open an event as a draft, from a template."""
        given = self.given(NewEventSerializer)
        if not may(self.actor, "open_event", given["club"]):
            raise PermissionDenied
        template = template_of(given["template"])
        assert template is not None  # one of the choices
        event = create_event(
            given["club"],
            actor=self.actor,
            template=template,
            name=given["name"],
            starts_at=given["starts_at"],
            changes={k: v for k, v in given["changes"].items() if k not in ("name", "starts_at")},
        )
        return Response(EventSerializer(event).data, status=201)

    @extend_schema(request=EventChangeSerializer, responses=EventSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Change settings."""
        event = self.get_object()
        given = self.given(EventChangeSerializer)
        edit_event(
            event,
            actor=self.actor,
            version=given["version"],
            changes=given["changes"],
            is_confirmed=given["is_confirmed"],
            reason=given["reason"],
        )
        return Response(EventSerializer(self.get_object()).data)

    @extend_schema(request=MoveSerializer, responses=EventSerializer)
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **kwargs: Any) -> Response:
        """Take one step: open, start, finish, archive, and each of them back."""
        event = self.get_object()
        move_event(event, actor=self.actor, **self.given(MoveSerializer))
        return Response(EventSerializer(self.get_object()).data)

    @extend_schema(request=CloneSerializer, responses={201: EventSerializer})
    @action(detail=True, methods=["post"])
    def clone(self, request: Request, **kwargs: Any) -> Response:
        """Open another event with the same settings and officials."""
        event = self.get_object()
        copy = clone_event(event, actor=self.actor, **self.given(CloneSerializer))
        return Response(EventSerializer(copy).data, status=201)
