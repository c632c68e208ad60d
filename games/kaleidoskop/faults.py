"""Which rule forbids an action: the codes in the order of RULES.md 5."""

from collections.abc import Sequence

from games.hands import draw_fault, rack_fault
from games.kaleidoskop.board import COUNT_BITS, Position
from games.turns import after_end, wrong_seat
from games.values import Action, Fault, gettext_noop as _

_COUNT = (1 << COUNT_BITS) - 1
_APART = (0, 0)  # of fields that are not adjacent


def hand_fault(position: Position, action: Action) -> Fault | None:
    """The first rule that forbids an action that is no placement, or None."""
    kind, hands = action.kind, position.hands
    if not position.turn:
        return after_end()
    if kind == "draw":
        return draw_fault(action, hands) or _supply_fault(position, action.what)
    # RULES.md 5: where a turn's placements end, an exchange may stand in place of the draw.
    if hands.due_seat and (kind != "swap" or action.seat != position.rested):
        return draw_fault(action, hands)
    if kind == "pass":
        return _pass_fault(position, action)
    return _exchange_fault(position, action) if kind == "swap" else _rack_fault(position, action)


def placement_fault(position: Position, action: Action) -> Fault | None:
    """The first rule that forbids a placement, or None."""
    seat, _kind, (tile, first, second), _claim = action
    free, hands, openings = position.free, position.hands, position.openings
    if seat != position.turn or hands.due_seat:
        return _untimely(position, action)
    frame = position.arrangement.board
    bits = frame.joined.get((first, second), _APART)[0]
    if not bits or bits & free != bits:
        return _fields_fault(position, first, second)
    hand = hands.held.get(seat)
    if hand is None:
        if position.seen >> COUNT_BITS * tile & _COUNT >= frame.copies[tile]:
            return _supply_fault(position, (tile,))
    elif tile not in hand:
        return _not_in_hand(position, seat, tile)
    if openings and not bits & openings:
        return Fault(
            "first-tile",
            "3.2",
            _("A first tile lies beside a printed symbol that nobody has used."),
        )
    return None


def tally(tiles: Sequence[int]) -> int:
    """How often each tile comes, COUNT_BITS for each kind."""
    counts = 0
    for tile in tiles:
        counts += 1 << COUNT_BITS * tile
    return counts


def copies_seen(seen: int, tile: int) -> int:
    return seen >> COUNT_BITS * tile & _COUNT


def lowest_colours(position: Position, seat: str) -> list[int]:
    """The colours in which a seat's side has least (RULES.md 3.6)."""
    track = position.tracks[position.arrangement.side_of[seat]]
    return [colour for colour, points in enumerate(track) if points == min(track)]


def _untimely(position: Position, action: Action) -> Fault | None:
    """After the end, before a draw that is due, or out of turn."""
    if not position.turn:
        return after_end()
    return draw_fault(action, position.hands) or _seat_fault(position, action, turn=position.turn)


def _fields_fault(position: Position, first: int, second: int) -> Fault:
    frame = position.arrangement.board
    for field in (first, second):
        if not position.arrangement.area >> field & 1:
            text = _("{field} is outside the area for {players} players.")
            gaps = {"field": frame.names[field], "players": position.arrangement.players}
            return Fault("field", "3.1", text, gaps)
    if not frame.near[first] >> second & 1:
        text = _("{first} and {second} are not neighbours; a tile covers two adjacent fields.")
        gaps = {"first": frame.names[first], "second": frame.names[second]}
        return Fault("not-adjacent", "3.1", text, gaps)
    taken = second if position.free >> first & 1 else first
    text = _("{field} is not free: there is already a symbol on it.")
    return Fault("occupied", "3.1", text, {"field": frame.names[taken]})


def _exchange_fault(position: Position, action: Action) -> Fault | None:
    seat, tiles = action.seat, action.what
    if seat != position.rested:
        wrong = _seat_fault(position, action, turn=position.turn)
        return wrong or _exchange_time_fault(position)
    left = position.arrangement.rack - position.laid
    if not left or len(tiles) != left:
        text = _("An exchange shows all remaining tiles: {left}, not {count}.")
        return Fault("exchange-size", "3.6", text, {"left": left, "count": len(tiles)})
    if seat in position.hands.held:
        if position.hands.rest(seat, tiles) is None:
            return _not_in_hand(position, seat, _first_missing(tiles, position.hands.held[seat]))
    elif fault := _supply_fault(position, tiles):
        return fault
    return _exchange_colour_fault(position, seat, tiles)


def _exchange_time_fault(position: Position) -> Fault:
    if not position.arrangement.can_exchange:
        text = _("There is no exchange in a solo game.")
    elif position.bonus:
        text = _("A bonus placement comes before the exchange.")
    else:
        text = _("An exchange comes after the turn's placement, before the next turn.")
    return Fault("exchange-time", "3.6", text)


def _exchange_colour_fault(position: Position, seat: str, tiles: Sequence[int]) -> Fault | None:
    frame = position.arrangement.board
    for colour in lowest_colours(position, seat):
        for tile in tiles:
            if colour in frame.halves[tile]:
                text = _(
                    "{tile} shows {colour}, in which {seat} has the fewest points: no exchange."
                )
                name = frame.colours[colour].name
                gaps = {"tile": frame.tiles[tile], "colour": name, "seat": seat}
                return Fault("exchange-colour", "3.6", text, gaps)
    return None


def _pass_fault(position: Position, action: Action) -> Fault | None:
    if wrong := _seat_fault(position, action, turn=position.turn):
        return wrong
    if not position.bonus:
        text = _("There is no pass: {seat} must lay a tile.")
    elif not position.arrangement.can_decline:
        text = _("{seat} must lay the bonus tile: only teams may decline it.")
    else:
        return None
    return Fault("pass-time", "3.5", text, {"seat": action.seat})


def _rack_fault(position: Position, action: Action) -> Fault | None:
    size = position.arrangement.rack
    return (
        # A starting hand is bound to no turn: any seat that plays may give it.
        _seat_fault(position, action, turn=action.seat)
        or rack_fault(action, position.hands, has_begun=position.placed > 0, size=size)
        or _supply_fault(position, action.what)
    )


def _seat_fault(position: Position, action: Action, *, turn: str) -> Fault | None:
    return wrong_seat(action, turn=turn, seats=position.setup.seats)


def _supply_fault(position: Position, tiles: Sequence[int]) -> Fault | None:
    """More of a tile than there are, with those that lie or are held openly (RULES.md 4.4)."""
    frame, seen = position.arrangement.board, position.seen
    for tile in tiles:
        seen += 1 << COUNT_BITS * tile
        if seen >> COUNT_BITS * tile & _COUNT > frame.copies[tile]:
            text = _("The game has only {copies} tiles {tile}: the board and open hands show more.")
            gaps = {"copies": frame.copies[tile], "tile": frame.tiles[tile]}
            return Fault("supply", "4.4", text, gaps)
    return None


def _not_in_hand(position: Position, seat: str, tile: int) -> Fault:
    text = _("{seat}'s open hand has no tile {tile}.")
    gaps = {"seat": seat, "tile": position.arrangement.board.tiles[tile]}
    return Fault("not-in-hand", "record 1.6", text, gaps)


def _first_missing(tiles: Sequence[int], hand: Sequence[int]) -> int:
    return next(tile for tile in tiles if tiles.count(tile) > hand.count(tile))
