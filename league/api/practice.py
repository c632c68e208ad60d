"""Rehearsing an event with sample players."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows, EventSerializer
from league.demo.services.practice import make_up_results, start_practice
from league.errors import LeagueError
from league.events.queries.practice import practice_of
from league.events.services.removal import wipe_practice


class MadeUpSerializer(serializers.Serializer):
    tables = serializers.IntegerField(help_text="How many tables got a result.")


class Rehearsals(EventRows):
    """A copy of an event with made-up people, which counts for nothing."""

    permissions = {
        "practice": "start_practice",
        "wipe": "wipe_practice",
        "results": "make_up_results",
    }

    @extend_schema(request=None, responses={200: EventSerializer, 201: EventSerializer})
    @action(detail=True, methods=["post"])
    def practice(self, request: Request, **kwargs: Any) -> Response:
        """Begin a rehearsal of an event.

        A copy with sample players, whose first round is being drawn; it counts for nothing. One
        that is under way is answered with 200. Refused once the event has started, and in seasons.
        DELETE wipes it.
        """
        rehearsal, is_new = start_practice(self.get_object(), actor=self.actor)
        return Response(EventSerializer(rehearsal).data, status=201 if is_new else 200)

    @extend_schema(responses={204: None})
    @practice.mapping.delete
    def wipe(self, request: Request, **kwargs: Any) -> Response:
        """Wipe the rehearsal of this event. Nobody sees it any more; the event is as before."""
        event = self.get_object()
        rehearsal = event if event.is_practice else practice_of(event)
        if rehearsal is None:
            raise LeagueError(_("There is no practice of this event."))
        wipe_practice(rehearsal, actor=self.actor)
        return Response(status=204)

    @extend_schema(request=None, responses=MadeUpSerializer)
    @action(detail=True, methods=["post"], url_path="practice/results")
    def results(self, request: Request, **kwargs: Any) -> Response:
        """Of a rehearsal itself: make up the results of all tables that still play."""
        return Response({"tables": make_up_results(self.get_object(), actor=self.actor)})
