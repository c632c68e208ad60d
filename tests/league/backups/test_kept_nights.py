"""Which night it is, and whose backup stays."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as some

from league.backups.kept_nights import KeepRule, name_of, night_at, night_of, nights_kept

NIGHTS = some.sets(some.dates(date(2026, 1, 1), date(2028, 3, 1)), max_size=400)
RULES = some.builds(
    KeepRule, days=some.integers(1, 9), weeks=some.integers(0, 6), months=some.integers(0, 14)
)


@pytest.mark.parametrize(
    ("at", "night"),
    [
        ("2026-11-05T02:59", date(2026, 11, 4)),
        ("2026-11-05T03:00", date(2026, 11, 5)),
        ("2026-11-06T00:00", date(2026, 11, 5)),
        ("2026-01-01T01:00", date(2025, 12, 31)),
    ],
)
def test_night_begins_at_its_hour(at: str, night: date) -> None:
    local = datetime.fromisoformat(at).replace(tzinfo=ZoneInfo("Europe/Prague"))
    assert night_at(local, hour=3) == night


def test_year_of_nights() -> None:
    """By hand: Thursday 31 December 2026 and what came before it."""
    year = {date(2026, 1, 1) + timedelta(days) for days in range(365)}
    assert sorted(nights_kept(year, KeepRule()), reverse=True) == [
        *(date(2026, 12, day) for day in (31, 30, 29, 28, 27, 26, 25)),
        date(2026, 12, 20),  # Sundays; the 27th is among the days
        date(2026, 12, 13),
        *(date(2026, month, day) for month, day in ((11, 30), (10, 31), (9, 30), (8, 31), (7, 31))),
        *(date(2026, month, day) for month, day in ((6, 30), (5, 31), (4, 30), (3, 31), (2, 28))),
        date(2026, 1, 31),
    ]


@given(nights=NIGHTS, rule=RULES)
def test_as_many_as_the_rule_says_and_the_newest_always(nights: set[date], rule: KeepRule) -> None:
    kept = nights_kept(nights, rule)
    newest = sorted(nights, reverse=True)
    assert set(newest[: rule.days]) <= kept <= nights
    assert len(kept) <= rule.days + rule.weeks + rule.months
    months = sorted({(night.year, night.month) for night in nights}, reverse=True)[: rule.months]
    assert set(months) <= {(night.year, night.month) for night in kept}


@given(nights=NIGHTS, rule=RULES)
def test_dropping_every_night_leaves_what_dropping_once_does(
    nights: set[date], rule: KeepRule
) -> None:
    kept: set[date] = set()
    for night in sorted(nights):
        kept = nights_kept(kept | {night}, rule)
    assert kept == nights_kept(nights, rule)


def test_only_names_of_ours_are_nights() -> None:
    assert night_of(name_of(date(2026, 11, 5))) == date(2026, 11, 5)
    others = ("arbitr-2026-13-05.zip", "arbitr-2026-11-05.zip.part", "before-upgrade.zip", "notes")
    assert [night_of(name) for name in others] == [None] * 4
