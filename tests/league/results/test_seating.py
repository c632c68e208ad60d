"""Who sat where: orders, absentees, and the names that a record gives."""

import pytest

from league.results.seating import PersonSeated, order_by_names, seated

JANA = PersonSeated("s1", "e1", "Jana N.", frozenset({"jana novakova", "jana n", "jana"}))
PETR = PersonSeated("s2", "e2", "Petr D.", frozenset({"dvorak petr", "d petr", "petr"}))
IVO = PersonSeated("s3", "e3", "Ivo M.", frozenset({"ivo maly", "ivo m"}))
OTHER_IVO = PersonSeated("s4", "e4", "Ivo Z.", frozenset({"ivo zly", "ivo m"}))


def test_everybody_sits_in_order() -> None:
    assert seated([PETR, JANA, IVO]) == {"A": "e2", "B": "e1", "C": "e3"}


def test_others_move_up_where_somebody_is_missing() -> None:
    assert seated([PETR, JANA, IVO], absent={"e1"}) == {"A": "e2", "B": "e3"}
    assert seated([PETR, JANA], absent={"e1", "e2"}) == {}


@pytest.mark.parametrize(
    ("names", "order"),
    [
        ({"A": "petr", "B": "jana novakova", "C": "ivo maly"}, [PETR, JANA, IVO]),
        ({"C": "jana"}, [PETR, IVO, JANA]),
        ({"A": "somebody", "B": "jana"}, [PETR, JANA, IVO]),
        ({"A": "jana", "B": "jana n"}, None),  # one person twice
        ({"A": "somebody"}, None),
        ({"A": ""}, None),
        ({"D": "jana"}, None),  # no such seat here
        ({}, None),
    ],
)
def test_names_give_an_order(names: dict[str, str], order: list[PersonSeated] | None) -> None:
    assert order_by_names(names, [JANA, PETR, IVO]) == order


def test_name_that_fits_two_people_tells_nothing() -> None:
    assert order_by_names({"A": "ivo m"}, [JANA, IVO, OTHER_IVO]) is None
    assert order_by_names({"A": "ivo zly"}, [JANA, IVO, OTHER_IVO]) == [OTHER_IVO, JANA, IVO]
