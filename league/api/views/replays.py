"""Replays: a record turn by turn, its positions, and what else could have been played."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import caller_of
from league.api.replays import AnalysisSerializer, PositionSerializer, ReplaySerializer
from league.api.views.submissions import SubmissionRows
from league.events.queries.analyses import analysis_shown
from league.events.queries.replays import drawing_of, position_of, told_of
from league.models import Submission
from league.results.services.analysis import ask_analysis
from league.throttle import count

_LONGEST_NUMBER = 4


class Replays(SubmissionRows):
    """What can be looked at in the record of a version."""

    permissions = {
        "replay": "see_submission",
        "position": "see_submission",
        "analysis": "see_submission",
        "analyse": "see_submission",
    }

    @extend_schema(responses=ReplaySerializer)
    @action(detail=True)
    def replay(self, request: Request, **kwargs: Any) -> Response:
        """Every turn with its points and the scores after it."""
        return Response(ReplaySerializer(told_of(self._record())).data)

    @extend_schema(responses=PositionSerializer)
    @action(detail=True, url_path=rf"positions/(?P<move>\d{{1,{_LONGEST_NUMBER}}})")
    def position(self, request: Request, move: str, **kwargs: Any) -> Response:
        """The position after a turn; 0 is the start."""
        record = self._record()
        number, found = int(move), told_of(record)
        if not found.is_playable or number > found.last:
            raise Http404
        position = position_of(record, move=number)
        shown = {
            "move": number,
            "description": position.description,
            "figures": position.figures,
            "drawing": drawing_of(record, move=number),
        }
        return Response(PositionSerializer(shown).data)

    @extend_schema(responses=AnalysisSerializer)
    @action(detail=True)
    def analysis(self, request: Request, **kwargs: Any) -> Response:
        """What else could have been played, once the round is closed and somebody asked."""
        return _analysis(self.get_object())

    @extend_schema(request=None, responses=AnalysisSerializer)
    @analysis.mapping.post
    def analyse(self, request: Request, **kwargs: Any) -> Response:
        """Want a game analysed. Repeats change nothing."""
        submission = self.get_object()
        count("analysis", who=caller_of(request))
        ask_analysis(submission, actor=self.actor)
        return _analysis(submission)

    def _record(self) -> str:
        submission: Submission = self.get_object()
        if not submission.record:
            raise Http404
        return submission.record


def _analysis(submission: Submission) -> Response:
    return Response(AnalysisSerializer(analysis_shown(submission)).data)
