"""What the score sheet's scripts say, by key; gaps in braces are filled by the script."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TRIOLET: dict[str, Promise] = {
    "triolet.first": _("Tap a square, then its number."),
    "triolet.number": _("Which number lies on {field}?"),
    "triolet.where": _("Tap the square for {tile}."),
    "triolet.joker_number": _("Which number does the joker stand for?"),
    "triolet.move": _(
        "{tile}: tap where it goes, press another number, or tap it again to take it back."
    ),
    "triolet.more": _("Tap the next square, or confirm."),
    "triolet.full": _("Confirm, or tap a tile to move it."),
    "triolet.joker": _("Joker"),
    "triolet.take": _("Take back: {tile} {field}"),
    "triolet.room": _("No tile yet"),
    "triolet.closer": _("Closer"),
    "triolet.whole": _("Whole board"),
    "triolet.list": _("Enter the tiles: {count} to go."),
    "triolet.list_done": _("Confirm, or tap a tile to take it back."),
    "triolet.confirm": _("Now confirm."),
}

TEXTS: dict[str, Promise] = {**TRIOLET}
