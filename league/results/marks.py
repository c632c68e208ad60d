"""What an official types for a table.

A mark is a score (`18`), a score that stands above equal ones (`18+`: the game's own tiebreak
decided), a place where only places count (`2`), or `x` for somebody who did not come or gave up.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.ranking import shared_ranks

HIGHEST_SCORE = 9_999
ABSENT_MARKS = frozenset({"x", "×", "-", "–"})


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
    if not number.removeprefix("-").isascii() or not number.removeprefix("-").isdigit():
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
