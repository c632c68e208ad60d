"""One action further: what a turn changes (RULES.md 2). Which rule forbids it: faults.py."""

from games.turns import after_end, wrong_seat
from games.twisty.board import (
    CENTRE,
    EMPTY,
    PROTECTION,
    PlayerState,
    Position,
)
from games.twisty.faults import broken_step, landing_fault, pass_fault, step_fault
from games.values import SEATS, Action, Advance, Fault


def step(position: Position, action: Action) -> Advance[Position] | Fault:
    """One action further, or the first rule that forbids it, in the order of section 4."""
    if position.winner:
        return after_end()
    if action.seat != SEATS[position.mover] and (
        fault := wrong_seat(action, turn=position.turn, seats=position.setup.seats)
    ):
        return fault
    if action.kind == "pass":
        return pass_fault(position) or Advance(_passed(position))
    squares, victim, corner = action.what
    broken = broken_step(position, squares)
    if broken is not None:
        return step_fault(position, squares, broken)
    return landing_fault(position, squares, victim, corner) or Advance(
        _moved(position, squares[-1], victim, corner)
    )


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
    after[mover] = PlayerState(end, series, cubes, protected)
    # RULES.md 2.8, and 2.9: the seventh may have been stolen right here.
    winner = SEATS[mover] if end == CENTRE and cubes == len(series) else ""
    return Position(setup, board, tuple(after), (mover + 1) % len(players), winner)


def _robbed(player: PlayerState, colour: str, corner: int) -> PlayerState:
    """Without that cube, its card at the end of the series, the pawn in a corner (2.6)."""
    series = player.series.replace(colour, "") + colour
    return PlayerState(corner, series, player.cubes - 1, player.protected)
