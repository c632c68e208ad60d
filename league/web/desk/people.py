"""Many people at once: ticked, pasted or brought from another event; taps at the check-in.

Ticks are entered at once. Pasted names are shown first with whom they are taken for, and nothing is
written before that is confirmed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from league.clubs.queries import players_of
from league.clubs.spreadsheets import MAX_BYTES
from league.errors import LeagueError, Stale
from league.events.queries import people as queries
from league.events.queries.entries import entry_counts
from league.events.queries.pasted import LineState, Pasted, PastedList, PastedName, text_in_file
from league.events.queries.people import PersonToPick, namesake_hints
from league.events.services import people as services, removal
from league.events.services.entries import Registration
from league.models import Entry, Event, Player
from league.models.public_id import new_public_id
from league.permissions import may
from league.player_notes import hints_of
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named
from league.web.bodies import large_bodies
from league.web.desk.check_in import check_in_list
from league.web.desk.entries import entry_named
from league.web.errors import Refusals, refusals_to
from league.web.frames import event_frame

NEW, SKIP = "new", "skip"
_THERE_ALREADY = (LineState.ENTERED, LineState.REPEATED, LineState.TICKED)  # unless said otherwise
_MOST_PASTED = 120_000  # characters


@dataclass(frozen=True)
class Answered:
    """A pasted name with what was said about it: an id, somebody new, or left out."""

    pasted: PastedName
    answer: str

    @property
    def is_open(self) -> bool:
        return self.pasted.state in (LineState.ASKED, LineState.HALF) and not self.answer

    @property
    def is_left_out(self) -> bool:
        if self.pasted.state in _THERE_ALREADY:
            return self.answer in ("", SKIP)
        return self.pasted.state is LineState.BROKEN or self.answer == SKIP

    @property
    def player(self) -> Player | None:
        chosen = (player for player in self.pasted.alike if player.pk == self.answer)
        return self.pasted.player or next(chosen, None)


@permitted("enter_people", of=event_named)
@large_bodies
def people(request: PageRequest, event: Event) -> HttpResponse:
    """Who plays? From the list of the club, pasted, or from a file."""
    if request.method == "POST" and "back" not in request.POST:
        return _sent(request, event)
    return _page(request, event)


def _page(request: PageRequest, event: Event, *, error: str = "") -> HttpResponse:
    origin = _other_event(event, request.GET.get("from", ""))
    rows = queries.candidates(event, origin=origin)
    sent = set(request.POST.getlist("pick"))
    pick = request.GET.get("pick", "")
    frame = event_frame(request, event, tab="check-in")
    context = {
        **frame,
        "heading": _("Who plays?"),
        "rows": [_picked(row, sent=sent, pick=pick) for row in rows],
        "hints": namesake_hints(
            [player for row in rows for player in row.players], reader=request.actor
        ),
        "came_last_time": sum(row.came_last_time for row in rows),
        "groups": sorted({name for row in rows for name in row.categories}),
        "origin": origin,
        "events": queries.events_to_bring_from(event),
        "names": request.POST.get("names", ""),
        "counts": entry_counts(event),
        "client_key": request.POST.get("client_key") or new_public_id(),
        "is_for_teams": event.game_played.team_size > 1,
        "error": error,
        **({} if rows else _nobody_to_tick(request, event)),
        **_buttons(event, may_start=frame["is_organiser"]),
    }
    return render(request, "desk/entries/people.html", context, status=422 if error else 200)


def _nobody_to_tick(request: PageRequest, event: Event) -> dict[str, object]:
    return {
        "has_members": players_of(event.club).exists(),
        "may_add_members": may(request.actor, "edit_club", event.club),
    }


def _picked(row: PersonToPick, *, sent: set[str], pick: str) -> PersonToPick:
    asked = pick == "all" or (pick == "last" and row.came_last_time)
    return replace(row, is_picked=row.is_picked or asked or row.value in sent)


def _other_event(event: Event, pk: str) -> Event | None:
    return Event.objects.filter(club=event.club_id, pk=pk).exclude(pk=event.pk).first()


def _is_today(event: Event) -> bool:
    zone = ZoneInfo(event.time_zone)
    day: datetime = event.starts_at.astimezone(zone)
    return day.date() <= timezone.localdate(timezone=zone)


def _buttons(event: Event, *, may_start: bool) -> dict[str, object]:
    """What can be done with those who are ticked; the usual one is the primary one."""
    if event.has_started:
        return {"may_start": False, "primary": "here"}
    if not _is_today(event):
        return {"may_start": False, "primary": "enter"}
    return {"may_start": may_start, "primary": "start" if may_start else "here"}


def _sent(request: PageRequest, event: Event) -> HttpResponse:
    picked = _picked_people(event, request.POST.getlist("pick"))
    listed = PastedList(())
    with Refusals() as unread:
        text = _text_sent(request)
        listed = Pasted(event, ticked=_ticked(picked)).read(text)
        services.check_number(len({name.line for name in listed.names}))
    if unread:
        return _page(request, event, error=str(unread))
    lines = [Answered(name, request.POST.get(name.field, "")) for name in listed.names]
    if not picked and not lines:
        return _page(request, event, error=_("Tick somebody, or paste names."))
    is_confirmed = "confirmed" in request.POST
    if lines and (not is_confirmed or any(line.is_open for line in lines)):
        told = {"lines": lines, "listed": listed, "names": text, "is_asked": is_confirmed}
        return _preview(request, event, told, picked=picked)
    with Refusals() as refused:
        done = services.enter_people(
            event,
            actor=request.actor,
            people=[*picked, *_registrations(lines)],
            is_here=request.POST.get("do") in ("here", "start"),
            allows_namesakes=True,  # the preview asked
            client_key=request.POST.get("client_key", "")[:40],
        )
    if refused:
        return _page(request, event, error=str(refused))
    return _entered(request, event, done)


def _text_sent(request: PageRequest) -> str:
    """What was pasted, or the file that was chosen, read as if it had been."""
    file = request.FILES.get("file")
    text = text_in_file(file.read(MAX_BYTES + 1)) if file else request.POST.get("names", "")
    if len(text) > _MOST_PASTED:
        raise LeagueError(_("This is too long. Enter fewer people at once."))
    return text


def _picked_people(event: Event, values: Sequence[str]) -> list[Registration]:
    """Of what was ticked those whom the club knows, or who were at one of its events."""
    ids = {pk for value in values for pk in value.split("+")}
    known = {player.pk: player for player in queries.known_by_id(event, ids)}
    teams = [[known[pk] for pk in value.split("+") if pk in known] for value in values]
    size = event.game_played.team_size
    return [
        Registration(player=team[0], partner=team[1] if size > 1 else None)
        for team in teams
        if len(team) == size
    ]


def _ticked(picked: Sequence[Registration]) -> set[str]:
    return {player.pk for one in picked for player in one.known}


def _registrations(lines: Sequence[Answered]) -> list[Registration]:
    """One for each line; a team is left out with one of its two."""
    made = []
    for _line, parts in groupby(lines, key=lambda line: line.pasted.line):
        team = list(parts)
        if any(part.is_left_out for part in team):
            continue
        first, *partner = team
        made.append(
            Registration(
                full_name=first.pasted.name,
                player=first.player,
                partner_name=partner[0].pasted.name if partner else "",
                partner=partner[0].player if partner else None,
                rating=first.pasted.beside.rating,
                categories=first.pasted.beside.categories,
                team_name=first.pasted.beside.team_name,
                is_whole_name=True,  # the preview asked
            )
        )
    return made


def _preview(
    request: PageRequest, event: Event, told: dict[str, Any], *, picked: Sequence[Registration]
) -> HttpResponse:
    lines: Sequence[Answered] = told["lines"]
    context = {
        **told,
        **event_frame(request, event, tab="check-in"),
        "heading": _("Are these the right people?"),
        "hints": hints_of(
            [player for line in lines for player in line.pasted.alike], reader=request.actor
        ),
        "picked": picked,
        "ticked": _ticked(picked),
        "sent": request.POST,
        "picks": request.POST.getlist("pick"),
        "entered": [line for line in lines if not line.is_left_out],
    }
    status = 422 if told["is_asked"] else 200
    return render(request, "desk/entries/people_preview.html", context, status=status)


def _entered(request: PageRequest, event: Event, done: services.Entered) -> HttpResponse:
    number = len(done.entries)
    if number or not done.already:
        said = ngettext("%(number)d entry made.", "%(number)d entries made.", number)
        messages.success(request, said % {"number": number})
    if done.already:
        there = ngettext(
            "%(number)d person was entered before and stays as is.",
            "%(number)d people were entered before and stay as they are.",
            len(done.already),
        )
        messages.info(request, there % {"number": len(done.already)})
    if done.repeated:
        twice = ngettext(
            "%(names)s was named more than once and is entered once.",
            "%(names)s were named more than once and are entered once each.",
            len(done.repeated),
        )
        names = ", ".join(player.full_name for player in done.repeated)
        messages.info(request, twice % {"names": names})
    if request.POST.get("do") != "start":
        return redirect("event-check-in", event.pk)
    if missing := entry_counts(event)[Entry.Status.REGISTERED]:
        messages.warning(request, _not_drawn_yet(missing))
        return redirect("event-check-in", event.pk)
    return _start(request, event)


def _not_drawn_yet(missing: int) -> str:
    """Who entered earlier must not be left out unasked."""
    said = ngettext(
        "%(number)d person who entered earlier is not here yet, so round 1 is not drawn. "
        "Check in who has come, then draw it.",
        "%(number)d people who entered earlier are not here yet, so round 1 is not drawn. "
        "Check in who has come, then draw it.",
        missing,
    )
    return said % {"number": missing}


@permitted("move_event", of=event_named)
@require_POST
def first_round(request: PageRequest, event: Event) -> HttpResponse:
    """Those who are here play: the event is started and round 1 drawn."""
    return _start(request, event)


def _start(request: PageRequest, event: Event) -> HttpResponse:
    if not may(request.actor, "move_event", event):
        raise PermissionDenied
    with refusals_to(request):
        services.start_first_round(event, actor=request.actor)
        return redirect("desk", event.pk)
    return redirect("event-check-in", event.pk)


@permitted("enter_people", of=event_named)
@require_POST
def member_enter(request: PageRequest, event: Event) -> HttpResponse:
    """One tap at the check-in: a member of the club is entered and here."""
    member = players_of(event.club).filter(pk=request.POST.get("player", "")).first()
    with Refusals() as refused:
        if member is None:
            raise LeagueError(_("The club has no such player."))
        done = services.enter_people(
            event, actor=request.actor, people=[Registration(player=member)], is_here=True
        )
        if not request.htmx and done.entries:
            messages.success(request, _("%(name)s is here.") % {"name": member.full_name})
    if request.htmx:
        context = {**check_in_list(request, event), "error": str(refused), "as_update": True}
        return render(request, "desk/entries/_member_answer.html", context)
    if refused:
        messages.error(request, str(refused))
    return redirect("event-check-in", event.pk)


@permitted("remove_entry", of=entry_named)
@require_POST
def entry_remove(request: PageRequest, entry: Entry) -> HttpResponse:
    with refusals_to(request):
        removed = removal.remove_entry(entry, actor=request.actor)
        said = _("%(name)s is removed. Below you can put the entry back.")
        messages.success(request, said % {"name": removed.name})
        return redirect("event-check-in", entry.event_id)
    return redirect("entry", entry.pk)


@permitted("enter_people", of=event_named)
@require_POST
def entry_restore(request: PageRequest, event: Event) -> HttpResponse:
    removed = queries.removed_entry(event, request.POST.get("removed", ""))
    with refusals_to(request):
        if removed is None:
            raise Stale(_("It has already been put back."))
        entry = removal.restore_entry(removed, actor=request.actor)
        said = _("%(name)s: %(status)s.")
        gaps = {"name": removed.name, "status": entry.get_status_display()}
        messages.success(request, said % gaps)
    return redirect("event-check-in", event.pk)
