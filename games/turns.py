"""What is wrong with an action whatever it does: the game is over, or it is another's turn."""

from games.values import Action, Fault, gettext_noop as _


def after_end() -> Fault:
    return Fault("after-end", "record 1.4", _("The game is over; nothing may follow."))


def wrong_seat(action: Action, *, turn: str, seats: str) -> Fault | None:
    """An action by a seat that does not play, or whose turn it is not."""
    gaps = {"seat": action.seat, "turn": turn}
    if action.seat not in seats:
        return Fault("wrong-seat", "record 1.4", _("There is no seat {seat} in this game."), gaps)
    if action.seat != turn:
        return Fault("wrong-seat", "record 1.4", _("It is {turn}'s turn, not {seat}'s."), gaps)
    return None
