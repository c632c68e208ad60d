"""Why one row stands above another: the first thing in which the two differ."""

from league.standings.table import Row

POINTS = "POINTS"


def parted_by(upper: Row, lower: Row) -> str:
    """`POINTS`, the key of a tiebreak, or nothing where the two share a rank."""
    if upper.points_12 != lower.points_12:
        return POINTS
    if upper.rank == lower.rank:
        return ""
    return next(key for key, values in upper.values.items() if values != lower.values[key])
