"""The table of a category: the standings without the others, places numbered anew."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from league.standings.table import Row


def category_rows(rows: Sequence[Row], *, members: Collection[str]) -> tuple[Row, ...]:
    """In the order of the standings; nothing is counted again, who shares a rank still does."""
    kept = [row for row in rows if row.entry in members]
    first_at: dict[tuple[str, int], int] = {}
    for place, row in enumerate(kept, start=1):
        first_at.setdefault((row.group, row.rank), place)
    return tuple(replace(row, rank=first_at[row.group, row.rank]) for row in kept)
