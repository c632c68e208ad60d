"""Which tests run on which database."""

from dataclasses import dataclass

import pytest

from tests.plugin import on_postgresql, on_sqlite


@dataclass
class Item:
    """As much of a test as is asked for."""

    nodeid: str
    marks: tuple[str, ...] = ()
    fixturenames: tuple[str, ...] = ()

    def iter_markers(self) -> list[pytest.Mark]:
        return [getattr(pytest.mark, name).mark for name in self.marks]

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark for mark in self.iter_markers() if mark.name == name), None)


SERVICE = "tests/league/events/test_rounds.py::test_one"
PAGE = "tests/league/web/test_desk.py::TestDesk::test_one"
CASES = {
    "pure": (Item(SERVICE), "sqlite"),
    "of a service": (Item(SERVICE, ("django_db",)), "sqlite postgresql"),
    "by a fixture": (Item(SERVICE, (), ("db",)), "sqlite postgresql"),
    "with a file": (Item(SERVICE, ("django_db", "sqlite")), "sqlite"),
    "of locks": (Item(SERVICE, ("django_db", "postgresql")), "postgresql"),
    "of a page": (Item(PAGE, ("django_db",)), "sqlite"),
    "of a page, wanted there": (Item(PAGE, ("django_db", "postgresql")), "postgresql"),
    "in a browser": (Item("tests/journeys/test_seats.py::test_one", ("browser",)), "sqlite"),
}


@pytest.mark.parametrize(("item", "databases"), CASES.values(), ids=CASES)
def test_test_runs_where_it_can_differ(item: Item, databases: str) -> None:
    chosen = {"sqlite": on_sqlite(item), "postgresql": on_postgresql(item)}
    assert " ".join(name for name, is_chosen in chosen.items() if is_chosen) == databases
