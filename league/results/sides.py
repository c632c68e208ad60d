"""The sides of a result: from what was typed or claimed, or from what the rules gave.

A side is an entry's part in one game: its seats, rank, score, the game's keys where they are known.
A mark is what an official types: a score (`18`), a score that stands above equal ones (`18+`: the
game's own tiebreak decided), a place where only places count (`2`), or `x` for somebody who did not
come or gave up. Two parties agree if what they have seen has one digest.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict

from games.ranking import shared_ranks

HIGHEST_SCORE = 9_999
ABSENT_MARKS = frozenset({"x", "×", "-", "–"})
Seating = Mapping[str, str]  # seat letter -> entry


@dataclass(frozen=True, slots=True)
class Mark:
    """What one entry got in one game."""

    score: int | None = None  # None: a forfeit
    is_above_equals: bool = False

    @property
    def is_forfeit(self) -> bool:
        return self.score is None


def read_mark(text: str) -> Mark | None:
    """A mark as it is typed; None if it is none."""
    word = text.strip().casefold().replace("−", "-")
    if word in ABSENT_MARKS:
        return Mark()
    number = word.removesuffix("+")
    digits = number.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(HIGHEST_SCORE))):
        return None
    if abs(score := int(number)) > HIGHEST_SCORE:
        return None
    return Mark(score, is_above_equals=word.endswith("+"))


def write_mark(mark: Mark) -> str:
    return "x" if mark.score is None else f"{mark.score}{'+' if mark.is_above_equals else ''}"


def places_fit(marks: Sequence[Mark]) -> bool:
    """Whether typed places can be: 1, 2, 2, 4 is right, 1, 3, 3 is not."""
    typed = [mark.score for mark in marks if mark.score is not None]
    return typed == shared_ranks([(-place,) for place in typed])


@dataclass(frozen=True, slots=True)
class Claim:
    """What an entry is said to have got; `keys` where the figures of the game give them."""

    mark: Mark
    figures: Mapping[str, int] = field(default_factory=dict)
    keys: tuple[int, ...] = ()

    def as_dict(self) -> dict[str, object]:
        return {
            "score": self.mark.score,
            "above_equals": self.mark.is_above_equals,
            "figures": dict(self.figures),
            "keys": list(self.keys),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Claim":
        mark = Mark(stored["score"], is_above_equals=stored.get("above_equals", False))
        return cls(mark, stored.get("figures", {}), tuple(stored.get("keys", ())))


def claims_of(stored: Mapping[str, Mapping[str, Any]]) -> dict[str, Claim]:
    return {entry: Claim.from_dict(claim) for entry, claim in stored.items()}


def sides_claimed(
    claims: Mapping[str, Claim], *, scoring: str, seating: Seating
) -> list[dict[str, object]]:
    """Ranked by the game's keys where all who came have them, else by scores; forfeits are last.

    In the order of the seats, whatever order a database keeps claims in.
    """
    in_order = sorted(claims, key=lambda entry: _seats(entry, seating) or _UNSEATED)
    claims = {entry: claims[entry] for entry in in_order}
    came = [claim for claim in claims.values() if not claim.mark.is_forfeit]
    by_keys = bool(came) and all(claim.keys for claim in came)
    ranks = shared_ranks([_key(claim, scoring, by_keys=by_keys) for claim in claims.values()])
    return [
        {
            "entry": entry,
            "seats": _seats(entry, seating),
            "rank": rank,
            "score": claim.mark.score,
            "keys": list(claim.keys),
            "forfeited": claim.mark.is_forfeit,
        }
        for (entry, claim), rank in zip(claims.items(), ranks, strict=True)
    ]


def sides_replayed(
    verdict_sides: Iterable[Mapping[str, Any]], *, seating: Seating, absent: Sequence[str] = ()
) -> list[dict[str, object]]:
    """As the rules gave them; anyone who did not come is behind all who did."""
    sides = [
        {
            "entry": seating[side["seats"][0]],
            "seats": "".join(side["seats"]),
            "rank": side["rank"],
            "score": side["score"],
            "keys": list(side["keys"]),
            "forfeited": False,
            "more": {name: side[name] for name in side if name not in _SIDE_FIELDS},
        }
        for side in verdict_sides
    ]
    last = len(sides) + 1
    gone: list[dict[str, object]] = [
        {"entry": entry, "seats": "", "rank": last, "score": None, "keys": [], "forfeited": True}
        for entry in absent
    ]
    return [*sides, *gone]


def agree(claims: Mapping[str, Claim], sides: Sequence[Mapping[str, Any]], *, scoring: str) -> bool:
    """Whether the claimed final scores are those of the replay, and in its order."""
    replayed = {side["entry"]: side for side in sides}
    if claims.keys() != replayed.keys():
        return False
    claimed = {
        str(side["entry"]): side for side in sides_claimed(claims, scoring=scoring, seating={})
    }
    return all(
        side["score"] == replayed[entry]["score"]
        and side["forfeited"] == replayed[entry]["forfeited"]
        and (not side["keys"] or side["keys"] == replayed[entry]["keys"])
        for entry, side in claimed.items()
    )


_UNSEATED = "~"  # sorted after all letters
_SIDE_FIELDS = frozenset({"side", "seats", "rank", "score", "keys"})


def _seats(entry: str, seating: Seating) -> str:
    return "".join(sorted(letter for letter, sits in seating.items() if sits == entry))


def _key(claim: Claim, scoring: str, *, by_keys: bool) -> tuple[int, ...]:
    mark = claim.mark
    if mark.score is None:
        return (0,)
    if by_keys:
        return (1, *claim.keys)
    turned = mark.score if scoring == "higher" else -mark.score
    return (1, turned, int(mark.is_above_equals))


class Content(TypedDict):
    """What a version says."""

    seating: dict[str, str]  # seat letter -> entry
    claims: dict[str, dict[str, Any]]  # by entry
    termination: str
    record: str
    record_digest: str  # empty: the record cannot be read, or there is none


def digest_of(content: Content, *, game: int) -> str:
    """Of one game of a match: two games may well say the same.

    A record counts by its own digest, so that spacing makes no difference; else by its text.
    """
    record = content["record"]
    text = content["record_digest"] or (
        hashlib.sha256(record.encode()).hexdigest() if record else ""
    )
    said = [game, content["seating"], content["claims"], content["termination"], text]
    written = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()


Counted = tuple[str, int, Sequence[Mapping[str, Any]]]  # match, game, sides of what counts


def digest_of_results(results: Iterable[Counted]) -> str:
    """Of everything that counts in an event, in whatever order it is given."""
    said = sorted(
        [match, game, sorted(sides, key=lambda side: str(side["entry"]))]
        for match, game, sides in results
    )
    written = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(written.encode()).hexdigest()
