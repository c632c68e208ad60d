"""The bracket of an event as data: its matches, who comes to each from where, and who won."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request

from league.api.events import EventRows
from league.api.rows import IdField
from league.api.standings import answered
from league.events.bracket_boxes import BracketBox, Called
from league.events.queries.brackets import BracketShown, bracket_of
from league.events.queries.entries import public_names
from league.models import Event, Match
from league.models.columns import number_in
from league.standings.bracket import Side


class SlotSideSerializer(serializers.Serializer):
    """One who plays in a match of a bracket, and where they come from."""

    entry = IdField(allow_null=True, help_text="Null: not known yet")
    name = serializers.CharField(help_text="As the public sees it; empty: not known yet")
    number = serializers.IntegerField(allow_null=True, help_text="In the bracket, from 1 on")
    from_slot = serializers.CharField(allow_null=True, help_text="Null: from the start")
    from_place = serializers.IntegerField(
        allow_null=True, help_text="Taken there: 1 its winner, 2 who lost a match of two"
    )
    score = serializers.CharField(
        allow_blank=True,
        help_text="Of one game its score, of several the games won, of a larger table the place",
    )
    place = serializers.IntegerField(allow_null=True, help_text="In this match, once it is decided")
    has_won = serializers.BooleanField(help_text="Goes on, or has won the last match")


class LeadSerializer(serializers.Serializer):
    """Where somebody goes from a match."""

    place = serializers.IntegerField()
    slot = serializers.CharField()


class SlotSerializer(serializers.Serializer):
    """A match of a bracket, whether it was played or not."""

    slot = serializers.CharField(help_text="Its key: W1.3, L2.1, F1, P3.1")
    round = serializers.IntegerField(help_text="Of the stage, from 1 on")
    side = serializers.ChoiceField(choices=[side.value for side in Side])
    called = serializers.ChoiceField(choices=[called.value for called in Called])
    number = serializers.IntegerField(
        help_text="Among those called the same; of `place` the place that is played for"
    )
    left = serializers.IntegerField(
        help_text="How many are left in its round: 4 in a semi-final; 0 where it is not called so"
    )
    best_place = serializers.IntegerField(help_text="That its winner takes; 0: they play on")
    match = IdField(allow_null=True, help_text="Null: its table is not public yet")
    table = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(choices=Match.State.values, allow_null=True)
    is_contested = serializers.BooleanField()
    is_decided = serializers.BooleanField()
    is_bye = serializers.BooleanField(help_text="Decided without a match")
    is_needless = serializers.BooleanField(help_text="A second final after a clear first one")
    ruled = serializers.CharField(
        help_text="What an official decided about who plays: again, stand, drop; else empty"
    )
    sides = SlotSideSerializer(many=True)
    leads = LeadSerializer(many=True)


class BracketSerializer(serializers.Serializer):
    """A bracket as it stands. Without one, or before it begins, there are no slots."""

    stage = IdField(allow_null=True)
    current_round = serializers.IntegerField(help_text="The first with something to play")
    slots = SlotSerializer(many=True)


class Brackets(EventRows):
    permissions = {"bracket": "see_event"}

    @extend_schema(
        parameters=[
            OpenApiParameter("stage", int, description="By its order; without it the last bracket")
        ],
        responses=BracketSerializer,
    )
    @action(detail=True, url_name="detail", pagination_class=None, filter_backends=[])
    def bracket(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """All matches by rounds, in each from top to bottom, by the names that the public sees."""
        event, order = self.get_object(), number_in(request.query_params.get("stage", ""))
        return answered(request, event, lambda: BracketSerializer(_bracket(event, order)).data)


def _bracket(event: Event, order: int | None) -> Mapping[str, object]:
    shown = bracket_of(event, names=public_names(event), order=order)
    if shown is None:
        return {"stage": None, "current_round": 0, "slots": []}
    return {
        "stage": shown.stage.pk,
        "current_round": shown.current_round,
        "slots": [_slot(box, shown) for box in shown.boxes],
    }


def _slot(box: BracketBox, shown: BracketShown) -> Mapping[str, object]:
    match = shown.matches.get(box.key)
    return {
        "slot": box.key,
        "round": box.slot.round,
        "side": box.slot.side,
        "called": box.name.called,
        "number": box.name.number,
        "left": box.name.of,
        "best_place": box.slot.best_place,
        "match": match.pk if match else None,
        "table": match.table if match else None,
        "state": match.state if match else None,
        "is_contested": bool(match and match.is_contested),
        "is_decided": bool(box.order),
        "is_bye": box.is_bye,
        "is_needless": box.is_needless,
        "ruled": shown.ruled[box.key].kind if box.key in shown.ruled else "",
        "sides": [_side(at, box, shown) for at in range(len(box.entries))],
        "leads": box.leads,
    }


def _side(at: int, box: BracketBox, shown: BracketShown) -> Mapping[str, object]:
    entry, source = box.entries[at], box.slot.sources[at]
    return {
        "entry": entry,
        "name": shown.names[entry] if entry else "",
        "number": shown.seeds.get(entry) if entry else None,
        "from_slot": source.slot or None,
        "from_place": source.place if source.slot else None,
        "score": shown.scores.get(box.key, {}).get(entry, "") if entry else "",
        "place": box.order.index(entry) + 1 if entry in box.order else None,
        "has_won": box.has_won(entry),
    }
