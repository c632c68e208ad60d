"""The round desk: its page, the last steps and their way back.

Each step is a plain form. With htmx it answers with the desk as it stands then; without it, by a
redirect to the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.queries.events import stage_at_play
from league.events.queries.namesakes import official_names
from league.events.queries.public import is_open_evening
from league.events.queries.steps import READ, SHOWN, grouped, last_steps, steps_in_words
from league.events.services.game_fit import WrongSetting
from league.events.services.undo import undo_step
from league.models import AuditEntry, Event, Match, Round, Stage
from league.models.columns import number_in
from league.permissions import Actor
from league.standings.queries import rounds_to_play
from league.web.access import PageRequest, permitted
from league.web.addresses import code_address, event_named, qr_svg
from league.web.desk.attention import attention_to
from league.web.desk.concerns import (
    KINDS,
    Concern,
    LateTables,
    concerns_of,
    late_tables,
    newest_of,
    urgencies,
)
from league.web.desk.floor_people import FloorAtDesk, floor_at_desk
from league.web.desk.forms import OwnGameForm
from league.web.desk.tables import RoundAtDesk, TableAtDesk, shown_at_desk
from league.web.frames import event_frame

NO_CHANGE = 204
# Cards that need nobody now: what came in before what is awaited, the finished last.
_STATES = Match.State
_REST: list[str] = [
    *(_STATES.DISPUTED, _STATES.CONTRADICTED, _STATES.HANDED_IN),
    *(_STATES.PLAYING, _STATES.WAITING, _STATES.ACCEPTED),
]


class FirstStep(NamedTuple):
    """What comes first at the desk: the one primary action of the page."""

    kind: str  # settle, publish, clock, enter, close, draft; empty: nothing to press
    round_id: str = ""


@dataclass(frozen=True)
class Desk:
    event: Event
    stage: Stage
    rounds: list[Round]  # all of them, by number
    draft: RoundAtDesk | None
    playing: list[RoundAtDesk]  # published, not closed; the newest first
    concerns: list[Concern]  # the most urgent first
    stage_to_come: Stage | None = None
    floor: FloorAtDesk | None = None  # of an open evening

    @property
    def seen(self) -> str:
        """Another one when the page should be another one."""
        return _seen(self.event, sum(len(c.tables) for c in self.concerns if c.kind == "late"))

    @cached_property
    def planned(self) -> int:
        return rounds_to_play(self.stage)

    @property
    def last_number(self) -> int:
        """Of the rounds that are planned."""
        return self.stage.rounds_before + self.planned

    @property
    def next_number(self) -> int | None:
        """The round that can be drafted now."""
        is_running = self.event.status == Event.Status.RUNNING
        if not self.stage.format.has_rounds:
            return None
        has_room = len(self.rounds) < 2 or self.rounds[-2].status == Round.Status.CLOSED
        if not is_running or self.draft or not has_room or len(self.rounds) >= self.planned:
            return None
        return self.stage.rounds_before + len(self.rounds) + 1

    @property
    def next_round(self) -> Round | None:
        """The same, not stored."""
        return Round(stage=self.stage, number=self.next_number) if self.next_number else None

    @property
    def first_step(self) -> FirstStep:
        if self.concerns and self.concerns[0].comes_first:
            return FirstStep("settle")
        if not self.stage.format.has_rounds:
            return FirstStep("")
        if self.draft is not None:
            is_drawn = self.draft.round.draw == Round.Draw.DRAWN
            return FirstStep("publish" if is_drawn else "", self.draft.round.pk)
        if waiting := [shown for shown in self.playing if shown.blocking]:
            newest = waiting[0]
            awaits_clock = newest.round.awaits_clock and not newest.has_results
            return FirstStep("clock" if awaits_clock else "enter", newest.round.pk)
        if self.playing:
            return FirstStep("close", self.playing[-1].round.pk)
        return FirstStep("draft" if self.next_number else "")

    @property
    def last_closed(self) -> Round | None:
        """The round that may be reopened: closed, and no later one published."""
        begun = [round_ for round_ in self.rounds if round_.status != Round.Status.DRAFT]
        return begun[-1] if begun and begun[-1].status == Round.Status.CLOSED else None

    @property
    def may_end_early(self) -> bool:
        """Between rounds: it is late, and not all that were planned are played."""
        return self.last_closed is not None and self.next_number is not None

    @property
    def playing_rounds(self) -> list[RoundAtDesk]:
        """Where there are any; otherwise the tables have a list of their own."""
        return self.playing if self.stage.format.has_rounds else []

    @property
    def offers_plan(self) -> bool:
        """Sizes of tables are chosen before the first round."""
        is_early = self.event.status in (Event.Status.OPEN, Event.Status.RUNNING)
        has_sizes = "table_size" in self.stage.format.settings and self.stage.format.has_rounds
        return is_early and has_sizes and not self.rounds and self.most_at_table > 1

    @property
    def most_at_table(self) -> int:
        return self.stage.game_here.most_entries


def desk_of(event: Event, *, reader: Actor) -> Desk:
    stage, to_come = stage_at_play(event)
    rounds = rounds_at_desk(stage)
    shown = shown_at_desk(
        stage,
        [round_ for round_ in rounds if round_.status != Round.Status.CLOSED],
        reader=reader,
    )
    playing = [one for one in reversed(shown) if one.round.status == Round.Status.PUBLISHED]
    has_rounds = stage.format.has_rounds
    newest = newest_of(rounds) if has_rounds else 0
    concerns = _concerns(event, playing, newest=newest, reader=reader)
    playing = [_by_urgency(one, concerns) for one in playing]
    return Desk(
        event=event,
        stage=stage,
        rounds=rounds,
        draft=next((one for one in shown if one.round.status == Round.Status.DRAFT), None),
        playing=playing if has_rounds else _side_by_side(playing),
        concerns=concerns,
        stage_to_come=to_come,
        floor=floor_at_desk(event, stage, reader=reader) if _has_floor(event, stage) else None,
    )


def _has_floor(event: Event, stage: Stage) -> bool:
    is_open = event.status == Event.Status.RUNNING and stage.closed_at is None
    return is_open and is_open_evening(stage)


def rounds_at_desk(stage: Stage) -> list[Round]:
    """All of them; where every table is a round, those that officials have to do with."""
    rounds = stage.rounds.order_by("number")
    if not stage.format.has_rounds:
        rounds = rounds.filter(Q(matches__is_open=True) | Q(matches__is_contested=True))
    found = list(rounds)
    for round_ in found:
        round_.stage = stage
    return found


def _side_by_side(playing: Sequence[RoundAtDesk]) -> list[RoundAtDesk]:
    """Tables that are rounds of their own, on one list: those that need somebody first."""
    if not playing:
        return []
    cards = [card for shown in playing for card in shown.tables]
    needed = sorted(cards, key=lambda card: (_REST.index(card.match.state), card.match.table))
    return [replace(playing[0], tables=needed)]


def _concerns(
    event: Event, playing: Sequence[RoundAtDesk], *, newest: int, reader: Actor
) -> list[Concern]:
    games = [game for one in playing for table in one.tables for game in table.handed_in]
    names = playing[0].names if playing else {}
    late = [LateTables(one.round, tables) for one in playing if (tables := one.late(newest=newest))]
    return concerns_of(attention_to(event, games, names=names, reader=reader), late=late)


def _by_urgency(shown: RoundAtDesk, concerns: Sequence[Concern]) -> RoundAtDesk:
    """Its tables as the list of concerns has them, then those that need nobody."""
    number, urgent = shown.round.number, urgencies(concerns)
    late = {(c.round, table) for c in concerns if c.kind == "late" for table in c.tables}

    def place(card: TableAtDesk) -> tuple[int, int, int]:
        table = card.match.table
        return urgent.get((number, table), len(KINDS)), _REST.index(card.match.state), table

    cards = [replace(card, is_late=(number, card.match.table) in late) for card in shown.tables]
    return replace(shown, tables=sorted(cards, key=place))


def _seen(event: Event, late: int) -> str:
    return f"{event.live_version}-{late}"


def _late_now(event: Event) -> int:
    """How many tables are late: that changes without anybody doing anything."""
    published = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED)
    rounds = list(published.select_related("stage"))
    tables: dict[str, list[tuple[int, str, int]]] = {round_.pk: [] for round_ in rounds}
    matches = Match.objects.filter(round__in=rounds)
    for round_id, table, state, added in matches.values_list("round", "table", "state", "added_s"):
        tables[round_id].append((table, state, added))
    newest = newest_of([one for one in rounds if one.stage.format.has_rounds])
    return sum(len(late_tables(one, tables[one.pk], newest=newest)) for one in rounds)


@permitted("work_desk", of=event_named)
def desk(request: PageRequest, event: Event) -> HttpResponse:
    return _page(request, event, desk_context(request, desk_of(event, reader=request.actor)))


@permitted("work_desk", of=event_named)
def desk_live(request: PageRequest, event: Event) -> HttpResponse:
    """A piece of the page; nothing where nothing has changed since it was made."""
    drawing = Round.objects.filter(
        stage__event=event, status=Round.Status.DRAFT, draw=Round.Draw.WANTED
    )
    is_same = request.GET.get("seen") == _seen(event, _late_now(event))
    if is_same and not drawing.exists():
        return HttpResponse(status=NO_CHANGE)
    return show_desk(request, event)


@permitted("work_desk", of=event_named)
def desk_steps(request: PageRequest, event: Event) -> HttpResponse:
    """The last steps, each with its way back or the reason why there is none."""
    names = official_names(event, reader=request.actor)
    groups = grouped(last_steps(event, actor=request.actor, most=READ, names=names))[:SHOWN]
    return show_piece(
        request, event, "desk/_steps.html", {"groups": groups}, heading=_("Last steps")
    )


@permitted("undo_step", of=event_named)
@require_POST
def desk_undo(request: PageRequest, event: Event) -> HttpResponse:
    step_id = number_in(request.POST.get("step", "")) or 0
    entries = AuditEntry.objects.filter(event=event.pk, pk=step_id)

    def step() -> str:
        entry = entries.first()
        if entry is None:
            raise Stale
        undo_step(entry, actor=request.actor)
        return _("Taken back.")

    return take_step(request, event, step)


def take_step(request: PageRequest, event: Event, step: Callable[[], str]) -> HttpResponse:
    """Take a step, and show the desk as it stands then with what the step has to say."""
    status = 200
    try:
        said = step()
    except WrongSetting:
        raise  # shown beside the field that it is about, by the view that has the form
    except LeagueError as error:
        status = error.status
        messages.error(request, f"{error.message} {_last_change(event, error)}".strip())
    else:
        if said:
            messages.success(request, said)
    if request.htmx:
        return show_desk(request, event, status=status)
    return redirect("console" if request.POST.get("back") == "console" else "desk", event.pk)


def show_desk(
    request: PageRequest, event: Event, *, own_game: OwnGameForm | None = None, status: int = 200
) -> HttpResponse:
    """The piece of the page that changes, or all of it."""
    event.refresh_from_db(fields=["live_version"])
    context = desk_context(request, desk_of(event, reader=request.actor), own_game=own_game)
    if request.htmx:
        return render(request, "desk/_desk.html", context, status=status)
    return _page(request, event, context, status=status)


def _page(
    request: PageRequest, event: Event, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    frame = {**event_frame(request, event, tab="desk"), "phones": _phones(event)}
    return render(request, "desk/desk.html", frame | context, status=status)


def _phones(event: Event) -> dict[str, str] | None:
    """The code that players scan to hand in, while there is something to hand in."""
    if event.status != Event.Status.RUNNING:
        return None
    address = code_address(event.room_code)
    return {"address": address, "qr": qr_svg(address)}


def show_piece(
    request: PageRequest, event: Event, piece: str, context: dict[str, Any], *, heading: str
) -> HttpResponse:
    """A part that the desk fetches by itself, or a page of its own where it cannot."""
    frame = event_frame(request, event, tab="desk")
    page = piece if request.htmx else "desk/page.html"
    return render(request, page, {**frame, **context, "piece": piece, "heading": heading})


def desk_context(
    request: PageRequest, shown: Desk, *, own_game: OwnGameForm | None = None
) -> dict[str, Any]:
    return {
        "desk": shown,
        "event": shown.event,
        "kinds": KINDS.values(),
        "picked": request.GET.get("first", ""),
        "own_game": own_game or OwnGameForm(),
    }


def checked(form: forms.Form) -> dict[str, Any]:
    """What was sent; a page that sends anything else is an old one."""
    if not form.is_valid():
        raise Stale
    return form.cleaned_data


def round_in(event: Event, round_id: str) -> Round:
    rounds = Round.objects.select_related("stage__event")
    round_ = rounds.filter(pk=round_id, stage__event=event).first()
    if round_ is None:
        raise Stale(_("This draft was thrown away in the meantime."))
    return round_


def _last_change(event: Event, error: LeagueError) -> str:
    """Those who are refused for being late are told what was done last."""
    if not isinstance(error, Stale):
        return ""
    last = AuditEntry.objects.filter(event=event.pk)[:1]
    said = steps_in_words(event, list(last))
    return _("The last step was: %(action)s.") % {"action": said[0].text} if said else ""
