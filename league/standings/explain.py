"""Why one row stands above another, and what each value is made of.

`parted_by` names the first thing in which two rows differ. `explain` gives the parts of a value:
which opponents, which games, what was cut, and why. It is computed when somebody asks, from the
same inputs as the table.
"""

from collections.abc import Sequence

from league.standings.field import Field
from league.standings.parts import Explanation, exact
from league.standings.table import Row, group_of, tied_before
from league.standings.tiebreaks import TIEBREAKS
from league.standings.wording import Combination

POINTS = "POINTS"


def parted_by(upper: Row, lower: Row) -> str:
    """`POINTS`, the key of a tiebreak, or nothing where the two share a rank."""
    if upper.points_12 != lower.points_12:
        return POINTS
    if upper.rank == lower.rank:
        return ""
    return next(key for key, values in upper.values.items() if values != lower.values[key])


def explain(field: Field, *, entry: str, key: str, chain: Sequence[str] = ()) -> Explanation:
    """What an entry's value of a key is made of.

    `chain` is the event's: what is compared within ties depends on who is tied before it. A key
    that is not in it is taken to stand behind it.
    """
    tiebreak = TIEBREAKS[key]
    entries = group_of(field, entry)
    if tiebreak.is_within_ties:
        entries = tied_before(field, entry=entry, key=key, chain=chain)
        if len(entries) == 1:
            return Explanation(key, entry, (), Combination.VOID, ())
    values = tiebreak.compute(field, entries)[entry]
    told = tiebreak.tell(field, entry, entries)
    value = tuple(exact(number, tiebreak.scale) for number in values)
    return Explanation(
        key, entry, value, told.how if value else Combination.VOID, told.parts, told.divisor
    )
