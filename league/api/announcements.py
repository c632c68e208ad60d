"""Messages from the organisers to all who entered."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import ID
from league.events.services.announcements import MOST_LETTERS, announce, remove_announcement
from league.models import Announcement

_ONE = OpenApiParameter("announcement", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


class AnnouncementSerializer(serializers.ModelSerializer):
    class Meta:
        model = Announcement
        fields = ["id", "text", "sent_at"]
        read_only_fields = fields


class NewAnnouncementSerializer(serializers.Serializer):
    """By mail to accounts; everybody can read it on the page of the event."""

    text = serializers.CharField(max_length=MOST_LETTERS)


class Announcements(EventRows):
    """What the organisers tell everybody."""

    permissions = {"announcements": "see_event", "announce": "announce", "remove": "announce"}

    @extend_schema(responses=AnnouncementSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def announcements(self, request: Request, **kwargs: Any) -> Response:
        """The newest first."""
        return self.paged(self.get_object().announcements.all(), AnnouncementSerializer)

    @extend_schema(request=NewAnnouncementSerializer, responses={201: AnnouncementSerializer})
    @announcements.mapping.post
    def announce(self, request: Request, **kwargs: Any) -> Response:
        """Send a message to everybody who entered.

        By mail to accounts with a confirmed address; everybody can read it on the page of the
        event. Refused in drafts and in the archive; at most six in an hour. DELETE takes it off
        the page, but mail cannot be called back.
        """
        event = self.get_object()
        body = self.body(NewAnnouncementSerializer)
        sent, _is_new = announce(event, actor=self.actor, text=body["text"])
        return Response(AnnouncementSerializer(sent).data, status=201)

    @extend_schema(parameters=[_ONE], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"announcements/(?P<announcement>{ID})")
    def remove(self, request: Request, announcement: str, **kwargs: Any) -> Response:
        """Take it off the page; mail that went out cannot be called back."""
        row = get_object_or_404(self.get_object().announcements, pk=announcement)
        remove_announcement(row, actor=self.actor)
        return Response(status=204)
