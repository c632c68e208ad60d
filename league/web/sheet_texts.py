"""What the score sheet says on the phone, by the names that its scripts use."""

from django.utils.translation import gettext_lazy as _

TEXTS = {
    # Triolet
    "triolet.first": _("Tap a square, then its number."),
    "triolet.number": _("Which number lies on {field}?"),
    "triolet.where": _("Tap the square for {tile}."),
    "triolet.joker_number": _("Which number does the joker stand for?"),
    "triolet.move": _("{tile}: tap its new square or number, or tap it again to take it back."),
    "triolet.more": _("Tap the next square, or confirm."),
    "triolet.full": _("Confirm, or tap a tile to move it."),
    "triolet.joker": _("Joker"),
    "triolet.take": _("Take back: {tile} {field}"),
    "triolet.room": _("No tile yet"),
    "triolet.closer": _("Look closer"),
    "triolet.whole": _("Whole board"),
    "triolet.list": _("Enter the tiles: {count} to go."),
    "triolet.list_done": _("Confirm, or tap a tile to take it back."),
    "triolet.confirm": _("Now confirm."),
}
