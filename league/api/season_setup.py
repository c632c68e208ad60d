"""How a season is set up and run: divisions, their players, dates, overdue matches."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api import seasons
from league.api.rows import ID, IdField, VersionField
from league.models import Division, Entry, Player, Season
from league.permissions import may
from league.seasons.days import EVERY, Window
from league.seasons.divisions import MOST_PLAYERS
from league.seasons.queries.divisions import listed_divisions, members_to_add
from league.seasons.queries.schedule import overdue_matches, schedule_of
from league.seasons.services import setup
from league.seasons.services.lifecycle import extend_round, generate_dates, move_season, set_dates

_MOST_ROUNDS = 2 * MOST_PLAYERS
DIVISION = OpenApiParameter("division", str, OpenApiParameter.PATH)
_ENTRY = OpenApiParameter("entry", str, OpenApiParameter.PATH)
_NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH)


class SeasonMoveSerializer(serializers.Serializer):
    to = serializers.ChoiceField(choices=Season.Status.choices)
    version = VersionField()


class DivisionNameSerializer(serializers.Serializer):
    name = serializers.CharField(max_length=60)


class NewPlayersSerializer(serializers.Serializer):
    """New ones by name, players of the club by id. A name that one member has is that member's."""

    names = seasons.names_field()
    players = seasons.ids_field()


class OtherDivisionSerializer(serializers.Serializer):
    division = IdField()


class DatesRuleSerializer(serializers.Serializer):
    """A round takes a week, two weeks or a month; `without`: days on which nobody plays."""

    first = serializers.DateField()
    every = serializers.ChoiceField(choices=EVERY)
    without = serializers.ListField(
        child=serializers.DateField(), max_length=_MOST_ROUNDS, default=list
    )
    version = VersionField()


class WindowSerializer(serializers.Serializer):
    """The days of a round, both of them included."""

    starts_on = serializers.DateField()
    due_on = serializers.DateField()


class WindowsSerializer(serializers.Serializer):
    """All rounds, the first one's days first."""

    rounds = serializers.ListField(child=WindowSerializer(), max_length=_MOST_ROUNDS)
    version = VersionField()


class DeadlineSerializer(serializers.Serializer):
    due_on = serializers.DateField()


class NamedEntrySerializer(serializers.Serializer):
    entry = IdField()
    name = serializers.CharField()


class ListedPlayerSerializer(NamedEntrySerializer):
    entry = IdField(source="entry.pk")
    player = IdField(source="entry.player_id")


class ListedDivisionSerializer(serializers.Serializer):
    """Players in the order that gives their starting numbers."""

    division = seasons.DivisionSerializer()
    players = ListedPlayerSerializer(many=True)


class OverdueSerializer(serializers.Serializer):
    round = serializers.IntegerField(source="scheduled.number")
    division = IdField()
    match = IdField(source="meeting.match.pk")
    entries = serializers.ListField(child=IdField(), source="meeting.entries")
    names = serializers.ListField(child=serializers.CharField(), source="meeting.names")
    due_on = serializers.DateField(source="meeting.due_on")
    days_late = serializers.IntegerField()


def division_in(season: Season, pk: str) -> Division:
    return get_object_or_404(season.divisions.select_related("event", "season__club"), pk=pk)


class SeasonSetup(seasons.SeasonRows):
    """What the admins of its club do with a season until it is over."""

    permissions = {
        "players": "see_season",
        "overdue": "settle_overdue",
        "move": "move_season",
        "divisions": "run_season",
        "rename": "run_season",
        "remove": "run_season",
        "add": "keep_season_players",
        "transfer": "keep_season_players",
        "take_out": "keep_season_players",
        "dates": "set_season_dates",
        "generate": "set_season_dates",
        "extend": "set_season_dates",
    }

    @extend_schema(request=SeasonMoveSerializer, responses=seasons.SeasonSerializer)
    @action(detail=True, methods=["post"])
    def move(self, request: Request, **kwargs: Any) -> Response:
        """Take one step: announce, start, finish, archive; reopen, take out of the archive."""
        self.do(move_season, SeasonMoveSerializer)
        return self._season()

    @extend_schema(request=None, responses={201: seasons.SeasonSerializer})
    @action(detail=True, methods=["post"])
    def divisions(self, request: Request, **kwargs: Any) -> Response:
        """One more at the bottom."""
        setup.add_division(self.get_object(), actor=self.actor)
        return self._season(status=201)

    @extend_schema(
        parameters=[DIVISION], request=DivisionNameSerializer, responses=seasons.SeasonSerializer
    )
    @action(detail=True, methods=["patch"], url_path=f"divisions/(?P<division>{ID})")
    def rename(self, request: Request, division: str, **kwargs: Any) -> Response:
        """Rename a division.

        Its event is renamed with it. The answer is the whole season.
        """
        row = division_in(self.get_object(), division)
        setup.rename_division(row, actor=self.actor, **self.body(DivisionNameSerializer))
        return self._season()

    @extend_schema(parameters=[DIVISION], responses={204: None})
    @rename.mapping.delete
    def remove(self, request: Request, division: str, **kwargs: Any) -> Response:
        """Remove the lowest division of a season.

        Refused if it is not the lowest or is the only one, while somebody is in it, and once the
        season has started. That cannot be undone; `POST /seasons/{id}/divisions` adds an empty
        one.
        """
        setup.remove_division(division_in(self.get_object(), division), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=ListedDivisionSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def players(self, request: Request, **kwargs: Any) -> Response:
        """Who is in which division; full names for those who run the season."""
        season = self.get_object()
        return self._players(season)

    @extend_schema(
        parameters=[DIVISION],
        request=NewPlayersSerializer,
        responses={201: ListedDivisionSerializer(many=True)},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"divisions/(?P<division>{ID})/players",
        filter_backends=[],
    )
    def add(self, request: Request, division: str, **kwargs: Any) -> Response:
        """Put players into a division.

        `players` first, then `names`, each in the order given; that order gives their starting
        numbers. Refused once the season has started, for somebody who is in it already, and past
        60 players. The answer lists all divisions.
        """
        season = self.get_object()
        row = division_in(season, division)
        body = self.body(NewPlayersSerializer)
        chosen = _members(season, body["players"])
        setup.add_players(row, actor=self.actor, names=body["names"], players=chosen)
        answer = self._players(season)
        answer.status_code = 201
        return answer

    @extend_schema(parameters=[_ENTRY], request=OtherDivisionSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"entries/(?P<entry>{ID})/move")
    def transfer(self, request: Request, entry: str, **kwargs: Any) -> Response:
        """Into another division, where they come last."""
        season = self.get_object()
        row = get_object_or_404(_entries(season), pk=entry)
        to = division_in(season, self.body(OtherDivisionSerializer)["division"])
        setup.move_player(row, actor=self.actor, to=to)
        return Response(status=204)

    @extend_schema(parameters=[_ENTRY], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"entries/(?P<entry>{ID})")
    def take_out(self, request: Request, entry: str, **kwargs: Any) -> Response:
        """Out of the season, until it starts."""
        setup.remove_player(
            get_object_or_404(_entries(self.get_object()), pk=entry), actor=self.actor
        )
        return Response(status=204)

    @extend_schema(request=WindowsSerializer, responses=seasons.SeasonSerializer)
    @action(detail=True, methods=["post"])
    def dates(self, request: Request, **kwargs: Any) -> Response:
        """The days of every round by hand."""
        season = self.get_object()
        body = self.body(WindowsSerializer)
        windows = [Window(**days) for days in body["rounds"]]
        set_dates(season, actor=self.actor, windows=windows, version=body["version"])
        return self._season()

    @extend_schema(request=DatesRuleSerializer, responses=seasons.SeasonSerializer)
    @action(detail=True, methods=["post"], url_path="dates/generate")
    def generate(self, request: Request, **kwargs: Any) -> Response:
        """The days of every round from a rule."""
        self.do(generate_dates, DatesRuleSerializer)
        return self._season()

    @extend_schema(
        parameters=[_NUMBER], request=DeadlineSerializer, responses=seasons.SeasonSerializer
    )
    @action(detail=True, methods=["post"], url_path="rounds/(?P<number>[0-9]{1,3})/extend")
    def extend(self, request: Request, number: str, **kwargs: Any) -> Response:
        """Extend the deadline of a round of a season.

        For everybody. Refused if the day is not after the current deadline, and once the season is
        finished. The days of other rounds stay.
        """
        season = self.get_object()
        body = self.body(DeadlineSerializer)
        extend_round(season, actor=self.actor, number=int(number), **body)
        return self._season()

    @extend_schema(responses=OverdueSerializer(many=True))
    @action(detail=True, filter_backends=[])
    def overdue(self, request: Request, **kwargs: Any) -> Response:
        """Matches whose day has passed, the longest overdue first."""
        matches = overdue_matches(schedule_of(self.get_object()))
        return self.paged(matches, OverdueSerializer)

    def _season(self, *, status: int = 200) -> Response:
        return Response(seasons.SeasonSerializer(self.get_object()).data, status=status)

    def _players(self, season: Season) -> Response:
        listed = listed_divisions(season, in_full=may(self.actor, "run_season", season))
        return self.paged(listed, ListedDivisionSerializer)


def _entries(season: Season) -> QuerySet[Entry]:
    entries = Entry.objects.filter(event__division__season=season)
    return entries.select_related("player", "event__division")


def _members(season: Season, keys: list[str]) -> list[Player]:
    """In the order given."""
    members = {player.pk: player for player in members_to_add(season).filter(pk__in=keys)}
    if not set(keys) <= set(members):
        raise serializers.ValidationError({"players": [_("The club has no such player.")]})
    return [members[key] for key in keys]
