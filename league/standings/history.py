"""The table after every round, from what is known now: a correction changes all that follow it.

What a round was for an entry does not depend on later rounds, so that the field is made once and
cut off after each round; sums over an entry's own games are carried on from one to the next.
"""

from league.standings.field import Field, field_of
from league.standings.inputs import Inputs
from league.standings.points import Scheme
from league.standings.table import Row, table_of
from league.standings.uncollected import without_gc

Table = list[dict[str, object]]


def all_tables(given: Inputs, *, chain: list[str], scheme: Scheme) -> dict[int, Table]:
    """The rows after each round by its number, and before the first by 0."""
    with without_gc():
        tables = tables_of(field_of(given, scheme=scheme), chain=chain)
        return {number: [row.as_dict() for row in rows] for number, rows in tables.items()}


def tables_of(whole: Field, *, chain: list[str]) -> dict[int, tuple[Row, ...]]:
    """The same as rows, from the field after the last round."""
    return {
        whole.numbers[played - 1] if played else 0: table_of(whole.after(played), chain=chain)
        for played in range(len(whole.numbers) + 1)
    }
