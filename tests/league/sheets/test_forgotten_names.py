"""Names of practice games: gone after a month, or at once; what was played stays."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.errors import LeagueError
from league.models import Sheet, SheetAct, SheetRemark
from league.sheets.services.acts import Note
from league.sheets.services.sheets import forget_names, forget_old_names
from league.tasks import sweep
from tests.factories.sheets import noted, practice, sheet_at, written
from tests.factories.tables import table

pytestmark = pytest.mark.django_db


def named_sheet(*, days_old: int = 0) -> Sheet:
    sheet = practice(names={"A": "Ája", "B": "Bob"})
    written(sheet, *noted(("A", "h8=11 i8=3")), Note("r", "remark", text="Ája má kávu"))
    Sheet.objects.filter(pk=sheet.pk).update(created_at=timezone.now() - timedelta(days=days_old))
    return sheet


def said_on(sheet: Sheet) -> tuple[dict[str, str], list[str], list[str]]:
    return (
        Sheet.objects.get(pk=sheet.pk).names,
        list(SheetRemark.objects.filter(sheet=sheet).values_list("text", flat=True)),
        list(SheetAct.objects.filter(sheet=sheet).values_list("kind", flat=True)),
    )


def test_names_are_forgotten_at_once() -> None:
    sheet, other = named_sheet(), named_sheet()
    forget_names(sheet)
    assert said_on(sheet) == ({}, [""], ["action", "remark"])
    assert said_on(other) == ({"A": "Ája", "B": "Bob"}, ["Ája má kávu"], ["action", "remark"])


def test_names_of_a_match_are_not_the_tables_to_forget() -> None:
    sheet = sheet_at(table(2))
    with pytest.raises(LeagueError, match="come from its event"):
        forget_names(sheet)


def test_sweep_forgets_names_after_a_month() -> None:
    old, young = named_sheet(days_old=31), named_sheet(days_old=29)
    sweep()
    assert said_on(old) == ({}, [""], ["action", "remark"])
    assert said_on(young) == ({"A": "Ája", "B": "Bob"}, ["Ája má kávu"], ["action", "remark"])


def test_remarks_of_old_sheets_without_names_go_too() -> None:
    sheet = named_sheet(days_old=31)
    Sheet.objects.update(names={})
    forget_old_names()
    assert said_on(sheet) == ({}, [""], ["action", "remark"])


def test_matches_keep_their_remarks() -> None:
    sheet = sheet_at(table(2))
    written(sheet, Note("r", "remark", text="Káva"))
    Sheet.objects.update(created_at=timezone.now() - timedelta(days=99))
    forget_old_names()
    assert said_on(sheet)[1] == ["Káva"]
