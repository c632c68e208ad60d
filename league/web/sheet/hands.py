"""Whose phone reads a sheet: the seats that it holds, and whether others write there as well."""

from typing import Any

from league.models import Sheet
from league.permissions import Actor, seats_of
from league.results.seating import mark_of


def hands_of(sheet: Sheet, actor: Actor) -> dict[str, Any]:
    """For the page: at practice nobody is known, so that a phone is told by the person."""
    others = sheet.acts.exclude(phone=mark_of(actor.device, match=sheet.pk))
    return {"seats": _seats_held(sheet, actor), "isShared": others.exists()}


def _seats_held(sheet: Sheet, actor: Actor) -> str:
    """Letters of the sheet, which are not those of the match where people sat otherwise."""
    if sheet.match is None:
        return ""
    held = set(seats_of(actor, sheet.match).values_list("entry_id", flat=True))
    return "".join(letter for letter, entry in sorted(sheet.seating.items()) if entry in held)
