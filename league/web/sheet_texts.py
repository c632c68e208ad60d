"""What the score sheet says on the phone, by the names that its scripts use."""

from django.utils.translation import gettext_lazy as _

TEXTS = {
    # Polyssimo Challenge
    "polyssimo.offer": _("Pieces on offer"),
    "polyssimo.take": _("Tap the piece that you take."),
    "polyssimo.chosen": _("You take {piece}."),
    "polyssimo.hand": _("Pieces of {seat}"),
    "polyssimo.none": _("{seat} has no piece left."),
    "polyssimo.pick": _("Pick one of your pieces."),
    "polyssimo.lay": _("Drag {piece} onto the board, or tap a square."),
    "polyssimo.laid": _("{piece} on {squares}."),
    "polyssimo.turn": _("Turn"),
    "polyssimo.flip": _("Flip"),
    "polyssimo.move": _("Move the piece"),
    "polyssimo.up": _("Up"),
    "polyssimo.left": _("Left"),
    "polyssimo.down": _("Down"),
    "polyssimo.right": _("Right"),
}
