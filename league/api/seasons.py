"""Seasons with divisions: their tables, their schedule, and the days of their matches."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django_filters import CharFilter, FilterSet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.matches import MatchRows
from league.api.rows import PublicRows, Rows
from league.api.serializers.seasons import (
    AbsentSerializer,
    DivisionTableSerializer,
    NewPostponementSerializer,
    NewSeasonSerializer,
    PostponementSerializer,
    ScheduledRoundSerializer,
    SeasonChangeSerializer,
    SeasonSerializer,
)
from league.models import Division, Match, Postponement, RoundDate, Season
from league.permissions import may, seats_of, visible_seasons
from league.seasons.queries.divisions import division_tables
from league.seasons.queries.schedule import match_days, schedule_of
from league.seasons.queries.seasons import divisions_of, season_tag
from league.seasons.services.match_days import answer_proposal, forfeit_match, propose_day, set_day
from league.seasons.services.setup import create_season, discard_season, edit_season


class SeasonFilter(FilterSet):
    club = CharFilter(field_name="club_id")

    class Meta:
        model = Season
        fields = ["club", "status"]


class SeasonRows(Rows):
    """Whatever is addressed by the id of a season, or below it."""

    queryset = Season.objects.none()  # for the schema; the rows depend on who asks
    serializer_class = SeasonSerializer

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

    def _tag(self, season: Season) -> str:
        return f'"{season_tag(season)}-{get_language()}"'

    def unchanged(self, season: Season) -> HttpResponseBase | None:
        return get_conditional_response(self.request._request, etag=self._tag(season))

    def told(self, season: Season, data: Any) -> Response:
        return Response(data, headers={"ETag": self._tag(season)})


class Seasons(SeasonRows, PublicRows):
    """Seasons; drafts only for those who run them."""

    filterset_class = SeasonFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_season",
        "tables": "see_season",
        "schedule": "see_season",
        "postponements": "see_season",
        "create": "start_league",
        "partial_update": "run_season",
        "destroy": "discard_season",
    }

    @extend_schema(request=NewSeasonSerializer, responses={201: SeasonSerializer})
    def create(self, request: Request) -> Response:
        """A draft with empty divisions."""
        given = self.given(NewSeasonSerializer)
        club, divisions = given.pop("club"), given.pop("divisions")
        if not may(self.actor, "open_season", club):
            raise PermissionDenied
        made = create_season(club, actor=self.actor, divisions=divisions, fields=given)
        return Response(SeasonSerializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=SeasonChangeSerializer, responses=SeasonSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Its name, how many go up and down, play-offs, reminders."""
        season = self.get_object()
        given = self.given(SeasonChangeSerializer)
        version = given.pop("version")
        edit_season(season, actor=self.actor, version=version, changes=given)
        return Response(SeasonSerializer(self.get_object()).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **kwargs: Any) -> Response:
        """Throw a draft away."""
        discard_season(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=DivisionTableSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def tables(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The tables of its divisions, with zones and the places that are still possible."""
        season = self.get_object()
        if unchanged := self.unchanged(season):
            return unchanged
        found = division_tables(schedule_of(season), divisions_of(season))
        return self.told(season, DivisionTableSerializer(found, many=True).data)

    @extend_schema(responses=ScheduledRoundSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def schedule(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Who meets whom in every round, played or to come."""
        season = self.get_object()
        if unchanged := self.unchanged(season):
            return unchanged
        rounds = schedule_of(season).rounds
        return self.told(season, ScheduledRoundSerializer(rounds, many=True).data)

    @extend_schema(responses=PostponementSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def postponements(self, request: Request, **kwargs: Any) -> Response:
        """Everything said about days of its matches, the newest first."""
        season = self.get_object()
        said = Postponement.objects.filter(match__event__division__season=season)
        page = self.paginate_queryset(said.order_by("-at", "pk"))
        return self.get_paginated_response(PostponementSerializer(page, many=True).data)


class MatchPostponements(MatchRows):
    """The day of a match of a season."""

    permissions = {
        "postponements": "see_match",
        "say": "arrange_date",
        "forfeit": "rule_match",
    }

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
        match = self._dated_match()
        given = self.given(NewPostponementSerializer)
        return Response(PostponementSerializer(self._said(match, **given)).data, status=201)

    def _said(self, match: Match, *, kind: str, play_on: Any) -> Postponement:
        if kind == Postponement.Kind.SET:
            if not may(self.actor, "rule_match", match):
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

    @extend_schema(request=AbsentSerializer, responses={204: None})
    @action(detail=True, methods=["post"])
    def forfeit(self, request: Request, **kwargs: Any) -> Response:
        """Who did not play by the deadline loses, in every game that is still open."""
        match = self._dated_match()
        forfeit_match(match, actor=self.actor, **self.given(AbsentSerializer))
        return Response(status=204)

    def _dated_match(self) -> Match:
        match: Match = self.get_object()
        if match_days(match) is None:
            raise Http404
        return match
