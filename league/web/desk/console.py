"""The organiser's console: one next step, and what else waits, done with one tap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import Stale
from league.events.next_step import EveningFacts, RoundFacts, next_step, round_at_hand
from league.events.queries import events
from league.events.queries.entries import entry_counts
from league.events.queries.namesakes import official_names
from league.events.queries.plans import CautionShown, caution_of
from league.events.queries.wrap_up import WrapUp, wrap_up_of
from league.events.services.lifecycle import mark_wrap_up, retry_work
from league.models import ByeRequest, Call, Entry, Event, Flag, Job, Match, Round, SeatHold, Stage
from league.permissions import Actor
from league.results.services.calls import answer_call
from league.results.services.rulings import accept_handed_in
from league.results.services.seats import answer_request
from league.results.services.verification import mark_flag_seen
from league.standings.queries import rounds_to_play, still_in
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.attention import Attention, attention_of
from league.web.desk.concerns import (
    KINDS,
    Concern,
    LateTables,
    concerns_of,
    late_tables,
    newest_of,
)
from league.web.desk.desk import NO_CHANGE, checked, rounds_at_desk, take_step
from league.web.desk.forms import GameForm, VersionForm
from league.web.desk.score_rows import score_row
from league.web.desk.scores import match_in, score_answer
from league.web.errors import Refusals, refusals_to
from league.web.frames import event_frame, practice_offered

Row = TypeVar("Row")


@dataclass(frozen=True)
class RoundState:
    """A round and its tables without a result."""

    round: Round
    tables: int
    missing: list[int]
    late: list[int]  # nothing came, and time is up or a later round is there
    unconfirmed: list[int]  # missing, but handed in: closing the round accepts them
    contested: list[int]  # a result counts, and somebody says that it is wrong
    is_untouched: bool  # nothing came from any table

    @property
    def done(self) -> int:
        return self.tables - len(self.missing)

    @property
    def facts(self) -> RoundFacts:
        round_ = self.round
        return RoundFacts(
            number=round_.number,
            status=round_.status,
            draw=round_.draw,
            missing=len(self.missing),
            unconfirmed=len(self.unconfirmed),
            awaits_clock=round_.awaits_clock and self.is_untouched,
        )


@dataclass(frozen=True)
class Console:
    """Everything that waits. `next` names the step that comes first."""

    event: Event
    stage: Stage
    rounds: list[RoundState]
    counts: dict[str, int]  # entries by status
    absent: list[str]  # names of those who do not play in the round that is paired next
    parked: Sequence[Job]
    moves: list[events.StepOffered]
    planned: int
    attention: Attention
    stage_to_come: Stage | None = None
    wrap_up: WrapUp | None = None  # after the last round

    @property
    def seen(self) -> str:
        """Another one when the page should be another one."""
        waited = self.attention.waited_min
        return f"{self.event.live_version}-{self.next}-{len(self.parked)}-{waited}"

    @cached_property
    def next(self) -> str:
        return next_step(self._facts)

    @property
    def _facts(self) -> EveningFacts:
        return EveningFacts(
            status=self.event.status,
            rounds=[state.facts for state in self.rounds],
            planned=self.planned,
            here=self.here,
            expected=self.expected,
            is_due=self.event.starts_at <= timezone.now(),
            has_trouble=bool(self.concerns and self.concerns[0].comes_first),
            has_rounds=self.stage.format.has_rounds,
            has_stage_to_come=self.stage_to_come is not None,
            is_closed=self.stage.closed_at is not None,
        )

    @property
    def next_round(self) -> Round:
        """That is drafted next; not stored."""
        return Round(stage=self.stage, number=self.next_number)

    @property
    def is_after_last_round(self) -> bool:
        """All planned rounds are closed, and the event is not in the archive yet."""
        is_played = self.event.status == Event.Status.RUNNING and self.next == "move"
        return is_played or self.event.status == Event.Status.FINISHED

    @property
    def move(self) -> events.StepOffered | None:
        """The usual way on."""
        return self.moves[0] if self.moves else None

    @property
    def applied(self) -> int:
        return self.counts[Entry.Status.APPLIED]

    @property
    def expected(self) -> int:
        return self.counts[Entry.Status.REGISTERED]

    @property
    def here(self) -> int:
        return self.counts[Entry.Status.CHECKED_IN]

    @property
    def caution(self) -> CautionShown | None:
        return caution_of(self.stage, players=self.here + self.expected)

    @property
    def draft(self) -> Round | None:
        drafts = (state.round for state in self.rounds if state.round.status == Round.Status.DRAFT)
        return next(drafts, None)

    @property
    def playing(self) -> list[RoundState]:
        return [state for state in self.rounds if state.round.status == Round.Status.PUBLISHED]

    @property
    def open_tables(self) -> int:
        """Without a result, where every table is a round."""
        return sum(bool(state.missing) for state in self.rounds)

    @property
    def at_hand(self) -> RoundState | None:
        """The round that the next step is about."""
        found = round_at_hand([state.facts for state in self.rounds])
        return next((state for state in self.rounds if found and state.facts == found), None)

    @cached_property
    def concerns(self) -> list[Concern]:
        """What an official has to look at, the most urgent first."""
        late = [LateTables(state.round, state.late) for state in self.playing if state.late]
        return concerns_of(self.attention, late=late)

    @property
    def other_concerns(self) -> list[Concern]:
        """Without the one that comes next anyway."""
        return self.concerns[1:] if self.next == "settle" else self.concerns

    @property
    def rounds_to_close(self) -> list[RoundState]:
        """Without the one that comes next anyway."""
        if not self.stage.format.has_rounds:
            return []
        is_next = self.next == "close"
        return [
            state
            for state in self.playing
            if not (state.missing or state.contested) and not (is_next and state == self.at_hand)
        ]

    @property
    def is_quiet(self) -> bool:
        waits_for_people = self.expected if self.event.status == Event.Status.RUNNING else 0
        lists = (self.absent, self.parked, self.rounds_to_close, self.other_concerns)
        return not (self.applied or waits_for_people or any(lists))

    @property
    def next_number(self) -> int:
        return self.stage.rounds_before + len(self.rounds) + 1

    @property
    def last_number(self) -> int:
        """Of the rounds that are planned."""
        return self.stage.rounds_before + self.planned


def console_of(event: Event, *, reader: Actor) -> Console:
    stage, to_come = events.stage_at_play(event)
    rounds = rounds_at_desk(stage)
    shown = Console(
        event=event,
        stage=stage,
        rounds=_states(rounds),
        counts=entry_counts(event),
        absent=_absent(stage, rounds, reader=reader),
        parked=events.stopped_work(event),
        moves=events.steps_of(event),
        planned=rounds_to_play(stage),
        attention=attention_of(event, reader=reader),
        stage_to_come=to_come,
    )
    return replace(shown, wrap_up=wrap_up_of(event)) if shown.is_after_last_round else shown


def _states(rounds: Sequence[Round]) -> list[RoundState]:
    matches = Match.objects.filter(round__in=rounds).order_by("table")
    tables: dict[str, list[Match]] = {round_.pk: [] for round_ in rounds}
    for match in matches.only("round", "table", "state", "added_s", "is_contested"):
        tables[match.round_id].append(match)
    newest = newest_of(rounds)
    if rounds and not rounds[0].stage.format.has_rounds:
        newest = 0  # a table that was made later has not overtaken the others
    return [_state(round_, tables[round_.pk], newest=newest) for round_ in rounds]


def _state(round_: Round, tables: Sequence[Match], *, newest: int) -> RoundState:
    missing = [match for match in tables if match.state != Match.State.ACCEPTED]
    timed = [(match.table, match.state, match.added_s) for match in tables]
    return RoundState(
        round=round_,
        tables=len(tables),
        missing=[match.table for match in missing],
        late=late_tables(round_, timed, newest=newest),
        unconfirmed=[m.table for m in missing if m.state == Match.State.HANDED_IN],
        contested=[match.table for match in tables if match.is_contested],
        is_untouched=all(match.state in Match.NOTHING_IN for match in tables),
    )


def _absent(stage: Stage, rounds: Sequence[Round], *, reader: Actor) -> list[str]:
    if not stage.format.has_rounds:
        return []
    begun = [round_ for round_ in rounds if round_.status != Round.Status.DRAFT]
    number = max((round_.number for round_ in begun), default=stage.rounds_before) + 1
    asked = ByeRequest.objects.filter(entry__event=stage.event_id, round_number=number).exclude(
        entry__status=Entry.Status.WITHDRAWN
    )
    away = set(asked.values_list("entry", flat=True))
    if not away:
        return []
    names = official_names(stage.event, reader=reader)
    return sorted(names[entry] for entry in away & still_in(stage))


@permitted("watch_console", of=event_named)
def console(request: PageRequest, event: Event) -> HttpResponse:
    context = {
        **_context(request, console_of(event, reader=request.actor)),
        **practice_offered(event),
    }
    return render(request, "desk/console.html", context)


@permitted("watch_console", of=event_named)
def console_live(request: PageRequest, event: Event) -> HttpResponse:
    """A piece of the page; nothing where nothing has changed since it was made."""
    shown = console_of(event, reader=request.actor)
    if request.GET.get("seen") == shown.seen:
        return HttpResponse(status=NO_CHANGE)
    return render(request, "desk/_console.html", _context(request, shown))


def _context(request: PageRequest, shown: Console) -> dict[str, Any]:
    return {
        **event_frame(request, shown.event, tab="console"),
        "console": shown,
        "kinds": KINDS.values(),
    }


@permitted("wrap_up", of=event_named)
@require_POST
def wrap_up_mark(request: PageRequest, event: Event) -> HttpResponse:
    """A step after the last round is done, left out, or neither after all."""
    with refusals_to(request):
        step, state = (request.POST.get(name, "") for name in ("step", "state"))
        mark_wrap_up(event, actor=request.actor, step=step, state=state)
    return redirect("console", event.pk)


@permitted("accept_result", of=event_named)
@require_POST
def table_accept(request: PageRequest, event: Event, match_id: str) -> HttpResponse:
    """What was handed in counts as it is, if it is still what the page showed."""
    match = match_in(event, match_id)

    def step() -> str:
        accept_handed_in(
            match,
            submission_id=request.POST.get("submission", ""),
            actor=request.actor,
            version=checked(VersionForm(request.POST))["version"],
        )
        return _("Table %(table)d is accepted.") % {"table": match.table}

    if request.GET.get("back") != "scores":
        return take_step(request, event, step)
    return _accept_in_row(request, event, match, step)


def _accept_in_row(
    request: PageRequest, event: Event, match: Match, step: Callable[[], str]
) -> HttpResponse:
    """Score entry is answered with the game's own form, as after typing."""
    with Refusals() as refused:
        step()
    row = score_row(match, actor=request.actor)
    game = row.game(GameForm(request.POST).game_number)
    return score_answer(request, event, row, replace(game, error=str(refused)))


@permitted("dismiss_flag", of=event_named)
@require_POST
def flag_seen(request: PageRequest, event: Event, flag_id: str) -> HttpResponse:
    def step() -> str:
        flags = Flag.objects.select_related("match").filter(match__event=event)
        mark_flag_seen(_still_there(flags.filter(pk=flag_id).first()), actor=request.actor)
        return ""

    return take_step(request, event, step)


@permitted("answer_phone", of=event_named)
@require_POST
def hold_answer(request: PageRequest, event: Event, hold_id: str) -> HttpResponse:
    """Let another phone have a seat, or not."""
    hands_over = request.POST.get("answer") == "yes"

    def step() -> str:
        holds = SeatHold.objects.select_related("seat__match").filter(seat__match__event=event)
        hold = _still_there(holds.filter(pk=hold_id).first())
        asker = request.POST.get("asker", "")
        answer_request(hold, actor=request.actor, hands_over=hands_over, asker=asker)
        return _("The other phone has the seat now.") if hands_over else _("The seat stays.")

    return take_step(request, event, step)


@permitted("answer_call", of=event_named)
@require_POST
def call_answer(request: PageRequest, event: Event, call_id: str) -> HttpResponse:
    """An official is on the way to a table, or has settled what it called for."""
    is_settled = request.POST.get("answer") == "settled"

    def step() -> str:
        calls = Call.objects.select_related("match").filter(match__event=event)
        call = _still_there(calls.filter(pk=call_id).first())
        answer_call(call, actor=request.actor, is_settled=is_settled)
        gaps = {"table": call.match.table}
        if is_settled:
            return _("Table %(table)d is settled.") % gaps
        return _("Table %(table)d sees that you are coming.") % gaps

    return take_step(request, event, step)


@permitted("retry_work", of=event_named)
@require_POST
def work_retry(request: PageRequest, event: Event, job_id: str) -> HttpResponse:
    def step() -> str:
        retry_work(event, job_id=job_id, actor=request.actor)
        return _("It is tried again.")

    return take_step(request, event, step)


def _still_there(row: Row | None) -> Row:
    """What a page listed; gone since, or never of this event: the page is an old one."""
    if row is None:
        raise Stale
    return row
