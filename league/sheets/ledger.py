"""From the acts on a sheet to what stands on it: lines, what was undone, changed or let stand.

Acts only say what was written. Whether an action is lawful is the rules' matter (`replay`); here
an undo takes away, an edit replaces, and everything else stands where it was written.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

# The kinds of acts, as they are stored.
SET_UP, ACTION, REFUSED, SCORE = "set_up", "action", "refused", "score"
UNDO, EDIT, REMARK, LET_STAND, TIME, END = "undo", "edit", "remark", "let_stand", "time", "end"
# What an undo can take away. The others are said about something, and stay said.
UNDOABLE = frozenset((SET_UP, ACTION, SCORE, LET_STAND, TIME, END))


@dataclass(frozen=True, slots=True)
class Act:
    """Something written on a sheet."""

    number: int
    kind: str
    seat: str = ""
    text: str = ""
    target: int | None = None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """An action that stands, or points: under the number of the act that it came with."""

    number: int
    seat: str
    words: str
    was: str = ""  # before it was changed


@dataclass(frozen=True, slots=True)
class Ledger:
    """What stands on a sheet."""

    set_up: str | None = None  # the own tags, one a line; None: not laid out yet
    lines: tuple[SheetLine, ...] = ()
    scores: tuple[SheetLine, ...] = ()  # what turns brought, written by hand (games/points.py)
    undone: tuple[Act, ...] = ()
    refused: tuple[Act, ...] = ()
    remarks: tuple[Act, ...] = ()
    let_stand: Act | None = None
    ended: Act | None = None  # by the table, or by time
    standing: tuple[Act, ...] = field(default=())  # what could be undone, oldest first
    taken_back: tuple[Act, ...] = ()  # just now: what can be written once more, oldest undo first

    @property
    def last(self) -> Act | None:
        """The act that an undo takes away."""
        return self.standing[-1] if self.standing else None

    @property
    def is_by_time(self) -> bool:
        return self.ended is not None and self.ended.kind == TIME


def ledger(acts: Iterable[Act]) -> Ledger:
    """What stands after all these acts, in the order of their numbers."""
    acts = list(acts)
    by_number = {act.number: act for act in acts}
    undone = {act.target for act in acts if act.kind == UNDO}
    standing = [act for act in acts if act.kind in UNDOABLE and act.number not in undone]
    edits = {act.target: act for act in acts if act.kind == EDIT}
    last = {act.kind: act for act in standing}
    return Ledger(
        set_up=last[SET_UP].text if SET_UP in last else None,
        lines=tuple(_lines(standing, edits, kind=ACTION)),
        scores=tuple(_lines(standing, edits, kind=SCORE)),
        undone=tuple(by_number[number] for number in sorted(filter(None, undone))),
        refused=tuple(act for act in acts if act.kind == REFUSED),
        remarks=tuple(act for act in acts if act.kind == REMARK),
        let_stand=last.get(LET_STAND),
        ended=last.get(END) or last.get(TIME),
        standing=tuple(standing),
        taken_back=tuple(_taken_back(acts)),
    )


def _taken_back(acts: Sequence[Act]) -> list[Act]:
    """Undone, and nothing else was written since: so far the same could follow again."""
    by_number = {act.number: act for act in acts}
    found: list[Act] = []
    for act in acts:
        if act.kind == UNDO:
            found.append(by_number[act.target or 0])
        elif act.kind in UNDOABLE and found and _says(act) == _says(found[-1]):
            found.pop()
        elif act.kind in (*UNDOABLE, EDIT):
            found.clear()
    return found


def _says(act: Act) -> tuple[str, str, str]:
    return act.kind, act.seat, act.text


def _lines(
    standing: Sequence[Act], edits: Mapping[int | None, Act], *, kind: str
) -> Iterator[SheetLine]:
    found = (_line(act, edits.get(act.number)) for act in standing if act.kind == kind)
    return filter(None, found)


def _line(act: Act, edit: Act | None) -> SheetLine | None:
    """A line that was changed to nothing is gone."""
    if edit is None:
        return SheetLine(act.number, act.seat, act.text)
    return SheetLine(act.number, edit.seat, edit.text, was=act.text) if edit.text else None


def edited(lines: Sequence[SheetLine], change: Act) -> list[SheetLine]:
    """The lines as they would be with an earlier one changed, or taken out."""
    changed = []
    for line in lines:
        if line.number != change.target:
            changed.append(line)
        elif change.text:
            changed.append(replace(line, seat=change.seat, words=change.text, was=line.words))
    return changed
