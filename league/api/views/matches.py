"""Matches: the tables of a round, and the scores that officials enter for them."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.serializers.rounds import (
    ClearSerializer,
    LockSerializer,
    MatchQuerySerializer,
    MatchSerializer,
    ScoresSerializer,
)
from league.api.views.rounds import RoundRows
from league.api.views.rows import Rows
from league.events.queries import entry_names
from league.events.queries.tables import matches_of
from league.events.services.drafts import lock_table
from league.models import Match, Round
from league.permissions import visible_events
from league.results.services.entered_scores import clear_result, enter_scores


class RoundMatches(RoundRows):
    """The tables of a round."""

    permissions = {
        "matches": "see_round",
    }

    @extend_schema(parameters=[MatchQuerySerializer], responses=MatchSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def matches(self, request: Request, **kwargs: Any) -> Response:
        """In the order of the tables."""
        given = self.get_object()
        asked = MatchQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        page = self.paginate_queryset(matches_of([given]).filter(**asked.validated_data))
        context = {"names": entry_names(given.stage.event)}
        return self.get_paginated_response(MatchSerializer(page, many=True, context=context).data)


class MatchRows(Rows):
    """Whatever is addressed by the id of a match, or below it."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer

    def get_queryset(self) -> QuerySet[Match]:
        if getattr(self, "swagger_fake_view", False):
            return Match.objects.none()
        rounds = Round.objects.filter(stage__event__in=visible_events(self.actor))
        return matches_of(rounds).select_related("event__club", "round__stage__event__club")


class Matches(MatchRows):
    """One table of a round."""

    permissions = {
        "retrieve": "see_match",
        "scores": "enter_result",
        "clear": "take_back_result",
        "lock": "lock_table",
    }

    def _shown(self) -> Response:
        match = self.get_object()
        context = {"names": entry_names(match.event)}
        return Response(MatchSerializer(match, context=context).data)

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return self._shown()

    @extend_schema(request=ScoresSerializer)
    @action(detail=True, methods=["post"])
    def scores(self, request: Request, **kwargs: Any) -> Response:
        """Enter or correct what every entry got; it counts at once."""
        match = self.get_object()
        given = self.given(ScoresSerializer)
        enter_scores(match, actor=self.actor, marks=given.pop("scores"), **given)
        return self._shown()

    @extend_schema(request=ClearSerializer)
    @action(detail=True, methods=["post"])
    def clear(self, request: Request, **kwargs: Any) -> Response:
        """Take a result back: the table is open again."""
        match = self.get_object()
        clear_result(match, actor=self.actor, **self.given(ClearSerializer))
        return self._shown()

    @extend_schema(request=LockSerializer)
    @action(detail=True, methods=["post"])
    def lock(self, request: Request, **kwargs: Any) -> Response:
        """Keep a table of a draft as it is when the round is drawn again, or let it go."""
        match = self.get_object()
        lock_table(match, actor=self.actor, **self.given(LockSerializer))
        return self._shown()
