"""What a turn may do, what it changes, and which rule forbids it (RULES.md section 2)."""

from collections.abc import Iterator
from itertools import pairwise

from games.contract import SEATS, Action, Fault, Step
from games.contract import gettext_noop as _
from games.turns import after_end, wrong_seat
from games.twisty.board import (
    CENTRE,
    CORNERS,
    EMPTY,
    FLIGHT,
    KNIGHT,
    MOVES,
    NAMES,
    PROTECTION,
    STEPS,
    Player,
    Position,
)
from games.twisty.words import NO_HIT

_KNIGHT = STEPS[KNIGHT]
_NO_STEP = {
    "1": _("{here} to {there}: the token 1 leads one square across or down."),
    "2": _("{here} to {there}: the token 2 leads one square diagonally."),
    "3": _("{here} to {there}: the token 3 leads on by a knight's move."),
    "4": _("{here} to {there}: the token 4 leads to another token 4 only."),
}


def step(position: Position, action: Action) -> Step | Fault:
    """One action further, or the first rule that forbids it, in the order of section 4."""
    if position.winner:
        return after_end()
    if action.seat != SEATS[position.mover] and (
        fault := wrong_seat(action, turn=position.turn, seats=position.setup.seats)
    ):
        return fault
    if action.kind == "pass":
        return _pass_fault(position) or Step(_passed(position))
    squares, victim, corner = action.what
    broken = broken_step(position, squares)
    if broken is not None:
        return _step_fault(position, squares, broken)
    return _landing_fault(position, squares, victim, corner) or Step(
        _moved(position, squares[-1], victim, corner)
    )


def advance(position: Position, action: Action) -> Position:
    """The position after a lawful action; ValueError for another."""
    outcome = step(position, action)
    if isinstance(outcome, Fault):
        raise ValueError(outcome.text.format(**outcome.gaps))
    after: Position = outcome.position
    return after


def lawful(position: Position) -> Iterator[Action]:
    """Every outcome that a lawful action can have, with a shortest way to it.

    The ways have no end, since a chain may go round (2.4). But what a move does depends on its
    last square, and on the corner for a pawn that it hits there, not on its way: so each last
    square with each corner is named once. Longer ways to the same are lawful too.
    """
    if position.winner:
        return
    seat, first = SEATS[position.mover], knight_moves(position)
    if not first:
        yield Action(seat, "pass")
        return
    board, others, seen = position.board, position.others, closed(position)
    ways: list[tuple[int, ...]] = [()]
    for way in ways:  # it grows as move tokens are found: nearest first
        fresh = (reach_of(board, way[-1], others) if way else first) & ~seen
        seen |= fresh
        for there in squares_in(fresh):
            onward = (*way, there)
            if others >> there & 1:
                yield from _thefts(position, onward)
                continue
            yield Action(seat, "move", (onward, *NO_HIT))
            if board[there] in MOVES:
                ways.append(onward)


def knight_moves(position: Position) -> int:
    """The squares to which a lawful knight's move leads (2.1)."""
    return _KNIGHT[position.players[position.mover].square] & ~closed(position)


def free_corners(position: Position) -> list[int]:
    """The corners for a pawn that is hit in this turn (2.6).

    The mover leaves the own corner free, and stands in the victim's if that is one.
    """
    others = position.others
    return [corner for corner in CORNERS if not others >> corner & 1]


def _thefts(position: Position, way: tuple[int, ...]) -> Iterator[Action]:
    """The ways to hit the pawn at the end of this one: a corner each."""
    victim = seat_at(position, way[-1])
    for corner in free_corners(position):
        yield Action(SEATS[position.mover], "move", (way, victim, corner))


def closed(position: Position) -> int:
    """The squares of pawns that may not be hit (2.6)."""
    mask = 0
    colour = position.players[position.mover].next_colour
    for index, player in enumerate(position.players):
        if index != position.mover and not (colour and colour in player.loose):
            mask |= 1 << player.square
    return mask


def reach_of(board: str, here: int, others: int) -> int:
    """The squares to which the move token here leads (2.4)."""
    if board[here] != FLIGHT:
        return STEPS[board[here]][here]
    mask, there = 0, board.find(FLIGHT)
    while there >= 0:
        mask |= 1 << there
        there = board.find(FLIGHT, there + 1)
    return mask & ~others & ~(1 << here)


def squares_in(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def seat_at(position: Position, square: int) -> str:
    """Whose pawn stands here; the mover's has left its square (2.4)."""
    for index, player in enumerate(position.players):
        if player.square == square and index != position.mover:
            return SEATS[index]
    return ""


def _pass_fault(position: Position) -> Fault | None:
    moves = knight_moves(position)
    if not moves:
        return None
    text = _("{seat} cannot pass: {square} can be reached by a knight's move.")
    return _fault(
        "can-move", "2.1", text, seat=position.turn, square=NAMES[next(squares_in(moves))]
    )


def broken_step(position: Position, squares: tuple[int, ...]) -> int | None:
    """The place of the first square to which no step leads (2.1, 2.4); None if all are reached."""
    start = position.players[position.mover].square
    if not _KNIGHT[start] >> squares[0] & 1:
        return 0
    if len(squares) == 1:
        return None
    board, others = position.board, position.others
    for place, (here, there) in enumerate(pairwise(squares), start=1):
        token = board[here]
        if token not in MOVES or others >> here & 1:
            return place
        if token == FLIGHT:
            is_step = board[there] == FLIGHT and here != there
        else:
            is_step = STEPS[token][here] >> there & 1 == 1
        if not is_step:
            return place
    return None


def _step_fault(position: Position, squares: tuple[int, ...], place: int) -> Fault:
    """Why no step leads to the square at this place (code `step`)."""
    there = NAMES[squares[place]]
    if not place:
        start = position.players[position.mover].square
        text = _("{here} to {there} is no knight's move, and every turn begins with one.")
        return _fault("step", "2.1", text, here=NAMES[start], there=there)
    here = squares[place - 1]
    token = position.board[here]
    if token not in MOVES or position.others >> here & 1:
        return _end_fault(position, here)
    return _fault("step", "2.4", _NO_STEP[token], here=NAMES[here], there=there)


def _end_fault(position: Position, here: int) -> Fault:
    """Going on from a square on which the turn ends, whatever makes it end."""
    mover, token = position.players[position.mover], position.board[here]
    gaps = {"square": NAMES[here], "token": token}
    if other := seat_at(position, here):
        text = _("{other}'s pawn stands on {square}: the turn ends there.")
        return _fault("step", "2.6", text, other=other, **gaps)
    if token == PROTECTION:
        return _fault(
            "step", "2.5", _("{square} is a protection token: the turn ends there."), **gaps
        )
    if token == mover.next_colour:
        return _fault("step", "2.3", _("The {token} on {square} is taken: the turn ends."), **gaps)
    if token != EMPTY:
        text = _("{square} holds the colour {token}: the turn ends there.")
        return _fault("step", "2.2", text, **gaps)
    if here == CENTRE and not mover.next_colour:
        text = _("{square} is the centre, reached with all cubes: the game is won there.")
        return _fault("step", "2.8", text, **gaps)
    return _fault("step", "2.2", _("{square} is empty: the turn ends there."), **gaps)


def _landing_fault(
    position: Position, squares: tuple[int, ...], victim: str, corner: int
) -> Fault | None:
    """What the last square forbids: codes `pawn`, `capture`, `corner`."""
    end = squares[-1]
    hit = seat_at(position, end)
    if hit and (fault := _pawn_fault(position, squares, hit, victim)):
        return fault
    if not victim:
        return None
    gaps = {"victim": victim, "square": NAMES[end], "corner": NAMES[corner]}
    if victim != hit:
        return _fault("capture", "2.6", _("{victim}'s pawn does not stand on {square}."), **gaps)
    if corner not in CORNERS:
        text = _("{corner} is no corner; {victim}'s pawn goes to a free one.")
        return _fault("corner", "2.6", text, **gaps)
    if corner not in free_corners(position):
        text = _("{corner} is not free; {victim}'s pawn goes to a corner without a pawn.")
        return _fault("corner", "2.6", text, **gaps)
    return None


def _pawn_fault(
    position: Position, squares: tuple[int, ...], hit: str, victim: str
) -> Fault | None:
    """A pawn that may not be landed on, or not so (code `pawn`)."""
    mover, end = position.players[position.mover], squares[-1]
    gaps = {"hit": hit, "square": NAMES[end], "colour": mover.next_colour}
    if len(squares) > 1 and position.board[squares[-2]] == FLIGHT:
        text = _("{hit}'s pawn stands on {square}: a token 4 does not lead there.")
        return _fault("pawn", "2.4", text, **gaps)
    if not mover.next_colour:
        text = _("{hit}'s pawn stands on {square}: who has all cubes cannot land there.")
        return _fault("pawn", "2.6", text, **gaps)
    if mover.next_colour not in position.players[SEATS.index(hit)].loose:
        text = _("{hit}'s pawn stands on {square}, and {hit} has no unprotected cube {colour}.")
        return _fault("pawn", "2.6", text, **gaps)
    if not victim:
        text = _("{hit}'s pawn stands on {square}: write {square}x{hit}> and its new corner.")
        return _fault("pawn", "2.6", text, **gaps)
    return None


def _passed(position: Position) -> Position:
    return position._replace(mover=(position.mover + 1) % len(position.players))


def _moved(position: Position, end: int, victim: str, corner: int) -> Position:
    """The position after a lawful move that ends here."""
    setup, board, players, mover, _winner = position
    series, cubes, protected = players[mover][1:]
    after = list(players)
    if victim:  # RULES.md 2.6: the token under the pawn is ignored
        index = SEATS.index(victim)
        after[index] = _robbed(players[index], series[cubes], corner)
        cubes += 1
    elif board[end] == series[cubes : cubes + 1]:  # RULES.md 2.3
        board = board[:end] + EMPTY + board[end + 1 :]
        cubes += 1
    elif board[end] == PROTECTION:  # RULES.md 2.5
        protected = cubes
    after[mover] = Player(end, series, cubes, protected)
    # RULES.md 2.8, and 2.9: the seventh may have been stolen right here.
    winner = SEATS[mover] if end == CENTRE and cubes == len(series) else ""
    return Position(setup, board, tuple(after), (mover + 1) % len(players), winner)


def _robbed(player: Player, colour: str, corner: int) -> Player:
    """Without that cube, its card at the end of the series, the pawn in a corner (2.6)."""
    series = player.series.replace(colour, "") + colour
    return Player(corner, series, player.cubes - 1, player.protected)


def _fault(code: str, rule: str, text: str, **gaps: object) -> Fault:
    return Fault(code, rule, text, gaps)
