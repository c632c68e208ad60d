"""Exact numbers as they are written for people."""

import pytest
from django.utils import translation

from league.events.queries.explanations import value_written


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ((3,), "3"),
        ((-3,), "−3"),
        (("-1/7",), "−0,14"),
        ((1, "1/3", "-1/2"), "1 · 0,33 · −0,50"),
        ((), "–"),
    ],
)
def test_value_has_decimals_of_the_language_and_a_real_minus(
    values: tuple[int | str, ...], written: str
) -> None:
    with translation.override("cs"):
        assert value_written(values) == written
