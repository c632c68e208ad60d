"""Open hands, for games with a bag: what is held, what must be drawn next (record 1.6).

Hands are immutable like positions. A hand is a sorted tuple of tiles, whatever a tile is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.contract import Action, Fault
from games.contract import gettext_noop as _

Tiles = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """The open hands by seat, and a draw that is due: of whom and how many tiles."""

    held: Mapping[str, Tiles] = field(default_factory=dict)
    due_seat: str = ""
    due_count: int = 0

    def is_open(self, seat: str) -> bool:
        return seat in self.held

    def holds(self, seat: str, tiles: Iterable[Any]) -> bool:
        """Whether a seat has all these tiles; a closed hand may have anything."""
        if seat not in self.held:
            return True
        hand = list(self.held[seat])
        for tile in tiles:
            if tile not in hand:
                return False
            hand.remove(tile)
        return True

    def with_hand(self, seat: str, tiles: Iterable[Any]) -> "Hands":
        held = {**self.held, seat: tuple(sorted(tiles))}
        return Hands(held, self.due_seat, self.due_count)

    def without(self, seat: str, tiles: Iterable[Any]) -> "Hands":
        """The hands after tiles were played or given up; a closed hand stays closed."""
        if seat not in self.held:
            return self
        hand = list(self.held[seat])
        for tile in tiles:
            hand.remove(tile)
        return self.with_hand(seat, hand)

    def owing(self, seat: str, count: int) -> "Hands":
        """A draw is due, if the hand is open and there is something to draw."""
        if seat not in self.held or not count:
            return self
        return Hands(self.held, seat, count)

    def drawn(self, tiles: Iterable[Any]) -> "Hands":
        """The hands after the draw that was due."""
        hand = sorted((*self.held[self.due_seat], *tiles))
        return Hands({**self.held, self.due_seat: tuple(hand)})


def draw_fault(action: Action, hands: Hands) -> Fault | None:
    """A draw that is missing, out of place, or of the wrong size (code `draw`)."""
    if action.kind != "draw":
        if not hands.due_seat:
            return None
        text = _("{seat} must draw {count} first: hands are open.")
        return _fault("draw", text, seat=hands.due_seat, count=hands.due_count)
    if action.seat != hands.due_seat:
        return _fault("draw", _("{seat} has nothing to draw here."), seat=action.seat)
    if len(action.what) != hands.due_count:
        text = _("{seat} draws {drawn}, but {count} are due.")
        return _fault("draw", text, seat=action.seat, drawn=len(action.what), count=hands.due_count)
    return None


def rack_fault(action: Action, hands: Hands, *, has_begun: bool, size: int) -> Fault | None:
    """A starting hand out of place, given twice, or of the wrong size (code `rack`)."""
    if has_begun:
        return _fault("rack", _("Starting hands stand before the first action."))
    if hands.is_open(action.seat):
        return _fault("rack", _("{seat}'s starting hand is given twice."), seat=action.seat)
    if len(action.what) != size:
        text = _("A starting hand has {size} tiles, not {count}.")
        return _fault("rack", text, size=size, count=len(action.what))
    return None


def _fault(code: str, text: str, **gaps: object) -> Fault:
    return Fault(code, "record 1.6", text, gaps)
