"""PS: the points after each round, added up, so that early points count more often.

Rounds count once all their results are in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from league.standings.field import Field
from league.standings.parts import PartsTold, ValuePart, exact
from league.standings.tallies import Valued
from league.standings.unplayed import counted_cells
from league.standings.wording import Combination, Cut, PartReason


@dataclass(frozen=True, slots=True)
class ProgressiveScore:
    """Running scores, without those of the first rounds."""

    cut: int = 0

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        return {entry: (sum(_running_12(field, entry)[self.cut :]),) for entry in entries}

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        cells = counted_cells(field, entry)
        parts = tuple(
            ValuePart(
                PartReason.RUNNING,
                (exact(points_12, 12),),
                cell.round,
                match=cell.match,
                cut=Cut.FIRST_ROUND if at < self.cut else Cut.NONE,
            )
            for at, (cell, points_12) in enumerate(
                zip(cells, _running_12(field, entry), strict=True)
            )
        )
        return PartsTold(Combination.SUM, parts)


def _running_12(field: Field, entry: str) -> list[int]:
    return list(accumulate(cell.points_12 for cell in counted_cells(field, entry)))
