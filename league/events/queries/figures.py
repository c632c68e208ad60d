"""Exact numbers as a reader of this language writes them."""

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language

from league.standings.fractions import hundredths
from league.standings.parts import Exact


def value_written(values: Sequence[Exact]) -> str:
    """A tiebreak's value of one or several numbers; means with two decimals."""
    language = get_language() or ""
    return " · ".join(_number(value, language) for value in values) or "–"


@lru_cache(maxsize=4096)  # a long table has a few numbers, many times over
def _number(value: Exact, language: str) -> str:
    if isinstance(value, int):
        written = number_format(value)
    else:
        written = number_format(Decimal(hundredths(value)) / 100, decimal_pos=2)
    return written.replace("-", "−")
