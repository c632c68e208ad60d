"""Where the day of a match stands, from all that was said about it.

Decided here: which day holds, which proposal is open, and for whom it waits. The last proposal
counts; it holds once every other side agreed to it. What an official set holds at once, and closes
whatever was proposed before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

ASKED, AGREED, DECLINED, SET = "asked", "agreed", "declined", "set"


@dataclass(frozen=True, slots=True)
class DaySaid:
    """One word about the day of a match."""

    kind: str
    play_on: date
    side: str = ""  # an entry; empty: an official


@dataclass(frozen=True, slots=True)
class Proposal:
    play_on: date
    by: str
    agreed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Days:
    """The day that holds, and what is being asked for."""

    agreed_on: date | None = None
    proposal: Proposal | None = None

    def waits_for(self, sides: Sequence[str]) -> list[str]:
        """Who has not answered the open proposal."""
        if self.proposal is None:
            return []
        return [s for s in sides if s != self.proposal.by and s not in self.proposal.agreed]

    def due_on(self, deadline: date) -> date:
        """The last day: a day agreed on before the deadline does not bring it forward."""
        return max(deadline, self.agreed_on) if self.agreed_on else deadline


def days_of(said: Sequence[DaySaid], *, sides: Sequence[str]) -> Days:
    """From all words about a match, in the order of saying."""
    days = Days()
    for each in said:
        days = _after(days, each, sides=sides)
    return days


def is_overdue(due_on: date, *, today: date) -> bool:
    return today > due_on


def is_due_soon(due_on: date, *, today: date, days: int) -> bool:
    """From so many days before the deadline on, until it has passed."""
    return due_on - timedelta(days=days) <= today <= due_on


def _after(days: Days, said: DaySaid, *, sides: Sequence[str]) -> Days:
    if said.kind == SET:
        return Days(said.play_on)
    if said.kind == ASKED:
        return Days(days.agreed_on, Proposal(said.play_on, said.side))
    proposal = days.proposal
    if proposal is None or said.kind == DECLINED:
        return Days(days.agreed_on)
    heard = Proposal(proposal.play_on, proposal.by, proposal.agreed | {said.side})
    if set(sides) <= heard.agreed | {heard.by}:
        return Days(heard.play_on)
    return Days(days.agreed_on, heard)
