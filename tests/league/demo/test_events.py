"""The demo's events: the same every time, on the right day, all of them or none."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from league.demo.programme import OLOMOUC, EventBilled, Until, starts_at
from league.demo.services import demo
from league.demo.services.demo import load_demo
from league.demo.services.events import put_on
from league.models import Event, Player, Stage, User
from league.permissions import SERVICE
from league.standings.queries import published_rows
from tests.factories import make_club, make_player

PRAGUE = ZoneInfo("Europe/Prague")
NOW = datetime(2026, 11, 16, 14, 52, 31, 5, tzinfo=PRAGUE)  # a Monday


def billed(starts: timedelta, **fields: Any) -> EventBilled:
    return EventBilled(OLOMOUC.name, "Večer", "evening", Until.FINISHED, starts=starts, **fields)


@pytest.mark.parametrize(
    ("starts", "weekday", "day", "hour", "minute"),
    [
        (timedelta(hours=-2), None, 16, 12, 45),
        (timedelta(0), None, 16, 14, 45),
        (timedelta(days=3), None, 19, 18, 0),
        (timedelta(days=1), 1, 17, 18, 0),
        (timedelta(days=1), 0, 23, 18, 0),
        (timedelta(days=-5), 3, 12, 18, 0),
    ],
)
def test_event_starts_at_a_quarter_today_or_some_evening(
    starts: timedelta, weekday: int | None, day: int, hour: int, minute: int
) -> None:
    expected = datetime(2026, 11, day, hour, minute, tzinfo=PRAGUE)
    assert starts_at(billed(starts, weekday=weekday), now=NOW) == expected


def played(players: list[Player], *, seed: int) -> list[tuple[str, int]]:
    """The final table of an evening of these people."""
    evening = billed(timedelta(days=-3), entries=9, rounds=2)
    event = put_on(evening, club=make_club(), players=players, actor=SERVICE, seed=seed)
    assert event.status == Event.Status.FINISHED
    names = dict(event.entries.values_list("pk", "player__full_name"))
    rows = published_rows(Stage.objects.get(event=event), after_round=2)
    return [(names[row.entry], row.points_12) for row in rows]


@pytest.mark.django_db
def test_event_is_the_same_for_the_same_seed() -> None:
    players = [make_player(f"Hráč {letter}") for letter in "ABCDEFGHI"]
    first, again, other = (played(players, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len(first) == 9


@pytest.mark.django_db
def test_load_that_is_broken_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = EventBilled("no such club", "Večer", "evening", Until.OPEN, starts=timedelta(0))
    monkeypatch.setattr(demo, "EVENTS", (nowhere,))
    with pytest.raises(KeyError, match="no such club"):
        load_demo()
    assert not User.objects.exists()
    monkeypatch.setattr(demo, "EVENTS", ())
    monkeypatch.setattr(demo, "SERIES", ())
    load_demo()
    assert User.objects.exists()
