"""Rulings of officials, and what a decision would change."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.matches import FiguresField, MarkField, MatchRows, ScoreSerializer
from league.api.rounds import Names
from league.api.rows import ID, IdField, VersionField
from league.api.schema import RULING, RULING_BY_FIGURES
from league.api.submissions import SeatingField
from league.api.verdicts import VerdictSerializer
from league.events.queries.entries import entry_names
from league.events.services.previews import Moved, RulingPreview, preview_ruling
from league.models import Match, Result, Ruling
from league.permissions import may
from league.results.queries import verdict_told
from league.results.services.rulings import Decision, blank_remark, rule
from league.results.services.verification import verdict_stored

KINDS = ("accept", "edit", "scores", "forfeit", "replay", "keep", "time")
_RULING = OpenApiParameter("ruling", str, OpenApiParameter.PATH, description="The ruling's id")
_OFFICIAL = {"is_official": True}


class DecisionSerializer(serializers.Serializer):
    """What an official decides about one game.

    `accept` needs the `submission`; `edit` and `time` a `record`, or the `submission` whose it is;
    `scores`, `forfeit`, and `time` without a record the `marks` of everybody, or the `figures` that
    `tally` asks for with the mark `x` of whoever did not come; `replay` nothing; and `keep`, for a
    contested result that stands, nothing.
    """

    kind = serializers.ChoiceField(choices=KINDS)
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    submission = IdField(required=False)
    record = serializers.CharField(trim_whitespace=False, allow_blank=True, default="")
    marks = serializers.DictField(child=MarkField(), default=dict, help_text="By entry")
    figures = FiguresField(default=dict, help_text="By entry")
    seating = SeatingField(
        default=dict, help_text="Entries by letter, as corrected; whoever is left out did not come"
    )


class NewRulingSerializer(DecisionSerializer):
    """The `reason` is public, the `private` remark for officials. `version`: of the match."""

    reason = serializers.CharField(max_length=500)
    private = serializers.CharField(max_length=500, allow_blank=True, default="")
    version = VersionField()


class RulingSerializer(serializers.ModelSerializer):
    """Needs `is_official` in its context. A blank `reason` was taken away, or never given."""

    by_rule = serializers.SerializerMethodField(help_text="The event's own rule, nobody's decision")
    author = serializers.SerializerMethodField(help_text="An account, for officials; else null")
    reason = serializers.SerializerMethodField()
    private = serializers.SerializerMethodField(help_text="For officials; null for others")

    class Meta:
        model = Ruling
        fields = [
            *("id", "match", "game", "number", "at", "kind", "submission"),
            *("by_rule", "author", "reason", "private"),
        ]
        read_only_fields = fields

    def get_by_rule(self, ruling: Ruling) -> bool:
        return not ruling.author

    @extend_schema_field(IdField(allow_null=True))
    def get_author(self, ruling: Ruling) -> str | None:
        return (ruling.author or None) if self.context["is_official"] else None

    def get_reason(self, ruling: Ruling) -> str:
        return ruling.remark.reason if ruling.remark else ""

    def get_private(self, ruling: Ruling) -> str | None:
        if not self.context["is_official"]:
            return None
        return ruling.remark.private if ruling.remark else ""


class MovedSerializer(serializers.Serializer):
    """An entry whose place or points would be others; points in twelfths."""

    entry = IdField()
    name = serializers.SerializerMethodField()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()
    points_12_before = serializers.IntegerField()
    points_12_after = serializers.IntegerField()

    def get_name(self, moved: Moved) -> str:
        names: Names = self.context["names"]
        return names[moved.entry]


class PreviewSerializer(serializers.Serializer):
    """What a decision would make count. Needs `names` by entry in its context."""

    is_refused = serializers.BooleanField(help_text="By the rules: nothing would count")
    refusal = serializers.SerializerMethodField(help_text="Why the record is refused: a code")
    scores = ScoreSerializer(
        many=True, source="outlook.sides", allow_null=True, help_text="Null: played again"
    )
    grade = serializers.ChoiceField(source="outlook.grade", choices=Result.Grade.choices)
    verdict = serializers.SerializerMethodField(
        help_text="On an edited record, with the lines as they were sent"
    )
    moved = MovedSerializer(many=True)
    redrawn = serializers.ListField(
        child=serializers.IntegerField(), help_text="Rounds whose draft would be drawn anew"
    )
    kept = serializers.ListField(
        child=serializers.IntegerField(), help_text="Later rounds whose tables stay as published"
    )

    def get_refusal(self, preview: RulingPreview) -> str:
        judgement = preview.outlook.judgement
        return judgement.reason if judgement else ""

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_verdict(self, preview: RulingPreview) -> object:
        verdict = preview.outlook.verdict_as_typed
        return verdict_told(verdict_stored(verdict)) if verdict else None


class MatchRulings(MatchRows):
    """The rulings about a match, with their reasons."""

    takes_large_bodies = True
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
        context = {"is_official": may(self.actor, "see_as_official", match)}
        rulings = match.rulings.select_related("remark").order_by("number")
        return self.paged(rulings, RulingSerializer, context)

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
        body = self.body(NewRulingSerializer)
        words = {name: body.pop(name) for name in ("reason", "private", "version")}
        made = rule(match, _decision(match, body), actor=self.actor, **words)
        return Response(RulingSerializer(made, context=_OFFICIAL).data, status=201)

    @extend_schema(request=DecisionSerializer, responses=PreviewSerializer)
    @action(detail=True, methods=["post"], url_path="rulings/preview")
    def preview(self, request: Request, **kwargs: Any) -> Response:
        """What a decision would make count, and who would move in the standings."""
        match = self.get_object()
        preview = preview_ruling(match, _decision(match, self.body(DecisionSerializer)))
        context = {"names": entry_names(match.event)}
        return Response(PreviewSerializer(preview, context=context).data)

    @extend_schema(parameters=[_RULING], request=None, responses=RulingSerializer)
    @action(detail=True, methods=["post"], url_path=f"rulings/(?P<ruling>{ID})/blank")
    def blank(self, request: Request, ruling: str, **kwargs: Any) -> Response:
        """Take the words of a ruling away.

        Its reason and its private remark are erased for good; what it decided stays. Repeats
        change nothing.
        """
        made = get_object_or_404(self.get_object().rulings.select_related("remark"), pk=ruling)
        if made.remark is not None:
            blank_remark(made.remark, actor=self.actor)
            made.remark.refresh_from_db()
        return Response(RulingSerializer(made, context=_OFFICIAL).data)


def _decision(match: Match, body: dict[str, Any]) -> Decision:
    named = body.pop("submission", None)
    chosen = get_object_or_404(match.submissions, pk=named) if named else None
    return Decision(**{**body, "kind": Ruling.Kind(body["kind"])}, submission=chosen)
