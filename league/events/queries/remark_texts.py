"""What the pairing remarks, in the reader's language: a sentence for each code.

How a sentence is marked up, and which of them are told together, is left to whoever shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from league.standings.points import written_12

Stored = Mapping[str, Any]  # a remark as the round keeps it: code, entries, gaps
Names = Mapping[str, str]

GIVEN_UP = "given_up_"  # and a criterion of the Swiss


@dataclass(frozen=True)
class RemarkTold:
    """A sentence with its gaps: figures, and the names of people as tuples."""

    text: str  # empty: there is nothing to tell a person
    gaps: Mapping[str, object]

    def __str__(self) -> str:
        plain = {
            gap: ", ".join(value) if isinstance(value, tuple) else value
            for gap, value in self.gaps.items()
        }
        return self.text % plain


def told_of(remark: Stored, names: Names) -> RemarkTold:
    code, gaps = remark["code"], remark["gaps"]
    people = tuple(_name(entry, names) for entry in remark["entries"])
    first, second = (*people, "", "")[:2]
    return RemarkTold(
        _text(code, len(people), gaps),
        {
            "names": people,
            "first": (first,),
            "second": (second,),
            "points": written_12(gaps.get("points_12", 0)),
            **gaps,
        },
    )


def _name(entry: str, names: Names) -> str:
    return names.get(entry, _("somebody who is no longer here"))


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
