"""Days of rounds, and where the day of a match stands from all that was said about it.

A round has its whole period, a week, two weeks or a month: it starts on the period's first day, and
its deadline is the last. A period in which a day without play falls is left out. Of a match the
last proposal counts, once every other side agreed; what an official set holds at once.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, islice

ASKED, AGREED, DECLINED, SET = "asked", "agreed", "declined", "set"
WEEK, TWO_WEEKS, MONTH = "week", "two_weeks", "month"
EVERY = (WEEK, TWO_WEEKS, MONTH)


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
    for word in said:
        days = _after(days, word, sides=sides)
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


@dataclass(frozen=True, slots=True)
class Window:
    """The days of a round, both of them included."""

    starts_on: date
    due_on: date


def windows(
    first: date, *, rounds: int, every: str, without: Collection[date] = ()
) -> tuple[Window, ...]:
    """So many rounds from a day on."""
    kept = (period for period in _periods(first, every) if not _holds(period, without))
    return tuple(islice(kept, rounds))


def in_order(dates: Collection[Window]) -> bool:
    """Each ends after it starts, and none starts before the one before it."""
    starts = [window.starts_on for window in dates]
    return starts == sorted(starts) and all(window.starts_on <= window.due_on for window in dates)


def _periods(first: date, every: str) -> Iterator[Window]:
    for number in count():
        following = _moved(first, every, number + 1)
        yield Window(_moved(first, every, number), following - timedelta(days=1))


def _moved(first: date, every: str, periods: int) -> date:
    if every != MONTH:
        return first + timedelta(weeks=periods * (2 if every == TWO_WEEKS else 1))
    months = first.month - 1 + periods
    start = date(first.year + months // 12, months % 12 + 1, 1)
    following = date(start.year + start.month // 12, start.month % 12 + 1, 1)
    # The 31st of a shorter month is its last day.
    return min(start + timedelta(days=first.day - 1), following - timedelta(days=1))


def _holds(window: Window, days: Collection[date]) -> bool:
    return any(window.starts_on <= day <= window.due_on for day in days)
