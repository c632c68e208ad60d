"""A second calculation of standings, written straight from the definitions.

Slow and plain on purpose, and without a line of the engine: it reads the same inputs, with one game
to a match, and shares nothing else. Every value is in points, as a fraction. What it must agree on
with the engine is in test_naive.py.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tests.league.standings.naive_games import (
    FORFEITS,
    PLAYED,
    REQUESTED,
    VOLUNTARY,
    Cell,
    NaiveGames,
    Value,
    half_up,
)


@dataclass(frozen=True)
class Worth:
    """What a round adds to a sum over opponents, and the opponent's score that it comes from."""

    value: Fraction
    is_voluntary: bool
    score: Fraction


class Naive(NaiveGames):
    def met(self, entry: str) -> Iterable[str]:
        """Opponents over the board, once for each meeting."""
        for game in self.games(entry):
            yield from (side.entry for side in game.sides if side.entry != entry)

    def ARO(self, entry: str, *, low: int = 0, high: int = 0) -> Value:  # noqa: N802
        ratings = {each.id: each.rating for each in self.inputs.entries}
        found = [ratings[other] for other in self.met(entry)]
        if not found or None in found:
            return ()
        kept = sorted(each or 0 for each in found)[low : len(found) - high or None]
        if len(kept) != len(found) - low - high or not kept:
            return ()
        return (half_up(Fraction(sum(kept), len(kept))),)

    def OPP(self, entry: str) -> Value:  # noqa: N802
        means = [self.points(other) / len(self.rounds) for other in self.met(entry)]
        return (sum(means, Fraction(0)) / len(means),) if means else ()

    def KS(self, entry: str) -> Value:  # noqa: N802
        return (
            sum(
                (
                    cell.points
                    for cell in self.cells[entry]
                    if cell.opponents and self.is_strong(cell.opponents[0])
                ),
                Fraction(0),
            ),
        )

    def is_strong(self, entry: str) -> bool:
        """Half of what its rounds can give; in a round robin, its games."""
        row = self.cells[entry]
        rounds = [cell for cell in row if cell.opponents] if self.is_robin else row
        half = self.row(2)[0] * len(rounds) / 2
        return self.points(entry) >= half + self.inputs.settings.koya_draws * self.draw

    def last_drawn(self) -> "Naive":
        """As if every pairing of the last planned round had been drawn."""
        other = Naive(self.inputs, self.scheme)
        planned = self.inputs.settings.rounds_planned
        if planned is not None and len(self.rounds) < planned:
            return other
        other.cells = {
            entry: [*row[:-1], Cell(PLAYED, self.draw, row[-1].opponents, row[-1].game)]
            if row and row[-1].opponents
            else row
            for entry, row in self.cells.items()
        }
        return other

    def adjusted(self, entry: str) -> Fraction:
        """Its score as its opponents see it: byes asked for at the end count as draws.

        By the rules before 2023, every round without a game does.
        """
        row = self.cells[entry]
        if self.is_robin:
            return self.points(entry)
        if self.inputs.settings.edition == "pre-2023":
            return sum((c.points if c.kind == PLAYED else self.draw for c in row), Fraction(0))
        total = Fraction(0)
        for at, cell in enumerate(row):
            is_at_end = all(later.kind in VOLUNTARY for later in row[at + 1 :])
            total += self.draw if cell.kind in REQUESTED and is_at_end else cell.points
        return total

    def seen(self, entry: str, cell: Cell) -> Worth:
        """The score that a round counts with: an opponent's, or a dummy's."""
        own, is_voluntary = self.points(entry), cell.kind in VOLUNTARY
        if cell.kind == PLAYED:
            return _worth(self.adjusted(cell.opponents[0]), is_voluntary)
        if self.inputs.settings.edition == "2024":
            return _worth(own, is_voluntary)
        if cell.kind in FORFEITS:
            return _worth(min(own, self.adjusted(cell.opponents[0])), is_voluntary)
        return _worth(min(own, self.draw * len(self.rounds)), is_voluntary)

    def contributions(self, entry: str) -> list[Worth]:
        if self.is_robin:
            met = [cell.opponents[0] for cell in self.cells[entry] if cell.opponents]
            return [_worth(self.points(other), False) for other in met]
        if self.inputs.settings.edition == "none":
            return [
                _worth(self.points(cell.opponents[0]), False)
                for cell in self.cells[entry]
                if cell.kind == PLAYED
            ]
        if self.inputs.settings.edition == "pre-2023":
            return [self.virtual(entry, at) for at in range(len(self.rounds))]
        return [self.seen(entry, cell) for cell in self.cells[entry]]

    def virtual(self, entry: str, at: int) -> Worth:
        """As many points as oneself before, the rest of the round's, then draws."""
        row = self.cells[entry]
        if row[at].kind == PLAYED:
            return _worth(self.adjusted(row[at].opponents[0]), False)
        before = sum((cell.points for cell in row[:at]), Fraction(0))
        rest = sum(self.row(2), Fraction(0)) - row[at].points
        return _worth(before + rest + self.draw * (len(row) - at - 1), False)

    def products(self, entry: str) -> list[Worth]:
        if self.is_robin:
            played = [cell for cell in self.cells[entry] if cell.opponents]
        elif self.inputs.settings.edition == "none":
            played = [cell for cell in self.cells[entry] if cell.kind == PLAYED]
        else:
            played = self.cells[entry]
        worth = self.contributions(entry)
        return [
            Worth(cell.points * each.value, each.is_voluntary, each.score)
            for cell, each in zip(played, worth, strict=True)
        ]

    def BH(self, entry: str, *, low: int = 0, high: int = 0) -> Value:  # noqa: N802
        return (_kept(self.contributions(entry), low=low, high=high),)

    def FB(self, entry: str, *, low: int = 0, high: int = 0) -> Value:  # noqa: N802
        return self.last_drawn().BH(entry, low=low, high=high)

    def AOB(self, entry: str, *, fore: bool = False) -> Value:  # noqa: N802
        found = [(self.FB if fore else self.BH)(other)[0] for other in self.met(entry)]
        return (half_up(sum(found, Fraction(0)) / len(found), 2),) if found else ()

    def SB(self, entry: str, *, low: int = 0) -> Value:  # noqa: N802
        return (_kept(self.products(entry), low=low, high=0),)

    # Direct encounter

    def encounter(self, group: list[str]) -> list[list[str]]:
        """The group in order; lists of those that stay equal."""
        if len(group) < 2:
            return [group]
        between = {(a, b): self.mean_against(a, b) for a in group for b in group if a != b}
        if None in between.values():
            return self.encounter_with_gaps(group, between)
        total = {a: sum((between[a, b] or 0 for b in group if a != b), Fraction(0)) for a in group}
        if len(set(total.values())) == 1:
            return [group]
        ordered = []
        for value in sorted(set(total.values()), reverse=True):
            ordered += self.encounter([each for each in group if total[each] == value])
        return ordered

    def encounter_with_gaps(
        self, group: list[str], between: dict[tuple[str, str], Fraction | None]
    ) -> list[list[str]]:
        win, loss = self.row(2)
        for a in group:
            others = [b for b in group if b != a]
            least = sum((_or(between[a, b], loss) for b in others), Fraction(0))
            most = [
                sum((_or(between[b, c], win) for c in group if c != b), Fraction(0)) for b in others
            ]
            if all(least > each for each in most):
                return [[a], *self.encounter(others)]
        return [group]

    def mean_against(self, entry: str, other: str) -> Fraction | None:
        """Mean points in their games; None if they had none."""
        counted = {PLAYED} | (FORFEITS if self.is_robin else set())
        found = [
            cell.points
            for cell in self.cells[entry]
            if cell.opponents == (other,) and cell.kind in counted
        ]
        return sum(found, Fraction(0)) / len(found) if found else None


def _or(known: Fraction | None, otherwise: Fraction) -> Fraction:
    return otherwise if known is None else known


def _worth(score: Fraction, is_voluntary: bool) -> Worth:
    return Worth(score, is_voluntary, score)


def _kept(worth: list[Worth], *, low: int, high: int) -> Fraction:
    """The sum after cuts.

    The least significant value is that against the lowest score. A voluntarily unplayed round goes
    before it, the lowest one first, unless it is below that value.
    """
    kept = list(worth)
    for _ in range(low):
        if kept:
            least = min(kept, key=lambda each: (each.score, each.value))
            voluntary = [each for each in kept if each.is_voluntary]
            lowest = min(voluntary, key=lambda each: (each.value, each.score), default=least)
            kept.remove(least if lowest.value < least.value else lowest)
    for _ in range(high):
        if kept:
            kept.remove(max(kept, key=lambda each: each.value))
    return sum((each.value for each in kept), Fraction(0))
