"""Standings of an event after its rounds, and why an entry stands where it stands."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, gettext
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.entries import EntryRows
from league.api.events import EventRows
from league.api.protocol import links_beside
from league.api.rows import IdField, asked
from league.events.queries import standings
from league.events.queries.deciding import KeysBeside
from league.events.queries.entries import public_names
from league.events.queries.explanations import PartExplained, RowExplained, row_explained
from league.events.queries.stages import (
    rounds_with_tables,
    stage_of_entry,
    stage_with_round,
    stages_begun,
)
from league.models import Entry, Event, columns
from league.results.deciding import KeySaid
from league.standings.inputs import RoundOutcome
from league.standings.parts import exact
from league.standings.points import WHOLE
from league.standings.queries import last_round
from league.standings.stored import PAGE_ROWS
from league.standings.tiebreaks import TIEBREAKS

_MOST_ROWS = 200


class CellSerializer(serializers.Serializer):
    """A round of an entry."""

    round = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=[outcome.value for outcome in RoundOutcome])
    points_12 = serializers.IntegerField()
    match = IdField(allow_null=True)
    opponents = serializers.ListField(child=IdField())
    place = serializers.IntegerField(allow_null=True)


class StandingSerializer(serializers.Serializer):
    """An entry in the table. Numbers that are no integers are fractions: "22/3"."""

    rank = serializers.IntegerField()
    place = serializers.IntegerField(
        help_text="Among those chosen by club or category; otherwise the rank"
    )
    group = serializers.CharField(help_text="Ranks are within it; empty where there are no groups")
    rank_before = serializers.IntegerField(
        allow_null=True, help_text="After the round before; null in the first"
    )
    entry = IdField()
    name = serializers.CharField()
    is_withdrawn = serializers.BooleanField(help_text="Plays no more rounds")
    points = serializers.JSONField()
    points_12 = serializers.IntegerField()
    values = serializers.DictField(child=serializers.ListField())
    texts = serializers.DictField(
        child=serializers.CharField(),
        help_text="The same for people, in the language asked for: 2 of 3, won against Jana N.",
    )
    games = serializers.IntegerField(help_text="Played over the board")
    best = serializers.IntegerField(
        allow_null=True,
        help_text="Best final rank that is still possible; null in earlier tables and at the end",
    )
    worst = serializers.IntegerField(allow_null=True, help_text="The worst, likewise")
    is_sure_of_first = serializers.BooleanField(help_text="Nobody can end above it any more")
    cells = CellSerializer(many=True)


class StandingsSerializer(serializers.Serializer):
    """A page of the table after a round. `is_current`: no newer one is being computed."""

    after_round = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="Which of the event's stages, from 1 on")
    rounds = serializers.ListField(child=serializers.IntegerField())
    chain = serializers.ListField(child=serializers.CharField())
    is_current = serializers.BooleanField()
    is_final = serializers.BooleanField(help_text="After the last round, which is closed")
    count = serializers.IntegerField(help_text="Rows of all pages")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = StandingSerializer(many=True)


class AfterSerializer(serializers.Serializer):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=columns.MOST_SMALL,
        help_text="The round; the latest if left out",
    )


class StandingsQuerySerializer(AfterSerializer):
    page = serializers.IntegerField(
        required=False, min_value=1, max_value=100_000, default=1, help_text="Which page, from 1"
    )
    page_size = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=_MOST_ROWS,
        default=PAGE_ROWS,
        help_text="How many rows on a page",
    )
    club = IdField(required=False, default="", help_text="Of this club only: its id")
    category = serializers.CharField(
        required=False, default="", help_text="Of this category only: its name"
    )
    name = serializers.CharField(
        required=False, default="", max_length=60, help_text="The beginning of names, as shown"
    )


class ExplanationQuerySerializer(AfterSerializer):
    key = serializers.ChoiceField(
        choices=list(TIEBREAKS),
        required=False,
        help_text="One tiebreak, also one outside the event's chain; its whole chain if left out",
    )


class KeySaidSerializer(serializers.Serializer):
    """A figure of the game that was compared."""

    name = serializers.SerializerMethodField(help_text="In the language asked for")
    value = serializers.JSONField()
    decides = serializers.BooleanField()

    @extend_schema_field(str)
    def get_name(self, said: KeySaid) -> str:
        return gettext(said.name)


class ComparedSerializer(serializers.Serializer):
    """What decided: in a game in which the two met, or over all games (`match` null)."""

    match = serializers.SerializerMethodField()
    theirs = KeySaidSerializer(many=True)
    own = KeySaidSerializer(many=True)

    @extend_schema_field(IdField(allow_null=True))
    def get_match(self, compared: KeysBeside) -> str | None:
        return compared.match or None


class NeighbourSerializer(serializers.Serializer):
    """Who stands next to the row. `by` is POINTS, a tiebreak's key, or empty: a shared rank."""

    entry = IdField()
    name = serializers.CharField()
    rank = serializers.IntegerField()
    by = serializers.CharField(source="key")
    theirs = serializers.ListField(child=serializers.JSONField())
    own = serializers.ListField(child=serializers.JSONField())
    theirs_text = serializers.CharField(source="theirs_told", help_text="For people")
    own_text = serializers.CharField(source="own_told")
    compared = ComparedSerializer(many=True)


class PartSerializer(serializers.Serializer):
    """What an opponent, a round or a game brings to a value."""

    why = serializers.CharField(source="part.why.key")
    text = serializers.CharField(help_text="In words, in the language asked for")
    amount = serializers.ListField(child=serializers.JSONField(), source="part.amount")
    round = serializers.IntegerField(allow_null=True, source="part.round")
    opponent = IdField(allow_null=True, source="part.opponent")
    match = IdField(allow_null=True, source="part.match")
    records = serializers.SerializerMethodField()
    is_cut = serializers.BooleanField(source="part.is_cut")
    cut = serializers.CharField(help_text="Why it does not count; empty: it does")

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_records(self, part: PartExplained) -> list[str]:
        """The submissions that count and have a record."""
        return list(part.played.records) if part.played else []


class TiebreakExplainedSerializer(serializers.Serializer):
    key = serializers.CharField(source="column.key")
    name = serializers.CharField(source="column.label")
    value = serializers.ListField(child=serializers.JSONField())
    told = serializers.CharField(help_text="The value for people: 2 of 3, won against Jana N.")
    how = serializers.CharField(source="explanation.how")
    divisor = serializers.IntegerField(source="explanation.divisor")
    text = serializers.CharField(source="how", help_text="How the parts make the value")
    decides = serializers.BooleanField(help_text="It parts the row from a neighbour")
    parts = PartSerializer(many=True)


class ExplanationSerializer(serializers.Serializer):
    """Why an entry stands where it stands."""

    after_round = serializers.IntegerField()
    entry = IdField(source="shown.row.entry")
    name = serializers.CharField(source="shown.name")
    rank = serializers.IntegerField(source="shown.row.rank")
    points_12 = serializers.IntegerField(source="shown.row.points_12")
    is_current = serializers.BooleanField(help_text="No newer table is being computed")
    above = NeighbourSerializer(allow_null=True)
    below = NeighbourSerializer(allow_null=True)
    rounds = serializers.SerializerMethodField()
    tiebreaks = TiebreakExplainedSerializer(many=True)

    @extend_schema_field(CellSerializer(many=True))
    def get_rounds(self, explained: RowExplained) -> object:
        return CellSerializer(
            [explanation.cell for explanation in explained.rounds], many=True
        ).data


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

    permissions = {"standings": "see_event"}

    @extend_schema(parameters=[StandingsQuerySerializer], responses=StandingsSerializer)
    @action(detail=True, url_name="list", pagination_class=None, filter_backends=[])
    def standings(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """As last published, after the latest round or an earlier one, by the page."""
        event = self.get_object()
        wanted = asked(StandingsQuerySerializer, request)
        return answered(request, event, lambda: self._page(event, wanted))

    def _page(self, event: Event, wanted: Mapping[str, Any]) -> Any:
        told, pages = _standings(event, wanted)
        links = links_beside(self.request, page=wanted["page"], pages=pages)
        return StandingsSerializer(told | links).data


class Explanations(EntryRows):
    """Why an entry stands where it stands."""

    permissions = {"explanation": "see_entry"}

    @extend_schema(parameters=[ExplanationQuerySerializer], responses=ExplanationSerializer)
    @action(detail=True, url_name="detail", pagination_class=None, filter_backends=[])
    def explanation(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """The neighbours, what parts them, and every value down to the matches behind it."""
        entry = self.get_object()
        wanted = asked(ExplanationQuerySerializer, request)
        return answered(request, entry.event, lambda: _explanation(entry, wanted))


def _standings(event: Event, wanted: Mapping[str, Any]) -> tuple[dict[str, object], int]:
    """What is told, and how many pages there are."""
    stage = stage_with_round(stages_begun(event), wanted.get("after"))
    choice = standings.TableChoice(
        after_round=wanted.get("after"),
        page=wanted["page"],
        narrowed=standings.narrowed_to(event, club=wanted["club"], category=wanted["category"]),
        words=wanted["name"],
    )
    names = public_names(event)
    table = standings.table_page(stage, names=names, choice=choice, per_page=wanted["page_size"])
    is_there = choice.after_round is None or table.is_stored
    if not is_there or choice.page > table.pages:
        raise Http404
    told = {
        "after_round": table.after_round,
        "stage": stage.order,
        "rounds": rounds_with_tables(event),
        "chain": stage.chain,
        "is_current": stage.published_version >= stage.wanted_version,
        "is_final": table.is_complete and 0 < last_round(stage) <= table.after_round,
        "count": table.size,
        "results": [_row(shown) for shown in standings.with_rounds(table, stage=stage).rows],
    }
    return told, table.pages


def _row(shown: standings.RowShown) -> dict[str, object]:
    row = shown.row
    return {
        **row.with_rounds(shown.cells).as_dict(),
        "place": shown.place,
        "group": row.group,
        "rank_before": row.before,
        "name": shown.name,
        "is_withdrawn": shown.is_withdrawn,
        "points": exact(Fraction(row.points_12, WHOLE)),
        "texts": shown.texts,
        "games": row.games,
        "best": row.best,
        "worst": row.worst,
        "is_sure_of_first": row.is_sure_of_first,
    }


def _explanation(entry: Entry, wanted: Mapping[str, Any]) -> Any:
    stage = stage_of_entry(entry, wanted.get("after"))
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
