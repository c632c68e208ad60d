"""Points and means as people write them."""

import pytest

from league.standings.points import hundredths, written_12


@pytest.mark.parametrize(
    ("points_12", "written"),
    [
        (0, "0"),
        (84, "7"),
        (66, "5½"),
        (40, "3⅓"),
        (44, "3⅔"),
        (6, "½"),
        (15, "1¼"),
        (21, "1¾"),
        (14, "1⅙"),
        (22, "1⅚"),
        (1, "¹⁄₁₂"),
        (29, "2⁵⁄₁₂"),
        (35, "2¹¹⁄₁₂"),
        (-18, "−1½"),
    ],
)
def test_twelfths_are_written_as_fractions(points_12: int, written: str) -> None:
    assert written_12(points_12) == written


@pytest.mark.parametrize(
    ("number", "expected"), [("7/3", 233), ("5/3", 167), ("1/8", 13), ("-1/8", -13), (4, 400)]
)
def test_means_are_rounded_to_hundredths(number: int | str, expected: int) -> None:
    assert hundredths(number) == expected
