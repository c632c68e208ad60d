"""The sides of a result: from what was claimed, or from what the rules gave.

A side is an entry's part in one game: its seats, rank, score, the game's keys where they are known.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.ranking import shared_ranks
from league.results.marks import Mark

Seating = Mapping[str, str]  # seat letter -> entry


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
    return {entry: Claim.from_dict(each) for entry, each in stored.items()}


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
    """As the rules gave them; whoever did not come is behind all who did."""
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
