"""The table of a category: the standings without the others, places numbered anew."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from league.standings.table import Row


def table_of(rows: Sequence[Row], *, members: Collection[str]) -> tuple[Row, ...]:
    """In the order of the standings; nothing is counted again, who shares a rank still does."""
    kept = [row for row in rows if row.entry in members]
    first_at: dict[int, int] = {}
    for place, row in enumerate(kept, start=1):
        first_at.setdefault(row.rank, place)
    return tuple(replace(row, rank=first_at[row.rank]) for row in kept)
