"""Matches: the tables of a round, and the scores that officials enter for them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.protocol import ProblemSerializer
from league.api.rounds import Names, RoundRows, VersionSerializer
from league.api.rows import IdField, Rows, VersionField, asked
from league.errors import LeagueError, problem
from league.events.queries.entries import entry_names
from league.events.queries.tables import matches_of
from league.events.services.drafts import lock_table
from league.models import Match, Result, Round, Submission
from league.permissions import Actor, may, visible_events
from league.results.queries import seating_of, seats_at
from league.results.seating import letters_by_entry
from league.results.services.entered_scores import TypedSlip, clear_result, enter_scores
from league.results.sides import Mark, read_mark

_LONGEST_MARK = 8
MOST_RESULTS = 200  # at once
_MOST_FIGURE = 999_999


class SideSerializer(serializers.Serializer):
    """An entry at a table; `seats` are the letters of its seats."""

    entry = IdField()
    name = serializers.CharField()
    seats = serializers.CharField()


class ScoreSerializer(serializers.Serializer):
    """An entry's part of a result; `score` is null for a forfeit."""

    entry = IdField()
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
    """What every entry at the table got.

    `scores` of everybody; or the `figures` that `tally` asks for, with the score `x` of those who
    did not come. What the game cannot come to is refused, as from a phone. A result that was
    verified, confirmed or ruled, or stands in a closed round, is replaced by a ruling: without
    `reason`, `version` and `confirmed` the answer is 422 `needs-reason`. What it would change is
    told by `rulings/preview`.
    """

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


class RowScoresSerializer(ScoresSerializer):
    """As `scores` of one match, with its id."""

    match = IdField()


class ManyScoresSerializer(serializers.Serializer):
    """Results of a round. Each table is by itself: what is wrong with one holds up no other."""

    results = serializers.ListField(
        child=RowScoresSerializer(), min_length=1, max_length=MOST_RESULTS
    )


class ScoresOutcomeSerializer(serializers.Serializer):
    """What became of one row. `problem` is null where the result counts."""

    index = serializers.IntegerField(help_text="Of the row as it was sent, from 0")
    match = IdField()
    state = serializers.ChoiceField(
        choices=Match.State.choices, allow_null=True, help_text="Null: there is no such match"
    )
    problem = ProblemSerializer(allow_null=True)


class ScoresOutcomesSerializer(serializers.Serializer):
    accepted = serializers.IntegerField()
    refused = serializers.IntegerField()
    outcomes = ScoresOutcomeSerializer(many=True)


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


class RoundScores(RoundRows):
    """The results of a whole round at once."""

    needs_client_key = {"many"}
    permissions = {"many": "enter_result"}

    @extend_schema(request=ManyScoresSerializer, responses=ScoresOutcomesSerializer)
    @action(detail=True, methods=["post"], url_path="scores")
    def many(self, request: Request, **kwargs: Any) -> Response:
        """Enter or correct many results of a round.

        Each counts or is refused by itself: the answer is 200 even if all are refused, so read the
        `problem` of each. What counts already changes nothing. A row that is `confirmed` is for
        those who may rule (403).
        """
        round_ = self.get_object()
        rows = self.body(ManyScoresSerializer)["results"]
        matches = matches_of([round_]).select_related("event__club", "round__stage__event__club")
        known = matches.in_bulk([row["match"] for row in rows])
        outcomes = [
            self._outcome(at, row, match=known.get(row["match"])) for at, row in enumerate(rows)
        ]
        refused = sum(outcome["problem"] is not None for outcome in outcomes)
        told = {"accepted": len(rows) - refused, "refused": refused, "outcomes": outcomes}
        return Response(ScoresOutcomesSerializer(told).data)

    def _outcome(self, at: int, row: dict[str, Any], *, match: Match | None) -> dict[str, Any]:
        told = {"index": at, "match": row["match"], "state": None, "problem": None}
        if match is None:
            said = _("This round has no such match.")
            return told | {"problem": problem(404, code="not-found", detail=said)}
        key = self.stored_key(f"{self.client_key} {match.pk} {row['game']}")
        try:
            _enter(match, row, actor=self.actor, client_key=key)
        except LeagueError as error:
            refusal = problem(error.status, code=error.code, detail=error.message)
            return told | {"state": match.state, "problem": refusal}
        match.refresh_from_db(fields=["state"])
        return told | {"state": match.state}


def _enter(match: Match, sent: Mapping[str, Any], *, actor: Actor, client_key: str) -> None:
    """Only officials replace what is settled; the desk types what was played."""
    if sent["confirmed"] and not may(actor, "rule_match", match):
        raise PermissionDenied
    slip = TypedSlip(
        sent["scores"],
        figures=sent["figures"],
        termination=sent["termination"],
        game=sent["game"],
    )
    enter_scores(
        match,
        slip,
        actor=actor,
        client_key=client_key,
        version=sent.get("version"),
        reason=sent["reason"] if sent["confirmed"] else "",
    )


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

    needs_client_key = {"scores"}
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
        """Enter or correct the result of a match.

        It counts at once; what counts already changes nothing. Once a result is settled or its
        round closed, it takes `reason`, `version` and `confirmed`: else it is 422 `needs-reason`,
        and from a desk token 403. `POST /matches/{id}/clear` takes back what was typed.
        """
        match = self.get_object()
        body = self.body(ScoresSerializer)
        _enter(match, body, actor=self.actor, client_key=self.key_of_row())
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
