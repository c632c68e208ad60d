"""Tables as files: CSV, XLSX, JSON, or text with tabs, as the pages offer them."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import add_never_cache_headers
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from games.registry import GAMES
from league.api.events import EventRows
from league.api.frame import Endpoint
from league.api.rows import IdField, Rows, asked
from league.api.seasons import SeasonRows
from league.clubs.queries import players_shown
from league.exchange.data_table import DataTable
from league.exchange.queries import calendars, league_tables, statistics_tables
from league.exchange.queries.event_tables import EVENT_TABLES, FULL, TableAsked
from league.exchange.queries.records import records_file
from league.exchange.table_files import TABLE_FILES, FileSent, file_of, spelling_of
from league.exchange.zips import ZIP
from league.models import Club, Series, columns
from league.series.queries.series import counted_series
from league.series.queries.shown import series_shown

_JSON = "application/json"
_KINDS = {file.content_type.split(";")[0] for file in TABLE_FILES.values()}
_ANSWERS = {
    (200, kind): OpenApiTypes.OBJECT if kind == _JSON else OpenApiTypes.BINARY
    for kind in sorted(_KINDS)
}


class FileAskedSerializer(serializers.Serializer):
    kind = serializers.ChoiceField(
        choices=list(TABLE_FILES),
        default="json",
        help_text="CSV and `tsv` are spelt for spreadsheets of the language asked for: in Czech "
        "and Slovak with semicolons and a decimal comma",
    )


class StatisticsFileSerializer(FileAskedSerializer):
    of = serializers.CharField(
        required=False, default="", max_length=150, help_text="A kind's slug; see the statistics"
    )
    part = serializers.ChoiceField(
        choices=list(statistics_tables.PARTS),
        default=statistics_tables.SEATS,
        help_text="Statistics: `summary` is one row with how many results are proved and the "
        "median; `scores` how often each came; `seats` a row for each size of table and each seat; "
        "`games` the best, longest and closest",
    )


class EventFileAskedSerializer(StatisticsFileSerializer):
    names = serializers.ChoiceField(
        choices=["public", FULL],
        default="public",
        help_text="`full` is for officials; others get public names",
    )
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=columns.MOST_SMALL,
        help_text="Standings and cross: the round",
    )
    round = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=columns.MOST_SMALL,
        help_text="Pairings and results; else all",
    )
    club = IdField(required=False, default="", help_text="Standings: its id")
    category = serializers.CharField(required=False, default="", help_text="Standings: its name")
    q = serializers.CharField(required=False, default="", help_text="The beginning of names")


class SearchedFileSerializer(FileAskedSerializer):
    q = serializers.CharField(required=False, default="", help_text="The beginning of names")


class BoardFileSerializer(SearchedFileSerializer):
    who = serializers.ChoiceField(choices=["settled", "provisional"], default="settled")


class MembersFileSerializer(SearchedFileSerializer):
    list = serializers.ChoiceField(choices=["members", "others"], default="members")


class SeriesFileSerializer(FileAskedSerializer):
    game = serializers.CharField(required=False, default="", help_text="Of this game only: its key")


class AnyKind(DefaultContentNegotiation):
    """A program that asks for text/csv is not refused for it: what is sent is what `kind` says."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class SendsFiles(Endpoint):
    content_negotiation_class = AnyKind


def _words(wanted: Mapping[str, Any]) -> dict[str, str]:
    """As they would stand in the address of a page."""
    return {key: str(value) for key, value in wanted.items() if value is not None}


def _sent(table: DataTable, wanted: Mapping[str, Any]) -> HttpResponseBase:
    spelling = spelling_of(get_language() or "", yes=gettext("yes"), no=gettext("no"))
    return file_answer(file_of(table, wanted["kind"], spelling))


def file_answer(file: FileSent) -> HttpResponseBase:
    kind = StreamingHttpResponse if file.is_long else HttpResponse
    answer = kind(file.parts, content_type=file.content_type)
    answer.headers["Content-Disposition"] = content_disposition_header(True, file.name) or ""
    if file.is_personal:
        add_never_cache_headers(answer)
    return answer


class EventFiles(SendsFiles, EventRows):
    permissions = {"file": "see_event", "records": "see_event", "calendar": "see_event"}

    @extend_schema(
        parameters=[
            OpenApiParameter("table", str, OpenApiParameter.PATH, enum=list(EVENT_TABLES)),
            EventFileAskedSerializer,
        ],
        responses=_ANSWERS,
    )
    @action(
        detail=True,
        url_path=f"files/(?P<table>{'|'.join(EVENT_TABLES)})",
        url_name="table",
        pagination_class=None,
        filter_backends=[],
    )
    def file(self, request: Request, table: str, **kwargs: Any) -> HttpResponseBase:
        """Download a table of an event.

        All its rows at once, in the form that `kind` names. Names are public ones, but officials
        may ask for full ones.
        """
        event = self.get_object()
        wanted = asked(EventFileAskedSerializer, request)
        made = EVENT_TABLES[table](event, TableAsked(self.actor, _words(wanted)))
        return _sent(made, wanted)

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY})
    @action(detail=True, url_name="records", pagination_class=None, filter_backends=[])
    def records(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download all records of an event as a zip.

        Without names; `python -m games verify` reads it. Those that count are named by round, table
        and game; other versions lie in a folder.
        """
        return file_answer(records_file(self.get_object()))

    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    @action(detail=True, url_name="calendar", pagination_class=None, filter_backends=[])
    def calendar(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Read the calendar of an event as iCalendar.

        One entry, with when and where. Its `UID` stays the same, so that whoever subscribed sees
        changes. Where the length of rounds is not known, it lasts three hours. Of a division of a
        season there is an entry for each match, on the day agreed on or on all days of its round.
        """
        return file_answer(calendars.event_calendar(self.get_object()))


class ClubFiles(SendsFiles, Rows):
    queryset = Club.objects.all()
    permissions = {
        "members_file": "keep_members",
        "ratings_file": "see_club",
        "calendar": "see_club",
    }

    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    @action(detail=True, url_name="calendar")
    def calendar(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Read the calendar of a club as iCalendar.

        Its public events, and the rounds of its seasons; who meets whom is in the calendar of the
        season. Events that started more than a year ago are left out, and so are seasons that
        ended then.
        """
        return file_answer(calendars.club_calendar(self.get_object()))

    @extend_schema(parameters=[MembersFileSerializer], responses=_ANSWERS)
    @action(detail=True, url_path="files/members", url_name="members")
    def members_file(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download the members of a club by full names.

        For its admins. `list=others` gives the people in no club whom it looks after. Years of
        birth and notes are left out.
        """
        club = self.get_object()
        wanted = asked(MembersFileSerializer, request)
        return _sent(league_tables.members_table(club, _words(wanted)), wanted)

    @extend_schema(
        parameters=[
            OpenApiParameter("game", str, OpenApiParameter.PATH, enum=list(GAMES)),
            BoardFileSerializer,
        ],
        responses=_ANSWERS,
    )
    @action(detail=True, url_path=f"files/ratings/(?P<game>{'|'.join(GAMES)})", url_name="ratings")
    def ratings_file(self, request: Request, game: str, **kwargs: Any) -> HttpResponseBase:
        """Download the leaderboard of a club in a game.

        By public names, ranked among the club's own players. `who=provisional` gives those who
        have played too few games for a rank.
        """
        club = self.get_object()
        wanted = asked(BoardFileSerializer, request)
        return _sent(league_tables.ratings_table(game, _words(wanted), club=club), wanted)


class PlayerFiles(SendsFiles, Rows):
    queryset = players_shown()
    permissions = {"statistics_file": "see_player"}

    @extend_schema(parameters=[StatisticsFileSerializer], responses=_ANSWERS)
    @action(detail=True, url_path="files/statistics", url_name="statistics")
    def statistics_file(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download statistics of a player.

        Of the player's own sides in games of one kind: the table that `part` names. Without `of` it
        is the kind most played.
        """
        player = self.get_object()
        wanted = asked(StatisticsFileSerializer, request)
        table = statistics_tables.player_statistics_table(player, _words(wanted))
        return _sent(table, wanted)


class SeriesFiles(SendsFiles, Rows):
    queryset = Series.objects.select_related("club")
    permissions = {"table_file": "see_series"}

    @extend_schema(parameters=[SeriesFileSerializer], responses=_ANSWERS)
    @action(detail=True, url_path="files/table", url_name="table")
    def table_file(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download the table of a series.

        Of one `game`, or of all games together; a game that is not played in the series gives all.
        What is dropped stands in square brackets, `[12]`; what waits for the end of its evening has
        a question mark, `12 ?`. No spreadsheet takes either for a number.
        """
        series = self.get_object()
        wanted = asked(SeriesFileSerializer, request)
        shown = series_shown(counted_series(series), game=wanted["game"], actor=self.actor)
        return _sent(league_tables.series_table(shown), wanted)


class SeasonFiles(SendsFiles, SeasonRows):
    permissions = {
        "divisions_file": "see_season",
        "schedule_file": "see_season",
        "calendar": "see_season",
    }

    @extend_schema(responses={(200, "text/calendar"): OpenApiTypes.STR})
    @action(detail=True, url_name="calendar")
    def calendar(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Read the calendar of a season as iCalendar.

        All matches whose players are known, played and to come. Each is on the day agreed or set,
        else on all days of its round.
        """
        return file_answer(calendars.season_calendar(self.get_object()))

    @extend_schema(parameters=[FileAskedSerializer], responses=_ANSWERS)
    @action(detail=True, url_path="files/divisions", url_name="divisions")
    def divisions_file(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download the tables of all divisions.

        One below the other, with what each place leads to and the best and worst rank still
        possible. Without rows until the season starts.
        """
        season = self.get_object()
        return _sent(league_tables.divisions_table(season), asked(FileAskedSerializer, request))

    @extend_schema(parameters=[FileAskedSerializer], responses=_ANSWERS)
    @action(detail=True, url_path="files/schedule", url_name="schedule")
    def schedule_file(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Download the schedule of all divisions.

        A row for every match, played or to come, with its days, the one agreed on among them, and
        its scores; and for everybody who is free in a round. Who meets whom is known once the
        season starts, and there are no rows before.
        """
        season = self.get_object()
        return _sent(league_tables.schedule_table(season), asked(FileAskedSerializer, request))


class OfGame(SendsFiles, APIView):
    permissions = {"get": "visit"}


class RatingsFile(OfGame):
    @extend_schema(
        operation_id="games_ratings_file", parameters=[BoardFileSerializer], responses=_ANSWERS
    )
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Download the leaderboard of a game.

        By public names, the best first. `who=provisional` gives those who have played too few
        games for a rank.
        """
        if game not in GAMES:
            raise Http404
        wanted = asked(BoardFileSerializer, request)
        return _sent(league_tables.ratings_table(game, _words(wanted)), wanted)


class StatisticsFile(OfGame):
    @extend_schema(
        operation_id="games_statistics_file",
        parameters=[StatisticsFileSerializer],
        responses=_ANSWERS,
    )
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Download statistics of a game.

        Of all public games of one kind, at most some minutes old: the table that `part` names.
        Without `of` it is the kind most played.
        """
        if game not in GAMES:
            raise Http404
        wanted = asked(StatisticsFileSerializer, request)
        return _sent(statistics_tables.game_statistics_table(game, _words(wanted)), wanted)
