"""A table calls an official; one says that they are coming; it is settled, or taken back."""

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.live import changing_event
from league.models import Call, Event, Match, Round
from league.permissions import Actor


def call_official(match: Match, *, actor: Actor) -> Call:
    """Ask for an official. The same again changes nothing: a table has one open call."""
    with changing_event(match.event_id) as event:
        round_ = Round.objects.get(pk=match.round_id)
        if event.status != Event.Status.RUNNING or round_.status != Round.Status.PUBLISHED:
            raise LeagueError(_("This round is not being played now: go to the desk."))
        call, is_new = add_call(match, cause=Call.Cause.ASKED)
        if is_new:
            log_action(actor, gettext_noop("call official"), match, call=call.pk)
    return call


def cancel_call(match: Match, *, actor: Actor) -> None:
    """Nobody is needed any more, says the table. What is in dispute stays so."""
    with changing_event(match.event_id):
        call = open_call(match)
        if call is None:
            return
        if call.cause == Call.Cause.DISSENT:
            raise LeagueError(_("Somebody disagrees with the result: an official has to decide."))
        _end(call, how=Call.Ended.CANCELLED)
        log_action(actor, gettext_noop("cancel call"), match, call=call.pk)


def answer_call(call: Call, *, actor: Actor, is_settled: bool) -> None:
    """An official is on the way, or has settled it."""
    with changing_event(call.match.event_id):
        stored = Call.objects.select_related("match").get(pk=call.pk)
        if stored.ended_at is not None:
            raise Stale(_("This call is already over."))
        if is_settled:
            _end(stored, how=Call.Ended.SETTLED)
            log_action(actor, gettext_noop("settle call"), stored.match, call=stored.pk)
        elif stored.coming_at is None:
            stored.coming_at = timezone.now()
            stored.save(update_fields=["coming_at"])
            log_action(actor, gettext_noop("come to table"), stored.match, call=stored.pk)


def open_call(match: Match) -> Call | None:
    return Call.objects.filter(match=match, ended_at=None).first()


def add_call(match: Match, *, cause: Call.Cause) -> tuple[Call, bool]:
    """Part of the caller's transaction, in which the event's row is held."""
    return Call.objects.get_or_create(match=match, ended_at=None, defaults={"cause": cause})


def end_calls(*, how: Call.Ended = Call.Ended.SETTLED, **which: object) -> None:
    """Those that have come to an end by themselves; part of the caller's transaction."""
    Call.objects.filter(ended_at=None, **which).update(ended_at=timezone.now(), ended=how)


def _end(call: Call, *, how: Call.Ended) -> None:
    end_calls(how=how, pk=call.pk)
