"""In which way the versions of a table differ: said in words, with both values where that is short.

Whose figures are in question is all that the table has to look at, so the others are left out.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from league.events.queries.tables import SideSaid
from league.models import Submission

_MOST_SAID = 4

Sides = Sequence[SideSaid]


def sides_in_question(versions: Sequence[Sides]) -> frozenset[str]:
    """The entries of which versions say something else; nothing of those that say nothing yet."""
    told = [{side.entry: _said(side) for side in sides} for sides in versions if sides]
    entries = {entry for sides in told for entry in sides}
    return frozenset(entry for entry in entries if _differ([sides.get(entry) for sides in told]))


def differences(versions: Sequence[Sides], submissions: Sequence[Submission]) -> list[str]:
    words = _about_scores([sides for sides in versions if sides])
    if _differ([submission.seating for submission in submissions]):
        words.append(_("They differ about who sat where, or who came."))
    if _differ([each.record_digest or each.record for each in submissions if each.record]):
        words.append(_("The records differ."))
    if _differ([submission.termination for submission in submissions]):
        words.append(_("They differ about whether time was called."))
    return words or [_("One of them has a record, the other does not.")]


def _about_scores(versions: Sequence[Sides]) -> list[str]:
    disputed = sides_in_question(versions)
    if not disputed:
        return []
    by_entry = [{side.entry: side for side in sides} for sides in versions]
    words = [
        sentence
        for entry in by_entry[0]
        if entry in disputed
        for sentence in _about_side([sides.get(entry) for sides in by_entry])
    ]
    return words if 0 < len(words) <= _MOST_SAID else [_("The final scores differ.")]


def _about_side(sides: Sequence[SideSaid | None]) -> Iterator[str]:
    """Each value that differs, as each version has it; nothing where one has other figures."""
    known = [side for side in sides if side]
    if len(known) < len(sides):
        return
    values = [_values(side) for side in known]
    for label in values[0]:
        said = [each.get(label, "") for each in values]
        if _differ(said) and all(said):
            yield f"{known[0].name}: {label} {' / '.join(said)}".replace("  ", " ")


def _values(side: SideSaid) -> Mapping[str, str]:
    """By label; a bare score has none."""
    return {figure.label: figure.value for figure in side.figures} or {"": side.score}


def _said(side: SideSaid) -> object:
    return side.score, side.place, side.figures


def _differ(values: Sequence[object]) -> bool:
    return any(value != values[0] for value in values)
