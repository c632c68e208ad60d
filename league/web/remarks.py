"""What the pairing remarks, as a page says it: warnings, refusals, choices, and why these people
meet. The words of each remark stand in `remark_texts`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.events.queries.remark_texts import GIVEN_UP, Names, RemarkTold, Stored, told_of
from league.formats.contract import SeatedEntry
from league.models import Match, Round

SERIOUS = frozenset({"forbidden", "locked_apart", "gone"})
# What every draw has, however good it is: told, and no reason to worry.
_CALM = frozenset(
    {
        *("spread", "float", "repeat_unavoidable", "points_differ"),
        *("leaders", "leaders_apart", "outlook"),
        *("waited", "waited_longest", "small_table", "ratings_apart", "met_again", "by_hand"),
    }
)
_TOGETHER = frozenset({"late_table", "short_again", "start_kept", "bye"})  # one sentence for many
_MET = frozenset({"repeat", "locked_repeat", "met_again"})
_SAID_BY_POINTS = frozenset({"spread", "float"})
_PRIVATE = frozenset({"forbidden", "locked_apart"})  # who is kept apart is told to officials alone


@dataclass(frozen=True)
class Saying:
    """A sentence about a draft."""

    code: str
    text: SafeString
    is_calm: bool = False

    @property
    def kind(self) -> str:
        if self.code in SERIOUS:
            return "error"
        return "info" if self.is_calm else "warning"


@dataclass(frozen=True)
class Choice:
    """What an organiser can do where there is no lawful pairing."""

    code: str
    label: str
    effect: str


def marked(told: RemarkTold) -> SafeString:
    """A sentence with its gaps filled; whatever is in them is escaped, and names are set apart."""
    filled = {
        gap: format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in value))
        if isinstance(value, tuple)
        else value
        if isinstance(value, int)  # for %d
        else conditional_escape(str(value))
        for gap, value in told.gaps.items()
    }
    return mark_safe(conditional_escape(told.text) % filled)  # noqa: S308  every gap is escaped


def sayings(remarks: Sequence[Stored], names: Names) -> list[Saying]:
    """All remarks in words, in the order in which they are kept."""
    said = []
    for (code, gaps), alike in groupby(remarks, key=_kind):
        parties = [remark["entries"] for remark in alike]
        if code in _TOGETHER or code.startswith(GIVEN_UP):
            parties = [[entry for party in parties for entry in party]]
        elif code == "club_mates":
            parties = _joined(parties)
        said += [
            _said({"code": code, "entries": party, "gaps": dict(gaps)}, names) for party in parties
        ]
    return [saying for saying in said if saying.text]


def refusal_of(refusal: Stored, names: Names) -> SafeString:
    """Why a round cannot be drawn."""
    return marked(told_of(refusal, names))


def choices_of(refusal: Stored) -> list[Choice]:
    """What can be done about it."""
    labels = _choices()
    return [Choice(code, *labels[code]) for code in refusal["choices"] if code in labels]


def _joined(pairs: Sequence[Sequence[str]]) -> list[list[str]]:
    """Pairs that have somebody in common make one group: mates of mates are mates."""
    groups: list[list[str]] = []
    for pair in pairs:
        touching = [group for group in groups if set(group) & set(pair)]
        groups = [group for group in groups if group not in touching]
        groups.append(list(dict.fromkeys([*(e for group in touching for e in group), *pair])))
    return groups


def _kind(remark: Stored) -> tuple[str, tuple[tuple[str, int], ...]]:
    return remark["code"], tuple(sorted(remark["gaps"].items()))


def _said(remark: Stored, names: Names) -> Saying:
    """Empty where there is nothing to tell a person."""
    code = remark["code"]
    is_usual = code in _CALM or code.startswith(GIVEN_UP)
    is_calm = is_usual or (code == "bye" and not remark["gaps"].get("times"))
    return Saying(code, marked(told_of(remark, names)), is_calm=is_calm)


def _choices() -> dict[str, tuple[str, str]]:
    return {
        "allow_repeats": (
            _("Let people meet again"),
            _("As few meetings as possible are repeated."),
        ),
        "drop_keep_apart": (_("Do not keep pairs apart"), _("In this round only; the list stays.")),
        "give_bye": (_("Let somebody sit out"), _("With a half-point bye in this round.")),
        "pair_by_hand": (
            _("Let people meet again, then swap by hand"),
            _("A draft is made without regard to who starts, and you move people."),
        ),
        "unlock_tables": (_("Unlock all tables"), _("The whole round is drawn again.")),
        "enter_results": (_("Enter the missing results"), _("Then draw the round again.")),
        "finish_stage": (
            _("Finish the event here"),
            _("The draft is dropped, and the standings become final."),
        ),
    }


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
    said.append(_rule(people, round_, slot=match.slot))
    codes = {remark["code"] for remark in match.remarks}
    if round_.number > 1 and round_.stage.format.avoids_repeats and not codes & _MET:
        said.append(_plain(_("Nobody here has met before.")))
    left_out = _SAID_BY_POINTS | _PRIVATE if is_public else _SAID_BY_POINTS
    remarks = [remark for remark in match.remarks if remark["code"] not in left_out]
    return said + [saying.text for saying in sayings(remarks, names)]


def _locked() -> SafeString:
    return _plain(_("This table is locked: it stays as it is when the round is drawn again."))


def _rule(people: Sequence[SeatedEntry], round_: Round, *, slot: str) -> SafeString:
    stage = round_.stage
    said = stage.format.reason(
        people,
        round_number=round_.number_in_stage,
        slot=slot,
        entries=stage.field_size if slot else 0,
        settings=stage.settings if slot else None,
    )
    return marked(RemarkTold(_(said.text), said.gaps))


def _plain(text: str) -> SafeString:
    return marked(RemarkTold(text, {}))
