"""Who plays in which round: check-in by the desk, at the door or by oneself; rounds not played."""

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries import events
from league.events.services.entries import check_open, locked
from league.events.services.places import arrive, draw_again, leave_as_if_never_here
from league.live import changing_event
from league.models import ByeRequest, Entry, Event, Round
from league.permissions import Actor
from league.standings.queries import last_round


def check_in(entry: Entry, *, actor: Actor) -> Entry:
    """By the desk. Once the event runs, anyone who comes is a late entry."""
    with changing_event(entry.event_id) as event:
        return _check_in(event, entry, actor=actor)


def check_in_oneself(entry: Entry, *, actor: Actor, is_at_door: bool) -> Entry:
    """By the player: at the door while the event is open, elsewhere within the time window."""
    with changing_event(entry.event_id) as event:
        if event.status != Event.Status.OPEN:
            raise LeagueError(_("The event has started. Come to the desk, and they will add you."))
        opens_at = events.check_in_opens_at(event)
        if not is_at_door and opens_at is None:
            raise LeagueError(_("At this event the desk checks people in."))
        if not is_at_door and opens_at is not None and timezone.now() < opens_at:
            raise LeagueError(
                _("Check-in opens at %(time)s.")
                % {"time": time_format(timezone.localtime(opens_at), "H:i")}
            )
        return _check_in(event, entry, actor=actor)


def undo_check_in(entry: Entry, *, actor: Actor) -> Entry:
    with changing_event(entry.event_id) as event:
        check_open(event)
        stored = locked(entry)
        if stored.status != Entry.Status.CHECKED_IN:
            raise LeagueError(_("This entry is not checked in."))
        if stored.seats.exclude(round__status=Round.Status.DRAFT).exists():
            raise LeagueError(
                _("This entry has already been seated. Mark it absent, or withdraw it instead.")
            )
        leave_as_if_never_here(event, stored)
        log_action(actor, gettext_noop("undo check-in"), stored)
    return stored


def check_in_all(event: Event, *, actor: Actor) -> int:
    """Everybody who is registered; how many that were."""
    with changing_event(event.pk) as stored:
        check_open(stored)
        expected = stored.entries.filter(status=Entry.Status.REGISTERED).order_by("created_at")
        for entry in expected:
            arrive(stored, entry)
        if expected:
            log_action(
                actor, gettext_noop("check in everyone"), stored, entries=[e.pk for e in expected]
            )
    return len(expected)


def _check_in(event: Event, entry: Entry, *, actor: Actor) -> Entry:
    check_open(event)
    stored = locked(entry)
    if stored.status == Entry.Status.CHECKED_IN:
        return stored  # a second tap
    if stored.status != Entry.Status.REGISTERED:
        raise LeagueError(
            _("Only registered entries can be checked in. This one is: %(status)s.")
            % {"status": stored.get_status_display()}
        )
    arrive(event, stored)
    log_action(actor, gettext_noop("check in"), stored)
    return stored


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
        elif events.current_stage(event).format.strikes_leavers:
            kind = ByeRequest.Kind.ABSENT  # of a schedule no round is given off
        return _write(stored, actor=actor, round_number=round_number, kind=kind)


def mark_absent(entry: Entry, *, actor: Actor) -> ByeRequest:
    """Somebody is not here for the next round, and may be for the one after."""
    with changing_event(entry.event_id) as event:
        stored = locked(entry)
        _check_taking_part(event, stored)
        return _write(
            stored, actor=actor, round_number=events.next_round(event), kind=ByeRequest.Kind.ABSENT
        )


def cancel_bye(entry: Entry, *, actor: Actor, round_number: int) -> None:
    """Play after all, while the round is not published."""
    with changing_event(entry.event_id) as event:
        check_open(event)
        if round_number < events.next_round(event):
            raise LeagueError(_("This round is already being played."))
        deleted, _models = ByeRequest.objects.filter(
            entry=entry, round_number=round_number
        ).delete()
        if deleted:
            log_action(actor, gettext_noop("cancel bye"), entry, round=round_number)
            draw_again(event)


def _check_taking_part(event: Event, entry: Entry) -> None:
    check_open(event)
    if not entry.takes_part:
        raise LeagueError(_("This entry does not take part now."))


def _check_round(event: Event, round_number: int) -> None:
    if round_number < events.next_undrafted_round(event):
        raise LeagueError(
            _("This round has already been paired. Ask at the desk to be marked absent.")
        )
    if round_number > last_round(events.current_stage(event)):
        raise LeagueError(_("The event has no such round."))


def _check_half_point(event: Event, entry: Entry, round_number: int) -> None:
    stage = events.current_stage(event)
    if why_not := stage.format.no_half_point_byes:
        raise LeagueError(_(why_not))
    if round_number == last_round(stage) and not event.bye_in_last_round:
        raise LeagueError(_("Nobody may ask for a half-point bye in the last round."))
    others = entry.bye_requests.filter(kind=ByeRequest.Kind.HALF).exclude(round_number=round_number)
    if others.count() >= event.requested_byes:
        raise LeagueError(_("No more half-point byes may be asked for in this event."))


def _write(entry: Entry, *, actor: Actor, round_number: int, kind: str) -> ByeRequest:
    wish, _created = ByeRequest.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    log_action(actor, gettext_noop("request bye"), entry, round=round_number, kind=kind)
    draw_again(entry.event)
    return wish
