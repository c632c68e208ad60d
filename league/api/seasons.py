"""Seasons, their tables and schedule, and the days of their matches."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django_filters import FilterSet
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.matches import MatchRows
from league.api.rows import IdField, IdFilter, PublicRows, Rows, VersionField
from league.events.settings_rules import GAME_SETTINGS
from league.models import Club, Division, Match, Postponement, RoundDate, Season
from league.models.time_zones import validate_time_zone
from league.permissions import may, seats_of, visible_seasons
from league.seasons.divisions import MOST_PLAYERS
from league.seasons.promotion import Zone
from league.seasons.queries.divisions import division_tables
from league.seasons.queries.schedule import match_days, schedule_of
from league.seasons.queries.seasons import divisions_of, season_tag
from league.seasons.services import setup
from league.seasons.services.match_days import answer_proposal, forfeit_match, propose_day, set_day


def names_field() -> serializers.ListField:
    name = serializers.CharField(max_length=200)
    return serializers.ListField(child=name, max_length=MOST_PLAYERS, default=list)


def ids_field() -> serializers.ListField:
    return serializers.ListField(child=IdField(), max_length=MOST_PLAYERS, default=list)


class NewSeasonSerializer(serializers.ModelSerializer):
    """A draft with so many divisions; the game and the format stay as they are given here."""

    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())
    divisions = serializers.IntegerField(min_value=1, max_value=setup.MOST_DIVISIONS)
    time_zone = serializers.CharField(required=False, validators=[validate_time_zone])

    class Meta:
        model = Season
        fields = (
            *("club", "divisions", *setup.EDITED_LATER, *GAME_SETTINGS),
            *("format", "rounds_planned", "time_zone", "language"),
        )


class SeasonChangeSerializer(serializers.ModelSerializer):
    version = VersionField()

    class Meta:
        model = Season
        fields = (*setup.EDITED_LATER, "version")
        extra_kwargs = {"name": {"required": False}}


class AbsentSerializer(serializers.Serializer):
    absent = serializers.ListField(child=IdField(), max_length=4, help_text="Entries of the match")


class DivisionSerializer(serializers.ModelSerializer):
    """A division is an event: its rounds, matches and standings are that event's."""

    class Meta:
        model = Division
        fields = ["id", "order", "name", "event"]
        read_only_fields = fields


class RoundDateSerializer(serializers.ModelSerializer):
    class Meta:
        model = RoundDate
        fields = ["number", "starts_on", "due_on"]
        read_only_fields = fields


class SeasonSerializer(serializers.ModelSerializer):
    """`movers` null: one in six of a division goes up, one in six goes down, rounded up."""

    divisions = DivisionSerializer(many=True, read_only=True)
    dates = RoundDateSerializer(source="round_dates", many=True, read_only=True)

    class Meta:
        model = Season
        fields = [
            *("id", "club", "previous", "name", "status", *GAME_SETTINGS, "format"),
            *("rounds_planned", "time_zone", "language", "movers", "has_play_offs"),
            *("reminder_days", "version", "divisions", "dates"),
        ]
        read_only_fields = fields


class PlaceSerializer(serializers.Serializer):
    """A row of a division's table. Points are in twelfths."""

    rank = serializers.IntegerField()
    entry = IdField()
    name = serializers.CharField()
    points_12 = serializers.IntegerField()
    zone = serializers.ChoiceField(choices=[(zone.value, zone.value) for zone in Zone])
    best = serializers.SerializerMethodField(help_text="Best final rank that is still possible")
    worst = serializers.SerializerMethodField(help_text="Worst final rank that is possible")
    is_sure_of_first = serializers.BooleanField(help_text="Nobody can end above any more")
    is_sure_to_go_up = serializers.BooleanField(help_text="Whatever the results to come")
    has_left = serializers.BooleanField()

    @extend_schema_field(serializers.IntegerField())
    def get_best(self, place: Any) -> int:
        return int(place.reach.best if place.reach else place.rank)

    @extend_schema_field(serializers.IntegerField())
    def get_worst(self, place: Any) -> int:
        return int(place.reach.worst if place.reach else place.rank)


class DivisionTableSerializer(serializers.Serializer):
    division = DivisionSerializer()
    is_over = serializers.BooleanField()
    rows = PlaceSerializer(many=True, source="places")


class MeetingSerializer(serializers.Serializer):
    """`match` is null until the round starts."""

    entries = serializers.ListField(child=IdField())
    names = serializers.ListField(child=serializers.CharField())
    match = IdField(source="match.pk", default=None, allow_null=True)
    state = serializers.CharField(source="match.state", default=None, allow_null=True)
    due_on = serializers.DateField()
    agreed_on = serializers.DateField(allow_null=True)
    is_overdue = serializers.BooleanField()


class DivisionRoundSerializer(serializers.Serializer):
    """`is_known` false: drawn when the round starts."""

    division = IdField(source="division.pk")
    round = IdField(source="round.pk", default=None, allow_null=True)
    is_known = serializers.BooleanField()
    meetings = MeetingSerializer(many=True)
    sitting_out = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_sitting_out(self, part: Any) -> list[str]:
        return [entry for entry, _name in part.sitting_out]


class ScheduledRoundSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    starts_on = serializers.DateField()
    due_on = serializers.DateField()
    is_now = serializers.BooleanField()
    is_over = serializers.BooleanField()
    divisions = DivisionRoundSerializer(many=True)


class PostponementSerializer(serializers.ModelSerializer):
    """One word about the day of a match; `entry` null: an official's."""

    class Meta:
        model = Postponement
        fields = ["id", "match", "number", "kind", "play_on", "entry", "at"]
        read_only_fields = fields


class NewPostponementSerializer(serializers.Serializer):
    """Players ask, agree and decline; officials set."""

    kind = serializers.ChoiceField(choices=Postponement.Kind.choices)
    play_on = serializers.DateField()


class SeasonFilter(FilterSet):
    club = IdFilter(field_name="club_id", label="Of this club: its id")

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

    def tagged(self, season: Season, response: Response) -> Response:
        response["ETag"] = self._tag(season)
        return response


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
        body = self.body(NewSeasonSerializer)
        club, divisions = body.pop("club"), body.pop("divisions")
        if not may(self.actor, "open_season", club):
            raise PermissionDenied
        made = setup.create_season(club, actor=self.actor, divisions=divisions, fields=body)
        return Response(SeasonSerializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=SeasonChangeSerializer, responses=SeasonSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Its name, how many go up and down, play-offs, reminders."""
        season = self.get_object()
        body = self.body(SeasonChangeSerializer)
        version = body.pop("version")
        setup.edit_season(season, actor=self.actor, version=version, changes=body)
        return Response(SeasonSerializer(self.get_object()).data)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **kwargs: Any) -> Response:
        """Throw a draft away."""
        setup.discard_season(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=DivisionTableSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def tables(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The tables of its divisions, with zones and the places that are still possible."""
        season = self.get_object()
        if unchanged := self.unchanged(season):
            return unchanged
        standings = division_tables(schedule_of(season), divisions_of(season))
        return self.tagged(season, self.paged(standings, DivisionTableSerializer))

    @extend_schema(responses=ScheduledRoundSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def schedule(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Who meets whom in every round, played or to come."""
        season = self.get_object()
        if unchanged := self.unchanged(season):
            return unchanged
        rounds = schedule_of(season).rounds
        return self.tagged(season, self.paged(rounds, ScheduledRoundSerializer))

    @extend_schema(responses=PostponementSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def postponements(self, request: Request, **kwargs: Any) -> Response:
        """Everything said about days of its matches, the newest first."""
        season = self.get_object()
        said = Postponement.objects.filter(match__event__division__season=season)
        return self.paged(said.order_by("-at", "pk"), PostponementSerializer)


class MatchPostponements(MatchRows):
    """The day of a match of a season."""

    permissions = {"postponements": "see_match", "say": "arrange_date", "forfeit": "rule_match"}

    @extend_schema(responses=PostponementSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def postponements(self, request: Request, **kwargs: Any) -> Response:
        """In the order of saying."""
        said = self.get_object().postponements.order_by("number")
        return self.paged(said, PostponementSerializer)

    @extend_schema(request=NewPostponementSerializer, responses={201: PostponementSerializer})
    @postponements.mapping.post
    def say(self, request: Request, **kwargs: Any) -> Response:
        """Propose, answer or set the day of a match of a season.

        Players propose (`asked`), and the others answer (`agreed`, `declined`) with the day of
        that proposal; a newer one replaces it. Officials `set` a day. Refused for days in the past
        or more than a year ahead, and once the match is over; 404 for a match of no season.
        """
        match = self._dated_match()
        body = self.body(NewPostponementSerializer)
        return Response(PostponementSerializer(self._said(match, **body)).data, status=201)

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
        forfeit_match(match, actor=self.actor, **self.body(AbsentSerializer))
        return Response(status=204)

    def _dated_match(self) -> Match:
        match: Match = self.get_object()
        if match_days(match) is None:
            raise Http404
        return match
