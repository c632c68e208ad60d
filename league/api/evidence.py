"""How many results are proved: of an event, of a club, of a player."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import Rows
from league.clubs.queries import players_shown
from league.models import Club
from league.statistics import queries


class ProvedSerializer(serializers.Serializer):
    """Results that count. `total` is the sum of the others."""

    verified = serializers.IntegerField(help_text="The rules replayed the record")
    kept = serializers.IntegerField(help_text="Points were added up on a score sheet")
    typed = serializers.IntegerField(help_text="Only final scores were handed in")
    total = serializers.IntegerField()


SHAPE = extend_schema(responses=ProvedSerializer)


class EventEvidence(EventRows):
    permissions = {"evidence": "see_event"}

    @SHAPE
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def evidence(self, request: Request, **kwargs: Any) -> Response:
        """Of all results of an event so far."""
        return Response(ProvedSerializer(queries.proved_in(self.get_object())).data)


class ClubEvidence(Rows):
    queryset = Club.objects.all()
    permissions = {"evidence": "see_club"}

    @SHAPE
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def evidence(self, request: Request, **kwargs: Any) -> Response:
        """Of the club's public events that keep records."""
        return Response(ProvedSerializer(queries.proved_in_club(self.get_object())).data)


class PlayerEvidence(Rows):
    queryset = players_shown()
    permissions = {"evidence": "see_player"}

    @SHAPE
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def evidence(self, request: Request, **kwargs: Any) -> Response:
        """Of the player's matches in public events that keep records."""
        return Response(ProvedSerializer(queries.proved_of_player(self.get_object())).data)
