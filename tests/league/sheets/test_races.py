"""Two phones write at the same moment, on PostgreSQL: one wins, and nothing is lost or doubled."""

import threading

import pytest

from league.models import Sheet, SheetAct
from league.sheets.services import acts
from league.sheets.services.acts import Written, write
from tests.factories.sheets import OTHER_PHONE, PHONE, noted, practice
from tests.league.test_concurrency import WAIT_S, at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def written_at_once(monkeypatch: pytest.MonkeyPatch) -> list[Written | Exception]:
    """Both phones have judged their action lawful before either writes."""
    sheet = practice(help="full")
    together = threading.Barrier(2)
    store = acts._stored

    def waiting(*args: object, **kwargs: object) -> bool:
        together.wait(WAIT_S)
        return store(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(acts, "_stored", waiting)
    return at_once(
        lambda: write(sheet, noted(("A", "h8=5"), key="one"), after=0, actor=PHONE),
        lambda: write(sheet, noted(("A", "h8=6"), key="two"), after=0, actor=OTHER_PHONE),
    )


def test_of_two_phones_one_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    found = written_at_once(monkeypatch)
    assert sorted((len(one.taken), one.is_stale) for one in found) == [(0, True), (1, False)]  # type: ignore[union-attr]
    assert SheetAct.objects.count() == Sheet.objects.get().number == 1


def test_without_comparing_the_number_both_would_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: then only the key of the table stops the second, with an error."""

    def careless(sheet: Sheet, rows: list[SheetAct], **_rest: object) -> bool:
        SheetAct.objects.bulk_create(rows)
        return True

    monkeypatch.setattr(acts, "_stored", careless)
    found = written_at_once(monkeypatch)
    assert [isinstance(one, Exception) for one in found].count(True) == 1
