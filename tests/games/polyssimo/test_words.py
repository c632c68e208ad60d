"""How a game of Polyssimo Challenge is written down: RULES.md 5."""

import pytest

from games.polyssimo import RULES
from games.record import Record, canonical, read
from games.values import Setup, Unreadable


@pytest.mark.parametrize(
    "words",
    [
        "take",
        "take F I",
        "take f",
        "take F6",
        "take a1",
        "Take F",
        "pass now",
        "Pass",
        "F",
        "C0",
        "F a0",
        "F a12",
        "F m1",
        "F A1",
        "F a01",
        "F a1,b1",
        "F a1 F",
        "F a",
        "F 1",
        "F a²",
        "A=1",
        "a1 F",
        "rack F",
        "left F",
        "swap",
    ],
)
def test_record_5_other_forms_are_unreadable(words: str) -> None:
    assert isinstance(RULES.play.read("A", words.split(), None), Unreadable)


@pytest.mark.parametrize("words", ["take F", "pass", "F a1 b1 c1 d1 e1"])
@pytest.mark.parametrize("claim", ["", "0", "F"])
def test_record_5_claims_are_unreadable(words: str, claim: str) -> None:
    assert isinstance(RULES.play.read("A", words.split(), claim), Unreadable)


def test_record_5_no_words_are_unreadable() -> None:
    assert isinstance(RULES.play.read("A", [], None), Unreadable)


@pytest.mark.parametrize(
    ("players", "value"),
    [
        (2, ""),
        (2, "A=8"),
        (2, "A=8 B=12 "),
        (2, " A=8 B=12"),
        (2, "A=8  B=12"),
        (2, "A=8\tB=12"),
        (2, "A=8,B=12"),
        (2, "A=8 B="),
        (2, "A=8 B"),
        (2, "A=8 B=-1"),
        (2, "A=8 B=+9"),
        (2, "A=8 B=012"),
        (2, "A=8 B=1000000"),
        (2, "A=8 B=٩"),
        (2, "A=8 B=12 B=12"),
        (2, "A=8 A=12"),
        (2, "A=8 C=12"),
        (2, "a=8 b=12"),
        (2, "AB=8 B=12"),
        (3, "A=8 B=8"),
        (4, "A=6 B=6 C=6 E=6"),
    ],
)
def test_record_5_pieces_in_another_form_are_unreadable(players: int, value: str) -> None:
    assert isinstance(RULES.tags.read("Pieces", value, players=players), Unreadable)


@pytest.mark.parametrize("value", ["", "ABC", "A B", "ab", "A,B", "ABABÁ"])
def test_record_5_draft_in_another_form_is_unreadable(value: str) -> None:
    assert isinstance(RULES.tags.read("Draft", value, players=2), Unreadable)


def test_record_5_canonical_form_names_another_order_of_taking_alone() -> None:
    def draft(value: str, pieces: str = "") -> str | None:
        own = {"Draft": value} | ({"Pieces": pieces} if pieces else {})
        return RULES.tags.canonical("Draft", value, Setup(2, own=own))

    assert RULES.tags.default("Draft", Setup(2)) is None
    assert draft("AB" * 12) is None
    assert draft("BA" * 12) == "BA" * 12
    assert draft("AB" * 7 + "BB", "A=7 B=9") is None
    assert draft("BB" + "AB" * 7, "A=7 B=9") == "BB" + "AB" * 7


def test_record_5_canonical_form() -> None:
    text = (
        '[Players "2"]\n[Pieces "B=12 A=8"]\n[Game "polyssimo"]\n[SeatA "Alena"]\n'
        "C pass ; who?\nA\tI  a10 a2 l1 a11 b1 a2\nB take C0\n"
    )
    record = read(text.encode())
    assert isinstance(record, Record)
    assert canonical(record) == (
        '[Game "polyssimo"]\n[Variant "base"]\n[Edition "standard"]\n[Players "2"]\n'
        '[Termination "normal"]\n[Pieces "A=8 B=12"]\n'
        "A I a2 a2 a10 a11 b1 l1\nB take C0\n"
    )


@pytest.mark.parametrize(
    ("players", "value"), [(2, "A=12 B=12"), (3, "A=8 B=8 C=8"), (4, "A=6 B=6 C=6 D=6")]
)
def test_record_5_canonical_numbers_without_the_tag(players: int, value: str) -> None:
    assert RULES.tags.default("Pieces", Setup(players)) == value


def test_record_5_turns_do_not_count_passes() -> None:
    assert RULES.play.uncounted == {"pass"}


def test_record_5_no_tag_is_required() -> None:
    assert (RULES.tags.names(2), RULES.tags.required(2)) == (("Pieces", "Draft"), ())
