"""Why these people meet, in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from league.events.queries.remarks import sayings, sentence
from league.models import Match, Round, Stage
from league.standings.fractions import written_12

_MET = frozenset({"repeat", "locked_repeat"})
_SAID_BY_POINTS = frozenset({"spread", "float"})
_PRIVATE = frozenset({"forbidden", "locked_apart"})  # who is kept apart is told to officials alone


class Seated(Protocol):
    @property
    def points_12(self) -> int: ...
    @property
    def seed(self) -> int: ...


def reasons(
    match: Match,
    people: Sequence[Seated],
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
    if round_.number > 1 and round_.stage.kind != Stage.Kind.ROUND_ROBIN and not codes & _MET:
        said.append(sentence(_("Nobody here has met before.")))
    left_out = _SAID_BY_POINTS | _PRIVATE if is_public else _SAID_BY_POINTS
    told = [remark for remark in match.remarks if remark["code"] not in left_out]
    return said + [saying.text for saying in sayings(told, names)]


def _locked() -> SafeString:
    return sentence(_("This table is locked: it stays as it is when the round is drawn again."))


def _rule(people: Sequence[Seated], round_: Round) -> SafeString:
    if round_.stage.kind == Stage.Kind.ROUND_ROBIN:
        first, second = sorted(person.seed for person in people)
        return sentence(
            _("By the schedule of round %(round)d: number %(first)d meets number %(second)d."),
            round=round_.number,
            first=first,
            second=second,
        )
    if round_.number == 1:
        return sentence(_opening(round_))
    points = sorted(person.points_12 for person in people)
    low, high = (SafeString(written_12(each)) for each in (points[0], points[-1]))
    if low == high:
        return sentence(_("Everybody here has the same points: %(points)s."), points=low)
    return sentence(
        _("From %(low)s to %(high)s points: as close as the other rules allow."),
        low=low,
        high=high,
    )


def _opening(round_: Round) -> str:
    if round_.stage.kind == Stage.Kind.SWISS:
        return _("Round 1: by starting numbers, the upper half meets the lower half.")
    return _("Round 1: nobody has points yet, so lots decided.")
