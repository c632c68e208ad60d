"""Names that may be one person's."""

import pytest
from hypothesis import given, strategies as st

from league.clubs.namesakes import Namesakes, begins_like
from league.models.names import MATCH_KEY_LENGTH, match_key


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("Jana Nováková", "jana novakova", "same"),
        ("Jana Nováková", "NOVÁKOVÁ  Jana", "same"),
        ("Anna Nováková-Malá", "Anna Nováková Malá", "same"),
        ("Petr Dvořák", "Peter Dvořák", "similar"),
        ("Petr Dvořák", "Petr Dvořka", "similar"),
        ("Petr Dvořák", "Petr Dworak", "similar"),
        ("Jana Nováková", "Jana Marie Nováková", "similar"),
        ("Jan Novák", "Jana Nováková", ""),
        ("Jan Malý", "Jana Malá", ""),
        ("Jana Nováková", "Jana Svobodová", ""),
        ("🎲", "🎲", ""),
    ],
)
def test_names_are_compared(name: str, other: str, alike: str) -> None:
    club = Namesakes([("id", match_key(other))])
    key = match_key(name)
    found = {"same": club.same(key), "similar": club.similar(key)}
    assert found == {
        "same": ["id"] if alike == "same" else [],
        "similar": ["id"] if alike else [],
    }


def test_the_very_same_name_comes_first() -> None:
    names = {"b": "Petr Dvořka", "a": "Petr Dvořák", "c": "Petra Dvořák"}
    club = Namesakes((who, match_key(name)) for who, name in names.items())
    assert club.similar(match_key("Dvořák Petr"))[0] == "a"
    assert sorted(club.similar(match_key("Dvořák Petr"))) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("typed", "begins"),
    [
        ("jana no", True),
        ("no ja", True),
        ("jana nováková", True),
        ("jana nováková x", False),
        ("ja ja", False),
        ("jana s", False),
        ("", False),
    ],
)
def test_name_begins_as_it_is_typed(typed: str, begins: bool) -> None:
    assert begins_like(match_key("Jana Nováková"), typed=match_key(typed)) is begins


@given(st.text(max_size=300))
def test_any_name_has_a_key_that_knows_no_order(name: str) -> None:
    key = match_key(name)
    assert len(key) <= MATCH_KEY_LENGTH
    assert match_key(" ".join(reversed(name.split())))[:20] == key[:20] or len(name) > 60


@given(st.lists(st.text("abcde ", min_size=1, max_size=8), min_size=1, max_size=20))
def test_a_name_is_similar_to_itself_less_a_letter(names: list[str]) -> None:
    keys = [match_key(name) for name in names]
    club = Namesakes((str(at), key) for at, key in enumerate(keys))
    for at, key in enumerate(keys):
        if len(key.replace(" ", "")) > 1:
            assert str(at) in club.similar(key[:-1])
