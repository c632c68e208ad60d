"""What the modules of the score sheet say, in the reader's language; `{gaps}` are filled there."""

from django.utils.translation import gettext_lazy as _

from games.pads import Said
from games.registry import rules_of
from league.said import with_gaps

TEXTS = {
    "confirm": _("Confirm"),
    "turn": _("{name} is to play"),
    "taps": _("Tap the board, or use the form below."),
    "saved": _("Everything is saved."),
    "sending": _("Saving …"),
    "offline": _("No network: what you write is kept on this phone, and not checked yet."),
    "lost": _("Last seen at {time}"),
    "stale": _("Somebody at the table wrote first. Look at the board, then try again."),
    "unknown": _("This phone is no longer known at the table. Scan the code again."),
    "broken": _("The server could not take it. Try again."),
    "unchecked": _("not checked yet"),
    "drop": _("Drop it"),
    "again": _("Send again"),
    "let_stand": _("Let it stand"),
    "why_let_stand": _(
        "The record ends here, and points are written by hand from now on. The result is handed in"
        " as not verified, with this reason."
    ),
    "stands": _("The table lets it stand. The rules say: {reason}"),
    "waiting": _("Written on this phone, not yet with the others"),
    "next_seat": _("Next to play"),
    "undo": _("Undo"),
    "undo_that": _("Undo “{words}”?"),
    "undo_what": _("Undo “{words}” of {name}?"),
    "nothing": _("Nothing is written yet."),
    "would_score": _("Would score: {points}"),
    "allowed": _("Allowed."),
    "undone": _("Undone"),
    "refused": _("Refused"),
    "edit": _("Change"),
    "edit_agreed": _("Does everybody at the table agree to change this line?"),
    "edit_anew": _("Enter this line again"),
    "go_back": _("Undo everything from here on"),
    "edit_what": _(
        "Enter it again, in place of “{words}” of {name}. The rest is replayed after it."
    ),
    "set_up": _("Lay out the board"),
    "start": _("Start the game"),
    "over": _("The game is over"),
    "by_time": _("Time was called"),
    "time": _("Time was called"),
    "end": _("The game is over"),
    "time_now": _("Write down what is still played first. Does the game end here?"),
    "closed": _("This sheet is closed."),
    "wins": _("{name} wins"),
    "shared": _("{names} share the first place"),
    "alone": _("{name} scored {score}"),
    "keys": _("The mark shows what decided between neighbours."),
    "decided": _("{name}: {value} against {other}"),
    "close": _("Close"),
    "minus": _("Minus"),
    "erase": _("Erase the last digit"),
    "add": _("Write down"),
    "total": _("Total"),
    "for_whom": _("Player"),
    "what": _("What"),
    "holds": _("{field}: {what}"),
    "free": _("{field}, free"),
    "remark": _("Remark"),
}


def texts_of(game: str) -> dict[str, str]:
    """Those of every sheet, and what the game's own way of input says."""
    rules = rules_of(game)
    own = rules.looks.input_texts if rules else {}
    said = {key: text if isinstance(text, Said) else Said(text) for key, text in own.items()}
    return {
        **{key: str(text) for key, text in TEXTS.items()},
        **{key: with_gaps(text) for key, text in said.items()},
    }
