"""Which night a backup is of, and whose backups are kept."""

import re
from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

_NAME = re.compile(r"arbitr-(\d{4}-\d\d-\d\d)\.zip")


@dataclass(frozen=True)
class KeepRule:
    """The newest of so many days, weeks and months that have one."""

    days: int = 7
    weeks: int = 4
    months: int = 12


def night_at(local: datetime, *, hour: int) -> date:
    """The night that began last, at this hour by the clock on the wall."""
    return (local.replace(tzinfo=None) - timedelta(hours=hour)).date()


def name_of(night: date) -> str:
    return f"arbitr-{night.isoformat()}.zip"


def night_of(name: str) -> date | None:
    """None: a file that somebody else put there, and that is left alone."""
    named = _NAME.fullmatch(name)
    try:
        return date.fromisoformat(named[1]) if named else None
    except ValueError:
        return None


def nights_kept(nights: Collection[date], rule: KeepRule) -> set[date]:
    """Dropping the others night after night leaves the same as dropping them at the end.

    For a period's newest stays it while younger ones come, until the period itself is too old.
    """
    return (
        _newest_of_each(lambda night: night, nights, number=rule.days)
        | _newest_of_each(lambda night: night.isocalendar()[:2], nights, number=rule.weeks)
        | _newest_of_each(lambda night: (night.year, night.month), nights, number=rule.months)
    )


def _newest_of_each(
    period: Callable[[date], Hashable], nights: Collection[date], *, number: int
) -> set[date]:
    newest = {period(night): night for night in sorted(nights)}
    return set(sorted(newest.values(), reverse=True)[:number])
