"""A bracket as people look at it: what each match is called, and where those go who play there.

Pure. Names are kinds and numbers; the pages have the words.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.standings.bracket import Side, Slot, SlotState, Source

_NAMED_TO = 8  # as many as are left in the earliest round whose matches have names


class Called(StrEnum):
    FINAL = "final"
    SECOND_FINAL = "second_final"
    PLACE = "place"  # the match for a place, `number`
    LAST = "last"  # of those who are left: `of` 4 is a semi-final
    MATCH = "match"  # by its number alone


@dataclass(frozen=True, slots=True)
class SlotName:
    called: Called
    number: int = 0  # among those that are called the same; the place that is played for
    of: int = 0  # how many are left in its round


@dataclass(frozen=True, slots=True)
class Lead:
    """Where somebody goes from a match."""

    place: int  # taken there
    slot: str


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match that is played, or will be."""

    slot: Slot
    name: SlotName
    entries: tuple[str | None, ...]
    order: tuple[str, ...] = ()
    leads: tuple[Lead, ...] = ()
    is_bye: bool = False
    is_needless: bool = False

    @property
    def key(self) -> str:
        return self.slot.key

    @property
    def is_for_two(self) -> bool:
        return len(self.slot.sources) == 2

    def has_won(self, entry: str | None) -> bool:
        """It is decided, and this entry is among those who go on, or first in the last match."""
        return entry in self.order[: self.slot.advance]


def boxes_of(states: Sequence[SlotState]) -> tuple[BracketBox, ...]:
    """By rounds, in each from top to bottom."""
    slots = [_as_seen(state.slot) for state in states]
    names, leads = _names(slots), _leads(slots)
    return tuple(
        BracketBox(
            slot=slot,
            name=names[slot.key],
            entries=state.entries,
            order=state.order,
            leads=tuple(leads[slot.key]),
            is_bye=state.is_bye,
            is_needless=state.is_needless,
        )
        for slot, state in zip(slots, states, strict=True)
    )


def _as_seen(slot: Slot) -> Slot:
    """To a second final both come from the first, which its first-named has lost."""
    before = slot.only_if_lost
    if not before:
        return slot
    return replace(slot, sources=(Source(slot=before, place=2), Source(slot=before, place=1)))


def _leads(slots: Sequence[Slot]) -> Mapping[str, list[Lead]]:
    leads: dict[str, list[Lead]] = defaultdict(list)
    for slot in slots:
        for source in slot.sources:
            if source.slot:
                leads[source.slot].append(Lead(source.place, slot.key))
    return leads


def _names(slots: Sequence[Slot]) -> Mapping[str, SlotName]:
    last = max((slot.round for slot in slots if slot.side is Side.FINAL), default=0)
    has_round_names = all(len(slot.sources) == 2 and slot.side is not Side.LOSERS for slot in slots)
    counted: Counter[tuple[Called, int]] = Counter()
    names = {}
    for slot in slots:
        called, of = _called(slot, last=last if has_round_names else 0)
        counted[called, of] += 1
        number = slot.best_place if called is Called.PLACE else counted[called, of]
        names[slot.key] = SlotName(called, number, of)
    return names


def _called(slot: Slot, *, last: int) -> tuple[Called, int]:
    """`last`: the round of the final, where rounds are called by how many are left; or 0."""
    if slot.only_if_lost:
        return Called.SECOND_FINAL, 0
    if slot.side is Side.FINAL:
        return Called.FINAL, 0
    if slot.side is Side.PLACES and slot.best_place:
        return Called.PLACE, 0
    left = 2 ** (last - slot.round + 1) if slot.round < last else 0
    if slot.side is Side.WINNERS and 0 < left <= _NAMED_TO:
        return Called.LAST, left
    return Called.MATCH, 0
