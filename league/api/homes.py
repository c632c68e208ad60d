"""The other end of a handover: an event that this computer runs, and that is at home elsewhere."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.archive.services.handovers import home_of, play_on_here, return_home
from league.archive.services.sending import publish_there, send_home, send_state
from league.models import Event, EventHome


class HomeSerializer(serializers.ModelSerializer):
    """`sent_at`: when it was last heard of there. `returned_at`: it went home, and is locked."""

    is_behind = serializers.SerializerMethodField(help_text="There is something new since")

    class Meta:
        model = EventHome
        fields = ["address", "sent_at", "returned_at", "is_behind"]
        read_only_fields = fields

    def get_is_behind(self, home: EventHome) -> bool:
        return home.event.live_version > home.sent_version


class PublishSerializer(serializers.Serializer):
    """`api_token`: of an account there, with the scope `events`. It is not kept."""

    page = serializers.CharField(max_length=200, help_text="Of the club there: https://…/clubs/…/")
    api_token = serializers.CharField(max_length=200, write_only=True)


class SendSerializer(serializers.Serializer):
    is_last = serializers.BooleanField(
        default=False, help_text="From now on it goes on there, and is locked here"
    )


class Homes(EventRows):
    """Where an event goes back to, for those who run it on this computer."""

    permissions = dict.fromkeys(("home", "publish", "send", "by_file", "play_on"), "take_along")

    @extend_schema(responses=HomeSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def home(self, request: Request, **kwargs: Any) -> Response:
        """Where it is at home; 400 where that is here."""
        return self._answer(self.get_object())

    @extend_schema(request=PublishSerializer, responses=HomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/publish")
    def publish(self, request: Request, **kwargs: Any) -> Response:
        """Show the event on another service: it stays here, and states can follow."""
        event, body = self.get_object(), self.body(PublishSerializer)
        publish_there(event, actor=self.actor, page=body["page"], token=body["api_token"])
        return self._answer(event)

    @extend_schema(request=SendSerializer, responses=HomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/send")
    def send(self, request: Request, **kwargs: Any) -> Response:
        """Send how the event stands to the service where it is at home."""
        event, body = self.get_object(), self.body(SendSerializer)
        (send_home if body["is_last"] else send_state)(event, actor=self.actor)
        return self._answer(event)

    @extend_schema(request=None, responses=HomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/by-file")
    def by_file(self, request: Request, **kwargs: Any) -> Response:
        """Lock the event here; `handovers/file` then gives the last state for the way home."""
        event = self.get_object()
        return_home(event, actor=self.actor)
        return self._answer(event)

    @extend_schema(request=None, responses=HomeSerializer)
    @action(detail=True, methods=["post"], url_path="home/play-on")
    def play_on(self, request: Request, **kwargs: Any) -> Response:
        """Undo that: it did not arrive, or there is more to play."""
        event = self.get_object()
        play_on_here(event, actor=self.actor)
        return self._answer(event)

    def _answer(self, event: Event) -> Response:
        return Response(HomeSerializer(home_of(event)).data)
