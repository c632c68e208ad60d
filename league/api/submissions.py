"""What is handed in for a match: versions, and what players do with them."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.values import SEATS
from league.api.matches import FiguresField, MarkField, MatchRows
from league.api.rounds import Names
from league.api.rows import IdField, Rows, asked
from league.api.schema import HAND_IN, HAND_IN_FIGURES
from league.api.verdicts import VerdictSerializer
from league.events.queries.entries import entry_names
from league.models import Confirmation, Dissent, Match, Result, Seat, Submission
from league.permissions import Actor, seats_of, visible_events
from league.results.queries import Version, digests_counting, verdict_told, versions_of
from league.results.services.claims import HandIn
from league.results.services.confirmations import confirm_submission
from league.results.services.objections import contest_result, dissent
from league.results.services.submissions import as_the_rules_give, submit_once
from league.results.states import Outcome
from league.throttle import count

LETTERS = list(SEATS)
STATES = ["counts", "open", "past"]
OUTCOMES = [outcome.value for outcome in Outcome]


class SeatingField(serializers.DictField):
    """Entries by the letters of their seats."""

    child = IdField()
    default_error_messages = {"letter": _("Seats are called A, B, C and D.")}

    def to_internal_value(self, data: Any) -> Any:
        seating = super().to_internal_value(data)
        if not set(seating) <= set(LETTERS):
            self.fail("letter")
        return seating


class SpokenSerializer(serializers.Serializer):
    """An act at the table, by a seat. Needs `names` by entry in its context."""

    seat = serializers.CharField(source="seat.letter", help_text="As paired")
    entry = IdField(source="seat.entry_id")
    name = serializers.SerializerMethodField()

    def get_name(self, row: Submission | Confirmation | Dissent) -> str:
        names: Names = self.context["names"]
        assert row.seat is not None
        return names[row.seat.entry_id]


class ConfirmationSerializer(SpokenSerializer):
    number = serializers.IntegerField(help_text="Among the acts of the match")
    how = serializers.ChoiceField(choices=Confirmation.How.choices)
    at = serializers.DateTimeField()


class DissentSerializer(SpokenSerializer):
    number = serializers.IntegerField(help_text="Among the acts of the match")
    how = serializers.ChoiceField(choices=Confirmation.How.choices)
    at = serializers.DateTimeField()
    result = IdField(
        source="result_id", allow_null=True, help_text="That it contests; null: none counted yet"
    )


class ClaimSerializer(serializers.Serializer):
    """`score` is null for whoever did not come; `keys` are the game's own."""

    score = serializers.IntegerField(allow_null=True)
    above_equals = serializers.BooleanField()
    figures = serializers.DictField(child=serializers.IntegerField())
    keys = serializers.ListField(child=serializers.IntegerField())


class SubmissionSerializer(serializers.Serializer):
    """A version. Needs `names`, and `counting`: digests by game, in its context."""

    id = IdField(source="submission.pk")
    match = IdField(source="submission.match_id")
    game = serializers.IntegerField(source="submission.game")
    number = serializers.IntegerField(
        source="submission.number", help_text="Among the acts of the match"
    )
    at = serializers.DateTimeField(source="submission.at")
    by = serializers.ChoiceField(source="submission.by", choices=Submission.By.choices)
    handed_in_by = serializers.SerializerMethodField(help_text="Null: an official")
    basis = IdField(
        source="submission.basis_id", allow_null=True, help_text="The version that it corrects"
    )
    seating = serializers.DictField(
        source="submission.seating", child=serializers.CharField(), help_text="Entries by letter"
    )
    absent = serializers.ListField(child=IdField(), help_text="Entries")
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
    dissents = DissentSerializer(many=True)

    @extend_schema_field(SpokenSerializer(allow_null=True))
    def get_handed_in_by(self, version: Version) -> object:
        submission = version.submission
        return SpokenSerializer(submission, context=self.context).data if submission.seat else None

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

    game = serializers.IntegerField(
        min_value=1, max_value=5, required=False, help_text="Of this game only, from 1"
    )


class SeatChoiceSerializer(serializers.Serializer):
    """`seat`: for whoever holds two at a table; its letter as paired."""

    seat = serializers.ChoiceField(choices=LETTERS, required=False)


class HandInSerializer(SeatChoiceSerializer):
    """A record, or the figures that `tally` asks for; `marks` for a game without a referee.

    Everybody of the match stands in `seating` or in `absent`.
    """

    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    seating = SeatingField(help_text="Entries by the letters of their seats")
    absent = serializers.ListField(child=IdField(), max_length=4, default=list)
    record = serializers.CharField(trim_whitespace=False, allow_blank=True, default="")
    figures = FiguresField(default=dict, help_text="By entry")
    marks = serializers.DictField(child=MarkField(), default=dict, help_text="By entry")
    termination = serializers.ChoiceField(
        choices=Submission.Termination.choices, default=Submission.Termination.NORMAL
    )
    basis = IdField(required=False, help_text="The version that it corrects")


class ConfirmSerializer(SeatChoiceSerializer):
    """`digest`: of the version as it was seen."""

    digest = serializers.CharField(max_length=64)


def version_context(match: Match) -> dict[str, object]:
    return {"names": entry_names(match.event), "counting": digests_counting(match)}


def seat_spoken_for(actor: Actor, match: Match, *, letter: str | None) -> Seat:
    """The one that is named, or the only one; at the desk any of the table, the first if unsaid."""
    seats = match.seats.order_by("letter") if actor.desk else seats_of(actor, match)
    seat = seats.filter(letter=letter).first() if letter else seats.first()
    if seat is None:
        raise PermissionDenied
    return seat


def shown_in_full(submission: Submission, *, is_new: bool = False) -> Response:
    match = submission.match
    versions = versions_of(match, game=submission.game)
    version = next(version for version in versions if version.submission.pk == submission.pk)
    answer = SubmissionInFullSerializer(version, context=version_context(match))
    return Response(answer.data, status=201 if is_new else 200)


class MatchSubmissions(MatchRows):
    """The versions handed in for a match."""

    takes_large_bodies = True
    needs_client_key = {"hand_in"}
    permissions = {"submissions": "see_match", "hand_in": "hand_in"}

    @extend_schema(
        parameters=[SubmissionQuerySerializer], responses=SubmissionSerializer(many=True)
    )
    @action(detail=True, url_name="list", filter_backends=[])
    def submissions(self, request: Request, **kwargs: Any) -> Response:
        """In the order of acting."""
        match = self.get_object()
        versions = versions_of(match, **asked(SubmissionQuerySerializer, request))
        return self.paged(versions, SubmissionSerializer, version_context(match))

    @extend_schema(
        request=HandInSerializer,
        responses={200: SubmissionInFullSerializer, 201: SubmissionInFullSerializer},
        examples=[
            OpenApiExample("A record", HAND_IN, request_only=True),
            OpenApiExample("Figures", HAND_IN_FIGURES, request_only=True),
        ],
    )
    @submissions.mapping.post
    def hand_in(self, request: Request, **kwargs: Any) -> Response:
        """Hand in a version, as a player of the match, or at the desk for a table.

        What the desk hands in is said at the table: players confirm it from their own phones, or
        it is accepted when the round is closed.
        """
        match = self.get_object()
        body = self.body(HandInSerializer)
        count("hand-in", who=f"match:{match.pk}")
        seat = seat_spoken_for(self.actor, match, letter=body.pop("seat", None))
        key = self.key_of_row()
        if basis := body.pop("basis", None):
            body["basis"] = get_object_or_404(match.submissions, pk=basis)
        said = HandIn(**{**body, "absent": frozenset(body["absent"])})
        submission, is_new = submit_once(match, said, actor=self.actor, seat=seat, client_key=key)
        return shown_in_full(submission, is_new=is_new)


class ContestSerializer(SeatChoiceSerializer):
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)


class MatchContests(MatchRows):
    """Those who sat at a table say that the result that counts is wrong."""

    permissions = {"contest": "contest_result"}

    @extend_schema(request=ContestSerializer, responses={204: None})
    @action(detail=True, methods=["post"], url_path="contests")
    def contest(self, request: Request, **kwargs: Any) -> Response:
        """It counts until an official decides. Until the round is closed, once for each result."""
        match = self.get_object()
        body = self.body(ContestSerializer)
        count("hand-in", who=f"match:{match.pk}")
        seat = seat_spoken_for(self.actor, match, letter=body.get("seat"))
        results = Result.objects.filter(match=match).select_related("match__event")
        counting = match.games.filter(number=body["game"]).values("result")
        contest_result(get_object_or_404(results, pk__in=counting), actor=self.actor, seat=seat)
        return Response(status=204)


class SubmissionRows(Rows):
    """The versions that somebody may see."""

    queryset = Submission.objects.none()
    serializer_class = SubmissionInFullSerializer

    def get_queryset(self) -> QuerySet[Submission]:
        if getattr(self, "swagger_fake_view", False):
            return Submission.objects.none()
        shown = Submission.objects.filter(match__event__in=visible_events(self.actor))
        return shown.select_related(
            "seat", "match__event__club", "match__round__stage__event__club"
        )


class Submissions(SubmissionRows):
    """One version with its record, what the rules say about it and who confirmed it."""

    needs_client_key = {"take_rules"}
    permissions = {
        "retrieve": "see_submission",
        "confirm": "confirm_result",
        "object_to": "object_to_result",
        "take_rules": "take_rules_result",
    }

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return shown_in_full(self.get_object())

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], url_path="confirmations")
    def confirm(self, request: Request, **kwargs: Any) -> Response:
        """Say, as another player of the match, that a version is right. Repeats change nothing."""
        submission = self.get_object()
        body = self.body(ConfirmSerializer)
        count("hand-in", who=f"match:{submission.match_id}")
        seat = seat_spoken_for(self.actor, submission.match, letter=body.get("seat"))
        confirm_submission(submission, actor=self.actor, seat=seat, digest=body["digest"])
        return shown_in_full(submission)

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], url_path="dissents")
    def object_to(self, request: Request, **kwargs: Any) -> Response:
        """Say, as a player of the match, that a version is wrong. It calls the officials.

        Where it counts already, its result is contested. Repeats change nothing.
        """
        submission = self.get_object()
        body = self.body(ConfirmSerializer)
        count("hand-in", who=f"match:{submission.match_id}")
        seat = seat_spoken_for(self.actor, submission.match, letter=body.get("seat"))
        dissent(submission, actor=self.actor, seat=seat, digest=body["digest"])
        return shown_in_full(submission)

    @extend_schema(
        request=SeatChoiceSerializer,
        responses={200: SubmissionInFullSerializer, 201: SubmissionInFullSerializer},
    )
    @action(detail=True, methods=["post"], url_path="take-rules")
    def take_rules(self, request: Request, **kwargs: Any) -> Response:
        """Hand in the same record with the scores that the rules give.

        A new version without claimed scores, for the side that handed in the record; refused for
        others, and for a version without a record. 201, or 200 for the same `client_key` again.
        """
        submission = self.get_object()
        body = self.body(SeatChoiceSerializer)
        match = submission.match
        count("hand-in", who=f"match:{match.pk}")
        seat = seat_spoken_for(self.actor, match, letter=body.get("seat"))
        taken, is_new = submit_once(
            match,
            as_the_rules_give(submission, seat=seat),
            actor=self.actor,
            seat=seat,
            client_key=self.key_of_row(),
        )
        return shown_in_full(taken, is_new=is_new)
