"""Columns are known by their headings in three languages."""

import pytest
from hypothesis import given, strategies as st

from league.clubs.import_rows import NoNames, PeopleListed, PersonListed, people_in


@pytest.mark.parametrize(
    "headings",
    [
        ("Jméno", "Příjmení"),
        ("JMÉNO", "prijmeni "),
        ("Křestní jméno", "Příjmení"),
        ("Meno", "Priezvisko"),
        ("First name", "Surname"),
        ("first_name", "last_name"),
        ("Name", "Family name"),
    ],
)
def test_name_in_two_columns(headings: tuple[str, str]) -> None:
    assert people_in([headings, ("Jana", "Nováková")]).people == (PersonListed(2, "Jana Nováková"),)


@pytest.mark.parametrize(
    "heading",
    ["Jméno", "Meno", "Name", "Jméno a příjmení", "Celé jméno", "Hráč", "Full name", "Player"],
)
def test_name_in_one_column(heading: str) -> None:
    assert people_in([("Č.", heading), ("1", "Jana Nováková")]) == PeopleListed(
        people=(PersonListed(2, "Jana Nováková"),), unused=("Č.",)
    )


def test_other_columns_are_taken_or_named_as_left_out() -> None:
    rows = [
        ("Příjmení", "Rok narození", "Jméno", "Klub", "Elo", "Kategorie", "Telefon"),
        ("Nováková", "2014", "Jana", "Hexa", "1500", "žáci", "777"),
        ("Dvořák",),
    ]
    assert people_in(rows) == PeopleListed(
        people=(
            PersonListed(
                2, "Jana Nováková", club="Hexa", rating="1500", category="žáci", birth_year="2014"
            ),
            PersonListed(3, "Dvořák"),
        ),
        unused=("Telefon",),
    )


def test_names_without_a_heading_stand_alone() -> None:
    rows = [(), ("Jana Nováková",), (), ("", "Petr Dvořák"), ()]
    assert people_in(rows).people == (
        PersonListed(2, "Jana Nováková"),
        PersonListed(4, "Petr Dvořák"),
    )


def test_columns_without_headings_are_refused() -> None:
    with pytest.raises(NoNames):
        people_in([("Jana", "Nováková"), ("Petr", "Dvořák")])


def any_filled(rows: list[tuple[str, ...]]) -> bool:
    return any(rows) and all(row[-1] for row in rows if row)


@given(
    st.lists(st.lists(st.text(max_size=12), max_size=4).map(tuple), min_size=1).filter(any_filled)
)
def test_any_table_is_people_or_refused(rows: list[tuple[str, ...]]) -> None:
    try:
        found = people_in(rows)
    except NoNames:
        return
    filled = sum(map(bool, rows))
    assert len(found.people) in (filled, filled - 1)
