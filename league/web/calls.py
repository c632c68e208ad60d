"""The button that calls an official, and what becomes of it: on every page of a running match."""

from dataclasses import dataclass

from league.models import Call, Event, Match, Round
from league.permissions import Actor, may
from league.results.services.calls import open_call


@dataclass(frozen=True)
class CallShown:
    """For somebody at the table."""

    match: Match
    call: Call | None

    @property
    def may_cancel(self) -> bool:
        """A dispute waits for somebody in any case."""
        return self.call is not None and self.call.cause == Call.Cause.ASKED


def call_shown(match: Match, actor: Actor) -> CallShown | None:
    """None for those who do not sit there, and while nothing is played."""
    is_running = (
        match.round.status == Round.Status.PUBLISHED and match.event.status == Event.Status.RUNNING
    )
    if not is_running or not may(actor, "call_official", match):
        return None
    return CallShown(match, open_call(match))
