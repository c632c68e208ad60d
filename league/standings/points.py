"""From games to match points, in twelfths, so that every tie at a table splits exactly.

Also how they are written: twelfths as 5½ or 3⅓, never as 5.5000001.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from league.results.states import dense_places

WHOLE = 12  # twelfths in a point

Row12 = tuple[int, ...]  # points by place, in twelfths

# Whole points by place at four, three and two seats. `hig` is given for four and three only; at
# two its last place keeps the one point that it has at the others.
PRESETS: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "hig": ((5, 3, 2, 1), (5, 3, 1), (5, 1)),
    "equal": ((11, 7, 4, 2), (10, 6, 2), (9, 3)),
    "wins": ((1, 0, 0, 0), (1, 0, 0), (1, 0)),
}
_SIGNS = {2: "⅙", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾", 10: "⅚"}
_SUPERSCRIPTS = {1: "¹", 5: "⁵", 7: "⁷", 11: "¹¹"}  # of twelfths that have no sign of their own


@dataclass(frozen=True, slots=True)
class Scheme:
    """What places, draws and byes are worth in one event. Made by the functions below."""

    key: str  # duel, hig, equal, wins, own, solo
    seats: int  # the table size that the event aims at, by which byes are valued
    rows_12: tuple[Row12, ...]  # one row for each table size
    bye_12: int
    half_bye_12: int
    draw_12: int | None = None  # of two; None: they share, as tied places do everywhere

    def __post_init__(self) -> None:
        for row in self.rows_12:
            _check(row, shares=self.draw_12 is None)
        if min(self.bye_12, self.half_bye_12, self.draw_12 or 0) < 0:
            raise ValueError("a bye or a draw is worth less than a forfeit")

    @property
    def is_solo(self) -> bool:
        """The score is the points: there are no places."""
        return self.key == "solo"

    def row_12(self, size: int) -> Row12:
        """Points by place at a table; a size without numbers takes those of the next larger."""
        larger = [row for row in self.rows_12 if len(row) >= size]
        if not larger:
            raise ValueError(f"{self.key} has no points for a table of {size}")
        return min(larger, key=len)[:size]

    def win_12(self, size: int) -> int:
        """What winning alone gives at a table."""
        return self.row_12(size)[0]

    def points_12(self, ranks: Sequence[int | None]) -> tuple[int, ...]:
        """The points of each seat at a table, from its rank; None: forfeited, or not yet known."""
        row = self.row_12(len(ranks))
        placed = [rank for rank in ranks if rank is not None]
        places = dense_places(placed)
        worth = {
            rank: self._share_12(row, place, of=places.count(place))
            for rank, place in zip(placed, places, strict=True)
        }
        return tuple(0 if rank is None else worth[rank] for rank in ranks)

    def _share_12(self, row: Row12, place: int, *, of: int) -> int:
        if self.draw_12 is not None and of == 2:
            return self.draw_12
        return sum(row[place - 1 : place - 1 + of]) // of

    def as_dict(self) -> dict[str, object]:
        """For storing: all numbers, so that a preset changed later changes no event."""
        return asdict(self) | {"rows_12": [list(row) for row in self.rows_12]}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Scheme":
        return cls(**{**stored, "rows_12": tuple(tuple(row) for row in stored["rows_12"])})


def duel(
    *, win_12: int = 24, draw_12: int = 12, loss_12: int = 0, bye_12: int | None = None
) -> Scheme:
    """Two seats by win, draw and loss: 2, 1, 0. A bye is worth a win, a half-point bye a draw."""
    if not loss_12 <= draw_12 <= win_12:
        raise ValueError("a draw is worth more than a win, or less than a loss")
    bye_12 = win_12 if bye_12 is None else bye_12
    return Scheme("duel", 2, ((win_12, loss_12),), bye_12, draw_12, draw_12)


def by_place(key: str = "equal", *, seats: int = 4, bye_12: int | None = None) -> Scheme:
    """A preset."""
    rows = tuple(tuple(points * WHOLE for points in row) for row in PRESETS[key])
    return _placed(key, rows, seats=seats, bye_12=bye_12)


def own(rows_12: Sequence[Sequence[int]], *, seats: int = 4, bye_12: int | None = None) -> Scheme:
    """An organiser's numbers, one row for each table size; ValueError if a tie would not split."""
    return _placed("own", tuple(tuple(row) for row in rows_12), seats=seats, bye_12=bye_12)


# One seat: the score is the points. Only for games in which a higher score is better.
SOLO = Scheme("solo", 1, (), bye_12=0, half_bye_12=0)


def _placed(key: str, rows_12: tuple[Row12, ...], *, seats: int, bye_12: int | None) -> Scheme:
    """With the byes of spec 3: at two seats a win's points, at tables their mean.

    A half-point bye is what a draw gives at two seats, else half of the bye, rounded down to a
    twelfth.
    """
    scheme = Scheme(key, seats, rows_12, bye_12=0, half_bye_12=0)
    row = scheme.row_12(seats)
    mean_12 = sum(row) // seats
    if bye_12 is None:
        bye_12 = row[0] if seats == 2 else mean_12
    half_12 = mean_12 if seats == 2 else bye_12 // 2
    return Scheme(key, seats, rows_12, bye_12, half_12)


def _check(row: Row12, *, shares: bool) -> None:
    if list(row) != sorted(row, reverse=True):
        raise ValueError(f"a later place is worth more than an earlier one: {row}")
    if min(row) < 0:
        raise ValueError(f"a place is worth less than a forfeit: {row}")
    runs = [row[i:j] for j in range(len(row) + 1) for i in range(j)] if shares else []
    if any(sum(run) % len(run) for run in runs):
        raise ValueError(f"tied places cannot share in whole twelfths: {row}")


def written_12(points_12: int) -> str:
    """Twelfths as a whole number and a fraction."""
    whole, rest = divmod(abs(points_12), WHOLE)
    fraction = _SIGNS.get(rest) or (f"{_SUPERSCRIPTS[rest]}⁄₁₂" if rest else "")
    sign = "−" if points_12 < 0 else ""
    return f"{sign}{whole or '' if fraction else whole}{fraction}"


def hundredths(number: int | str) -> int:
    """A stored exact number, rounded half away from zero, for showing it with two decimals."""
    exact = Fraction(number) * 100
    rounded = int(abs(exact) + Fraction(1, 2))
    return rounded if exact >= 0 else -rounded
