"""Brackets: which matches there are, who comes to each from where, and what that comes to.

A bracket is known before the start: its slots are the matches that may be played, each with the
round in which its turn comes and the sources of those who sit there. `state_of` fills it with
entries and results; whoever draws a round, makes the table or draws the picture reads that.
"""

from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """Which part of the picture a match belongs to."""

    WINNERS = "winners"  # nobody here has lost; in a single knockout all but the last matches
    LOSERS = "losers"  # everybody here has lost once
    FINAL = "final"  # the final, and the second one where the first is not the last word
    PLACES = "places"  # for the third place, and for those behind it


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody at a table comes from: the start, or a place at another table."""

    seed: int = 0  # the number in the bracket, from 1 on; 0: from another match
    slot: str = ""  # the key of that match
    place: int = 1  # taken there: 1 for its winner, 2 for who lost a match of two


@dataclass(frozen=True, slots=True)
class Slot:
    """A match of a bracket, whoever will sit there."""

    key: str  # stored with the match that is played for it: W1.3, L2.1, F1, P3.1
    round: int  # of the stage, from 1 on
    side: Side
    sources: tuple[Source, ...]
    best_place: int = 0  # of the stage that its winner takes; 0: they play on
    only_if_lost: str = ""  # the match that its first-named must have lost: a second final


@dataclass(frozen=True, slots=True)
class Bracket:
    slots: tuple[Slot, ...]  # by rounds, in each from top to bottom

    @property
    def rounds(self) -> int:
        return max((slot.round for slot in self.slots), default=0)


@dataclass(frozen=True, slots=True)
class SlotState:
    """A match of a bracket as it stands."""

    slot: Slot
    entries: tuple[str | None, ...]  # by its sources; None: not known yet
    order: tuple[str, ...] = ()  # best first, once it is decided
    is_bye: bool = False  # nobody else comes: who is there goes on without a match
    is_needless: bool = False  # it need not be played: a second final after a clear first
