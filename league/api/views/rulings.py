"""Officials settle a game: what it would change first, then the ruling."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.examples import RULING, RULING_BY_FIGURES
from league.api.matches import MatchRows
from league.api.rows import ID
from league.api.rulings import (
    DecisionSerializer,
    NewRulingSerializer,
    PreviewSerializer,
    RulingSerializer,
)
from league.events.queries import entry_names
from league.events.services.previews import preview_ruling
from league.models import Match, Ruling
from league.permissions import may
from league.results.services.rulings import Decision, blank_remark, rule

_RULING = OpenApiParameter("ruling", str, OpenApiParameter.PATH, description="The ruling's id")
_OFFICIAL = {"is_official": True}


class MatchRulings(MatchRows):
    """The rulings about a match, with their reasons."""

    permissions = {
        "rulings": "see_match",
        "settle": "rule_match",
        "preview": "rule_match",
        "blank": "blank_remark",
    }

    @extend_schema(responses=RulingSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def rulings(self, request: Request, **kwargs: Any) -> Response:
        """In the order of acting; private remarks for officials alone."""
        match = self.get_object()
        page = self.paginate_queryset(match.rulings.select_related("remark").order_by("number"))
        context = {"is_official": may(self.actor, "see_as_official", match)}
        return self.get_paginated_response(RulingSerializer(page, many=True, context=context).data)

    @extend_schema(
        request=NewRulingSerializer,
        responses={201: RulingSerializer},
        examples=[
            OpenApiExample("Scores are set", RULING, request_only=True),
            OpenApiExample("Figures are set", RULING_BY_FIGURES, request_only=True),
        ],
    )
    @rulings.mapping.post
    def settle(self, request: Request, **kwargs: Any) -> Response:
        """Settle a game. It counts at once, and later corrections are the same again."""
        match = self.get_object()
        given = self.given(NewRulingSerializer)
        words = {name: given.pop(name) for name in ("reason", "private", "version")}
        made = rule(match, _decision(match, given), actor=self.actor, **words)
        return Response(RulingSerializer(made, context=_OFFICIAL).data, status=201)

    @extend_schema(request=DecisionSerializer, responses=PreviewSerializer)
    @action(detail=True, methods=["post"], url_path="rulings/preview")
    def preview(self, request: Request, **kwargs: Any) -> Response:
        """What a decision would make count, and who would move in the standings."""
        match = self.get_object()
        found = preview_ruling(match, _decision(match, self.given(DecisionSerializer)))
        context = {"names": entry_names(match.event)}
        return Response(PreviewSerializer(found, context=context).data)

    @extend_schema(parameters=[_RULING], request=None, responses=RulingSerializer)
    @action(detail=True, methods=["post"], url_path=f"rulings/(?P<ruling>{ID})/blank")
    def blank(self, request: Request, ruling: str, **kwargs: Any) -> Response:
        """Take the words of a ruling away; that there was one stays."""
        made = get_object_or_404(self.get_object().rulings.select_related("remark"), pk=ruling)
        if made.remark is not None:
            blank_remark(made.remark, actor=self.actor)
            made.remark.refresh_from_db()
        return Response(RulingSerializer(made, context=_OFFICIAL).data)


def _decision(match: Match, given: dict[str, Any]) -> Decision:
    named = given.pop("submission", None)
    chosen = get_object_or_404(match.submissions, pk=named) if named else None
    return Decision(**{**given, "kind": Ruling.Kind(given["kind"])}, submission=chosen)
