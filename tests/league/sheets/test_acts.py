"""Writing on a stored sheet: in order, once, and by one phone at a time."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Sheet, SheetAct, SheetRemark
from league.sheets.queries import on_sheet
from league.sheets.services import acts
from league.sheets.services.acts import Note, write
from league.sheets.services.sheets import give_up_sheet
from tests.factories.sheets import OTHER_PHONE, PHONE, lines_of, noted, practice, written

pytestmark = pytest.mark.django_db


def words_on(sheet: Sheet) -> list[str]:
    return [line.words for line in on_sheet(sheet).ledger.lines]


def test_action_is_stored_at_once() -> None:
    sheet = practice()
    done = written(sheet, *noted(("A", "h8=11 i8=3")))
    assert (done.number, list(done.taken), done.refused) == (1, ["k0"], None)
    stored = SheetAct.objects.get()
    assert (stored.number, stored.kind, stored.seat, stored.text) == (
        1,
        "action",
        "A",
        "h8=11 i8=3",
    )
    assert stored.phone not in ("", PHONE.device)
    assert Sheet.objects.get().number == 1


def test_notes_kept_without_network_go_in_one_request() -> None:
    sheet = practice()
    lines = lines_of("triolet")[:6]
    done = written(sheet, *noted(*lines))
    assert len(done.taken) == 6
    assert words_on(sheet) == [words for _seat, words in lines]


def test_lawful_prefix_is_taken_and_the_rest_stays_with_the_phone() -> None:
    sheet = practice(help="full")
    done = written(sheet, *noted(("A", "h8=11 i8=3"), ("B", "a1=1"), ("A", "h9=4")))
    assert list(done.taken) == ["k0"]
    assert done.refused is not None
    assert (done.refused.code, done.refused_key) == ("no-contact", "k1")
    assert words_on(sheet) == ["h8=11 i8=3"]


def test_same_notes_sent_again_are_written_once() -> None:
    sheet = practice()
    notes = noted(*lines_of("triolet")[:3])
    written(sheet, *notes)
    again = written(sheet, *notes, after=0)
    assert (list(again.taken), again.number) == (["k0", "k1", "k2"], 3)
    assert SheetAct.objects.count() == 3


def test_answer_lost_in_the_middle_goes_on_after_what_was_taken() -> None:
    sheet = practice()
    notes = noted(*lines_of("triolet")[:4])
    written(sheet, *notes[:2])
    done = written(sheet, *notes, after=0)
    assert list(done.taken) == ["k0", "k1", "k2", "k3"]
    assert SheetAct.objects.count() == 4


def test_key_that_comes_twice_in_a_request_is_written_once() -> None:
    sheet = practice()
    done = written(sheet, Note("k", "remark", text="Tea."), Note("k", "remark", text="Tea."))
    assert (list(done.taken), SheetAct.objects.count()) == (["k"], 1)


def test_same_notes_sent_twice_at_once_are_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = practice()
    notes = noted(*lines_of("triolet")[:2])
    store = acts._stored

    def overtaken(*args: object, **kwargs: object) -> bool:
        monkeypatch.setattr(acts, "_stored", store)
        written(sheet, *notes, after=0)
        return store(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(acts, "_stored", overtaken)
    done = written(sheet, *notes, after=0)
    assert (list(done.taken), done.is_stale, done.number) == (["k0", "k1"], False, 2)
    assert SheetAct.objects.count() == 2


def test_of_two_phones_one_wins_and_the_other_is_told() -> None:
    sheet = practice()
    written(sheet, *noted(("A", "h8=11 i8=3"), key="one"))
    late = written(sheet, *noted(("A", "h8=5"), key="two"), after=0, by=OTHER_PHONE)
    assert (late.is_stale, list(late.taken), late.number) == (True, [], 1)
    assert words_on(sheet) == ["h8=11 i8=3"]


def test_refused_entries_are_listed_where_the_table_is_checked() -> None:
    sheet = practice(help="check")
    done = written(sheet, *noted(("A", "a1=3")))
    assert done.number == 1
    assert [act.text for act in on_sheet(sheet).ledger.refused] == ["a1=3"]
    helped = practice(help="full")
    assert written(helped, *noted(("A", "a1=3"))).number == 0


def test_remark_is_kept_where_it_can_be_blanked() -> None:
    sheet = practice()
    written(sheet, Note("k", "remark", text="Káva na desce 🙂"))
    assert SheetAct.objects.get().text == ""
    assert SheetRemark.objects.get().text == "Káva na desce 🙂"


def test_undo_by_another_phone() -> None:
    sheet = practice()
    written(sheet, *noted(("A", "h8=11 i8=3")))
    written(sheet, Note("u", "undo", target=1), by=OTHER_PHONE)
    assert words_on(sheet) == []


def test_closed_sheet_takes_nothing() -> None:
    sheet = practice()
    give_up_sheet(sheet, actor=PHONE)
    done = written(sheet, *noted(("A", "h8=11 i8=3")))
    assert done.refused is not None
    assert done.refused.code == "closed"
    assert SheetAct.objects.count() == 0


def test_sheet_closed_in_between_takes_nothing() -> None:
    """The phone read the sheet before somebody put it away."""
    sheet = practice()
    read = Sheet.objects.get()
    give_up_sheet(sheet, actor=PHONE)
    done = write(read, noted(("A", "h8=11 i8=3")), after=0, actor=PHONE)
    assert done.is_stale
    assert SheetAct.objects.count() == 0


def test_number_of_queries_does_not_grow_with_the_game() -> None:
    sheet = practice()
    lines = lines_of("triolet")
    counts = []
    for at in (0, 12):
        written(sheet, *noted(*lines[len(words_on(sheet)) : at], key=f"to{at}-"))
        sheet.refresh_from_db()
        with CaptureQueriesContext(connection) as captured:
            written(sheet, *noted(lines[at], key=f"at{at}-"))
        counts.append(len(captured))
    assert counts[0] == counts[1]
