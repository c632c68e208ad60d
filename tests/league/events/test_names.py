"""Names distinct within an event, telling as little as possible."""

import pytest
from hypothesis import given, strategies as st

from league.events.names import Named, distinct_names, fold, how_told


def names(*full_names: str) -> list[str]:
    people = [
        Named(str(number), f"{name.split()[0]} {name.split()[-1][0]}.", name)
        for number, name in enumerate(full_names)
    ]
    return list(distinct_names(people).values())


def test_name_that_is_alone_stays_short() -> None:
    assert names("Jana Nováková", "Petr Dvořák") == ["Jana N.", "Petr D."]


def test_same_initial_takes_one_letter_more() -> None:
    assert names("Jana Nováková", "Jana Nedbalová") == ["Jana No.", "Jana Ne."]


def test_third_letter_where_two_do_not_do() -> None:
    assert names("Jana Nováková", "Jana Nohavicová") == ["Jana Nov.", "Jana Noh."]


def test_more_letters_are_never_shown_so_that_people_are_numbered() -> None:
    assert names("Jana Nováková", "Jana Novotná", "Jana Nedbalová") == [
        "Jana N. (1)",
        "Jana N. (2)",
        "Jana Ne.",
    ]


def test_identical_names_are_numbered_in_order() -> None:
    assert names("Jana Nováková", "Jana Nováková") == ["Jana N. (1)", "Jana N. (2)"]


def test_same_names_of_other_towns_are_told_by_them() -> None:
    people = [
        Named("1", "Jana N.", "Jana Nováková", ("Olomouc", "Hexa")),
        Named("2", "Jana N.", "Jana Nováková", ("Brno", "Kocka")),
        Named("3", "Jana N.", "Jana Nováková"),
    ]
    assert list(distinct_names(people).values()) == [
        "Jana N. (Olomouc)",
        "Jana N. (Brno)",
        "Jana N.",
    ]


def test_same_names_of_one_town_are_told_by_their_clubs_and_of_one_club_numbered() -> None:
    people = [
        Named("1", "Jana N.", "Jana Nováková", ("Brno", "Hexa")),
        Named("2", "Jana N.", "Jana Nováková", ("Brno", "Kocka")),
        Named("3", "Jana N.", "Jana Nováková", ("Brno", "Kocka")),
    ]
    assert list(distinct_names(people).values()) == [
        "Jana N. (Hexa)",
        "Jana N. (1)",
        "Jana N. (2)",
    ]


@pytest.mark.parametrize(
    ("shown", "how"),
    [
        ("Jana N.", "alone"),
        ("Jana No.", "letters"),
        ("Jana N. (Brno)", "place"),
        ("Jana N. (12)", "number"),
    ],
)
def test_each_is_told_how_the_name_was_made_distinct(shown: str, how: str) -> None:
    assert how_told(shown, plain="Jana N.").value == how


def test_town_that_is_a_number_is_no_place() -> None:
    people = [Named("1", "Jana N.", "Jana N", ("7",)), Named("2", "Jana N.", "Jana N")]
    assert list(distinct_names(people).values()) == ["Jana N. (1)", "Jana N. (2)"]


def test_whole_short_surname_is_not_given_away() -> None:
    assert names("Jana Ng", "Jana Nová") == ["Jana N.", "Jana No."]


def test_ch_is_one_letter() -> None:
    people = [Named("1", "Eva Ch.", "Eva Chrastová"), Named("2", "Eva Ch.", "Eva Chalupová")]
    assert list(distinct_names(people).values()) == ["Eva Chr.", "Eva Cha."]


def test_name_shown_in_full_is_only_numbered() -> None:
    people = [Named("1", "Jana Nováková"), Named("2", "jana novakova")]
    assert list(distinct_names(people).values()) == ["Jana Nováková (1)", "jana novakova (2)"]


def test_fold_forgets_case_and_accents() -> None:
    assert fold("  Žofie  ŘEHÁKOVÁ ") == "zofie rehakova"


_people = st.lists(
    st.builds(
        lambda first, surname, is_full: (f"{first} {surname}", is_full),
        st.sampled_from(["Jana", "Eva", "Jana N. (1)"]),
        st.text("NOVAKCHnovakch", min_size=1, max_size=6),
        st.booleans(),
    ),
    max_size=30,
)


@given(_people)
def test_names_are_always_distinct(people: list[tuple[str, bool]]) -> None:
    given_names = [
        Named(str(number), name if is_full else f"{name.split()[0]} {name.split()[-1][0]}.", name)
        if not is_full
        else Named(str(number), name)
        for number, (name, is_full) in enumerate(people)
    ]
    found = distinct_names(given_names)
    assert list(found) == [person.id for person in given_names]
    assert len({fold(name) for name in found.values()}) == len(people)
