"""What a draft gives up, counted and in words, and what an edit made better or worse."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from league.events.queries.remark_texts import GIVEN_UP, Stored
from league.standings.points import written_12


def cost_of(remarks: Sequence[Stored]) -> Counter[str]:
    """What a draft gives up, counted; the widest spread of points in twelfths."""
    counts = Counter(
        {"locked_repeat": "repeat", "locked_apart": "forbidden"}.get(code, code)
        for code in (remark["code"] for remark in remarks)
    )
    spreads = [r["gaps"]["points_12"] for r in remarks if r["code"] in ("spread", "float")]
    return Counter(
        {
            "forbidden": counts["forbidden"],
            "repeat": counts["repeat"],
            "unavoidable": sum(
                r["gaps"]["repeats"] for r in remarks if r["code"] == "repeat_unavoidable"
            ),
            "short_again": counts["short_again"],
            "spread_12": max(spreads, default=0),
            "club_mates": counts["club_mates"],
            **{code: number for code, number in counts.items() if code.startswith(GIVEN_UP)},
        }
    )


def cost_in_words(cost: Counter[str]) -> list[str]:
    """What is given up, the most serious first; empty if nothing is."""
    said = []
    if number := cost["forbidden"]:
        said.append(
            ngettext(
                "%(number)d pair sits together although it should be kept apart",
                "%(number)d pairs sit together although they should be kept apart",
                number,
            )
            % {"number": number}
        )
    if number := cost["repeat"]:
        said.append(_repeats_in_words(number, cost["unavoidable"]))
    if number := cost["short_again"]:
        said.append(
            ngettext(
                "%(number)d player at a short table again",
                "%(number)d players at a short table again",
                number,
            )
            % {"number": number}
        )
    if cost["spread_12"]:
        said.append(
            _("points at one table differ by up to %(points)s")
            % {"points": written_12(cost["spread_12"])}
        )
    if number := cost["club_mates"]:
        said.append(
            ngettext("%(number)d pair of club mates", "%(number)d pairs of club mates", number)
            % {"number": number}
        )
    said += [
        _("criterion %(criterion)s: %(number)d×")
        % {"criterion": code.removeprefix(GIVEN_UP), "number": number}
        for code, number in cost.items()
        if code.startswith(GIVEN_UP)
    ]
    return said


def change_in_words(before: Counter[str], after: Counter[str]) -> list[str]:
    """What an edit made better or worse."""
    labels = {
        "forbidden": _("Pairs to be kept apart: %(before)s before, %(after)s now."),
        "repeat": _("Repeated meetings: %(before)s before, %(after)s now."),
        "short_again": _("Again at a short table: %(before)s before, %(after)s now."),
        "spread_12": _("Most points apart at one table: %(before)s before, %(after)s now."),
        "club_mates": _("Pairs of club mates: %(before)s before, %(after)s now."),
    }
    return [
        text % {"before": _shown(key, before[key]), "after": _shown(key, after[key])}
        for key, text in labels.items()
        if before[key] != after[key]
    ]


def _shown(key: str, number: int) -> str:
    return written_12(number) if key == "spread_12" else str(number)


def _repeats_in_words(number: int, unavoidable: int) -> str:
    gaps = {"number": number, "least": unavoidable}
    if unavoidable >= number:
        text = ngettext(
            "%(number)d repeated meeting, which cannot be avoided",
            "%(number)d repeated meetings, which cannot be avoided",
            number,
        )
    elif unavoidable:
        text = ngettext(
            "%(number)d repeated meeting, at least %(least)d of which cannot be avoided",
            "%(number)d repeated meetings, at least %(least)d of which cannot be avoided",
            number,
        )
    else:
        text = ngettext("%(number)d repeated meeting", "%(number)d repeated meetings", number)
    return text % gaps
