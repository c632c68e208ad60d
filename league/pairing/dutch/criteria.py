"""The quality of a bracket: C6 to C21 as digits of one number for each pair.

Decided here: what each criterion counts, in which order, and how wide its digit is. A digit is a
reward, so that the best pairing is the one of the greatest sum; it is wide enough never to carry
into the one above. A criterion that nobody in the bracket can offend against has no digit.

In a pair, `high` is ranked above `low`; `low` is a resident of the bracket, `high` a resident or
one moved down from above.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from league.pairing.dutch.colours import (
    breaks_alternation,
    breaks_balance,
    breaks_preference,
    breaks_strong_preference,
)
from league.pairing.dutch.players import Float, PairingPlayer

COLOUR_CRITERIA = (
    ("C10", breaks_balance),
    ("C11", breaks_alternation),
    ("C12", breaks_preference),
    ("C13", breaks_strong_preference),
)


class Digit(NamedTuple):
    """A place in the number: how many bits, and what a pair of the bracket adds."""

    bits: int
    reward: Callable[[PairingPlayer, PairingPlayer], int]


@dataclass(frozen=True, slots=True)
class ScoreBracket:
    """Players moved down, by rank, and the residents of one score."""

    moved_down: tuple[PairingPlayer, ...]
    residents: tuple[PairingPlayer, ...]

    @property
    def score(self) -> int:
        return self.residents[0].score

    @property
    def players(self) -> tuple[PairingPlayer, ...]:
        return (*self.moved_down, *self.residents)

    def is_moved_down(self, player: PairingPlayer) -> bool:
        return player.score > self.score

    @property
    def scores_above(self) -> list[int]:
        """Of those moved down, the highest first."""
        return sorted({player.score for player in self.moved_down}, reverse=True)


class Quality:
    """C10 to C21 of a pair in a bracket, as one number."""

    def __init__(self, bracket: ScoreBracket) -> None:
        self._digits = list(_digits(bracket))
        self.bits = sum(digit.bits for digit in self._digits)
        self._known: dict[int, int] = {}
        kinds: dict[tuple[object, ...], int] = {}
        self._kinds = {
            player.place: kinds.setdefault(_kind(player, bracket), len(kinds))
            for player in bracket.players
        }

    def of(self, high: PairingPlayer, low: PairingPlayer) -> int:
        """Players of the same kind are worth the same."""
        kinds = self._kinds[high.place] << 32 | self._kinds[low.place]
        known = self._known.get(kinds)
        if known is None:
            known = 0
            for digit in self._digits:
                known = known << digit.bits | digit.reward(high, low)
            self._known[kinds] = known
        return known


def _kind(player: PairingPlayer, bracket: ScoreBracket) -> tuple[object, ...]:
    """All of a player that a criterion looks at."""
    return (
        player.score if bracket.is_moved_down(player) else None,
        player.wants,
        player.strength,
        abs(player.difference),
        player.doubled,
        player.floats,
    )


def _digits(bracket: ScoreBracket) -> Iterator[Digit]:
    bits = len(bracket.players).bit_length()
    yield from _colour_digits(bracket, bits=bits)
    for rounds_ago in (0, 1):
        if any(p.floats[rounds_ago] is Float.DOWN for p in bracket.residents):
            yield Digit(bits, _residents_paired(bracket, rounds_ago))  # C14, C16
        if bracket.moved_down and _has_up(bracket.residents, rounds_ago):
            yield Digit(bits, _no_second_up(bracket, rounds_ago))  # C15, C17
    for rounds_ago in (0, 1):
        for score in bracket.scores_above:
            yield Digit(bits, _moved_paired(score, rounds_ago))  # C18, C20
        if _has_up(bracket.residents, rounds_ago):
            for score in bracket.scores_above:
                yield Digit(bits, _no_second_up(bracket, rounds_ago, score=score))  # C19, C21


def _colour_digits(bracket: ScoreBracket, *, bits: int) -> Iterator[Digit]:
    absolute = any(player.is_absolute for player in bracket.players)
    topscorer = any(player.is_topscorer for player in bracket.players)
    for key, breaks in COLOUR_CRITERIA:
        if key in {"C12", "C13"} or (absolute and topscorer):
            yield Digit(bits, _keeps(breaks))


def _keeps(
    breaks: Callable[[PairingPlayer, PairingPlayer], bool],
) -> Callable[[PairingPlayer, PairingPlayer], int]:
    return lambda high, low: int(not breaks(high, low))


def _has_up(players: Sequence[PairingPlayer], rounds_ago: int) -> bool:
    return any(player.floats[rounds_ago] is Float.UP for player in players)


def _residents_paired(
    bracket: ScoreBracket, rounds_ago: int
) -> Callable[[PairingPlayer, PairingPlayer], int]:
    """Who is paired does not float: one for each resident who floated down already."""

    def reward(high: PairingPlayer, low: PairingPlayer) -> int:
        return sum(
            player.floats[rounds_ago] is Float.DOWN
            for player in (high, low)
            if not bracket.is_moved_down(player)
        )

    return reward


def _no_second_up(
    bracket: ScoreBracket, rounds_ago: int, *, score: int | None = None
) -> Callable[[PairingPlayer, PairingPlayer], int]:
    """One unless somebody moved down (from this score) meets a resident who floated up already."""

    def reward(high: PairingPlayer, low: PairingPlayer) -> int:
        moved = bracket.is_moved_down(high) if score is None else high.score == score
        return int(not (moved and low.floats[rounds_ago] is Float.UP))

    return reward


def _moved_paired(score: int, rounds_ago: int) -> Callable[[PairingPlayer, PairingPlayer], int]:
    """One for somebody moved down from this score who floated down already."""

    def reward(high: PairingPlayer, _: PairingPlayer) -> int:
        return int(high.score == score and high.floats[rounds_ago] is Float.DOWN)

    return reward
