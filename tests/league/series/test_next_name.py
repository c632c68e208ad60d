"""The next evening's name."""

import pytest

from league.series.queries.series import counted_up


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Úterky 3", "Úterky 4"),
        ("Liga 2026, 9. večer", "Liga 2026, 10. večer"),
        ("Večer 09", "Večer 10"),
        ("Zimní liga 2026", "Zimní liga 2026 2"),
        ("Večer u Kaleidoskopu", "Večer u Kaleidoskopu 2"),
        ("2. kolo o pohár 2027", "3. kolo o pohár 2027"),
    ],
)
def test_last_number_is_counted_up(name: str, following: str) -> None:
    assert counted_up(name) == following


def test_long_name_stays_within_its_column() -> None:
    assert counted_up("a" * 200) == "a" * 198 + " 2"
    assert len(counted_up("a" * 198 + "99")) == 200
