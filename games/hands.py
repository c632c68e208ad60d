"""Open hands, for games with a bag: what is held, what must be drawn next (record 1.6).

Hands are immutable like positions. A hand is a sorted tuple of tiles, whatever a tile is.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from games.values import Action, Fault, gettext_noop as _

Tiles = tuple[Any, ...]

_NONE: Mapping[str, Tiles] = MappingProxyType({})


class WithHands(Protocol):
    """A position of a game whose hands may be open."""

    @property
    def hands(self) -> "Hands": ...


def has_open_hand(position: WithHands, seat: str) -> bool:
    return position.hands.is_open(seat)


def tells_hand(action: Action) -> bool:
    """Starting hands and draws are written down only where hands are open."""
    return action.kind in ("rack", "draw")


class Hands(NamedTuple):
    """The open hands by seat, and a draw that is due: of whom and how many tiles."""

    held: Mapping[str, Tiles] = _NONE
    due_seat: str = ""
    due_count: int = 0

    def is_open(self, seat: str) -> bool:
        return seat in self.held

    def rest(self, seat: str, tiles: Iterable[Any]) -> Tiles | None:
        """What an open hand keeps when these tiles leave it; None if it has not all of them."""
        hand = list(self.held[seat])
        try:
            for tile in tiles:
                hand.remove(tile)
        except ValueError:
            return None
        return tuple(hand)

    def with_hand(self, seat: str, tiles: Iterable[Any]) -> "Hands":
        held = {**self.held, seat: tuple(sorted(tiles))}
        return Hands(held, self.due_seat, self.due_count)

    def keeping(self, seat: str, rest: Tiles, *, due: int) -> "Hands":
        """The hands when an open one keeps no more than this, and so many are due."""
        return _new(Hands, {**self.held, seat: rest}, seat if due else "", due)

    def drawn(self, tiles: Iterable[Any]) -> "Hands":
        """The hands after the draw that was due."""
        seat = self.due_seat
        hand = sorted((*self.held[seat], *tiles))
        return _new(Hands, {**self.held, seat: tuple(hand)})


_new = Hands.__new__  # straight, since they are made for every draw (games/values.py)


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
        text = _("{seat} draws {drawn}, but should draw {count}.")
        return _fault("draw", text, seat=action.seat, drawn=len(action.what), count=hands.due_count)
    return None


def rack_fault(action: Action, hands: Hands, *, has_begun: bool, size: int) -> Fault | None:
    """A starting hand out of place, given twice, or of the wrong size (code `rack`)."""
    if has_begun:
        return _fault("rack", _("Starting hands come before the first action."))
    if hands.is_open(action.seat):
        return _fault("rack", _("{seat}'s starting hand is given twice."), seat=action.seat)
    if len(action.what) != size:
        text = _("A starting hand has {size} tiles, not {count}.")
        return _fault("rack", text, size=size, count=len(action.what))
    return None


def _fault(code: str, text: str, **gaps: object) -> Fault:
    return Fault(code, "record 1.6", text, gaps)
