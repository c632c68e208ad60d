"""A row of a series evening by evening: what counted, what was dropped, and why it stands there."""

from dataclasses import dataclass
from fractions import Fraction

from league.models import Player
from league.series.explain import Parted, parted_by
from league.series.queries.shown import EveningShown, SeriesRowShown, SeriesShown
from league.series.table import EveningCell


@dataclass(frozen=True)
class EveningExplained:
    """An evening of a player; without a cell, one they did not come to."""

    evening: EveningShown
    cell: EveningCell | None

    @property
    def places(self) -> list[int]:
        """That are shared, the own one first."""
        result = self.cell.result if self.cell else None
        return list(range(result.place, result.place + result.shared_by)) if result else []


@dataclass(frozen=True)
class SeriesNeighbour:
    name: str
    player: str
    total: Fraction
    parted: Parted


@dataclass(frozen=True)
class SeriesRowExplained:
    shown: SeriesRowShown
    player: Player
    is_guest: bool
    evenings: tuple[EveningExplained, ...]
    counted: int  # evenings that are in the total
    of_evenings: Fraction  # the total without the bonus
    above: SeriesNeighbour | None
    below: SeriesNeighbour | None


def explained_row(shown: SeriesShown, player: str) -> SeriesRowExplained | None:
    """Nothing for somebody who is not in this table."""
    own = next((each for each in shown.everybody if each.row.player == player), None)
    if own is None:
        return None
    at = shown.rows.index(own) if own in shown.rows else None
    return SeriesRowExplained(
        shown=own,
        player=shown.counted.players[player],
        is_guest=player in shown.counted.guests,
        evenings=tuple(EveningExplained(*pair) for pair in own.pairs),
        counted=sum(cell.counts for cell in own.row.cells),
        of_evenings=own.row.total - own.row.bonus,
        above=_above(shown.rows[at - 1], own) if at else None,
        below=_below(own, shown.rows[at + 1]) if at is not None and own != shown.rows[-1] else None,
    )


def _above(upper: SeriesRowShown, own: SeriesRowShown) -> SeriesNeighbour:
    return SeriesNeighbour(
        upper.name, upper.row.player, upper.row.total, parted_by(upper.row, own.row)
    )


def _below(own: SeriesRowShown, lower: SeriesRowShown) -> SeriesNeighbour:
    return SeriesNeighbour(
        lower.name, lower.row.player, lower.row.total, parted_by(own.row, lower.row)
    )
