"""What a tiebreak's value is made of, as data, with the sentences of its parts.

Numbers are exact: whole, or fractions as "7/3"; points are points here, no longer twelfths.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from league.standings import wording

Number = int | Fraction
Exact = int | str  # a whole number, or a fraction as "7/3"


@dataclass(frozen=True, slots=True)
class ValuePart:
    """What a round, a game or an opponent brings."""

    why: wording.Reason
    amount: tuple[Exact, ...]
    round: int | None = None
    opponent: str | None = None
    match: str | None = None
    cut: wording.Cut = wording.Cut.NONE
    gaps: Mapping[str, Exact] = field(default_factory=dict)

    @property
    def is_cut(self) -> bool:
        return self.cut is not wording.Cut.NONE

    @property
    def words(self) -> str:
        return self.why.words

    @property
    def counted_words(self) -> tuple[str, str, int] | None:
        """What to say instead where a whole number is counted: for one, for many, and how many."""
        if self.why.forms is None:
            return None
        counts = self.why.counts
        number = self.amount[0] if counts == "amount" else self.gaps[counts]
        return (*self.why.forms, abs(number)) if isinstance(number, int) else None

    @property
    def cut_words(self) -> str:
        return wording.CUT_WORDS[self.cut]

    def as_dict(self) -> dict[str, object]:
        return {
            "why": self.why.key,
            "amount": list(self.amount),
            "round": self.round,
            "opponent": self.opponent,
            "match": self.match,
            "is_cut": self.is_cut,
            "cut": self.cut.value,
            "gaps": dict(self.gaps),
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value and everything behind it."""

    key: str
    entry: str
    value: tuple[Exact, ...]  # as in the row; empty: none
    how: wording.Combination
    parts: tuple[ValuePart, ...]
    divisor: int = 1  # of a mean

    @property
    def words(self) -> str:
        return wording.HOW_WORDS[self.how]

    def as_dict(self) -> dict[str, object]:
        return {
            "key": self.key,
            "entry": self.entry,
            "value": list(self.value),
            "how": self.how.value,
            "divisor": self.divisor,
            "parts": [part.as_dict() for part in self.parts],
        }


@dataclass(frozen=True, slots=True)
class PartsTold:
    """What a tiebreak tells about an entry: an explanation without its value."""

    how: wording.Combination
    parts: tuple[ValuePart, ...]
    divisor: int = 1


@lru_cache(maxsize=65536)
def exact(number: Number, scale: int = 1) -> Exact:
    """A number as it is stored, `scale` being 12 for twelfths. `Fraction(stored)` reads it back."""
    if scale == 1 and isinstance(number, int):
        return number
    reduced = Fraction(number) / scale
    return reduced.numerator if reduced.denominator == 1 else str(reduced)
