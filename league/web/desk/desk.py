"""The round desk: draft, look, edit, publish, close, and every step back.

Each step is a plain form. With htmx it answers with the desk as it stands then; without it, by a
redirect to the page.
"""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.events.queries.steps import last_steps
from league.events.services.game_fit import WrongSetting
from league.events.services.undo import undo_step
from league.models import AuditEntry, Event, Round
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.desk.desk_shown import Desk, desk_of
from league.web.desk.forms import OwnGameForm
from league.web.frames import event_frame

NO_CHANGE = 204


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
    given = request.POST.get("step", "")
    found = AuditEntry.objects.filter(event=event.pk, pk=int(given) if given.isdecimal() else 0)

    def step() -> str:
        entry = found.first()
        if entry is None:
            raise Stale
        undo_step(entry, actor=request.actor)
        return _("Taken back.")

    return act(request, event, step)


def act(request: PageRequest, event: Event, step: Callable[[], str]) -> HttpResponse:
    """Take a step, and show the desk as it stands then with what the step has to say."""
    status = 200
    try:
        said = step()
    except WrongSetting:
        raise  # shown beside the field that it is about, by whoever has the form
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
    found = rounds.filter(pk=round_id, stage__event=event).first()
    if found is None:
        raise Stale(_("This draft was thrown away in the meantime."))
    return found


def _last_change(event: Event, error: LeagueError) -> str:
    """Whoever is refused for being late is told what was done last."""
    if not isinstance(error, Stale):
        return ""
    last = AuditEntry.objects.filter(event=event.pk).first()
    return _("The last step was: %(action)s.") % {"action": _(last.action)} if last else ""
