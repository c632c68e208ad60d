"""Rounds at the desk: drafted, edited, published, closed, and each step back; and their clock.

Their tables are in `matches`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.events import EventRows
from league.api.rows import IdField, Rows, VersionField
from league.events.queries.entries import entry_names
from league.events.queries.events import current_stage
from league.events.queries.forfeits import ForfeitShown, forfeits_shown
from league.events.queries.remark_texts import Stored, told_of
from league.events.services import clock, rounds
from league.events.services.drafts import let_sit_out, swap_entries, unlock_tables
from league.events.settings_rules import GAME_SETTINGS
from league.models import Bye, Event, Round
from league.permissions import Actor, may, visible_events

ALLOWANCES = ("allow_repeats", "drop_keep_apart")
Names = Mapping[str, str]
_CLOCK = {
    "start": clock.start_clock,
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "reset": clock.reset_clock,
}


class RemarkSerializer(serializers.Serializer):
    """Something to know about a pairing, by its code (docs: algorithms) and in words."""

    code = serializers.CharField()
    entries = serializers.ListField(child=IdField())
    gaps = serializers.DictField(child=serializers.IntegerField())
    text = serializers.SerializerMethodField(
        help_text="A sentence in the language of the request, with the names of `entries`; empty "
        "for a code that only programs need"
    )

    def get_text(self, remark: Stored) -> str:
        return str(told_of(remark, self.context["names"]))


class ByeSerializer(serializers.ModelSerializer):
    name = serializers.SerializerMethodField()

    class Meta:
        model = Bye
        fields = ["entry", "name", "kind"]
        read_only_fields = fields

    def get_name(self, bye: Bye) -> str:
        names: Names = self.context["names"]
        return names[bye.entry_id]


class LeaverSerializer(serializers.Serializer):
    entry = IdField()
    name = serializers.CharField()


def _told(people: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"entry": entry, "name": name} for entry, name in people]


class ForfeitSerializer(serializers.Serializer):
    """A game of the schedule that is not played: somebody is away, or has left the event."""

    winner = IdField(allow_null=True, help_text="The entry; null if both are away")
    name = serializers.CharField(allow_blank=True, help_text="Of the winner")
    withdrawn = LeaverSerializer(many=True, help_text="Who has left")
    absent = LeaverSerializer(many=True, help_text="Who is away from this round alone")


class OwnGameSerializer(serializers.ModelSerializer):
    """Another game than the event's; what begins with `other_` is for one without a referee."""

    class Meta:
        model = Round
        fields = GAME_SETTINGS
        extra_kwargs = {"game": {"required": True}}


class DraftSerializer(serializers.Serializer):
    """`own_game`: if this round plays another game than the event."""

    own_game = OwnGameSerializer(required=False, allow_null=True, default=None)


class RoundSerializer(serializers.ModelSerializer):
    """A round without its tables. `remarks` are for officials; null for others."""

    event = IdField(source="event_id", read_only=True)
    byes = serializers.SerializerMethodField(help_text="Who sits out, and does not win by that")
    forfeits = serializers.SerializerMethodField(
        help_text="Won because the opponent is away, or has left"
    )
    remarks = serializers.SerializerMethodField()
    name = serializers.CharField(read_only=True, help_text="Quarter-finals; empty: it has none")
    refusal_code = serializers.SerializerMethodField(help_text="Why it cannot be drawn")
    own_game = serializers.SerializerMethodField(help_text="Null if it plays the event's game")

    class Meta:
        model = Round
        fields = [
            *(
                "id",
                "event",
                "number",
                "name",
                "status",
                "draw",
                "draw_progress",
                "is_edited",
                "version",
            ),
            *("length_s", "clock_started_at", "clock_paused_at", "clock_added_s"),
            *(
                "published_at",
                "closed_at",
                "byes",
                "forfeits",
                "remarks",
                "refusal_code",
                "own_game",
            ),
        ]
        read_only_fields = fields

    @extend_schema_field(ByeSerializer(many=True))
    def get_byes(self, round_: Round) -> object:
        winners = {forfeit.winner for forfeit in self._forfeits(round_)}
        byes = [bye for bye in round_.byes.all() if bye.entry_id not in winners]
        return ByeSerializer(byes, many=True, context=self.context).data

    @extend_schema_field(ForfeitSerializer(many=True))
    def get_forfeits(self, round_: Round) -> object:
        return [
            {
                "winner": forfeit.winner or None,
                "name": forfeit.name,
                "withdrawn": _told(forfeit.leavers),
                "absent": _told(forfeit.absent),
            }
            for forfeit in self._forfeits(round_)
        ]

    def _forfeits(self, round_: Round) -> Sequence[ForfeitShown]:
        """Of all rounds of a stage at once."""
        known: dict[str, Mapping[str, Sequence[ForfeitShown]]] = self.context["forfeits"]
        if round_.stage_id not in known:
            stage = round_.stage
            rounds = stage.rounds.all() if stage.format.strikes_leavers else ()
            known[stage.pk] = forfeits_shown(stage, list(rounds), names=self.context["names"])
        return known[round_.stage_id].get(round_.pk, ())

    @extend_schema_field(RemarkSerializer(many=True, allow_null=True))
    def get_remarks(self, round_: Round) -> object:
        if not self.context["is_official"]:
            return None
        return RemarkSerializer(round_.remarks, many=True, context=self.context).data

    @extend_schema_field(OwnGameSerializer(allow_null=True))
    def get_own_game(self, round_: Round) -> object:
        return OwnGameSerializer(round_).data if round_.plays_own_game else None

    def get_refusal_code(self, round_: Round) -> str | None:
        return round_.refusal.get("code") if self.context["is_official"] else None


class VersionSerializer(serializers.Serializer):
    """The version that was read: whoever comes second is told."""

    version = VersionField()


class RedrawSerializer(VersionSerializer):
    allowances = serializers.ListField(
        child=serializers.ChoiceField(choices=ALLOWANCES), required=False, default=list
    )


class SwapSerializer(VersionSerializer):
    first = IdField()
    second = IdField()


class SitOutSerializer(VersionSerializer):
    entry = IdField()


class ClockSerializer(serializers.Serializer):
    do = serializers.ChoiceField(choices=["start", "pause", "resume", "reset"])


class LengthSerializer(serializers.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=24 * 60, allow_null=True)


class MoreTimeSerializer(serializers.Serializer):
    """For the whole round, or for one of its tables."""

    minutes = serializers.IntegerField(min_value=1, max_value=24 * 60)
    match = IdField(required=False)


def round_context(actor: Actor, event: Event) -> dict[str, object]:
    return {
        "names": entry_names(event),
        "is_official": may(actor, "see_as_official", event),
        "forfeits": {},  # by stage, once they are asked for
    }


class EventRounds(EventRows):
    """The rounds of an event; drafts only for officials."""

    permissions = {"rounds": "see_event", "draft": "draft_round"}

    @extend_schema(responses=RoundSerializer(many=True))
    @action(detail=True, url_name="list", filter_backends=[])
    def rounds(self, request: Request, **kwargs: Any) -> Response:
        event = self.get_object()
        context = round_context(self.actor, event)
        rounds = Round.objects.filter(stage__event=event).order_by("stage__order", "number")
        if not context["is_official"]:
            rounds = rounds.exclude(status=Round.Status.DRAFT)
        rounds = rounds.select_related("stage").prefetch_related("byes")
        return self.paged(rounds, RoundSerializer, context)

    @extend_schema(request=DraftSerializer, responses={201: RoundSerializer})
    @rounds.mapping.post
    def draft(self, request: Request, **kwargs: Any) -> Response:
        """Have the next round drawn. Read it again until its `draw` is no longer `wanted`."""
        event = self.get_object()
        body = self.body(DraftSerializer)
        draft = rounds.draft_round(current_stage(event), actor=self.actor, **body)
        context = round_context(self.actor, event)
        return Response(RoundSerializer(draft, context=context).data, status=201)


class RoundRows(Rows):
    """Whatever is addressed by the id of a round, or below it."""

    queryset = Round.objects.none()
    serializer_class = RoundSerializer

    def get_queryset(self) -> QuerySet[Round]:
        if getattr(self, "swagger_fake_view", False):
            return Round.objects.none()
        shown = Round.objects.filter(stage__event__in=visible_events(self.actor))
        return shown.select_related("stage__event__club").prefetch_related("byes")


class Rounds(RoundRows):
    """One round; its tables are at its matches."""

    permissions = {
        "retrieve": "see_round",
        "destroy": "discard_draft",
        "redraw": "redraw_round",
        "swap": "swap_entries",
        "sit_out": "let_sit_out",
        "unlock": "lock_table",
        "publish": "publish_round",
        "withdraw": "withdraw_round",
        "close": "close_round",
        "reopen": "reopen_round",
        "clock": "run_clock",
        "length": "run_clock",
        "more_time": "run_clock",
    }

    def _shown(self) -> Response:
        round_ = self.get_object()
        context = round_context(self.actor, round_.stage.event)
        return Response(RoundSerializer(round_, context=context).data)

    def retrieve(self, request: Request, **kwargs: Any) -> Response:
        return self._shown()

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, **kwargs: Any) -> Response:
        """Throw a draft away."""
        rounds.discard_draft(self.get_object(), actor=self.actor)
        return Response(status=204)

    @extend_schema(request=RedrawSerializer)
    @action(detail=True, methods=["post"])
    def redraw(self, request: Request, **kwargs: Any) -> Response:
        """Draw a drafted round again.

        With other lots; locked tables stay. Read the round again until its `draw` is no longer
        `wanted`. 409 for an old `version`, or if it was published meanwhile.
        """
        self.do(rounds.redraw_round, RedrawSerializer)
        return self._shown()

    @extend_schema(request=SwapSerializer)
    @action(detail=True, methods=["post"])
    def swap(self, request: Request, **kwargs: Any) -> Response:
        """Two entries of a draft change places."""
        self.do(swap_entries, SwapSerializer)
        return self._shown()

    @extend_schema(request=SitOutSerializer)
    @action(detail=True, methods=["post"], url_path="sit-out")
    def sit_out(self, request: Request, **kwargs: Any) -> Response:
        """Give an entry a half-point bye in a drafted round.

        The round is drawn again without it: read it until its `draw` is no longer `wanted`.
        Refused for an entry that is not checked in; 409 if the round was published meanwhile.
        DELETE `/entries/{id}/byes/{round}` takes the bye back.
        """
        self.do(let_sit_out, SitOutSerializer)
        return self._shown()

    @extend_schema(request=VersionSerializer)
    @action(detail=True, methods=["post"])
    def unlock(self, request: Request, **kwargs: Any) -> Response:
        """Unlock all tables of a drafted round and draw it again.

        Read the round again until its `draw` is no longer `wanted`. 409 for an old `version`, or
        if it was published meanwhile.
        """
        self.do(unlock_tables, VersionSerializer)
        return self._shown()

    @extend_schema(request=VersionSerializer)
    @action(detail=True, methods=["post"])
    def publish(self, request: Request, **kwargs: Any) -> Response:
        """Publish a drafted round.

        Everybody sees its tables, and those who play are told. Refused until it is drawn, and if
        somebody at its tables is no longer here; 409 for an old `version`. `POST
        /rounds/{id}/withdraw` takes it back.
        """
        self.do(rounds.publish_round, VersionSerializer)
        return self._shown()

    @extend_schema(request=VersionSerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, **kwargs: Any) -> Response:
        """Take a published round back to a draft.

        Its tables stay, and its clock is reset. Refused once something was handed in or players
        spoke about another day, and while there is a draft of the next round. `POST
        /rounds/{id}/publish` publishes it again.
        """
        self.do(rounds.withdraw_round, VersionSerializer)
        return self._shown()

    @extend_schema(request=VersionSerializer)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, **kwargs: Any) -> Response:
        """All results are in."""
        self.do(rounds.close_round, VersionSerializer)
        return self._shown()

    @extend_schema(request=VersionSerializer)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, **kwargs: Any) -> Response:
        """Reopen a closed round.

        It is being played again, and its results stay. Refused once a later round is published:
        correct the results instead. `POST /rounds/{id}/close` closes it again.
        """
        self.do(rounds.reopen_round, VersionSerializer)
        return self._shown()

    @extend_schema(request=ClockSerializer)
    @action(detail=True, methods=["post"])
    def clock(self, request: Request, **kwargs: Any) -> Response:
        """Start, pause, resume or reset the clock of a round.

        Refused if the round is not being played or has no length, and for a step that does not
        fit, such as pausing a clock that stands. A reset also takes back time that was added.
        """
        round_ = self.get_object()
        _CLOCK[self.body(ClockSerializer)["do"]](round_, actor=self.actor)
        return self._shown()

    @extend_schema(request=LengthSerializer)
    @action(detail=True, methods=["post"])
    def length(self, request: Request, **kwargs: Any) -> Response:
        """How long the round is; null: it has no clock."""
        self.do(clock.set_length, LengthSerializer)
        return self._shown()

    @extend_schema(request=MoreTimeSerializer)
    @action(detail=True, methods=["post"], url_path="more-time")
    def more_time(self, request: Request, **kwargs: Any) -> Response:
        """More time for the whole round, or for one table."""
        round_ = self.get_object()
        wanted = self.body(MoreTimeSerializer)
        match = wanted.get("match")
        clock.add_time(
            round_,
            actor=self.actor,
            seconds=60 * wanted["minutes"],
            match=get_object_or_404(round_.matches, pk=match) if match else None,
        )
        return self._shown()
