"""The round desk: its page, the last steps and their way back.

Each step is a plain form. With htmx it answers with the desk as it stands then; without it, by a
redirect to the page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.queries.desk import last_steps
from league.events.queries.events import current_stage
from league.events.services.game_fit import WrongSetting
from league.events.services.rounds import planned_rounds
from league.events.services.undo import undo_step
from league.models import AuditEntry, Event, Round, Stage
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.attention import calls_of
from league.web.desk.forms import OwnGameForm
from league.web.desk.tables import RoundAtDesk, shown_at_desk
from league.web.frames import event_frame

NO_CHANGE = 204


class FirstStep(NamedTuple):
    """What comes first at the desk: the one primary action of the page."""

    kind: str  # publish, enter, close, draft; empty: nothing to press
    round_id: str = ""


@dataclass(frozen=True)
class Desk:
    event: Event
    stage: Stage
    rounds: list[Round]  # all of them, by number
    draft: RoundAtDesk | None
    playing: list[RoundAtDesk]  # published, not closed; the newest first

    @cached_property
    def planned(self) -> int:
        return planned_rounds(self.stage)

    @property
    def next_number(self) -> int | None:
        """The round that can be drafted now."""
        is_running = self.event.status == Event.Status.RUNNING
        has_room = len(self.rounds) < 2 or self.rounds[-2].status == Round.Status.CLOSED
        if not is_running or self.draft or not has_room or len(self.rounds) >= self.planned:
            return None
        return len(self.rounds) + 1

    @property
    def first_step(self) -> FirstStep:
        if self.draft is not None:
            is_drawn = self.draft.round.draw == Round.Draw.DRAWN
            return FirstStep("publish" if is_drawn else "", self.draft.round.pk)
        if waiting := [shown for shown in self.playing if shown.blocking]:
            return FirstStep("enter", waiting[0].round.pk)
        if self.playing:
            return FirstStep("close", self.playing[-1].round.pk)
        return FirstStep("draft" if self.next_number else "")

    @property
    def last_closed(self) -> Round | None:
        """The round that may be reopened: closed, and no later one published."""
        begun = [round_ for round_ in self.rounds if round_.status != Round.Status.DRAFT]
        return begun[-1] if begun and begun[-1].status == Round.Status.CLOSED else None

    @property
    def offers_plan(self) -> bool:
        """Sizes of tables are chosen before the first round."""
        is_early = self.event.status in (Event.Status.OPEN, Event.Status.RUNNING)
        has_sizes = "table_size" in self.stage.format.settings
        return is_early and has_sizes and not self.rounds and self.most_at_table > 1

    @property
    def most_at_table(self) -> int:
        return self.event.game_played.most_entries


def desk_of(event: Event) -> Desk:
    stage = current_stage(event)
    stage.event = event
    rounds = list(stage.rounds.order_by("number"))
    shown = shown_at_desk(
        stage, [round_ for round_ in rounds if round_.status != Round.Status.CLOSED]
    )
    return Desk(
        event=event,
        stage=stage,
        rounds=rounds,
        draft=next((one for one in shown if one.round.status == Round.Status.DRAFT), None),
        playing=[one for one in reversed(shown) if one.round.status == Round.Status.PUBLISHED],
    )


@permitted("work_desk", of=event_named)
def desk(request: PageRequest, event: Event) -> HttpResponse:
    context = desk_context(request, desk_of(event))
    return render(request, "desk/desk.html", event_frame(request, event, tab="desk") | context)


@permitted("work_desk", of=event_named)
def desk_live(request: PageRequest, event: Event) -> HttpResponse:
    """A piece of the page; nothing where nothing has changed since it was made."""
    drawing = Round.objects.filter(
        stage__event=event, status=Round.Status.DRAFT, draw=Round.Draw.WANTED
    )
    is_same = request.GET.get("seen") == str(event.live_version)
    if is_same and not drawing.exists():
        return HttpResponse(status=NO_CHANGE)
    return show_desk(request, event)


@permitted("work_desk", of=event_named)
def desk_steps(request: PageRequest, event: Event) -> HttpResponse:
    """The last steps, each with its way back or the reason why there is none."""
    steps = last_steps(event, actor=request.actor)
    return show_piece(request, event, "desk/_steps.html", {"steps": steps}, heading=_("Last steps"))


@permitted("undo_step", of=event_named)
@require_POST
def desk_undo(request: PageRequest, event: Event) -> HttpResponse:
    step_id = request.POST.get("step", "")
    entries = AuditEntry.objects.filter(
        event=event.pk, pk=int(step_id) if step_id.isdecimal() else 0
    )

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
    context = desk_context(request, desk_of(event), own_game=own_game)
    if request.htmx:
        return render(request, "desk/_desk.html", context, status=status)
    frame = event_frame(request, event, tab="desk")
    return render(request, "desk/desk.html", frame | context, status=status)


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
        "calls": calls_of(shown.event),
        "event": shown.event,
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
    last = AuditEntry.objects.filter(event=event.pk).first()
    return _("The last step was: %(action)s.") % {"action": _(last.action)} if last else ""
