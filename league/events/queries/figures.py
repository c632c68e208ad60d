"""Exact numbers as a reader of this language writes them."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import number_format

from league.standings.parts import Exact
from league.standings.points import hundredths


def value_written(values: Sequence[Exact]) -> str:
    """A tiebreak's value of one or several numbers; means with two decimals."""
    return " · ".join(map(_number, values)) or "–"


def _number(value: Exact) -> str:
    if isinstance(value, int):
        written = number_format(value)
    else:
        written = number_format(Decimal(hundredths(value)) / 100, decimal_pos=2)
    return written.replace("-", "−")
