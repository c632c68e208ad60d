"""Names that are distinct within one event, telling no more of anybody than is needed.

Two people who would both be "Jana N." become "Jana No." and "Jana Ne."; where a few letters do not
tell them apart, they are numbered. How one person is shown is decided elsewhere.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

_MOST_LETTERS = 3  # of a surname; children should not be found by it


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody, or a team, under a name that others may have as well."""

    id: str
    shown: str
    full_name: str = ""  # what letters may be taken from; empty: none


def distinct_names(people: Sequence[Named]) -> dict[str, str]:
    """A name for each, no two alike. Numbers follow the order in which people are given."""
    groups: dict[str, list[Named]] = defaultdict(list)
    for person in people:
        groups[fold(person.shown)].append(person)
    names = {group[0].id: group[0].shown for group in groups.values() if len(group) == 1}
    for group in (group for group in groups.values() if len(group) > 1):
        for person in group:
            if longer := _lengthened(person, others=group, taken=names):
                names[person.id] = longer
        rest = [person for person in group if person.id not in names]
        names |= _numbered(rest, taken=names)
    return {person.id: names[person.id] for person in people}


def fold(text: str) -> str:
    """As people search: neither case nor accents matter."""
    plain = unicodedata.normalize("NFD", " ".join(text.casefold().split()))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _lengthened(person: Named, *, others: Sequence[Named], taken: dict[str, str]) -> str:
    used = {fold(name) for name in taken.values()}
    for letters in range(2, _MOST_LETTERS + 1):
        longer = _with_letters(person, letters)
        rivals = {_with_letters(other, letters) for other in others if other is not person}
        if longer and fold(longer) not in used | {fold(name) for name in rivals}:
            return longer
    return ""


def _with_letters(person: Named, number: int) -> str:
    """First name and the beginning of the surname; nothing if that would be all of it."""
    words = person.full_name.split()
    if len(words) < 2:
        return ""
    letters = _letters(words[-1])
    return f"{words[0]} {''.join(letters[:number])}." if len(letters) > number else ""


def _letters(word: str) -> list[str]:
    letters: list[str] = []
    for letter in word:
        if letters and letters[-1].casefold() == "c" and letter.casefold() == "h":
            letters[-1] += letter  # Ch is one letter
        else:
            letters.append(letter)
    return letters


def _numbered(people: Sequence[Named], *, taken: dict[str, str]) -> dict[str, str]:
    used = {fold(name) for name in taken.values()}
    if len(people) == 1 and fold(people[0].shown) not in used:
        return {people[0].id: people[0].shown}
    numbered: dict[str, str] = {}
    numbers = count(1)
    for person in people:
        name = next(
            name for number in numbers if fold(name := f"{person.shown} ({number})") not in used
        )
        numbered[person.id] = name
    return numbered
