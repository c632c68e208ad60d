"""Who sat where: from an order of people to seats, and from the names in a record to an order.

Also how phones at seats are told apart, without anything to follow one about by.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from games.values import SEATS


@dataclass(frozen=True, slots=True)
class PersonSeated:
    """Somebody at a table, known by their seat in the pairing."""

    seat: str
    entry: str
    name: str
    keys: frozenset[str] = frozenset()  # by which a name in a record means them


def seated(order: Sequence[PersonSeated], *, absent: Collection[str] = ()) -> dict[str, str]:
    """Seat letter -> entry. Where somebody did not come, the others move up."""
    came = (person for person in order if person.entry not in absent)
    return {letter: person.entry for letter, person in zip(SEATS, came, strict=False)}


def moved_up(seating: Mapping[str, str], *, absent: Collection[str]) -> dict[str, str]:
    """A seating without those who did not come."""
    came = (entry for _letter, entry in sorted(seating.items()) if entry not in absent)
    return dict(zip(SEATS, came, strict=False))


def letters_by_entry(seating: Mapping[str, str]) -> dict[str, str]:
    """Where each entry sits: a team has two letters."""
    letters: dict[str, str] = {}
    for letter, entry in sorted(seating.items()):
        letters[entry] = letters.get(entry, "") + letter
    return letters


def order_by_names(
    names: Mapping[str, str], people: Sequence[PersonSeated]
) -> list[PersonSeated] | None:
    """The order that a record's name tags tell; None if they name nobody here.

    `names` are keys by seat letter. Whom no tag names stays in the order given. A key that fits
    two people, or two keys that fit one, tell nothing.
    """
    meant = {letter: who for letter, key in names.items() if (who := _meant(key, people))}
    clear = {
        letter: person
        for letter, person in meant.items()
        if list(meant.values()).count(person) == 1 and SEATS.index(letter) < len(people)
    }
    if not clear:
        return None
    others = iter([person for person in people if person not in clear.values()])
    return [clear.get(letter) or next(others) for letter in SEATS[: len(people)]]


def _meant(key: str, people: Sequence[PersonSeated]) -> PersonSeated | None:
    fitting = [person for person in people if key and key in person.keys]
    return fitting[0] if len(fitting) == 1 else None


def number_of(device: str, *, seat: str) -> str:
    """Two digits, others at each seat, which the asking phone and the asked one both show."""
    digest = sha256(f"{device}:{seat}".encode()).digest()
    return str(10 + int.from_bytes(digest[:4], "big") % 90)


def mark_of(device: str, *, match: str) -> str:
    """What acts of one phone at a match have in common; empty where there is no phone."""
    return sha256(f"{device}:{match}".encode()).hexdigest()[:16] if device else ""
