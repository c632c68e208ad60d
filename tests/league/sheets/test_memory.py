"""Replayed sheets that a process remembers: gone on with, never wrong, not too many."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Sheet, SheetAct
from league.sheets import queries
from league.sheets.checks import OnSheet
from league.sheets.memory import SheetMemory
from league.sheets.queries import frame_of, on_sheet, state_of
from league.sheets.services.acts import Note
from league.sheets.services.sheets import give_up_sheet
from tests.factories.sheet_phones import acts_of_game, entered
from tests.factories.sheets import PHONE, lines_of, noted, practice, written

LINES = lines_of("triolet")
EVERY_KIND = (
    *noted(*LINES[:4]),
    Note("undo", "undo", target=4),
    *noted(LINES[3], key="again"),
    Note("edit", "edit", seat=LINES[3][0], text="", target=6),
    Note("remark", "remark", text="Káva"),
    Note("refused", "action", seat="A", text="a1=1"),
    Note("stands", "let_stand", seat="A", text="a1=1"),
    Note("points", "score", seat="A", text="points 7"),
    Note("back", "undo", target=11),
    Note("end", "time"),
)
KINDS_AFTER_IT = [note.kind for note in EVERY_KIND[9:]]


def replayed(sheet: Sheet) -> dict[str, Any]:
    """The state of the sheet as a process tells it that remembers nothing."""
    acts = tuple(queries._acts(sheet.acts.all()))
    return state_of(sheet, OnSheet(frame_of(sheet), acts))


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> SheetMemory:
    memory = SheetMemory(most=2)
    monkeypatch.setattr(queries, "_memory", memory)
    return memory


@pytest.mark.django_db(transaction=True)
def test_sheet_gone_on_with_is_the_sheet_replayed(memory: SheetMemory) -> None:
    sheet = practice(help="check")
    for note in EVERY_KIND:
        written(sheet, note)
        sheet.refresh_from_db()
        assert state_of(sheet) == replayed(sheet)
    kinds = list(sheet.acts.order_by("number").values_list("kind", flat=True))
    assert kinds == [*(note.kind for note in EVERY_KIND[:8]), "refused", *KINDS_AFTER_IT]
    laid = entered("twisty", [])
    for at, act in enumerate(acts_of_game("twisty")[:4]):
        written(laid, Note(f"k{at}", *act))
        laid.refresh_from_db()
        assert state_of(laid) == replayed(laid)
    give_up_sheet(sheet, actor=PHONE)
    closed = Sheet.objects.get(pk=sheet.pk)
    assert state_of(closed)["stage"] == "closed"
    assert len(memory) == 2


@pytest.mark.django_db(transaction=True)
def test_only_what_came_since_is_read_also_from_another_process(memory: SheetMemory) -> None:
    sheet = practice(help="check")
    written(sheet, *noted(*LINES[:3]))
    on_sheet(Sheet.objects.get())
    SheetAct.objects.create(
        sheet=sheet, number=4, key="far", kind="action", seat=LINES[3][0], text=LINES[3][1]
    )
    Sheet.objects.update(number=4)
    with CaptureQueriesContext(connection) as captured:
        page = on_sheet(Sheet.objects.get())
    assert [line.words for line in page.ledger.lines] == [words for _seat, words in LINES[:4]]
    assert '"number" > 3' in captured[-1]["sql"]
    stale = Sheet(pk=sheet.pk, game=sheet.game, players=2, number=1, help="check", way="checked")
    assert on_sheet(stale).acts == page.acts


@pytest.mark.django_db(transaction=True)
def test_nothing_is_remembered_of_a_transaction_that_is_taken_back(memory: SheetMemory) -> None:
    sheet = practice()

    class TakenBack(Exception):
        pass

    with pytest.raises(TakenBack), transaction.atomic():
        written(sheet, *noted(*LINES[:2]))
        assert len(on_sheet(Sheet.objects.get()).acts) == 2
        raise TakenBack
    assert on_sheet(Sheet.objects.get()).acts == ()


def test_memory_holds_the_sheets_that_were_asked_for_last() -> None:
    memory = SheetMemory(most=2)
    page = OnSheet(frame_of(Sheet(game="triolet", players=2)))
    for sheet in ("one", "two"):
        memory.keep(sheet, page)
    assert memory.page("one", frame=page.frame, number=0) is page
    memory.keep("three", page)
    known = [memory.page(sheet, frame=page.frame, number=0) for sheet in ("one", "two", "three")]
    assert known == [page, None, page]
    other = frame_of(Sheet(game="triolet", players=3))
    assert memory.page("one", frame=other, number=0) is None
