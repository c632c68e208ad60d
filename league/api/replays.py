"""Replays: a record turn by turn, its positions, and what else could have been played."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import caller_of
from league.api.submissions import SubmissionRows
from league.api.verdicts import FindingSerializer
from league.events.queries.replays import analysis_shown, drawing_of, position_of, told_of
from league.models import Submission
from league.results.queries import verdict_told
from league.results.replays import RecordTold
from league.results.services.analysis import ask_analysis
from league.results.services.verification import verdict_stored
from league.said import sentences
from league.throttle import count

STATES = ["none", "closed", "open", "running", "parked", "done"]
_LONGEST_NUMBER = 4


class AsideSerializer(serializers.Serializer):
    seat = serializers.CharField()
    words = serializers.CharField()
    line = serializers.IntegerField()


class TurnSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.IntegerField(help_text="Of the record")
    seat = serializers.CharField()
    words = serializers.CharField(help_text="In canonical form, without seat and claim")
    claimed = serializers.CharField(help_text="Empty: nothing")
    points = serializers.CharField(help_text="As a claim says it; empty: it brings none")
    differs = serializers.BooleanField(help_text="The claim from the points")
    scores = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of the sides, after it"
    )
    asides = AsideSerializer(many=True, help_text="What follows and is no turn, such as draws")


class TriedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    line = serializers.IntegerField()
    seat = serializers.CharField()
    words = serializers.CharField()


class TurningSerializer(serializers.Serializer):
    move = serializers.IntegerField()
    side = serializers.IntegerField(help_text="Its place in `sides`, from 0")
    points = serializers.IntegerField(
        help_text="By which it leads then; of a swing, what it gained on the best of the others"
    )


class ReplaySerializer(serializers.Serializer):
    """A record that cannot be played has no sides and turns, and findings that say why."""

    game = serializers.CharField(source="verdict.game", allow_null=True)
    variant = serializers.CharField(source="verdict.variant", allow_null=True)
    players = serializers.IntegerField(source="verdict.players", allow_null=True)
    rules_version = serializers.IntegerField(source="verdict.rules_version", allow_null=True)
    status = serializers.CharField(
        source="verdict.status", help_text="complete, unfinished, illegal, unreadable"
    )
    sides = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Their seats"
    )
    scores = serializers.ListField(child=serializers.IntegerField(), help_text="At the start")
    asides = AsideSerializer(many=True, help_text="Before the first turn")
    turns = TurnSerializer(many=True)
    left_out = serializers.IntegerField(help_text="Turns beyond those that are listed")
    leads = TurningSerializer(many=True, source="course.leads", help_text="Each change of the lead")
    swing = TurningSerializer(
        allow_null=True, source="course.swing", help_text="The turn that changed most"
    )
    tried = TriedSerializer(allow_null=True, help_text="What breaks a rule, after the last turn")
    findings = serializers.SerializerMethodField()

    @extend_schema_field(FindingSerializer(many=True))
    def get_findings(self, replay: RecordTold) -> object:
        return verdict_told(verdict_stored(replay.verdict))["findings"]


class PositionSerializer(serializers.Serializer):
    move = serializers.IntegerField()
    description = serializers.CharField(help_text="In words, in the reader's language")
    figures = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="By side: what it would write down as the game stands",
    )
    drawing = serializers.CharField(help_text="SVG")


class TurnAnalysedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    lawful = serializers.IntegerField(help_text="Lawful moves; 1001: more than 1000")
    ways = serializers.IntegerField(help_text="To lay what was laid; 0: it brings no points")
    points = serializers.IntegerField()
    best = serializers.IntegerField(help_text="The most that one of the ways brings")
    best_words = serializers.CharField(help_text="That way; empty: none brings more")
    is_open = serializers.BooleanField(help_text="The hand is known, and all of it is compared")


class AnalysisSerializer(serializers.Serializer):
    """`closed`: its round is still played. `open`: it can be asked for. `none`: no record."""

    state = serializers.ChoiceField(choices=STATES)
    percent = serializers.IntegerField()
    turns = TurnAnalysedSerializer(many=True)


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
            "description": sentences(position.described),
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
