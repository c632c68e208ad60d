"""Why these people meet, in the reader's language."""

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.formats.contract import SeatedEntry
from league.models import Match, Round
from league.web.remarks import sayings, sentence

_MET = frozenset({"repeat", "locked_repeat"})
_SAID_BY_POINTS = frozenset({"spread", "float"})
_PRIVATE = frozenset({"forbidden", "locked_apart"})  # who is kept apart is told to officials alone


def reasons(
    match: Match,
    people: Sequence[SeatedEntry],
    *,
    round_: Round,
    names: Mapping[str, str],
    is_public: bool = False,
) -> list[SafeString]:
    """Sentences about one table: what brought it together, and what was given up for it."""
    if len(people) < 2:
        return []
    said = [_locked()] if match.is_locked and not is_public else []
    said.append(_rule(people, round_))
    codes = {remark["code"] for remark in match.remarks}
    if round_.number > 1 and round_.stage.format.avoids_repeats and not codes & _MET:
        said.append(sentence(_("Nobody here has met before.")))
    left_out = _SAID_BY_POINTS | _PRIVATE if is_public else _SAID_BY_POINTS
    told = [remark for remark in match.remarks if remark["code"] not in left_out]
    return said + [saying.text for saying in sayings(told, names)]


def _locked() -> SafeString:
    return sentence(_("This table is locked: it stays as it is when the round is drawn again."))


def _rule(people: Sequence[SeatedEntry], round_: Round) -> SafeString:
    said = round_.stage.format.reason(people, round_number=round_.number)
    # Gaps are figures, never names: points written with their fractions are safe as they are.
    figures = {
        gap: SafeString(value) if isinstance(value, str) else value
        for gap, value in said.gaps.items()
    }
    return sentence(_(said.text), **figures)
