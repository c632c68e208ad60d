"""A phone writes on a sheet: one act, or all that it kept while it had no network.

Read, judge, write: the rules are asked outside of any transaction, and what they allowed is
written only if nobody wrote meanwhile. Of two phones at once one wins; the other is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from league.models import Sheet, SheetAct, SheetRemark
from league.permissions import Actor
from league.results.seating import mark_of
from league.sheets import ledger as kinds
from league.sheets.checks import Refused, lawful_prefix
from league.sheets.ledger import Act
from league.sheets.queries import on_sheet, tell_version, version_of

MOST_AT_ONCE = 200


@dataclass(frozen=True)
class Note:
    """An act as a phone sends it, with a key that it has made up."""

    key: str
    kind: str
    seat: str = ""
    text: str = ""
    target: int | None = None


@dataclass(frozen=True)
class Written:
    """What came of it: the keys that stand on the sheet now, and what stopped the next one."""

    number: int  # of the last act on the sheet
    taken: Sequence[str] = ()
    refused: Refused | None = None
    refused_key: str = ""
    is_stale: bool = False  # somebody else wrote meanwhile


def write(sheet: Sheet, notes: Sequence[Note], *, after: int, actor: Actor) -> Written:
    """Write notes that were made on the sheet as it was after that act, as far as they are lawful.

    What the phone sent before and got no answer for is known by its key, and not written twice.
    """
    notes = list({note.key: note for note in notes[:MOST_AT_ONCE]}.values())  # a key stands once
    page = on_sheet(sheet)
    number = len(page.acts)
    keys = [note.key for note in notes]
    known = _known(sheet, keys)
    fresh = [note for note in notes if note.key not in known]
    if not fresh:
        return Written(number, known)
    if after + len(known) != number:
        return Written(number, known, is_stale=True)
    acts = [Act(0, note.kind, note.seat, note.text, note.target) for note in fresh]
    taken, refused = lawful_prefix(page, acts)
    stopped = fresh[len(taken)] if refused else None
    rows = [_row(sheet, note, act, actor=actor) for note, act in zip(fresh, taken, strict=False)]
    if stopped is not None and refused is not None and _is_listed(sheet, stopped, refused):
        refusal = Act(number + len(rows) + 1, kinds.REFUSED, stopped.seat, stopped.text)
        rows.append(_row(sheet, stopped, refusal, actor=actor))
    if rows and not _stored(sheet, rows, notes=fresh, after=number):
        return _overtaken(sheet, keys)
    return Written(
        number=number + len(rows),
        taken=[*known, *(note.key for note in fresh[: len(taken)])],
        refused=refused,
        refused_key=stopped.key if stopped else "",
    )


def _known(sheet: Sheet, keys: Sequence[str]) -> list[str]:
    """Those that stand on the sheet already."""
    stored = set(sheet.acts.filter(key__in=keys).values_list("key", flat=True))
    return [key for key in keys if key in stored]


def _overtaken(sheet: Sheet, keys: Sequence[str]) -> Written:
    """By another phone; or by the same notes, sent twice at once."""
    newest = Sheet.objects.values_list("number", flat=True).get(pk=sheet.pk)
    known = _known(sheet, keys)
    return Written(newest, known, is_stale=len(known) < len(keys))


def _is_listed(sheet: Sheet, note: Note, refused: Refused) -> bool:
    """Where the table wants to be checked, it sees what was tried."""
    return sheet.help == Sheet.Help.CHECK and refused.is_rule and note.kind == kinds.ACTION


def _row(sheet: Sheet, note: Note, act: Act, *, actor: Actor) -> SheetAct:
    is_refused = act.kind == kinds.REFUSED
    return SheetAct(
        sheet=sheet,
        number=act.number,
        key=f"{note.key}!{act.number}"[-40:] if is_refused else note.key,
        phone=mark_of(actor.device, match=sheet.pk),
        kind=act.kind,
        seat=act.seat,
        text="" if act.kind == kinds.REMARK else act.text,
        target=act.target if act.kind in (kinds.UNDO, kinds.EDIT) else None,
    )


def _stored(sheet: Sheet, rows: Sequence[SheetAct], *, notes: Sequence[Note], after: int) -> bool:
    """False: somebody else has written meanwhile, or the sheet was closed."""
    last = rows[-1].number
    remarks = [
        SheetRemark(sheet=sheet, number=row.number, text=note.text)
        for row, note in zip(rows, notes, strict=False)
        if row.kind == kinds.REMARK
    ]
    with transaction.atomic():
        moved = Sheet.objects.filter(pk=sheet.pk, number=after, closed_at=None).update(number=last)
        if not moved:
            return False
        SheetAct.objects.bulk_create(rows)
        SheetRemark.objects.bulk_create(remarks)
        transaction.on_commit(lambda: tell_version(sheet.pk, version_of(sheet, number=last)))
    return True
