"""A table of people to be imported: what its columns mean, and what becomes of each row.

Headings are Czech, Slovak or English. Nothing is written here; which names may be one person's
`namesakes` decides, and what of the table is taken the importer.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.clubs.namesakes import Namesakes
from league.clubs.spreadsheets import Row

MAX_NAME = 200


class PeopleColumn(StrEnum):
    NAME = "name"
    FIRST_NAME = "first name"
    SURNAME = "surname"
    CLUB = "club"
    RATING = "rating"
    CATEGORY = "category"
    BIRTH_YEAR = "year of birth"
    NOTE = "note"
    PARTNER = "partner"
    TEAM = "team"


_HEADINGS = {
    PeopleColumn.NAME: "jmeno a prijmeni|prijmeni a jmeno|cele jmeno|hrac|hracka|ucastnik|"
    "meno a priezvisko|priezvisko a meno|cele meno|full name|player|participant",
    PeopleColumn.FIRST_NAME: "krestni jmeno|krstne meno|first name|firstname|given name|forename",
    PeopleColumn.SURNAME: "prijmeni|priezvisko|surname|last name|lastname|family name",
    PeopleColumn.CLUB: "klub|oddil|oddiel|druzstvo|club|team",
    PeopleColumn.RATING: "rating|elo|hodnoceni|hodnotenie",
    PeopleColumn.BIRTH_YEAR: "rok|rok narozeni|rocnik|narozen|narozena|narozeni|datum narozeni|"
    "rok narodenia|narodeny|narodena|datum narodenia|year of birth|birth year|born|date of birth",
    PeopleColumn.NOTE: "poznamka|poznamky|note|notes|remark",
    PeopleColumn.CATEGORY: "kategorie|kategoria|category|categories|trida|trieda",
    PeopleColumn.PARTNER: "partner|partnerka|spoluhrac|spoluhracka|druhy hrac|teammate|"
    "second player",
    PeopleColumn.TEAM: "tym|nazev tymu|jmeno tymu|tim|nazov timu|team name",
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
    birth_year: str = ""
    note: str = ""
    partner: str = ""
    team: str = ""


@dataclass(frozen=True)
class PeopleListed:
    people: tuple[PersonListed, ...]
    unused: tuple[str, ...]  # headings that mean nothing to us


def people_in(rows: Sequence[Row]) -> PeopleListed:
    """The people of a table. Without headings, it must be one column of names."""
    filled = [(line, row) for line, row in enumerate(rows, start=1) if row]
    headings = filled[0][1]
    columns = _columns(headings)
    if not has_headings(headings):
        return _names_alone(filled)
    people = tuple(_person(line, row, columns) for line, row in filled[1:])
    unused = tuple(text for at, text in enumerate(headings) if text and at not in columns)
    return PeopleListed(people, unused)


def has_headings(row: Row) -> bool:
    """It says in which column the names are."""
    return bool({PeopleColumn.NAME, PeopleColumn.SURNAME} & set(_columns(row).values()))


def _names_alone(filled: Sequence[tuple[int, Row]]) -> PeopleListed:
    rows = [(line, [cell for cell in row if cell]) for line, row in filled]
    if any(len(cells) > 1 for _, cells in rows):
        raise NoNames
    return PeopleListed(tuple(PersonListed(line, name=cells[0]) for line, cells in rows), unused=())


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
        birth_year=cells.get(PeopleColumn.BIRTH_YEAR, ""),
        note=cells.get(PeopleColumn.NOTE, ""),
        partner=cells.get(PeopleColumn.PARTNER, ""),
        team=cells.get(PeopleColumn.TEAM, ""),
    )


def _plain(heading: str) -> str:
    letters = unicodedata.normalize("NFKD", heading.casefold())
    return " ".join(re.findall(r"[a-z]+", "".join(c for c in letters if c.isascii())))


class RowFate(StrEnum):
    NEW = "new"
    HERE = "here"  # somebody of this name is a member
    SIMILAR = "similar"  # somebody of a similar name is: the importer chooses
    REPEATED = "repeated"  # stands in the table a second time
    ELSEWHERE = "elsewhere"  # the table says it is another club's player: the importer chooses
    BROKEN = "broken"


class Flaw(StrEnum):
    NONE = ""
    NO_NAME = "no name"
    NO_LETTERS = "no letters"
    TOO_LONG = "too long"


@dataclass(frozen=True)
class Candidate:
    line: int
    name: str
    key: str
    of_other_club: bool = False


@dataclass(frozen=True)
class JudgedRow:
    candidate: Candidate
    fate: RowFate
    flaw: Flaw = Flaw.NONE
    like: tuple[str, ...] = ()  # ids of members
    first_line: int = 0  # where a repeated name stands first


def judge_rows(candidates: Sequence[Candidate], *, members: Namesakes) -> list[JudgedRow]:
    seen: dict[str, int] = {}
    return [_judged(candidate, members=members, seen=seen) for candidate in candidates]


def _judged(person: Candidate, *, members: Namesakes, seen: dict[str, int]) -> JudgedRow:
    flaw = _flaw(person)
    if flaw:
        return JudgedRow(person, RowFate.BROKEN, flaw=flaw)
    if person.key in seen:
        return JudgedRow(person, RowFate.REPEATED, first_line=seen[person.key])
    seen[person.key] = person.line
    if same := members.same(person.key):
        return JudgedRow(person, RowFate.HERE, like=tuple(same))
    if similar := members.similar(person.key):
        return JudgedRow(person, RowFate.SIMILAR, like=tuple(similar))
    return JudgedRow(person, RowFate.ELSEWHERE if person.of_other_club else RowFate.NEW)


def _flaw(person: Candidate) -> Flaw:
    if not person.name:
        return Flaw.NO_NAME
    if not person.key:
        return Flaw.NO_LETTERS
    return Flaw.TOO_LONG if len(person.name) > MAX_NAME else Flaw.NONE
