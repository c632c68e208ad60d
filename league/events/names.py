"""Names that are distinct within one event, telling no more of anybody than is needed.

Two people who would both be "Jana N." become "Jana No." and "Jana Ne."; where a few letters do not
tell them apart, their towns or clubs do: "Jana N. (Olomouc)"; else they are numbered in the order
of entering. The two must understand it themselves, so each is told which of these it was. How one
person is shown is decided elsewhere.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

_NUMBERED = re.compile(r" \(\d+\)$")
_LETTERS = (2, 3)  # of a surname; children should not be found by more


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody, or a team, under a name that others may have as well."""

    id: str
    shown: str
    full_name: str = ""  # what letters may be taken from; empty: none
    places: tuple[str, ...] = ()  # where they come from, the shorter word first: town, club


class HowTold(StrEnum):
    """By what a name was made distinct."""

    ALONE = "alone"  # nobody else has it
    LETTERS = "letters"
    PLACE = "place"
    NUMBER = "number"


def how_told(shown: str, *, plain: str) -> HowTold:
    """Of a name that `distinct_names` gave to somebody who would be `plain` alone."""
    if shown == plain:
        return HowTold.ALONE
    if not shown.endswith(")"):
        return HowTold.LETTERS
    return HowTold.NUMBER if is_numbered(shown) else HowTold.PLACE


def is_numbered_as(name: str, plain: str) -> bool:
    """Whether it is the plain name, with a number or without."""
    return _NUMBERED.sub("", name) == plain


def is_numbered(name: str) -> bool:
    return _NUMBERED.search(name) is not None


def free_name(name: str, *, taken: Iterable[str]) -> str:
    """For something new beside others: the name, or with the first number that is free."""
    folded = {fold(each) for each in taken}
    if fold(name) not in folded:
        return name
    stem = _NUMBERED.sub("", name)
    numbered = (f"{stem} ({number})" for number in count(2))
    return next(each for each in numbered if fold(each) not in folded)


def distinct_names(people: Sequence[Named]) -> dict[str, str]:
    """A name for each, no two alike. Numbers follow the order in which people are given."""
    groups: dict[str, list[Named]] = defaultdict(list)
    for person in people:
        groups[fold(person.shown)].append(person)
    alone = {key: group[0] for key, group in groups.items() if len(group) == 1}
    names = {person.id: person.shown for person in alone.values()}
    taken = set(alone)
    for group in (group for group in groups.values() if len(group) > 1):
        names |= _lengthened(group, taken=taken)
        names |= _with_places([one for one in group if one.id not in names], taken=taken)
        rest = [person for person in group if person.id not in names]
        names |= _numbered(rest, taken=taken)
    return {person.id: names[person.id] for person in people}


def fold(text: str) -> str:
    """As people search: neither case nor accents matter."""
    plain = unicodedata.normalize("NFD", " ".join(text.casefold().split()))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def named_like(names: Mapping[str, str], words: str) -> set[str]:
    """Who is meant by words typed: each of them begins a word of the name."""
    typed = fold(words).split()
    return {key for key, name in names.items() if _begins(name, typed)}


def _begins(name: str, typed: Sequence[str]) -> bool:
    parts = fold(name).split()
    return all(any(part.startswith(word) for part in parts) for word in typed)


def _lengthened(group: Sequence[Named], *, taken: set[str]) -> dict[str, str]:
    """For those of one name whom a few letters more tell from the others. Adds to `taken`."""
    longer = {number: [_with_letters(person, number) for person in group] for number in _LETTERS}
    folded = {number: [fold(name) for name in names] for number, names in longer.items()}
    alike = {number: Counter(names) for number, names in folded.items()}
    names: dict[str, str] = {}
    for at, person in enumerate(group):
        for number in _LETTERS:
            key = folded[number][at]
            if key and alike[number][key] == 1 and key not in taken:
                names[person.id] = longer[number][at]
                taken.add(key)
                break
    return names


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


def _with_places(group: Sequence[Named], *, taken: set[str]) -> dict[str, str]:
    """For those of one name who come from somewhere else than the others. Adds to `taken`."""
    names: dict[str, str] = {}
    kinds = max((len(person.places) for person in group), default=0)
    for kind in range(kinds):
        left = [person for person in group if person.id not in names]
        places = {person.id: "".join(person.places[kind : kind + 1]) for person in left}
        alike = Counter(map(fold, places.values()))
        for person in left:
            place = places[person.id]
            name = f"{person.shown} ({place})"
            is_own = place and not place.isdigit() and alike[fold(place)] == 1
            if is_own and fold(name) not in taken:
                names[person.id] = name
                taken.add(fold(name))
    return names


def _numbered(people: Sequence[Named], *, taken: set[str]) -> dict[str, str]:
    """Adds to `taken`."""
    if len(people) == 1 and fold(people[0].shown) not in taken:
        taken.add(fold(people[0].shown))
        return {people[0].id: people[0].shown}
    numbered: dict[str, str] = {}
    numbers = count(1)
    for person in people:
        name = next(
            name for number in numbers if fold(name := f"{person.shown} ({number})") not in taken
        )
        numbered[person.id] = name
        taken.add(fold(name))
    return numbered
