"""Drafts of a club that were thrown away: what they were, and putting one back."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventSerializer
from league.api.rows import ID, IdField, Rows
from league.events.queries.people import removed_events
from league.events.services.removal import restore_event
from league.models import Club, RemovedRow

_REMOVED = OpenApiParameter("removed", str, OpenApiParameter.PATH)


class RemovedEventSerializer(serializers.ModelSerializer):
    event = IdField(read_only=True)

    class Meta:
        model = RemovedRow
        fields = ["id", "event", "name", "at"]
        read_only_fields = fields


class RemovedEvents(Rows):
    """For the admins of the club, for some days."""

    queryset = Club.objects.all()
    serializer_class = RemovedEventSerializer
    permissions = {"removed_events": "restore_event", "restore": "restore_event"}

    @extend_schema(responses=RemovedEventSerializer(many=True))
    @action(
        detail=True,
        url_path="removed-events",
        url_name="list",
        filter_backends=[],
    )
    def removed_events(self, request: Request, **kwargs: Any) -> Response:
        """Drafts that were thrown away and can be put back, the latest first."""
        return self.paged(removed_events(self.get_object()), RemovedEventSerializer)

    @extend_schema(parameters=[_REMOVED], request=None, responses=EventSerializer)
    @action(detail=True, methods=["post"], url_path=f"removed-events/(?P<removed>{ID})/restore")
    def restore(self, request: Request, removed: str, **kwargs: Any) -> Response:
        """Put back a draft that was thrown away.

        Possible for seven days. It has the same id, entries, categories and prizes; entries of
        players who no longer exist are left out. Once it is back, it is no longer listed here
        (404).
        """
        row = get_object_or_404(removed_events(self.get_object()), pk=removed)
        return Response(EventSerializer(restore_event(row, actor=self.actor)).data)
