"""Whether a result has the ground that it says: two parties, the rules alone, or an official.

A plain reading of rows, apart from the services that wrote them, so that a fault there is found.
"""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that is not what the rows give."""

    event: str  # empty: of the whole service
    subject: str
    code: str
    text: str

    def __str__(self) -> str:
        where = f"event {self.event} " if self.event else ""
        return f"{where}{self.subject}: {self.code}: {self.text}"


@dataclass(frozen=True, slots=True)
class Backing:
    """What stands behind a result."""

    ground: str
    grade: str
    handed_in_by: str  # "seat", "official", or empty without a version
    sides: Collection[str]  # entries that stood by exactly this version
    is_verified: bool  # by the rules that the result names
    is_kept: bool  # handed in from a score sheet
    players: int
    has_ruling: bool
    is_ruling_about_it: bool


def lack_of(backing: Backing) -> str:
    """What a result lacks; empty if its ground is there."""
    if unproved := _unproved(backing):
        return unproved
    if backing.ground == "confirmed":
        return "" if len(backing.sides) > 1 else "no second party stood by this version"
    if backing.ground == "solo":
        alone = backing.players == 1 and backing.is_verified
        return "" if alone else "no verified record of one player"
    if backing.has_ruling:
        return "" if backing.is_ruling_about_it else "its ruling is about something else"
    if backing.ground in ("entered", "forfeit"):
        return "" if backing.handed_in_by == "official" else "no official entered it"
    return "no ruling stands behind it"


def _unproved(backing: Backing) -> str:
    if backing.grade == "verified" and not backing.is_verified:
        return "graded as verified without a verdict that says so"
    if backing.grade == "kept" and not backing.is_kept:
        return "graded as kept without a score sheet"
    return ""
