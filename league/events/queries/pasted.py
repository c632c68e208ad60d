"""A list of people for an event, pasted or read from a file: who each of them is taken for.

A list is one name on a line, or a table whose first row names its columns. Nothing is written here.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.clubs.import_rows import PeopleListed, PersonListed, has_headings
from league.clubs.namesakes import Namesakes
from league.clubs.queries import people_in_file, rows_in_file
from league.events.queries.entries import players_known_to
from league.models import Event, Player
from league.models.columns import number_in
from league.models.names import match_key

MOST_CHARACTERS = 200  # of a name
MOST_LETTERS = 60  # of the name of a team
MOST_RATING = 9999
_MOST_ALIKE = 5


class LineState(StrEnum):
    """What a pasted line is taken for."""

    KNOWN = "known"
    NEW = "new"
    ASKED = "asked"  # several people, or somebody of a similar name
    HALF = "half"  # one word, which may be all of a name
    ENTERED = "entered"  # somebody of this name is in the event
    REPEATED = "repeated"
    TICKED = "ticked"  # and pasted as well
    BROKEN = "broken"


@dataclass(frozen=True)
class Beside:
    """What a table has beside a name."""

    rating: int | None = None
    categories: tuple[str, ...] = ()  # ids
    team_name: str = ""


NOTHING_BESIDE = Beside()


@dataclass(frozen=True)
class PastedName:
    """One name of a pasted list, and who it may be."""

    line: int  # from 1
    part: int  # of the line: 0, or 1 for the partner in a team
    name: str
    state: LineState
    player: Player | None = None
    alike: Sequence[Player] = ()
    problem: str = ""  # of a broken one: a code
    beside: Beside = NOTHING_BESIDE  # of the first of a line

    @property
    def field(self) -> str:
        """Under which an answer is sent."""
        return f"as-{self.line}-{self.part}"


@dataclass(frozen=True)
class PastedList:
    """Everybody on a list, and what of it means nothing here."""

    names: Sequence[PastedName]
    unused: tuple[str, ...] = ()  # headings
    unknown: tuple[str, ...] = ()  # categories that the event has not


def text_in_file(data: bytes) -> str:
    """A file as if it had been pasted: cells with tabs between them."""
    return "\n".join("\t".join(row) for row in rows_in_file(data))


def people_in_text(text: str) -> PeopleListed:
    """A table by its columns, anything else line by line."""
    if _is_table(text):
        return people_in_file(text.encode("utf-8", "replace"))
    lines = enumerate(text.splitlines(), start=1)
    people = (PersonListed(number, name=line.strip()) for number, line in lines if line.strip())
    return PeopleListed(tuple(people), unused=())


def _is_table(text: str) -> bool:
    first = next((line for line in text.splitlines() if line.strip()), "")
    cells = re.split(r"[\t;,]", first)
    is_parted = any(mark in first.strip(" \t;,") for mark in "\t;")
    return is_parted or has_headings(tuple(cell.strip() for cell in cells))


class Pasted:
    """Reads a list against those whom the club knows, who is in the event, and who is ticked."""

    def __init__(self, event: Event, *, ticked: Collection[str] = ()) -> None:
        rows = event.entries.values_list(
            "player", "partner", "player__match_key", "partner__match_key"
        )
        entered = [(set(row[:2]), set(row[2:])) for row in rows]
        there = {pk for ids, _keys in entered for pk in ids}
        self.team_size = event.game_played.team_size
        self.entered = {key for _ids, keys in entered for key in keys}
        self.players = {p.pk: p for p in players_known_to(event) if p.pk not in there}
        self.people = Namesakes((pk, player.match_key) for pk, player in self.players.items())
        known = event.categories.values_list("name", "pk")
        self.categories = {match_key(name): pk for name, pk in known}
        self.ticked = ticked
        self.seen: set[str] = set()

    def names(self, text: str) -> list[PastedName]:
        return list(self.read(text).names)

    def read(self, text: str) -> PastedList:
        """One name a line, in team events two with a plus between them; or a table."""
        listed = people_in_text(text)
        names = [name for person in listed.people for name in self._of(person)]
        wanted = {name for person in listed.people for name in _words(person.category)}
        unknown = {name for name in wanted if match_key(name) not in self.categories}
        return PastedList(names, listed.unused, tuple(sorted(unknown)))

    def _of(self, person: PersonListed) -> list[PastedName]:
        parts = [person.name]
        if self.team_size > 1:
            parts = [person.name, person.partner] if person.partner else person.name.split("+")
        names = [" ".join(part.strip(" \t,;•*-").split()) for part in parts]
        if len(names) != self.team_size:
            shown = person.name[:MOST_CHARACTERS]
            return [PastedName(person.line, 0, shown, LineState.BROKEN, problem="pair")]
        first, *partner = (self._judged(person.line, part, name) for part, name in enumerate(names))
        return [replace(first, beside=self._beside(person)), *partner]

    def _beside(self, person: PersonListed) -> Beside:
        rating = number_in(person.rating)
        ids = [self.categories.get(match_key(name), "") for name in _words(person.category)]
        return Beside(
            rating=rating if rating is not None and rating <= MOST_RATING else None,
            categories=tuple(filter(None, ids)),
            team_name=person.team[:MOST_LETTERS] if self.team_size > 1 else "",
        )

    def _judged(self, number: int, part: int, name: str) -> PastedName:
        key = match_key(name)
        if problem := _problem(name, key):
            shown = name[:MOST_CHARACTERS]
            return PastedName(number, part, shown, LineState.BROKEN, problem=problem)
        same = [self.players[pk] for pk in self.people.same(key)]
        if key in self.seen:
            others = same if len(same) > 1 else ()  # one alone is the one of the line before
            return PastedName(number, part, name, LineState.REPEATED, alike=others)
        self.seen.add(key)
        unticked = [player for player in same if player.pk not in self.ticked]
        if len(unticked) < len(same):
            return PastedName(number, part, name, LineState.TICKED, alike=unticked)
        if key in self.entered:
            return PastedName(number, part, name, LineState.ENTERED, alike=same)
        if len(same) == 1:
            return PastedName(number, part, name, LineState.KNOWN, player=same[0])
        alike = same or [self.players[pk] for pk in self.people.similar(key)[:_MOST_ALIKE]]
        return PastedName(number, part, name, _state_of(name, alike), alike=alike)


def _state_of(name: str, alike: Sequence[Player]) -> LineState:
    """Of somebody whom the club does not know by this very name."""
    if len(name.split()) == 1:
        return LineState.HALF
    return LineState.ASKED if alike else LineState.NEW


def _words(categories: str) -> Iterator[str]:
    """A cell may name several."""
    return filter(None, (name.strip() for name in re.split(r"[,;/]", categories)))


def _problem(name: str, key: str) -> str:
    if len(name) > MOST_CHARACTERS:
        return "long"
    if "@" in name:
        return "address"
    return "" if any(sign.isalpha() for sign in key) else "no-name"
