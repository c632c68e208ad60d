"""How people are shown, and the order of Czech and Slovak names."""

import pytest
from hypothesis import given, strategies as st

from league.models import Player
from league.models.names import KEY_LENGTH, name_key, person_key, shown_name
from tests.factories import make_player

# ČSN 97 6030: č, ř, š, ž and ch are letters of their own; other accents only break ties.
CZECH_ORDER = (
    "Cach Cyril Čapek Dvořák Hůlka Hynek Chalupa Chytil Iva Rak Rys Řehoř Sýkora Šimek Zima Žák"
)
# STN 97 6030: ä and ô too.
SLOVAK_ORDER = "Mara Mäta Mička Oravec Ôra Palko Salaj Šalát Zajac Žiak"
ACCENTS_BREAK_TIES = ["Rada", "Ráda", "Radar"]
DIGITS_COME_LAST = ["Klub", "Žolík", "4 rohy"]


@pytest.mark.parametrize(
    "names", [CZECH_ORDER.split(), SLOVAK_ORDER.split(), ACCENTS_BREAK_TIES, DIGITS_COME_LAST]
)
def test_names_sort_as_the_norm_says(names: list[str]) -> None:
    jumbled = names[::-1]
    assert sorted(jumbled, key=name_key) == names


def test_people_sort_by_surname() -> None:
    people = ["Žaneta Adamová", "Adam Chalupa", "Eva Novotná", "Jan Novotný", "Adam Žák"]
    jumbled = people[::-1]
    assert sorted(jumbled, key=person_key) == people


@given(st.text(max_size=300))
def test_any_text_has_a_key_of_hexadecimal_digits(text: str) -> None:
    key = name_key(text)
    assert set(key) <= set("0123456789abcdef")
    assert len(key) <= KEY_LENGTH


@pytest.mark.django_db
def test_database_sorts_players_in_czech_order() -> None:
    for surname in reversed(CZECH_ORDER.split()):
        make_player(f"Jan {surname}")

    surnames = [player.full_name.split()[1] for player in Player.objects.all()]

    assert surnames == CZECH_ORDER.split()


@pytest.mark.parametrize(
    ("full_name", "shown"),
    [
        ("Jana Nováková", "Jana N."),
        ("Anna Marie  Dvořáková", "Anna D."),
        ("Pelé", "Pelé"),
        ("  ", ""),
        ("Jan Čermák", "Jan Č."),
        ("Adam Chalupa", "Adam Ch."),
    ],
)
def test_public_sees_first_name_and_initial(full_name: str, shown: str) -> None:
    assert shown_name(full_name, in_full=False) == shown


def test_name_is_shown_in_full_on_request() -> None:
    assert shown_name("Jana  Nováková", in_full=True) == "Jana Nováková"
