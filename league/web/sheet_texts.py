"""What the score sheet says on the phone, by the names that its scripts use."""

from django.utils.translation import gettext_lazy as _

TEXTS = {
    # Kaleidoskop
    "kaleidoskop.symbols": _("Symbols"),
    "kaleidoskop.tile": _("The tile"),
    "kaleidoskop.first_half": _("First half: empty"),
    "kaleidoskop.second_half": _("Second half: empty"),
    "kaleidoskop.lift": _("Take off: {symbol}"),
    "kaleidoskop.turn": _("Turn the tile round"),
    "kaleidoskop.lay": _("Lay a tile"),
    "kaleidoskop.first": _("Choose the two symbols of the tile."),
    "kaleidoskop.second": _("Choose its second symbol."),
    "kaleidoskop.symbol_on": _("Choose the symbol on {field}."),
    "kaleidoskop.tap": _("Tap the field: {symbol}"),
    "kaleidoskop.laid": _("{one}: {first}, {two}: {second}"),
    "kaleidoskop.taken": _("{field} is not free: {symbol}"),
    "kaleidoskop.show": _("{seat} shows all tiles: tile {count} of {most}."),
    "kaleidoskop.all_shown": _("{seat} shows these tiles and draws six new ones."),
    "kaleidoskop.hide": _("Take back: {tile}"),
}
