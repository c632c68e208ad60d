"""Prizes of an event, who gets them, and how ties for them were settled."""

from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rows import ID
from league.api.serializers.prizes import (
    AwardsSerializer,
    NewDecisionSerializer,
    NewPrizeSerializer,
    PrizeChangeSerializer,
    PrizeDecisionSerializer,
    PrizeSerializer,
)
from league.api.views.categories import category_of
from league.api.views.events import EventRows
from league.events.queries.entries import entry_names
from league.events.queries.prizes import prize_list
from league.events.services.prizes import (
    add_prize,
    decide_tie,
    edit_prize,
    move_prize,
    remove_prize,
    undo_decision,
)
from league.models import Event, Prize
from league.permissions import may

_PRIZE = OpenApiParameter("prize", str, OpenApiParameter.PATH, pattern=f"^{ID}$")
_DECISION = OpenApiParameter("decision", str, OpenApiParameter.PATH, pattern=f"^{ID}$")


class Prizes(EventRows):
    """What can be won, and by whom."""

    permissions = {
        "prizes": "see_event",
        "add": "keep_prizes",
        "change": "keep_prizes",
        "remove": "keep_prizes",
        "awards": "decide_prizes",
        "decisions": "decide_prizes",
        "decide": "decide_prizes",
        "undo": "decide_prizes",
    }

    @extend_schema(responses=PrizeSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def prizes(self, request: Request, **kwargs: Any) -> Response:
        """In the order of worth; those of private categories for officials alone."""
        page = self.paginate_queryset(self._known(self.get_object()))
        return self.get_paginated_response(PrizeSerializer(page, many=True).data)

    @extend_schema(request=NewPrizeSerializer, responses={201: PrizeSerializer})
    @prizes.mapping.post
    def add(self, request: Request, **kwargs: Any) -> Response:
        """At the end of the list, but above worse places of the same table."""
        event = self.get_object()
        given = self.given(NewPrizeSerializer)
        given["category"] = category_of(event, given.get("category"))
        prize = add_prize(event, actor=self.actor, **given)
        return Response(PrizeSerializer(prize).data, status=201)

    @extend_schema(parameters=[_PRIZE], request=PrizeChangeSerializer, responses=PrizeSerializer)
    @action(detail=True, methods=["patch"], url_path=f"prizes/(?P<prize>{ID})", url_name="detail")
    def change(self, request: Request, prize: str, **kwargs: Any) -> Response:
        found = get_object_or_404(self.get_object().prizes, pk=prize)
        given = self.given(PrizeChangeSerializer)
        if "what" in given:
            edit_prize(found, actor=self.actor, what=given["what"])
        if "move" in given:
            move_prize(found, actor=self.actor, by=-1 if given["move"] == "up" else 1)
        return Response(PrizeSerializer(Prize.objects.get(pk=found.pk)).data)

    @extend_schema(parameters=[_PRIZE], responses={204: None})
    @change.mapping.delete
    def remove(self, request: Request, prize: str, **kwargs: Any) -> Response:
        remove_prize(get_object_or_404(self.get_object().prizes, pk=prize), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses=AwardsSerializer)
    @action(detail=True, url_path="awards", pagination_class=None, filter_backends=[])
    def awards(self, request: Request, **kwargs: Any) -> HttpResponseBase:
        """Who gets what by the standings as they are published now, and the ties."""
        event = self.get_object()
        tag = f'"{event.live_version}-{get_language()}"'
        if unchanged := get_conditional_response(request._request, etag=tag):
            return unchanged
        found = prize_list(event, names=entry_names(event, in_full=True))
        return Response(AwardsSerializer(found).data, headers={"ETag": tag})

    @extend_schema(responses=PrizeDecisionSerializer(many=True))
    @action(detail=True, url_path="prize-decisions", filter_backends=[])
    def decisions(self, request: Request, **kwargs: Any) -> Response:
        made = self.get_object().prize_decisions.order_by("decided_at", "pk")
        page = self.paginate_queryset(made)
        return self.get_paginated_response(PrizeDecisionSerializer(page, many=True).data)

    @extend_schema(request=NewDecisionSerializer, responses={201: PrizeDecisionSerializer})
    @decisions.mapping.post
    def decide(self, request: Request, **kwargs: Any) -> Response:
        """Settle a tie."""
        event = self.get_object()
        given = self.given(NewDecisionSerializer)
        decision = decide_tie(
            event,
            actor=self.actor,
            category=category_of(event, given.get("category")),
            entries=given["entries"],
            how=given["how"],
            order=given["entries"],
        )
        return Response(PrizeDecisionSerializer(decision).data, status=201)

    @extend_schema(parameters=[_DECISION], responses={204: None})
    @action(
        detail=True,
        methods=["delete"],
        url_path=f"prize-decisions/(?P<decision>{ID})",
        url_name="undo",
    )
    def undo(self, request: Request, decision: str, **kwargs: Any) -> Response:
        made = get_object_or_404(self.get_object().prize_decisions, pk=decision)
        undo_decision(made, actor=self.actor)
        return Response(status=204)

    def _known(self, event: Event) -> QuerySet[Prize]:
        listed = event.prizes.order_by("order", "pk")
        if may(self.actor, "see_as_official", event):
            return listed
        return listed.filter(Q(category__isnull=True) | Q(category__is_shown=True))
