"""What the demo puts on, as `programme.toml` lists it: clubs, and events with how far they are."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import Enum
from pathlib import Path
from typing import Any

Values = Mapping[str, object]

_EVENING = time(18)
_QUARTER_MIN = 15


class Until(Enum):
    """Where the demo leaves an event."""

    DRAFT = "nobody knows of it yet"
    OPEN = "people sign up"
    ARRIVING = "check-in: some are here"
    READY = "started, no round drawn yet"
    DRAWN = "a draft is on the desk"
    PLAYING = "results come in, one table is late"
    ON_SHEETS = "tables keep score on sheets, in the middle of a game"
    EVENING = "an open evening: some play, some wait, some pause"
    ALONE = "everybody plays alone; one game is under way"
    FINISHED = "over"
    ARCHIVED = "put away"


@dataclass(frozen=True)
class ClubBilled:
    name: str
    town: str
    country: str
    players: int
    about: str = ""


@dataclass(frozen=True)
class CategoryBilled:
    name: str
    every: int  # so many entries are one of it
    is_shown: bool = True


@dataclass(frozen=True)
class EventBilled:
    club: str
    name: str
    template: str
    until: Until
    starts: timedelta  # from now; by whole days: in the evening
    weekday: int | None = None  # not before `starts`
    entries: int = 0
    rounds: int = 0  # that are closed; without rounds, games of everybody
    guests_of: Sequence[str] = ()  # clubs whose players come, too
    applicants: Sequence[str] = ()  # guests who wait for approval
    paid: int = 0  # so many entries have paid the fee
    has_eva: bool = False
    has_records: bool = False  # games are handed in by phone and verified
    arbiter: str = ""  # a login name
    settings: Values = field(default_factory=dict)
    games: Sequence[Values | None] = ()  # of single rounds; None: the event's
    categories: Sequence[CategoryBilled] = ()
    prizes: Sequence[tuple[str, int, str]] = ()  # category or "", place, what


def starts_at(billed: EventBilled, *, now: datetime) -> datetime:
    """When it starts, or did: today at a quarter, on other days in the evening."""
    at = now + billed.starts
    if abs(billed.starts) < timedelta(days=1):
        past_quarter = timedelta(minutes=at.minute % _QUARTER_MIN, seconds=at.second)
        return (at - past_quarter).replace(microsecond=0)
    if billed.weekday is not None:
        at += timedelta(days=(billed.weekday - at.weekday()) % 7)
    return datetime.combine(at.date(), _EVENING, tzinfo=at.tzinfo)


def _event(listed: dict[str, Any]) -> EventBilled:
    given = {
        **listed,
        "until": Until[listed["until"]],
        "starts": timedelta(**listed["starts"]),
        "games": tuple(game or None for game in listed.get("games", ())),
        "categories": tuple(CategoryBilled(**row) for row in listed.get("categories", ())),
        "prizes": tuple(
            (category, place, what) for category, place, what in listed.get("prizes", ())
        ),
    }
    return EventBilled(**{name: _frozen(value) for name, value in given.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


_LISTED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
CLUBS = tuple(ClubBilled(**listed) for listed in _LISTED["clubs"])
EVENTS = tuple(map(_event, _LISTED["events"]))
OLOMOUC, CHRUDIM, HOSTILE = (
    next(club for club in CLUBS if club.name == name)
    for name in ("Klub deskových her Olomouc", "Chrudimští hráči", "Spolek zvláštních jmen")
)
