"""What the columns of a table of people mean, by their Czech, Slovak or English headings."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.clubs.spreadsheets import Row


class PeopleColumn(StrEnum):
    NAME = "name"
    FIRST_NAME = "first name"
    SURNAME = "surname"
    CLUB = "club"
    RATING = "rating"
    CATEGORY = "category"


_HEADINGS = {
    PeopleColumn.NAME: "jmeno a prijmeni|prijmeni a jmeno|cele jmeno|hrac|hracka|ucastnik|"
    "meno a priezvisko|priezvisko a meno|cele meno|full name|player|participant",
    PeopleColumn.FIRST_NAME: "krestni jmeno|krstne meno|first name|firstname|given name|forename",
    PeopleColumn.SURNAME: "prijmeni|priezvisko|surname|last name|lastname|family name",
    PeopleColumn.CLUB: "klub|oddil|oddiel|druzstvo|club|team",
    PeopleColumn.RATING: "rating|elo|hodnoceni|hodnotenie",
    PeopleColumn.CATEGORY: "kategorie|kategoria|category|trida|trieda",
}
_COLUMN = {word: column for column, words in _HEADINGS.items() for word in words.split("|")}
# A first name beside a surname, a whole name without one.
_EITHER = frozenset({"jmeno", "meno", "name"})


class NoNames(Exception):
    """No column holds names."""


@dataclass(frozen=True)
class PersonListed:
    line: int  # as a spreadsheet counts its rows, from 1
    name: str
    club: str = ""
    rating: str = ""
    category: str = ""


@dataclass(frozen=True)
class PeopleListed:
    people: tuple[PersonListed, ...]
    unused: tuple[str, ...]  # headings that mean nothing to us


def people_in(rows: Sequence[Row]) -> PeopleListed:
    """The people of a table. Without headings, it must be one column of names."""
    filled = [(line, row) for line, row in enumerate(rows, start=1) if row]
    headings = filled[0][1]
    columns = _columns(headings)
    if not {PeopleColumn.NAME, PeopleColumn.SURNAME} & set(columns.values()):
        return _names_alone(filled)
    people = tuple(_person(line, row, columns) for line, row in filled[1:])
    unused = tuple(text for at, text in enumerate(headings) if text and at not in columns)
    return PeopleListed(people, unused)


def _names_alone(filled: Sequence[tuple[int, Row]]) -> PeopleListed:
    cells = [(line, [cell for cell in row if cell]) for line, row in filled]
    if any(len(found) > 1 for _, found in cells):
        raise NoNames
    return PeopleListed(
        tuple(PersonListed(line, name=found[0]) for line, found in cells), unused=()
    )


def _columns(headings: Row) -> dict[int, PeopleColumn]:
    words = [_plain(heading) for heading in headings]
    columns = {at: _COLUMN[word] for at, word in enumerate(words) if word in _COLUMN}
    has_surname = PeopleColumn.SURNAME in columns.values()
    for at, word in enumerate(words):
        if word in _EITHER:
            columns[at] = PeopleColumn.FIRST_NAME if has_surname else PeopleColumn.NAME
    first_of_each: dict[int, PeopleColumn] = {}
    for at, column in sorted(columns.items()):
        if column not in first_of_each.values():
            first_of_each[at] = column
    return first_of_each


def _person(line: int, row: Row, columns: dict[int, PeopleColumn]) -> PersonListed:
    cells = {column: row[at] for at, column in columns.items() if at < len(row)}
    parts = (cells.get(PeopleColumn.FIRST_NAME, ""), cells.get(PeopleColumn.SURNAME, ""))
    return PersonListed(
        line,
        name=cells.get(PeopleColumn.NAME, "") or " ".join(filter(None, parts)),
        club=cells.get(PeopleColumn.CLUB, ""),
        rating=cells.get(PeopleColumn.RATING, ""),
        category=cells.get(PeopleColumn.CATEGORY, ""),
    )


def _plain(heading: str) -> str:
    letters = unicodedata.normalize("NFKD", heading.casefold())
    return " ".join(re.findall(r"[a-z]+", "".join(c for c in letters if c.isascii())))
