"""Standings of an event after its rounds, and why an entry stands where it stands."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.entries import EntryRows
from league.api.standings import (
    ExplanationQuerySerializer,
    ExplanationSerializer,
    StandingsQuerySerializer,
    StandingsSerializer,
)
from league.api.views.events import EventRows
from league.events.queries.entries import public_names
from league.events.queries.events import current_stage
from league.events.queries.explained import row_explained
from league.events.queries.narrowing import narrowed_to
from league.events.queries.standings import RowShown, TableChoice, table_page, with_rounds
from league.models import Entry, Event, Stage
from league.standings.parts import exact
from league.standings.points import WHOLE
from league.standings.queries import rounds_with_standings


def answered(
    request: Request, event: Event, answer: Callable[[], Mapping[str, object]]
) -> HttpResponseBase:
    """The answer with the tag of the event's version; nothing if the asker has it already."""
    tag = f'"{event.live_version}-{get_language()}-{settings.VERSION}"'
    if unchanged := get_conditional_response(request._request, etag=tag):
        return unchanged
    return Response(answer(), headers={"ETag": tag})


class Standings(EventRows):
    """The table of an event, by the names that the public sees."""

    permissions = {
        "standings": "see_event",
    }

    @extend_schema(parameters=[StandingsQuerySerializer], responses=StandingsSerializer)
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def standings(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """As last published, after the latest round or an earlier one, by the page."""
        event = self.get_object()
        asked = StandingsQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        return answered(request, event, lambda: StandingsSerializer(_standings(event, wanted)).data)


class Explanations(EntryRows):
    """Why an entry stands where it stands."""

    permissions = {
        "explanation": "see_entry",
    }

    @extend_schema(parameters=[ExplanationQuerySerializer], responses=ExplanationSerializer)
    @action(detail=True, url_name="detail", pagination_class=None, filter_backends=[])
    def explanation(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The neighbours, what parts them, and every value down to the matches behind it."""
        entry = self.get_object()
        asked = ExplanationQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        return answered(request, entry.event, lambda: _explanation(entry, asked.validated_data))


def _standings(event: Event, wanted: Mapping[str, Any]) -> dict[str, object]:
    stage = _stage_of(event)
    choice = TableChoice(
        after_round=wanted.get("after"),
        page=wanted["page"],
        narrowed=narrowed_to(event, club=wanted["club"], category=wanted["category"]),
        words=wanted["name"],
    )
    names = public_names(event)
    table = table_page(stage, names=names, choice=choice, per_page=wanted["page_size"])
    if choice.after_round is not None and not table.is_stored:
        raise Http404
    return {
        "after_round": table.after_round,
        "rounds": rounds_with_standings(stage),
        "chain": stage.chain,
        "is_current": stage.published_version >= stage.wanted_version,
        "count": table.size,
        "page": table.choice.page,
        "pages": table.pages,
        "rows": [_row(shown) for shown in with_rounds(table, stage=stage).rows],
    }


def _row(shown: RowShown) -> dict[str, object]:
    row = shown.row
    return {
        **row.with_rounds(shown.cells).as_dict(),
        "place": shown.place,
        "group": row.group,
        "rank_before": row.before,
        "name": shown.name,
        "points": exact(Fraction(row.points_12, WHOLE)),
    }


def _explanation(entry: Entry, wanted: Mapping[str, Any]) -> Any:
    stage = _stage_of(entry.event)
    explained = row_explained(
        entry,
        stage=stage,
        names=public_names(entry.event),
        after_round=wanted.get("after"),
        keys=[wanted["key"]] if "key" in wanted else None,
    )
    if explained is None:
        raise Http404
    return ExplanationSerializer(explained).data


def _stage_of(event: Event) -> Stage:
    stage = current_stage(event)
    stage.event = event
    return stage
