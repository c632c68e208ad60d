"""Matches: the tables of a round, and the scores that officials enter for them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.access import MOST_CHARACTERS, stored_key
from league.api.rounds import Names, RoundRows, VersionSerializer
from league.api.rows import Rows, VersionField, asked
from league.events.queries.entries import entry_names
from league.events.queries.tables import matches_of
from league.events.services.drafts import lock_table
from league.models import Match, Result, Round, Submission
from league.permissions import visible_events
from league.results.queries import seating_of, seats_at
from league.results.seating import letters_by_entry
from league.results.services.entered_scores import TypedSlip, clear_result, enter_scores
from league.results.sides import Mark, read_mark

_LONGEST_MARK = 8
_MOST_FIGURE = 999_999


class SideSerializer(serializers.Serializer):
    """An entry at a table; `seats` are the letters of its seats."""

    entry = serializers.CharField()
    name = serializers.CharField()
    seats = serializers.CharField()


class ScoreSerializer(serializers.Serializer):
    """An entry's part of a result; `score` is null for a forfeit."""

    entry = serializers.CharField()
    rank = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    forfeited = serializers.BooleanField()


class GameSerializer(serializers.Serializer):
    """A game of a match with the result that counts."""

    number = serializers.IntegerField()
    ground = serializers.ChoiceField(source="result.ground", choices=Result.Ground.choices)
    grade = serializers.ChoiceField(source="result.grade", choices=Result.Grade.choices)
    entered_at = serializers.DateTimeField(source="result.at")
    scores = ScoreSerializer(many=True, source="result.sides")


class MatchSerializer(serializers.ModelSerializer):
    """A table of a round, with its seats and the results that count.

    `grade`: how sure an accepted one is (verified, kept, confirmed, at_table, entered by an
    official, ruled); else empty. The last four are of results that were only typed.
    `is_contested`: somebody who sat there says that a result that counts is wrong.
    `group`: of those who sit there; empty where there are no groups.
    """

    group = serializers.SerializerMethodField()
    sides = serializers.SerializerMethodField()
    games = GameSerializer(many=True, read_only=True)

    class Meta:
        model = Match
        fields = [
            *("id", "event", "round", "table", "group", "state", "grade"),
            *("is_contested", "is_locked", "added_s"),
            *("version", "sides", "games"),
        ]
        read_only_fields = fields

    def get_group(self, match: Match) -> str:
        groups: Mapping[str, str] = self.context["groups"]
        return next((groups.get(seat.entry_id, "") for seat in seats_at(match)), "")

    @extend_schema_field(SideSerializer(many=True))
    def get_sides(self, match: Match) -> object:
        names: Names = self.context["names"]
        letters = letters_by_entry(seating_of(match))
        return [
            {"entry": entry, "name": names[entry], "seats": seats}
            for entry, seats in letters.items()
        ]


class MatchQuerySerializer(serializers.Serializer):
    """What the list of tables is narrowed by."""

    state = serializers.ChoiceField(choices=Match.State.choices, required=False)
    grade = serializers.ChoiceField(choices=Result.Grade.choices, required=False)


class LockSerializer(VersionSerializer):
    is_locked = serializers.BooleanField()


@extend_schema_field(
    {"oneOf": [{"type": "integer"}, {"type": "string", "maxLength": _LONGEST_MARK}]}
)
class MarkField(serializers.Field):
    """What an official types: 18, "18+" above equal scores, a place, "x" for a forfeit."""

    default_error_messages = {"mark": _("A score is a number like 18, 18+, or x.")}

    def to_internal_value(self, data: Any) -> Mark:
        typed = data if isinstance(data, str) else str(data) if type(data) is int else ""
        mark = read_mark(typed) if len(typed) <= _LONGEST_MARK else None
        if mark is None:
            self.fail("mark")
        return mark


class FiguresField(serializers.DictField):
    """Final figures of a game, by entry, then by the names that `tally` gives them."""

    child = serializers.DictField(
        child=serializers.IntegerField(min_value=-_MOST_FIGURE, max_value=_MOST_FIGURE)
    )


class ScoresSerializer(serializers.Serializer):
    """What every entry at the table got. The same `client_key` again changes nothing.

    `scores` of everybody; or the `figures` that `tally` asks for, with the score `x` of those who
    did not come. What the game cannot come to is refused, as from a phone. A result that was
    verified, confirmed or ruled, or stands in a closed round, is replaced by a ruling: without
    `reason`, `version` and `confirmed` the answer is 422 `needs-reason`. What it would change is
    told by `rulings/preview`.
    """

    client_key = serializers.CharField(max_length=MOST_CHARACTERS)
    scores = serializers.DictField(child=MarkField(), default=dict, help_text="By entry")
    figures = FiguresField(default=dict, help_text="By entry")
    termination = serializers.ChoiceField(
        choices=Submission.Termination.choices, default=Submission.Termination.NORMAL
    )
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    version = VersionField(required=False)
    reason = serializers.CharField(
        max_length=500, allow_blank=True, default="", help_text="Why it is replaced; public"
    )
    confirmed = serializers.BooleanField(
        default=False, help_text="What it replaces and changes was seen"
    )


class ClearSerializer(serializers.Serializer):
    game = serializers.IntegerField(min_value=1, max_value=5, default=1)
    version = VersionField(required=False)


class RoundMatches(RoundRows):
    """The tables of a round."""

    permissions = {"matches": "see_round"}

    @extend_schema(parameters=[MatchQuerySerializer], responses=MatchSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def matches(self, request: Request, **kwargs: Any) -> Response:
        """In the order of the tables."""
        round_ = self.get_object()
        matches = matches_of([round_]).filter(**asked(MatchQuerySerializer, request))
        context = {"names": entry_names(round_.stage.event), "groups": round_.stage.groups}
        return self.paged(matches, MatchSerializer, context)


class MatchRows(Rows):
    """Whatever is addressed by the id of a match, or below it."""

    queryset = Match.objects.none()
    serializer_class = MatchSerializer

    def get_queryset(self) -> QuerySet[Match]:
        if getattr(self, "swagger_fake_view", False):
            return Match.objects.none()
        rounds = Round.objects.filter(stage__event__in=visible_events(self.actor))
        return matches_of(rounds).select_related("event__club", "round__stage__event__club")


class Matches(MatchRows):
    """One table of a round."""

    permissions = {
        "retrieve": "see_match",
        "scores": "enter_result",
        "clear": "take_back_result",
        "lock": "lock_table",
    }

    def _shown(self) -> Response:
        match = self.get_object()
        context = {"names": entry_names(match.event), "groups": match.round.stage.groups}
        return Response(MatchSerializer(match, context=context).data)

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return self._shown()

    @extend_schema(request=ScoresSerializer)
    @action(detail=True, methods=["post"])
    def scores(self, request: Request, **kwargs: Any) -> Response:
        """Enter or correct what every entry got; it counts at once."""
        match = self.get_object()
        body = self.body(ScoresSerializer)
        slip = TypedSlip(
            body["scores"],
            figures=body["figures"],
            termination=body["termination"],
            game=body["game"],
        )
        enter_scores(
            match,
            slip,
            actor=self.actor,
            client_key=stored_key(request, body["client_key"]),
            version=body.get("version"),
            reason=body["reason"] if body["confirmed"] else "",
        )
        return self._shown()

    @extend_schema(request=ClearSerializer)
    @action(detail=True, methods=["post"])
    def clear(self, request: Request, **kwargs: Any) -> Response:
        """Take back what an official entered: the table is open again.

        What was verified, confirmed or ruled is 422 `needs-ruling`: have the game played again.
        """
        self.do(clear_result, ClearSerializer)
        return self._shown()

    @extend_schema(request=LockSerializer)
    @action(detail=True, methods=["post"])
    def lock(self, request: Request, **kwargs: Any) -> Response:
        """Keep a table of a draft as it is when the round is drawn again, or let it go."""
        self.do(lock_table, LockSerializer)
        return self._shown()
