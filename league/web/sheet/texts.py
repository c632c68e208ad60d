"""What the modules of the score sheet say, in the reader's language; `{gaps}` are filled there."""

from django.utils.translation import gettext_lazy as _

from games.pads import Said
from games.registry import rules_of
from league.said import with_gaps

TEXTS = {
    "confirm": _("Confirm"),
    "turn": _("{name} is to play"),
    "waits": _("{name} is to play and enters it on another phone"),
    "all_moves": _("I keep score for all"),
    "own_moves": _("I enter my own moves"),
    "play_as": _("I play as {name}"),
    "who_plays_here": _("Who plays on this phone?"),
    "shared_sheet": _("Another phone writes here, too."),
    "taps": _("Tap the board."),
    "saved": _("Everything is saved."),
    "sending": _("Saving …"),
    "offline": _("No network: what you write is kept on this phone, and not checked yet."),
    "lost": _("Last seen at {time}"),
    "stale": _("Somebody at the table wrote first. Look at the board again."),
    "elsewhere": _("Meanwhile on another phone: {name}, {words}."),
    "begun_gone": _("What you had begun no longer fits."),
    "end_turn": _("End turn"),
    "unknown": _("This phone is no longer known at the table. Scan the code again."),
    "broken": _("The server could not take it. Try again."),
    "unchecked": _("not checked yet"),
    "drop": _("Drop it"),
    "let_stand": _("Let it stand"),
    "why_let_stand": _(
        "The record ends here, and points are written by hand from now on. The result is handed in"
        " as not verified, with this reason."
    ),
    "stands": _("The table lets it stand. The rules say: {reason}"),
    "waiting": _("Written on this phone, not yet with the others"),
    "next_seat": _("Next to play"),
    "undo": _("Undo"),
    "nothing": _("Nothing is written yet."),
    "would_score": _("Would score: {points}"),
    "allowed": _("Allowed."),
    "undone": _("Undone"),
    "refused": _("Refused"),
    "edit": _("Change"),
    "edit_agreed": _("Does everybody at the table agree to change this line?"),
    "edit_anew": _("Enter this line again"),
    "go_back": _("Undo everything from here on"),
    "editing": _("You are changing an earlier turn."),
    "as_then": _("Board and points as they stood then."),
    "set_up": _("Lay out the board"),
    "start": _("Start the game"),
    "handicap": _("Handicap"),
    "handicap_numbers": _("How many pieces does each take?"),
    "handicap_order": _("Who takes in which order?"),
    "handicap_usual": _("The usual order. Tap who takes first, then who follows."),
    "handicap_left": _("{count} more"),
    "handicap_back": _("Take back the last letter"),
    "handicap_agreed": _("Play this way"),
    "over": _("The game is over"),
    "by_time": _("Time was called"),
    "time": _("Time was called"),
    "end": _("The game is over"),
    "time_now": _("Write down what is still played first. Does the game end here?"),
    "closed": _("This sheet is closed."),
    "wins": _("{name} wins"),
    "shared": _("{names} share the first place"),
    "alone": _("{name} scored {score}"),
    "decided": _("{name}: {value} against {other}"),
    "replay": _("Replay"),
    "share": _("Share"),
    "copied": _("The link is copied."),
    "close": _("Close"),
    "minus": _("Minus"),
    "erase": _("Erase the last digit"),
    "add": _("Write down"),
    "for_whom": _("Player"),
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
