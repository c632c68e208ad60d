"""From the acts on a sheet to what stands on it: lines, what was undone, changed or let stand.

Acts only say what was written. Whether an action is lawful is the rules' matter (`replay`); here
an undo takes away, an edit replaces, and everything else stands where it was written.
"""

from collections.abc import Iterable, Sequence
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
    """An action that stands: under the number of the act that it came with."""

    number: int
    seat: str
    words: str
    was: str = ""  # before it was changed


@dataclass(frozen=True, slots=True)
class Score:
    """Points written down by hand for a figure of a side."""

    number: int
    seat: str
    field: str
    change: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """What stands on a sheet."""

    set_up: str | None = None  # the own tags, one a line; None: not laid out yet
    lines: tuple[SheetLine, ...] = ()
    scores: tuple[Score, ...] = ()
    undone: tuple[Act, ...] = ()
    refused: tuple[Act, ...] = ()
    remarks: tuple[Act, ...] = ()
    let_stand: Act | None = None
    ended: Act | None = None  # by the table, or by time
    standing: tuple[Act, ...] = field(default=())  # what could be undone, oldest first

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
        lines=tuple(
            line
            for act in standing
            if act.kind == ACTION and (line := _line(act, edits.get(act.number)))
        ),
        scores=tuple(_score(act) for act in standing if act.kind == SCORE),
        undone=tuple(by_number[number] for number in sorted(filter(None, undone))),
        refused=tuple(act for act in acts if act.kind == REFUSED),
        remarks=tuple(act for act in acts if act.kind == REMARK),
        let_stand=last.get(LET_STAND),
        ended=last.get(END) or last.get(TIME),
        standing=tuple(standing),
    )


def _line(act: Act, edit: Act | None) -> SheetLine | None:
    """A line that was changed to nothing is gone."""
    if edit is None:
        return SheetLine(act.number, act.seat, act.text)
    return SheetLine(act.number, edit.seat, edit.text, was=act.text) if edit.text else None


def _score(act: Act) -> Score:
    name, _, change = act.text.partition(" ")
    return Score(act.number, act.seat, name, int(change))


def edited(lines: Sequence[SheetLine], change: Act) -> list[SheetLine]:
    """The lines as they would be with an earlier one changed, or taken out."""
    changed = []
    for line in lines:
        if line.number != change.target:
            changed.append(line)
        elif change.text:
            changed.append(replace(line, seat=change.seat, words=change.text, was=line.words))
    return changed
