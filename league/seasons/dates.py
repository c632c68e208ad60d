"""Days of rounds: every week, every two weeks or every month, with periods left out by hand.

A round has its whole period: it starts on the period's first day, and its deadline is the last.
A period in which a day without play falls is left out, and the round takes the next one.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, islice

WEEK, TWO_WEEKS, MONTH = "week", "two_weeks", "month"
EVERY = (WEEK, TWO_WEEKS, MONTH)


@dataclass(frozen=True, slots=True)
class Window:
    """The days of a round, both of them included."""

    starts_on: date
    due_on: date


def windows(
    first: date, *, rounds: int, every: str, without: Collection[date] = ()
) -> tuple[Window, ...]:
    """So many rounds from a day on."""
    kept = (each for each in _periods(first, every) if not _holds(each, without))
    return tuple(islice(kept, rounds))


def in_order(given: Collection[Window]) -> bool:
    """Each ends after it starts, and none starts before the one before it."""
    starts = [each.starts_on for each in given]
    return starts == sorted(starts) and all(each.starts_on <= each.due_on for each in given)


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
