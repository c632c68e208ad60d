"""Series: their settings, evenings and guests, the table, and how it came about."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django_filters import FilterSet
from drf_spectacular.utils import (
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import CloneSerializer, EventSerializer
from league.api.rows import ID, IdField, IdFilter, PublicRows, Rows, VersionField, asked
from league.events.queries.events import events_shown
from league.models import Club, Player, Series
from league.permissions import may
from league.series import services
from league.series.inputs import EveningState
from league.series.queries.series import counted_series, series_listed
from league.series.queries.shown import SeriesShown, explained_row, series_shown
from league.series.services import MOST_NUMBERS, MOST_POINTS, SETTINGS, create_series, edit_series
from league.series.table import By, Use
from league.standings.parts import exact

_EVENT = OpenApiParameter("event", str, OpenApiParameter.PATH)
_PLAYER = OpenApiParameter("player", str, OpenApiParameter.PATH)


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}]})
class ExactField(serializers.Field):
    """A whole number, or a fraction as text."""

    def to_representation(self, value: Fraction) -> int | str:
        return exact(value)


class SeriesSerializer(serializers.ModelSerializer):
    own_points = serializers.ListField(child=serializers.IntegerField(), read_only=True)
    evening_count = serializers.IntegerField(read_only=True)
    finished_count = serializers.IntegerField(read_only=True)

    class Meta:
        model = Series
        fields = (
            *("id", "club", "name", "about", "status", "scheme", "own_points", "best"),
            *("planned", "bonus", "guests", "counts_running"),
            *("evening_count", "finished_count", "version"),
        )
        read_only_fields = fields


class SeriesGameSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()


class EveningSerializer(serializers.Serializer):
    """An evening of the series; `came`: entries that played."""

    number = serializers.IntegerField()
    event = IdField(source="event.pk")
    name = serializers.CharField(source="event.name")
    starts_at = serializers.DateTimeField(source="event.starts_at")
    state = serializers.ChoiceField(choices=[state.value for state in EveningState])
    came = serializers.IntegerField()
    winners = serializers.ListField(
        child=IdField(), source="winning_entries", help_text="Ids of entries"
    )


class SeriesCellSerializer(serializers.Serializer):
    """An evening of a player: the place, what it brought, and whether it counts."""

    event = IdField(source="evening")
    entry = IdField(source="result.entry")
    place = serializers.IntegerField(source="result.place")
    shared_by = serializers.IntegerField(source="result.shared_by")
    of = serializers.IntegerField(source="result.of", help_text="Entries in the evening's table")
    own_points = ExactField(source="result.own")
    points = ExactField(source="result.points")
    use = serializers.ChoiceField(choices=[use.value for use in Use])


class ReachSerializer(serializers.Serializer):
    least = ExactField()
    most = ExactField()
    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    newcomers_may_pass = serializers.BooleanField()
    is_sure_of_first = serializers.BooleanField(help_text="Nobody can end above any more")


class SeriesRowSerializer(serializers.Serializer):
    """A player in the table. The rank is 0 for guests who are kept out of it."""

    rank = serializers.IntegerField(source="row.rank")
    player = IdField(source="row.player")
    name = serializers.CharField()
    total = ExactField(source="row.total")
    bonus = serializers.IntegerField(source="row.bonus")
    cells = SeriesCellSerializer(many=True, source="row.cells")
    reach = ReachSerializer(allow_null=True)


class SeriesTableSerializer(serializers.Serializer):
    """`is_current` is false while some evening's standings are being computed."""

    games = SeriesGameSerializer(many=True)
    game = serializers.CharField(help_text="Empty: of all games together")
    evenings = EveningSerializer(many=True)
    left = serializers.IntegerField(help_text="Evenings to come")
    is_current = serializers.BooleanField(source="counted.is_current")
    rows = SeriesRowSerializer(many=True)
    guests = SeriesRowSerializer(many=True)


class PartedSerializer(serializers.Serializer):
    """The first thing in which two neighbours differ, the upper one's value first."""

    decided_by = serializers.ChoiceField(choices=[by.value for by in By], source="by")
    place = serializers.IntegerField()
    upper = serializers.IntegerField()
    lower = serializers.IntegerField()


class SeriesNeighbourSerializer(serializers.Serializer):
    player = IdField()
    name = serializers.CharField()
    total = ExactField()
    parted = PartedSerializer()


class EveningExplainedSerializer(serializers.Serializer):
    """Without a cell: was not there. `places`: those that were shared."""

    evening = EveningSerializer()
    cell = SeriesCellSerializer(allow_null=True)
    places = serializers.ListField(child=serializers.IntegerField())


class RowExplainedSerializer(serializers.Serializer):
    row = SeriesRowSerializer(source="shown")
    is_guest = serializers.BooleanField()
    counted = serializers.IntegerField(help_text="Evenings that are in the total")
    of_evenings = ExactField(help_text="The total without the points for coming")
    evenings = EveningExplainedSerializer(many=True)
    above = SeriesNeighbourSerializer(allow_null=True)
    below = SeriesNeighbourSerializer(allow_null=True)


class OfGameSerializer(serializers.Serializer):
    game = serializers.CharField(
        required=False, max_length=120, help_text="A key of `games`; all games if left out"
    )


class SeriesSettingsSerializer(serializers.ModelSerializer):
    own_points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS),
        required=False,
        max_length=MOST_NUMBERS,
    )

    class Meta:
        model = Series
        fields: tuple[str, ...] = SETTINGS


class NewSeriesSerializer(SeriesSettingsSerializer):
    club = serializers.PrimaryKeyRelatedField(queryset=Club.objects.all())

    class Meta(SeriesSettingsSerializer.Meta):
        fields = ("club", *SETTINGS)


class SeriesChangeSerializer(SeriesSettingsSerializer):
    version = VersionField()

    class Meta(SeriesSettingsSerializer.Meta):
        fields = (*SETTINGS, "version")
        extra_kwargs = {"name": {"required": False}}


@extend_schema_serializer(component_name="Evening")  # as clients know it
class ChosenEveningSerializer(serializers.Serializer):
    event = IdField(help_text="The id of an event")


class EveningMoveSerializer(serializers.Serializer):
    by = serializers.IntegerField(min_value=-1, max_value=1, help_text="Earlier −1, later 1")


class GuestSerializer(serializers.Serializer):
    is_guest = serializers.BooleanField()


class SeriesFilter(FilterSet):
    club = IdFilter(field_name="club_id", label="Of this club: its id")

    class Meta:
        model = Series
        fields = ["club", "status"]


class AllSeries(PublicRows):
    """Series of evenings, which are public; the names in them are those that the public sees."""

    queryset = Series.objects.none()  # for the schema
    serializer_class = SeriesSerializer
    filterset_class = SeriesFilter
    permissions = {
        "list": "visit",
        "retrieve": "see_series",
        "table": "see_series",
        "row": "see_series",
        "create": "start_league",
        "partial_update": "edit_series",
    }

    def get_queryset(self) -> QuerySet[Series]:
        return series_listed()

    @extend_schema(request=NewSeriesSerializer, responses={201: SeriesSerializer})
    def create(self, request: Request) -> Response:
        """Open a series of a club.

        The club must be yours (403). It is empty at first: `POST /series/{id}/evenings` adds
        events. The scheme `own` needs `own_points`.
        """
        body = self.body(NewSeriesSerializer)
        club = body.pop("club")
        if not may(self.actor, "open_series", club):
            raise PermissionDenied
        made = create_series(club, actor=self.actor, fields=body)
        return Response(SeriesSerializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=SeriesChangeSerializer, responses=SeriesSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Change how it is counted."""
        series = self.get_object()
        body = self.body(SeriesChangeSerializer)
        version = body.pop("version")
        edit_series(series, actor=self.actor, version=version, changes=body)
        return Response(SeriesSerializer(self.get_object()).data)

    @extend_schema(parameters=[OfGameSerializer], responses=SeriesTableSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def table(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The table as it is now, of all games or of one, with what can still be reached."""
        return self._answer(lambda shown: SeriesTableSerializer(shown).data)

    @extend_schema(parameters=[OfGameSerializer], responses=RowExplainedSerializer)
    @action(
        detail=True, url_path=f"rows/(?P<player>{ID})", pagination_class=None, filter_backends=[]
    )
    def row(self, request: Request, player: str, **kwargs: Any) -> HttpResponseBase:
        """A player's evenings: what counted, what was dropped, and who stands next."""

        def answer(shown: SeriesShown) -> Any:
            explained = explained_row(shown, player)
            if explained is None:
                raise Http404
            return RowExplainedSerializer(explained).data

        return self._answer(answer)

    def _answer(self, answer: Callable[[SeriesShown], Any]) -> HttpResponseBase:
        """Nothing is counted for somebody who has it already."""
        game = asked(OfGameSerializer, self.request).get("game", "")
        counted = counted_series(self.get_object())
        tag = f'"{counted.fingerprint}-{get_language()}"'
        if unchanged := get_conditional_response(self.request._request, etag=tag):
            return unchanged
        shown = series_shown(counted, game=game)
        return Response(answer(shown), headers={"ETag": tag})


class SeriesRunning(Rows):
    """What the admins of its club do with a series."""

    queryset = Series.objects.none()  # for the schema
    permissions = {
        "evenings": "keep_evenings",
        "remove": "keep_evenings",
        "move": "keep_evenings",
        "next_evening": "keep_evenings",
        "archive": "archive_series",
        "reopen": "archive_series",
        "guest": "mark_guest",
    }

    def get_queryset(self) -> QuerySet[Series]:
        return series_listed()

    @extend_schema(request=ChosenEveningSerializer, responses={201: SeriesSerializer})
    @action(detail=True, methods=["post"])
    def evenings(self, request: Request, **kwargs: Any) -> Response:
        """Add an event at the end."""
        series = self.get_object()
        body = self.body(ChosenEveningSerializer)
        event = get_object_or_404(events_shown(self.actor), pk=body["event"])
        services.add_evening(series, actor=self.actor, event=event)
        return self._shown(status=201)

    @extend_schema(parameters=[_EVENT], responses={204: None})
    @action(detail=True, methods=["delete"], url_path=f"evenings/(?P<event>{ID})")
    def remove(self, request: Request, event: str, **kwargs: Any) -> Response:
        """Take an event out; the event itself stays."""
        services.remove_evening(self.get_object(), actor=self.actor, event_id=event)
        return Response(status=204)

    @extend_schema(parameters=[_EVENT], request=EveningMoveSerializer, responses=SeriesSerializer)
    @action(detail=True, methods=["post"], url_path=f"evenings/(?P<event>{ID})/move")
    def move(self, request: Request, event: str, **kwargs: Any) -> Response:
        """Earlier or later in the order."""
        series = self.get_object()
        by = self.body(EveningMoveSerializer)["by"]
        services.move_evening(series, actor=self.actor, event_id=event, by=by)
        return self._shown()

    @extend_schema(request=CloneSerializer, responses={201: EventSerializer})
    @action(detail=True, methods=["post"], url_path="next-evening")
    def next_evening(self, request: Request, **kwargs: Any) -> Response:
        """A draft with the settings and officials of the last evening, added at the end."""
        series = self.get_object()
        body = self.body(CloneSerializer)
        event = services.open_next_evening(series, actor=self.actor, **body)
        return Response(EventSerializer(event).data, status=201)

    @extend_schema(request=None, responses=SeriesSerializer)
    @action(detail=True, methods=["post"])
    def archive(self, request: Request, **kwargs: Any) -> Response:
        """Put it away: it can be read, and is not changed any more."""
        services.archive_series(self.get_object(), actor=self.actor)
        return self._shown()

    @extend_schema(request=None, responses=SeriesSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, **kwargs: Any) -> Response:
        """Take it out of the archive."""
        services.reopen_series(self.get_object(), actor=self.actor)
        return self._shown()

    @extend_schema(parameters=[_PLAYER], request=GuestSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path=f"guests/(?P<player>{ID})")
    def guest(self, request: Request, player: str, **kwargs: Any) -> Response:
        """Say whether a player is a guest in a series.

        Whatever the player's club; said the other way, it is taken back. Refused while the series
        is in the archive.
        """
        series = self.get_object()
        body = self.body(GuestSerializer)
        meant = get_object_or_404(Player, pk=player)
        services.say_guest(series, actor=self.actor, player=meant, **body)
        return Response(status=204)

    def _shown(self, *, status: int = 200) -> Response:
        return Response(SeriesSerializer(self.get_object()).data, status=status)
