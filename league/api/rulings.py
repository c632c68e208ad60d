"""Rulings, what they would change, flags and the history of a match, as JSON."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.matches import MarkField, ScoreSerializer
from league.api.serializers.rounds import Names
from league.api.submissions import FiguresField, SeatingField
from league.api.verdicts import VerdictSerializer
from league.api.versions import VersionField
from league.events.services.previews import Moved, RulingPreview
from league.models import Result, Ruling
from league.results.queries import verdict_told
from league.results.services.verification import verdict_stored

KINDS = ("accept", "edit", "scores", "forfeit", "replay", "time")


class DecisionSerializer(serializers.Serializer):
    """What an official decides about one game.

    `accept` needs the `submission`; `edit` and `time` a `record`, or the `submission` whose it is;
    `scores`, `forfeit`, and `time` without a record the `marks` of everybody, or the `figures` that
    `tally` asks for with the mark `x` of whoever did not come; `replay` nothing.
    """

    kind = serializers.ChoiceField(choices=KINDS)
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    submission = serializers.CharField(max_length=10, required=False)
    record = serializers.CharField(trim_whitespace=False, allow_blank=True, default="")
    marks = serializers.DictField(child=MarkField(), default=dict, help_text="By entry")
    figures = FiguresField(default=dict, help_text="By entry")
    seating = SeatingField(
        default=dict,
        help_text="Entries by letter, as corrected; whoever is left out did not come",
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

    entry = serializers.CharField()
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
