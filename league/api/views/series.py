"""Series of evenings: their tables, and every row explained."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django_filters import CharFilter, FilterSet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID, PublicRows
from league.api.serializers.series_running import NewSeriesSerializer, SeriesChangeSerializer
from league.api.series import (
    OfGameSerializer,
    RowExplainedSerializer,
    SeriesSerializer,
    SeriesTableSerializer,
)
from league.models import Series
from league.permissions import may
from league.series.queries.series import counted_series, series_listed
from league.series.queries.shown import SeriesShown, explained_row, series_shown
from league.series.services import create_series, edit_series


class SeriesFilter(FilterSet):
    club = CharFilter(field_name="club_id")

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
        """Open a series of a club."""
        given = self.given(NewSeriesSerializer)
        club = given.pop("club")
        if not may(self.actor, "open_series", club):
            raise PermissionDenied
        made = create_series(club, actor=self.actor, fields=given)
        return Response(SeriesSerializer(self.get_queryset().get(pk=made.pk)).data, status=201)

    @extend_schema(request=SeriesChangeSerializer, responses=SeriesSerializer)
    def partial_update(self, request: Request, **kwargs: Any) -> Response:
        """Change how it is counted."""
        series = self.get_object()
        given = self.given(SeriesChangeSerializer)
        version = given.pop("version")
        edit_series(series, actor=self.actor, version=version, changes=given)
        return Response(SeriesSerializer(self.get_object()).data)

    @extend_schema(parameters=[OfGameSerializer], responses=SeriesTableSerializer)
    @action(detail=True, pagination_class=None, filter_backends=[])
    def table(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The table as it is now, of all games or of one, with what can still be reached."""
        return self._answer(lambda shown: SeriesTableSerializer(shown).data)

    @extend_schema(parameters=[OfGameSerializer], responses=RowExplainedSerializer)
    @action(
        detail=True,
        url_path=f"rows/(?P<player>{ID})",
        pagination_class=None,
        filter_backends=[],
    )
    def row(self, request: Request, player: str, **kwargs: Any) -> HttpResponseBase:
        """A player's evenings: what counted, what was dropped, and who stands next."""

        def told(shown: SeriesShown) -> Any:
            explained = explained_row(shown, player)
            if explained is None:
                raise Http404
            return RowExplainedSerializer(explained).data

        return self._answer(told)

    def _answer(self, told: Callable[[SeriesShown], Any]) -> HttpResponseBase:
        """Nothing is counted for somebody who has it already."""
        asked = OfGameSerializer(data=self.request.query_params)
        asked.is_valid(raise_exception=True)
        counted = counted_series(self.get_object())
        tag = f'"{counted.fingerprint}-{get_language()}"'
        if unchanged := get_conditional_response(self.request._request, etag=tag):
            return unchanged
        shown = series_shown(counted, game=asked.validated_data.get("game", ""))
        return Response(told(shown), headers={"ETag": tag})
