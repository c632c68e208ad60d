"""What the pairing remarks, in the reader's language: warnings, refusals, choices,
and why these people meet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from league.formats.contract import SeatedEntry
from league.models import Match, Round
from league.standings.points import written_12

Stored = Mapping[str, Any]  # a remark as the round keeps it: code, entries, gaps
Names = Mapping[str, str]

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
GIVEN_UP = "given_up_"  # and a criterion of the Swiss: told, and the best that could be had
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


def sentence(text: str, **gaps: object) -> SafeString:
    """A translated text with its gaps filled; what is no number is a name."""
    filled = {
        gap: value if isinstance(value, int | SafeString) else format_html("<bdi>{}</bdi>", value)
        for gap, value in gaps.items()
    }
    return mark_safe(conditional_escape(text) % filled)  # noqa: S308  every gap is escaped


def listed(entries: Iterable[str], names: Names) -> SafeString:
    return format_html_join(", ", "<bdi>{}</bdi>", ((_name(entry, names),) for entry in entries))


def sayings(remarks: Sequence[Stored], names: Names) -> list[Saying]:
    """All remarks in words, in the order in which they are kept."""
    said = []
    for (code, gaps), alike in groupby(remarks, key=_kind):
        parties = [remark["entries"] for remark in alike]
        if code in _TOGETHER or code.startswith(GIVEN_UP):
            parties = [[entry for party in parties for entry in party]]
        elif code == "club_mates":
            parties = _joined(parties)
        said += [_said(code, party, dict(gaps), names) for party in parties]
    return [saying for saying in said if saying.text]


def refusal_of(refusal: Stored, names: Names) -> SafeString:
    """Why a round cannot be drawn."""
    return _said(refusal["code"], refusal["entries"], refusal["gaps"], names).text


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


def _name(entry: str, names: Names) -> str:
    return names.get(entry, _("somebody who is no longer here"))


def _said(code: str, entries: Sequence[str], gaps: Mapping[str, int], names: Names) -> Saying:
    """Empty where there is nothing to tell a person."""
    text = _text(code, len(entries), gaps)
    first, second = (_name(entry, names) for entry in (*entries, "", "")[:2])
    filled = {
        "names": listed(entries, names),
        "first": first,
        "second": second,
        "points": mark_safe(written_12(gaps.get("points_12", 0))),  # noqa: S308  digits
        **gaps,
    }
    is_usual = code in _CALM or code.startswith(GIVEN_UP)
    is_calm = is_usual or (code == "bye" and not gaps.get("times"))
    return Saying(code, sentence(text, **filled) if text else SafeString(), is_calm=is_calm)


def _text(code: str, number: int, gaps: Mapping[str, int]) -> str:
    if code == "bye":
        return _bye(number, gaps)
    if code in _BY_GAPS:
        return _BY_GAPS[code](gaps)
    if code.startswith(GIVEN_UP):
        return _given_up_texts().get(code.removeprefix(GIVEN_UP), "")
    return _of_people(code, number) or _plain_texts().get(code, "")


def _of_people(code: str, number: int) -> str:
    """What is said of one or of several people."""
    if code == "short_again":
        return ngettext(
            "%(names)s sits at a short table again.",
            "%(names)s sit at a short table again.",
            number,
        )
    if code == "late_table":
        return ngettext(
            "%(names)s still plays in an earlier round, and is paired by the results so far.",
            "%(names)s still play in an earlier round, and are paired by the results so far.",
            number,
        )
    if code == "gone":
        return ngettext(
            "%(names)s is no longer here. Draw the round again.",
            "%(names)s are no longer here. Draw the round again.",
            number,
        )
    return ""


def _repeat(gaps: Mapping[str, int]) -> str:
    if gaps["at_once"]:
        return _("%(first)s and %(second)s already met in the last round.")
    return ngettext(
        "%(first)s and %(second)s have met %(times)d time before.",
        "%(first)s and %(second)s have met %(times)d times before.",
        gaps["times"],
    )


def _met_again(gaps: Mapping[str, int]) -> str:
    if gaps["at_once"]:
        return _("%(first)s and %(second)s already met in their last game.")
    return _repeat(gaps)


def _waited(gaps: Mapping[str, int]) -> str:
    return ngettext(
        "%(first)s had waited longest: %(minutes)d minute.",
        "%(first)s had waited longest: %(minutes)d minutes.",
        gaps["minutes"],
    )


def _waited_longest(gaps: Mapping[str, int]) -> str:
    said = _("Nobody waits longer, so it was made of those who were ready.")
    return f"{_waited(gaps)} {said}"


def _small_table(gaps: Mapping[str, int]) -> str:
    return ngettext(
        "Nobody else was free for a table of %(wished)d.",
        "Nobody else was free for a table of %(wished)d.",
        gaps["wished"],
    )


def _ratings_apart(gaps: Mapping[str, int]) -> str:
    return ngettext(
        "Between the highest and the lowest rating: %(apart)d point.",
        "Between the highest and the lowest rating: %(apart)d points.",
        gaps["apart"],
    )


def _bye(number: int, gaps: Mapping[str, int]) -> str:
    if times := gaps.get("times"):
        return ngettext(
            "%(names)s sits out, and did so %(times)d time before.",
            "%(names)s sits out, and did so %(times)d times before.",
            times,
        )
    return ngettext("%(names)s sits out.", "%(names)s sit out.", number)


def _unavoidable(gaps: Mapping[str, int]) -> str:
    return ngettext(
        "No seating has fewer than %(repeats)d repeated meeting.",
        "No seating has fewer than %(repeats)d repeated meetings.",
        gaps["repeats"],
    )


def _outlook(gaps: Mapping[str, int]) -> str:
    if not gaps["most"]:
        return _("Over all %(rounds)d rounds, as planned now: repeated meetings: %(repeats)d.")
    return _(
        "Over all %(rounds)d rounds, as planned now: repeated meetings: %(repeats)d; turns at a "
        "short table: %(least)d to %(most)d each."
    )


def _together(gaps: Mapping[str, int]) -> str:
    """The leaders of the last round sit together: at what price."""
    said = [_("The leaders sit together: %(names)s.")]
    if price := _price_of_leaders(gaps):
        said += [_("What it costs:"), price]
    elif gaps.get("is_priced"):
        said.append(_("It costs nothing."))
    return " ".join(said)


def _apart(gaps: Mapping[str, int]) -> str:
    said = [_("The leaders do not all sit together: %(names)s.")]
    if price := _price_of_leaders(gaps):
        said += [_("At one table it would cost:"), price]
    return " ".join(said)


def _price_of_leaders(gaps: Mapping[str, int]) -> str:
    texts = {
        "repeats": _("repeated meetings: %(repeats)d more"),
        "short": _("people at a short table again: %(short)d more"),
        "points_12": _("points apart at one table: %(points)s more"),
        "club_mates": _("pairs of club mates: %(club_mates)d more"),
    }
    price = ", ".join(text for gap, text in texts.items() if gaps.get(gap))
    return f"{price}." if price else ""


# What is said in other words by what fills the gaps.
_BY_GAPS = {
    "repeat": _repeat,
    "met_again": _met_again,
    "waited": _waited,
    "waited_longest": _waited_longest,
    "small_table": _small_table,
    "ratings_apart": _ratings_apart,
    "repeat_unavoidable": _unavoidable,
    "outlook": _outlook,
    "leaders": _together,
    "leaders_apart": _apart,
}


def _plain_texts() -> dict[str, str]:
    return {
        "forbidden": _("%(first)s and %(second)s should be kept apart."),
        "locked_apart": _("%(first)s and %(second)s should be kept apart; their table is locked."),
        "locked_repeat": _("%(first)s and %(second)s have met before; their table is locked."),
        "spread": _("Points differ most at one table, by %(points)s: %(names)s."),
        "float": _("%(first)s comes with more points than %(second)s (difference: %(points)s)."),
        "club_mates": _("%(names)s: from the same club."),
        "start_kept": _("%(names)s: starts, or does not start, %(times)d times in a row."),
        "points_differ": _("%(names)s: paired by outcomes, not by the points shown."),
        # Refusals
        "too_few": _("There are too few players for a table."),
        "by_hand": _("The desk seated them."),
        "no_rounds": _("There are no rounds here: tables are made one at a time."),
        "cannot_keep_apart": _("The pairs to be kept apart (%(names)s) leave no seating."),
        "no_pairing_bye": _("One must sit out, and everybody has had a bye or a win by forfeit."),
        "no_pairing_apart": _("The pairs to be kept apart leave no pairing."),
        "no_pairing_starts": _(
            "Too many would start, or not start, more often in a row than the rules allow."
        ),
        "no_pairing_met": _("Too many have met already: somebody would have to meet twice."),
        "bracket_over": _("The bracket is decided: no second final is needed."),
        "results_missing": _("%(names)s: results are missing."),
    }


def _given_up_texts() -> dict[str, str]:
    """By the criteria of the Swiss: docs/algorithms/swiss.md tells their order."""
    return {
        "C5": _(
            "%(names)s sits out although others have fewer points: otherwise not everybody could "
            "be paired (criterion C5 given up)."
        ),
        "C9": _(
            "%(names)s sits out although others with as many points have played more games "
            "(criterion C9 given up)."
        ),
        "C10": _(
            "%(names)s: one at the table then has three starts too many, or three too few "
            "(criterion C10 given up)."
        ),
        "C11": _(
            "%(names)s: one at the table starts, or does not start, three times in a row "
            "(criterion C11 given up)."
        ),
        "C12": _(
            "%(names)s: both at the table were due to start, or both not to start (criterion C12 "
            "given up)."
        ),
        "C13": _(
            "%(names)s: both at the table were strongly due to start, or both not to start "
            "(criterion C13 given up)."
        ),
        "C14": _(
            "%(names)s: down to those with fewer points, as in the last round (criterion C14 "
            "given up)."
        ),
        "C15": _(
            "%(names)s: against somebody with more points, as in the last round (criterion C15 "
            "given up)."
        ),
        "C16": _(
            "%(names)s: down to those with fewer points, as two rounds ago (criterion C16 given "
            "up)."
        ),
        "C17": _(
            "%(names)s: against somebody with more points, as two rounds ago (criterion C17 given "
            "up)."
        ),
        "C18": _(
            "%(names)s: down by more than one group, and down in the last round, too (criterion "
            "C18 given up)."
        ),
        "C20": _(
            "%(names)s: down by more than one group, and down two rounds ago, too (criterion C20 "
            "given up)."
        ),
    }


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
        said.append(sentence(_("Nobody here has met before.")))
    left_out = _SAID_BY_POINTS | _PRIVATE if is_public else _SAID_BY_POINTS
    remarks = [remark for remark in match.remarks if remark["code"] not in left_out]
    return said + [saying.text for saying in sayings(remarks, names)]


def _locked() -> SafeString:
    return sentence(_("This table is locked: it stays as it is when the round is drawn again."))


def _rule(people: Sequence[SeatedEntry], round_: Round, *, slot: str) -> SafeString:
    stage = round_.stage
    said = stage.format.reason(
        people,
        round_number=round_.number_in_stage,
        slot=slot,
        entries=stage.field_size if slot else 0,
        settings=stage.settings if slot else None,
    )
    # Gaps are figures, never names: points written with their fractions are safe as they are.
    figures = {
        gap: SafeString(value) if isinstance(value, str) else value
        for gap, value in said.gaps.items()
    }
    return sentence(_(said.text), **figures)
