"""What is handed in for a match, and how, as JSON. A version is read as results.queries has it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.contract import SEATS
from league.api.keys import MOST_CHARACTERS
from league.api.matches import MarkField
from league.api.serializers.rounds import Names
from league.api.verdicts import VerdictSerializer
from league.models import Confirmation, Submission
from league.results.queries import Version, verdict_told
from league.results.states import Outcome

_MOST_FIGURE = 999_999
LETTERS = list(SEATS)
STATES = ["counts", "open", "past"]
OUTCOMES = [each.value for each in Outcome]


class SeatingField(serializers.DictField):
    """Entries by the letters of their seats."""

    child = serializers.CharField(max_length=10)
    default_error_messages = {"letter": _("Seats are called A, B, C and D.")}

    def to_internal_value(self, data: Any) -> Any:
        seating = super().to_internal_value(data)
        if not set(seating) <= set(LETTERS):
            self.fail("letter")
        return seating


class FiguresField(serializers.DictField):
    """Final figures of a game, by entry, then by the names that `tally` gives them."""

    child = serializers.DictField(
        child=serializers.IntegerField(min_value=-_MOST_FIGURE, max_value=_MOST_FIGURE)
    )


class SpokenSerializer(serializers.Serializer):
    """An act at the table, by a seat. Needs `names` by entry in its context."""

    seat = serializers.CharField(source="seat.letter", help_text="As paired")
    entry = serializers.CharField(source="seat.entry_id")
    name = serializers.SerializerMethodField()

    def get_name(self, row: Submission | Confirmation) -> str:
        names: Names = self.context["names"]
        assert row.seat is not None
        return names[row.seat.entry_id]


class ConfirmationSerializer(SpokenSerializer):
    number = serializers.IntegerField(help_text="Among the acts of the match")
    how = serializers.ChoiceField(choices=Confirmation.How.choices)
    at = serializers.DateTimeField()


class ClaimSerializer(serializers.Serializer):
    """`score` is null for whoever did not come; `keys` are the game's own."""

    score = serializers.IntegerField(allow_null=True)
    above_equals = serializers.BooleanField()
    figures = serializers.DictField(child=serializers.IntegerField())
    keys = serializers.ListField(child=serializers.IntegerField())


class SubmissionSerializer(serializers.Serializer):
    """A version. Needs `names`, and `counting`: digests by game, in its context."""

    id = serializers.CharField(source="submission.pk")
    match = serializers.CharField(source="submission.match_id")
    game = serializers.IntegerField(source="submission.game")
    number = serializers.IntegerField(
        source="submission.number", help_text="Among the acts of the match"
    )
    at = serializers.DateTimeField(source="submission.at")
    by = serializers.ChoiceField(source="submission.by", choices=Submission.By.choices)
    handed_in_by = serializers.SerializerMethodField(help_text="Null: an official")
    basis = serializers.CharField(
        source="submission.basis_id", allow_null=True, help_text="The version that it corrects"
    )
    seating = serializers.DictField(
        source="submission.seating", child=serializers.CharField(), help_text="Entries by letter"
    )
    absent = serializers.ListField(child=serializers.CharField(), help_text="Entries")
    claims = serializers.SerializerMethodField(help_text="By entry; empty: as the record says")
    termination = serializers.ChoiceField(
        source="submission.termination", choices=Submission.Termination.choices
    )
    has_record = serializers.SerializerMethodField()
    record_digest = serializers.CharField(source="submission.record_digest")
    digest = serializers.CharField(source="submission.digest", help_text="What others confirm")
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    reason = serializers.SerializerMethodField(help_text="Why it is contradicted: a code")
    state = serializers.SerializerMethodField()
    confirmations = ConfirmationSerializer(many=True)

    @extend_schema_field(SpokenSerializer(allow_null=True))
    def get_handed_in_by(self, version: Version) -> object:
        given = version.submission
        return SpokenSerializer(given, context=self.context).data if given.seat else None

    @extend_schema_field(serializers.DictField(child=ClaimSerializer()))
    def get_claims(self, version: Version) -> object:
        return {entry: claim.as_dict() for entry, claim in version.claims.items()}

    def get_has_record(self, version: Version) -> bool:
        return bool(version.submission.record)

    def get_reason(self, version: Version) -> str:
        return version.verification.reason if version.verification else ""

    @extend_schema_field(serializers.ChoiceField(choices=STATES))
    def get_state(self, version: Version) -> str:
        """`open`: to be confirmed or contested. `past`: something else counts, or was reopened."""
        counting: dict[int, str] = self.context["counting"]
        if counting.get(version.submission.game) == version.submission.digest:
            return "counts"
        return "past" if version.is_history or version.submission.game in counting else "open"


class SubmissionInFullSerializer(SubmissionSerializer):
    """With its record, and what the rules say about it: null before they did."""

    record = serializers.CharField(source="submission.record")
    verdict = serializers.SerializerMethodField()

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_verdict(self, version: Version) -> dict[str, Any] | None:
        return verdict_told(version.verification.verdict) if version.verification else None


class SubmissionQuerySerializer(serializers.Serializer):
    """What the list of versions is narrowed by."""

    game = serializers.IntegerField(min_value=1, max_value=5, required=False)


class SeatChoiceSerializer(serializers.Serializer):
    """`seat`: for whoever holds two at a table; its letter as paired."""

    seat = serializers.ChoiceField(choices=LETTERS, required=False)


class KeySerializer(SeatChoiceSerializer):
    """The same `client_key` again gives the stored answer."""

    client_key = serializers.CharField(max_length=MOST_CHARACTERS)


class HandInSerializer(KeySerializer):
    """A record, or the figures that `tally` asks for; `marks` for a game without a referee.

    Everybody of the match stands in `seating` or in `absent`.
    """

    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    seating = SeatingField(help_text="Entries by the letters of their seats")
    absent = serializers.ListField(
        child=serializers.CharField(max_length=10), max_length=4, default=list
    )
    record = serializers.CharField(trim_whitespace=False, allow_blank=True, default="")
    figures = FiguresField(default=dict, help_text="By entry")
    marks = serializers.DictField(child=MarkField(), default=dict, help_text="By entry")
    termination = serializers.ChoiceField(
        choices=Submission.Termination.choices, default=Submission.Termination.NORMAL
    )
    basis = serializers.CharField(
        max_length=10, required=False, help_text="The version that it corrects"
    )


class ConfirmSerializer(SeatChoiceSerializer):
    """`digest`: of the version as it was seen."""

    digest = serializers.CharField(max_length=64)
