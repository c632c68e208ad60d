"""The other side of a handover: on the computer that runs an event which is at home elsewhere."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import IdField
from league.archive.services.handovers import play_on_here, return_home
from league.archive.services.sending import publish_there, send_home, send_state
from league.models import Event, EventHome


class EventHomeSerializer(serializers.ModelSerializer):
    """`sent_at`: when a state was sent; `returned_at`: since when it goes on there."""

    handover = serializers.SerializerMethodField(help_text="Its id there")
    address = serializers.CharField(help_text="Of the service; empty: it goes back by file")
    is_behind = serializers.SerializerMethodField(help_text="Something was changed here since")

    class Meta:
        model = EventHome
        fields = ["handover", "address", "sent_at", "returned_at", "is_behind"]
        read_only_fields = fields

    @extend_schema_field(IdField())
    def get_handover(self, home: EventHome) -> str:
        return home.handover

    def get_is_behind(self, home: EventHome) -> bool:
        return home.event.live_version > home.sent_version


class NewHomeSerializer(serializers.Serializer):
    page = serializers.CharField(
        max_length=200, help_text="Of the club there: https://…/clubs/abcdefghij/"
    )
    secret = serializers.CharField(
        max_length=200, help_text="A token of yours there, with the scope `events`; it is not kept"
    )


class ReturnHomeSerializer(serializers.Serializer):
    by_file = serializers.BooleanField(
        default=False, help_text="Nothing is sent: `handovers/file` then is the last state"
    )


class Homes(EventRows):
    """Where an event is at home that goes on here."""

    permissions = dict.fromkeys(
        ("home", "publish", "send_state", "send_back", "play_on"), "take_along"
    )

    @extend_schema(responses=EventHomeSerializer)
    @action(detail=True, url_name="detail", pagination_class=None, filter_backends=[])
    def home(self, request: Request, **kwargs: Any) -> Response:
        """Read where an event is at home. 404: here."""
        return self._told(self.get_object())

    @extend_schema(request=NewHomeSerializer, responses={201: EventHomeSerializer})
    @home.mapping.post
    def publish(self, request: Request, **kwargs: Any) -> Response:
        """Show an event of this computer on a service. It goes on here, and states can follow."""
        event = self.get_object()
        body = self.body(NewHomeSerializer)
        publish_there(event, actor=self.actor, page=body["page"], token=body["secret"])
        return self._told(event, status=201)

    @extend_schema(request=None, responses=EventHomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/state", url_name="state")
    def send_state(self, request: Request, **kwargs: Any) -> Response:
        """Send home how the event stands now. It goes on here."""
        event = self.get_object()
        send_state(event, actor=self.actor)
        return self._told(event)

    @extend_schema(request=ReturnHomeSerializer, responses=EventHomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/return", url_name="return")
    def send_back(self, request: Request, **kwargs: Any) -> Response:
        """Give an event back to the service where it is at home.

        Its last state is sent. From now on it goes on there, and changes here are refused; if
        sending fails, it goes on here. With `by_file` nothing is sent. `home/play-on` undoes it.
        """
        event = self.get_object()
        is_by_file = self.body(ReturnHomeSerializer)["by_file"]
        (return_home if is_by_file else send_home)(event, actor=self.actor)
        return self._told(event)

    @extend_schema(request=None, responses=EventHomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/play-on", url_name="play-on")
    def play_on(self, request: Request, **kwargs: Any) -> Response:
        """Let an event go on here that was given back.

        Undoes `home/return`, where the event did not arrive or there is more to play. The service
        where it is at home is not told. Refused if the event was not given back.
        """
        event = self.get_object()
        play_on_here(event, actor=self.actor)
        return self._told(event)

    def _told(self, event: Event, *, status: int = 200) -> Response:
        home = get_object_or_404(EventHome.objects.select_related("event"), event=event)
        return Response(EventHomeSerializer(home).data, status=status)
