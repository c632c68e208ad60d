"""What phones are told of a sheet: what is new since the state that they know, and that right."""

import json
from statistics import median
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.registry import GAMES
from league.models import Sheet
from league.sheets.changes import applied
from league.sheets.services.acts import Note
from league.sheets.services.sheets import forget_names, give_up_sheet, take_up_sheet
from tests.factories.phones import phone_with
from tests.factories.sheet_phones import SheetPhone, acts_of_game, entered
from tests.factories.sheets import PHONE, lines_of, noted, practice, written

pytestmark = pytest.mark.django_db

MOST_BYTES = 4_000  # as sent: of an entry, or of a poll with news
MOST_OF_PAGE = 60_000
MOST_OF_GAME = 500_000  # all bodies of a table; what is asked for is 1 MB
# Of an entry, the median; four phones hear of 230 moves in the longest game of Twisty.
USUAL_BYTES = {"kaleidoskop": 1_250, "polyssimo": 900, "triolet": 950, "twisty": 880}
LINES = lines_of("triolet")


@pytest.fixture(autouse=True)
def _told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Transactions of tests end never, and what is told when they end is told too late."""
    monkeypatch.setattr("league.sheets.queries._CACHED_S", 0)


def asked(sheet: Sheet, since: str = "", *, language: str = "en") -> HttpResponse:
    where = reverse("live-sheet", kwargs={"language": language, "pk": sheet.pk})
    return Client().get(where, {"since": since} if since else {})


def whole(sheet: Sheet, *, language: str = "en") -> dict[str, Any]:
    state: dict[str, Any] = asked(sheet, language=language).json()
    assert "since" not in state
    return state


def changed(known: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """The state on a phone after an answer that says what has changed."""
    assert said.keys() == {"since", "change"}
    assert said["since"] == known["version"]
    state: dict[str, Any] = applied(known, said["change"])
    return state


def test_poll_with_nothing_new_is_empty() -> None:
    sheet = practice()
    same = asked(sheet, whole(sheet)["version"])
    assert (same.status_code, same.content) == (204, b"")


def test_poll_says_what_has_changed() -> None:
    sheet = practice()
    known = whole(sheet)
    written(sheet, *noted(*LINES[:1]))
    said = asked(sheet, known["version"]).json()
    assert changed(known, said) == whole(sheet)
    assert len(json.dumps(said)) < len(json.dumps(known)) / 10


def test_poll_of_a_phone_that_missed_a_lot() -> None:
    sheet = practice()
    known = whole(sheet)
    for at in range(6):
        written(sheet, *noted(LINES[at], key=f"k{at}-"))
        whole(sheet)
    cache.clear()
    assert changed(known, asked(sheet, known["version"]).json()) == whole(sheet)


@pytest.mark.parametrize("language", ["cs", "sk", "en"])
def test_poll_in_every_language(language: str) -> None:
    sheet = practice("kaleidoskop", help="check")
    known = whole(sheet, language=language)
    written(sheet, *noted(*lines_of("kaleidoskop")[:2]))
    said = asked(sheet, known["version"], language=language).json()
    assert changed(known, said) == whole(sheet, language=language)


def test_poll_in_another_language_than_the_phone_knew_is_whole() -> None:
    sheet = practice()
    known = whole(sheet, language="cs")
    assert asked(sheet, known["version"], language="en").json() == whole(sheet, language="en")


def test_poll_after_undo_edit_time_and_closing() -> None:
    sheet = practice()
    written(sheet, *noted(*LINES[:3]))
    known = whole(sheet)
    for note in (
        Note("u", "undo", target=3),
        Note("e", "edit", seat="B", text="", target=2),
        Note("r", "remark", text="Káva <na> desce 🙂"),
        Note("t", "time"),
    ):
        written(sheet, note)
        newer = whole(sheet)
        assert changed(known, asked(sheet, known["version"]).json()) == newer
        known = newer
    give_up_sheet(Sheet.objects.get(), actor=PHONE)
    closed = changed(known, asked(sheet, known["version"]).json())
    assert (closed["stage"], closed["remarks"]) == ("closed", {})
    take_up_sheet(Sheet.objects.get(), actor=PHONE)
    again = changed(closed, asked(sheet, closed["version"]).json())
    assert again["remarks"] == {"6": "Káva <na> desce 🙂"}


@pytest.mark.parametrize(
    "since",
    [
        "nonsense",
        "-1-en-0.1.0-00000000",
        "99999-en-0.1.0-00000000",
        "1-en",
        "1",
        "--",
        "1\x00-",
        "²-a",
    ],
)
def test_poll_with_a_version_that_never_was_is_whole(since: str) -> None:
    sheet = practice()
    written(sheet, *noted(*LINES[:1]))
    assert asked(sheet, since).json() == whole(sheet)


def test_poll_after_a_remark_was_blanked_says_so() -> None:
    """At once; and whole after another entry, when a change would leave the words there."""
    sheet = practice()
    written(sheet, Note("r", "remark", text="Petr"))
    known = whole(sheet)
    forget_names(sheet)
    now = changed(known, asked(sheet, known["version"]).json())
    assert (now["number"], now["wiped"], now["remarks"]) == (1, True, {"1": ""})
    assert asked(sheet, now["version"]).status_code == 204
    written(sheet, *noted(*LINES[:1]))
    late = asked(sheet, known["version"]).json()
    assert (late["number"], late["remarks"]) == (2, {"1": ""})


def sent(phone: Client, sheet: Sheet, *lines: tuple[str, str], knows: object) -> HttpResponse:
    number = Sheet.objects.values_list("number", flat=True).get(pk=sheet.pk)
    notes = [{"key": f"{number}-{at}", "kind": "action", "seat": seat, "text": text}
             for at, (seat, text) in enumerate(lines)]  # fmt: skip
    body = {"after": number, "notes": notes, "knows": knows}
    return phone.post(
        reverse("sheet-write", args=[sheet.pk]), body, content_type="application/json"
    )


def test_answer_to_an_entry_says_what_has_changed() -> None:
    sheet = practice()
    phone, known = phone_with(sheet.code), whole(sheet)
    answer = sent(phone, sheet, LINES[0], knows=known["version"]).json()
    assert changed(known, answer["state"]) == whole(sheet)


def test_answer_to_a_refused_entry_changes_nothing() -> None:
    sheet = practice(help="full")
    phone, known = phone_with(sheet.code), whole(sheet)
    answer = sent(phone, sheet, ("A", "a1=1"), knows=known["version"]).json()
    assert answer["refused"]["code"] == "centre"
    assert answer["state"] == {"since": known["version"], "change": None}


def test_answer_to_a_phone_that_was_overtaken_has_what_the_other_wrote() -> None:
    sheet = practice()
    phone, known = phone_with(sheet.code), whole(sheet)
    written(sheet, *noted(LINES[0], key="other"))
    note = {"key": "mine", "kind": "action", "seat": "A", "text": "h8=5"}
    body = {"after": 0, "notes": [note], "knows": known["version"]}
    where = reverse("sheet-write", args=[sheet.pk])
    late = phone.post(where, body, content_type="application/json")
    assert (late.status_code, late.json()["stale"]) == (409, True)
    assert changed(known, late.json()["state"]) == whole(sheet)


@pytest.mark.parametrize("knows", [None, 7, ["x"], {}, "x" * 10_000, "\x00"])
def test_answer_to_a_phone_that_knows_nothing_right_is_whole(knows: object) -> None:
    sheet = practice()
    answer = sent(phone_with(sheet.code), sheet, LINES[0], knows=knows).json()
    assert answer["state"] == whole(sheet)


def test_bytes_of_a_table_with_four_phones_over_a_whole_game() -> None:
    """What the issue asks for: entries and polls with news, and all of it together."""
    sheet = practice("kaleidoskop", players=4, help="check")
    phones = [SheetPhone(sheet) for _seat in "ABCD"]
    for at, act in enumerate(acts_of_game("kaleidoskop", players=4)):
        phones[at % 4].enter(act)
        assert all(phone.ask() for phone in phones if phone is not phones[at % 4])
    assert phones[0].state["stage"] == "over"
    assert [phone.state for phone in phones] == [whole(sheet)] * 4
    assert max(phone.sent[0] for phone in phones) < MOST_OF_PAGE
    assert max(max(phone.sent[1:]) for phone in phones) < MOST_BYTES
    assert sum(sum(phone.sent) for phone in phones) < MOST_OF_GAME


@pytest.mark.parametrize("game", GAMES)
def test_bytes_of_the_page_and_of_entries_at_the_start_and_at_the_end(game: str) -> None:
    acts = acts_of_game(game, players=4)
    first = SheetPhone(entered(game, [], players=4))
    for act in acts[:4]:
        first.enter(act)
    late = SheetPhone(entered(game, acts[:-4], players=4))
    for act in acts[-4:]:
        late.enter(act)
    assert late.state == whole(late.sheet)
    assert late.state["stage"] == "over"
    assert late.sent[0] < MOST_OF_PAGE
    assert max(first.sent[1:] + late.sent[1:]) < MOST_BYTES
    assert median(first.sent[1:] + late.sent[1:]) < USUAL_BYTES[game]


def test_page_has_its_board_once() -> None:
    sheet = practice("kaleidoskop", players=4)
    written(sheet, *noted(*lines_of("kaleidoskop", players=4)[:9]))
    phone = SheetPhone(sheet)
    assert phone.page.count(b'class="laid"') == 1
    assert phone.state == whole(sheet)
