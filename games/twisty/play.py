"""One action further: what a turn changes (RULES.md 2). Which rule forbids it: faults.py."""

from games.turns import after_end, wrong_seat
from games.twisty.board import (
    CENTRE,
    EMPTY,
    KNIGHT,
    PROTECTION,
    STEPS,
    PlayerState,
    Position,
    new_player,
    new_position,
    seat_at,
)
from games.twisty.faults import broken_step, landing_fault, pass_fault, step_fault
from games.values import SEATS, Action, Advance, Fault

_KNIGHT = STEPS[KNIGHT]


def step(position: Position, action: Action) -> Advance[Position] | Fault:
    """One action further, or the first rule that forbids it, in the order of section 4."""
    _setup, _board, players, mover, winner = position
    seat, kind, what, _claim = action
    if winner:
        return after_end()
    if seat != SEATS[mover] and (
        fault := wrong_seat(action, turn=position.turn, seats=position.setup.seats)
    ):
        return fault
    if kind == "pass":
        return pass_fault(position) or (_passed(position), None)
    squares, victim, corner = what
    # One knight's move to a square without a pawn needs no closer look.
    is_single = len(squares) == 1 and _KNIGHT[players[mover].square] >> squares[0] & 1
    if not is_single and (broken := broken_step(position, squares)) is not None:
        return step_fault(position, squares, broken)
    end = squares[-1]
    hit = seat_at(position, end)
    if (hit or victim) and (fault := landing_fault(position, squares, hit, victim, corner)):
        return fault
    return _moved(position, end, victim, corner), None


def _passed(position: Position) -> Position:
    return position._replace(mover=(position.mover + 1) % len(position.players))


def _moved(position: Position, end: int, victim: str, corner: int) -> Position:
    """The position after a lawful move that ends here."""
    setup, board, players, mover, _winner = position
    _square, series, cubes, protected = players[mover]
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
    after[mover] = new_player(PlayerState, end, series, cubes, protected)
    # RULES.md 2.8, and 2.9: the seventh may have been stolen right here.
    winner = SEATS[mover] if end == CENTRE and cubes == len(series) else ""
    following = (mover + 1) % len(players)
    return new_position(Position, setup, board, tuple(after), following, winner)


def _robbed(player: PlayerState, colour: str, corner: int) -> PlayerState:
    """Without that cube, its card at the end of the series, the pawn in a corner (2.6)."""
    series = player.series.replace(colour, "") + colour
    return PlayerState(corner, series, player.cubes - 1, player.protected)
