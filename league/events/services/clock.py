"""The clock of a round: started, paused, given more time, for all or for one table."""

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.live import changing_event
from league.models import Match, Round
from league.permissions import Actor

LONGEST_S = 24 * 3600


def set_length(round_: Round, *, actor: Actor, minutes: int | None) -> None:
    """How long this round is; None: it has no clock."""
    with changing_event(round_.event_id):
        length_s = None if minutes is None else minutes * 60
        if length_s is not None and not 0 < length_s <= LONGEST_S:
            raise LeagueError(_("A round lasts between one minute and a day."))
        Round.objects.filter(pk=round_.pk).update(length_s=length_s)
        log_action(actor, gettext_noop("set length of round"), round_, minutes=minutes)


def start_clock(round_: Round, *, actor: Actor) -> None:
    with changing_event(round_.event_id):
        stored = _with_clock(round_)
        if stored.clock_started_at is not None:
            raise LeagueError(_("The clock is already running."))
        Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now())
        log_action(actor, gettext_noop("start clock"), round_)


def pause_clock(round_: Round, *, actor: Actor) -> None:
    with changing_event(round_.event_id):
        stored = _with_clock(round_)
        if stored.clock_started_at is None or stored.clock_paused_at is not None:
            raise LeagueError(_("The clock is not running."))
        Round.objects.filter(pk=round_.pk).update(clock_paused_at=timezone.now())
        log_action(actor, gettext_noop("pause clock"), round_)


def resume_clock(round_: Round, *, actor: Actor) -> None:
    with changing_event(round_.event_id):
        stored = _with_clock(round_)
        if stored.clock_paused_at is None or stored.clock_started_at is None:
            raise LeagueError(_("The clock is not paused."))
        paused_for = timezone.now() - stored.clock_paused_at
        Round.objects.filter(pk=round_.pk).update(
            clock_started_at=stored.clock_started_at + paused_for, clock_paused_at=None
        )
        log_action(actor, gettext_noop("resume clock"), round_)


def reset_clock(round_: Round, *, actor: Actor) -> None:
    """Back to the full length, standing."""
    with changing_event(round_.event_id):
        _with_clock(round_)
        Round.objects.filter(pk=round_.pk).update(
            clock_started_at=None, clock_paused_at=None, clock_added_s=0
        )
        round_.matches.update(added_s=0)
        log_action(actor, gettext_noop("reset clock"), round_)


def add_time(round_: Round, *, actor: Actor, seconds: int, match: Match | None = None) -> None:
    """More time for the whole round, or for one table."""
    with changing_event(round_.event_id):
        stored = _with_clock(round_)
        if not 0 < seconds <= LONGEST_S or stored.clock_added_s + seconds > LONGEST_S:
            raise LeagueError(_("A round lasts between one minute and a day."))
        if match is None:
            Round.objects.filter(pk=round_.pk).update(clock_added_s=F("clock_added_s") + seconds)
        else:
            round_.matches.filter(pk=match.pk).update(added_s=F("added_s") + seconds)
        table = match.table if match else None
        log_action(actor, gettext_noop("add time"), round_, seconds=seconds, table=table)


def _with_clock(round_: Round) -> Round:
    stored = Round.objects.get(pk=round_.pk)
    if stored.status != Round.Status.PUBLISHED:
        raise LeagueError(_("Only a round that is being played has a clock."))
    if stored.length_s is None:
        raise LeagueError(_("This round has no clock. Give it a length first."))
    return stored
