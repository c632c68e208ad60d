"""Rounds in which an entry will not play, said before they are paired."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.queries.entries import next_round, next_undrafted_round
from league.events.queries.events import current_stage
from league.events.services.arrival import draw_anew
from league.events.services.entries import check_open, locked
from league.live.services import changing_event
from league.models import ByeRequest, Entry, Event
from league.permissions import Actor


def request_bye(
    entry: Entry, *, actor: Actor, round_number: int, kind: str = ByeRequest.Kind.HALF
) -> ByeRequest:
    """Ask for a round off. Half-point byes are limited by the event; others are not."""
    with changing_event(entry.event_id) as event:
        stored = locked(entry)
        _check_taking_part(event, stored)
        _check_round(event, round_number)
        if kind == ByeRequest.Kind.HALF:
            _check_half_point(event, stored, round_number)
        return _write(stored, actor=actor, round_number=round_number, kind=kind)


def mark_absent(entry: Entry, *, actor: Actor) -> ByeRequest:
    """Somebody is not here for the next round, and may be for the one after."""
    with changing_event(entry.event_id) as event:
        stored = locked(entry)
        _check_taking_part(event, stored)
        return _write(
            stored, actor=actor, round_number=next_round(event), kind=ByeRequest.Kind.ABSENT
        )


def cancel_bye(entry: Entry, *, actor: Actor, round_number: int) -> None:
    """Play after all, while the round is not published."""
    with changing_event(entry.event_id) as event:
        check_open(event)
        if round_number < next_round(event):
            raise LeagueError(_("This round is already being played."))
        deleted, _models = ByeRequest.objects.filter(
            entry=entry, round_number=round_number
        ).delete()
        if deleted:
            log_action(actor, gettext_noop("cancel bye"), entry, round=round_number)
            draw_anew(event)


def _check_taking_part(event: Event, entry: Entry) -> None:
    check_open(event)
    if not entry.takes_part:
        raise LeagueError(_("This entry does not take part now."))


def _check_round(event: Event, round_number: int) -> None:
    if round_number < next_undrafted_round(event):
        raise LeagueError(_("This round is paired already. Ask at the desk to be marked absent."))
    if round_number > current_stage(event).rounds_planned:
        raise LeagueError(_("The event has no such round."))


def _check_half_point(event: Event, entry: Entry, round_number: int) -> None:
    stage = current_stage(event)
    if why_not := stage.format.no_half_point_byes:
        raise LeagueError(_(why_not))
    if round_number == stage.rounds_planned and not event.bye_in_last_round:
        raise LeagueError(_("Nobody may ask for a half-point bye in the last round."))
    others = entry.bye_requests.filter(kind=ByeRequest.Kind.HALF).exclude(round_number=round_number)
    if others.count() >= event.requested_byes:
        raise LeagueError(_("No more half-point byes may be asked for in this event."))


def _write(entry: Entry, *, actor: Actor, round_number: int, kind: str) -> ByeRequest:
    wish, _created = ByeRequest.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    log_action(actor, gettext_noop("request bye"), entry, round=round_number, kind=kind)
    draw_anew(entry.event)
    return wish
