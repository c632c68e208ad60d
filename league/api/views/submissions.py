"""What is handed in for a match: versions, and what players do with them."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.examples import HAND_IN, HAND_IN_FIGURES
from league.api.keys import stored_key
from league.api.matches import MatchRows
from league.api.rows import Rows
from league.api.submissions import (
    ConfirmSerializer,
    HandInSerializer,
    KeySerializer,
    SubmissionInFullSerializer,
    SubmissionQuerySerializer,
    SubmissionSerializer,
)
from league.events.queries import entry_names
from league.models import Match, Seat, Submission
from league.permissions import Actor, seats_of, visible_events
from league.results.queries import digests_counting, versions_of
from league.results.services.confirmations import confirm_submission
from league.results.services.submissions import HandIn, as_the_rules_give, submit_once
from league.throttle import count


def version_context(match: Match) -> dict[str, object]:
    return {"names": entry_names(match.event), "counting": digests_counting(match)}


def seat_spoken_for(actor: Actor, match: Match, *, letter: str | None) -> Seat:
    """The one that is named, or the only one."""
    seats = seats_of(actor, match)
    seat = seats.filter(letter=letter).first() if letter else seats.first()
    if seat is None:
        raise PermissionDenied
    return seat


def shown_in_full(submission: Submission, *, is_new: bool = False) -> Response:
    match = submission.match
    versions = versions_of(match, game=submission.game)
    version = next(each for each in versions if each.submission.pk == submission.pk)
    told = SubmissionInFullSerializer(version, context=version_context(match))
    return Response(told.data, status=201 if is_new else 200)


class MatchSubmissions(MatchRows):
    """The versions handed in for a match."""

    permissions = {
        "submissions": "see_match",
        "hand_in": "hand_in",
    }

    @extend_schema(
        parameters=[SubmissionQuerySerializer], responses=SubmissionSerializer(many=True)
    )
    @action(detail=True, url_name="list", filter_backends=[])
    def submissions(self, request: Request, **kwargs: Any) -> Response:
        """In the order of acting."""
        match = self.get_object()
        asked = SubmissionQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        page = self.paginate_queryset(versions_of(match, **asked.validated_data))
        told = SubmissionSerializer(page, many=True, context=version_context(match))
        return self.get_paginated_response(told.data)

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
        """Hand in a version, as a player of the match. A repeat is answered with 200."""
        match = self.get_object()
        given = self.given(HandInSerializer)
        count("hand-in", who=f"match:{match.pk}")
        seat = seat_spoken_for(self.actor, match, letter=given.pop("seat", None))
        key = stored_key(request, given.pop("client_key"))
        if basis := given.pop("basis", None):
            given["basis"] = get_object_or_404(match.submissions, pk=basis)
        said = HandIn(**{**given, "absent": frozenset(given["absent"])})
        submission, is_new = submit_once(match, said, actor=self.actor, seat=seat, client_key=key)
        return shown_in_full(submission, is_new=is_new)


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

    permissions = {
        "retrieve": "see_submission",
        "confirm": "confirm_result",
        "take_rules": "take_rules_result",
    }

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return shown_in_full(self.get_object())

    @extend_schema(request=ConfirmSerializer)
    @action(detail=True, methods=["post"], url_path="confirmations")
    def confirm(self, request: Request, **kwargs: Any) -> Response:
        """Say, as another player of the match, that a version is right. Repeats change nothing."""
        submission = self.get_object()
        given = self.given(ConfirmSerializer)
        count("hand-in", who=f"match:{submission.match_id}")
        seat = seat_spoken_for(self.actor, submission.match, letter=given.get("seat"))
        confirm_submission(submission, actor=self.actor, seat=seat, digest=given["digest"])
        return shown_in_full(submission)

    @extend_schema(
        request=KeySerializer,
        responses={200: SubmissionInFullSerializer, 201: SubmissionInFullSerializer},
    )
    @action(detail=True, methods=["post"], url_path="take-rules")
    def take_rules(self, request: Request, **kwargs: Any) -> Response:
        """Hand in the same record with the scores that the rules give."""
        submission = self.get_object()
        given = self.given(KeySerializer)
        match = submission.match
        count("hand-in", who=f"match:{match.pk}")
        seat = seat_spoken_for(self.actor, match, letter=given.get("seat"))
        taken, is_new = submit_once(
            match,
            as_the_rules_give(submission, seat=seat),
            actor=self.actor,
            seat=seat,
            client_key=stored_key(request, given["client_key"]),
        )
        return shown_in_full(taken, is_new=is_new)
