"""Seasons with divisions: their tables, their schedule, and the days of their matches."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.filters import SeasonFilter
from league.api.serializers.seasons import (
    DivisionTableSerializer,
    NewPostponementSerializer,
    PostponementSerializer,
    ScheduledRoundSerializer,
    SeasonSerializer,
)
from league.api.views.matches import MatchRows
from league.api.views.rows import PublicRows
from league.models import Division, Match, Postponement, RoundDate, Season
from league.permissions import (
    anyone,
    arranges_match,
    reads_match,
    referees_match,
    seats_of,
    sees_season,
    visible_seasons,
)
from league.seasons.queries.overdue import match_days
from league.seasons.queries.schedule import schedule_of
from league.seasons.queries.seasons import divisions_of, season_tag
from league.seasons.queries.tables import division_tables
from league.seasons.services.postponements import answer_proposal, propose_day, set_day


class Seasons(PublicRows):
    """Seasons; drafts only for those who run them."""

    queryset = Season.objects.none()  # for the schema; the rows depend on who asks
    serializer_class = SeasonSerializer
    filterset_class = SeasonFilter
    permissions = {
        "list": anyone,
        "retrieve": sees_season,
        "tables": sees_season,
        "schedule": sees_season,
        "postponements": sees_season,
    }

    def get_queryset(self) -> QuerySet[Season]:
        if getattr(self, "swagger_fake_view", False):
            return Season.objects.none()
        return (
            visible_seasons(self.actor)
            .select_related("club")
            .prefetch_related(
                Prefetch("divisions", Division.objects.order_by("order")),
                Prefetch("round_dates", RoundDate.objects.order_by("number")),
            )
            .order_by("-created_at", "pk")
        )

    @extend_schema(responses=DivisionTableSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def tables(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The tables of its divisions, with zones and the places that are still possible."""
        season = self.get_object()
        if unchanged := self._unchanged(season):
            return unchanged
        found = division_tables(schedule_of(season), divisions_of(season))
        return self._told(season, DivisionTableSerializer(found, many=True).data)

    @extend_schema(responses=ScheduledRoundSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def schedule(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Who meets whom in every round, played or to come."""
        season = self.get_object()
        if unchanged := self._unchanged(season):
            return unchanged
        rounds = schedule_of(season).rounds
        return self._told(season, ScheduledRoundSerializer(rounds, many=True).data)

    @extend_schema(responses=PostponementSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def postponements(self, request: Request, **kwargs: Any) -> Response:
        """Everything said about days of its matches, the newest first."""
        season = self.get_object()
        said = Postponement.objects.filter(match__event__division__season=season)
        page = self.paginate_queryset(said.order_by("-at", "pk"))
        return self.get_paginated_response(PostponementSerializer(page, many=True).data)

    def _tag(self, season: Season) -> str:
        return f'"{season_tag(season)}-{get_language()}"'

    def _unchanged(self, season: Season) -> HttpResponseBase | None:
        return get_conditional_response(self.request._request, etag=self._tag(season))

    def _told(self, season: Season, data: Any) -> Response:
        return Response(data, headers={"ETag": self._tag(season)})


class MatchPostponements(MatchRows):
    """The day of a match of a season."""

    permissions = {"postponements": reads_match, "say": arranges_match}

    @extend_schema(responses=PostponementSerializer(many=True))
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def postponements(self, request: Request, **kwargs: Any) -> Response:
        """In the order of saying."""
        said = self.get_object().postponements.order_by("number")
        return Response(PostponementSerializer(said, many=True).data)

    @extend_schema(request=NewPostponementSerializer, responses={201: PostponementSerializer})
    @postponements.mapping.post
    def say(self, request: Request, **kwargs: Any) -> Response:
        """Propose a day, agree or decline; officials set one."""
        match = self.get_object()
        if match_days(match) is None:
            raise Http404
        given = self.given(NewPostponementSerializer)
        return Response(PostponementSerializer(self._said(match, **given)).data, status=201)

    def _said(self, match: Match, *, kind: str, play_on: Any) -> Postponement:
        if kind == Postponement.Kind.SET:
            if not referees_match(self.actor, match):
                raise PermissionDenied
            return set_day(match, actor=self.actor, play_on=play_on)
        seat = seats_of(self.actor, match).first()
        if seat is None:
            raise PermissionDenied
        if kind == Postponement.Kind.ASKED:
            return propose_day(match, actor=self.actor, side=seat.entry_id, play_on=play_on)
        return answer_proposal(
            match,
            actor=self.actor,
            side=seat.entry_id,
            play_on=play_on,
            agrees=kind == Postponement.Kind.AGREED,
        )
