"""A wrong winner found later: played again or let stand, each with what it would change."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from league.events.queries.namesakes import official_names
from league.events.queries.wrong_winners import TableInQuestion, WrongWinner, wrong_winner_at
from league.events.services.wrong_winners import PLAY_AGAIN, decide_wrong_winner
from league.models import Event, Match, Result, Round
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.brackets import match_name
from league.web.errors import refusals_on
from league.web.frames import event_frame

Names = Mapping[str, str]


class WrongWinnerForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        error_messages={"required": gettext_lazy("Say why: everybody at the table can read it.")},
    )
    choice = forms.CharField(required=False)
    mark = forms.CharField(required=False, max_length=40)


@dataclass(frozen=True)
class TableTold:
    """A table in question in words."""

    table: TableInQuestion
    name: str  # of the match in the bracket
    changes: tuple[tuple[str, str], ...]  # who comes, who leaves
    result: str  # that would go; empty: none counts
    opens_round: bool  # that was closed

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def loses_something(self) -> bool:
        """Handed in, and not counted yet."""
        return not self.table.is_untouched and not self.result


@permitted("decide_wrong_winner", of=match_named)
def wrong_winner(request: PageRequest, match: Match) -> HttpResponse:
    case = wrong_winner_at(match)
    form = WrongWinnerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        with refusals_on(form):
            decide_wrong_winner(
                match,
                actor=request.actor,
                choice=values["choice"],
                reason=values["reason"],
                mark=values["mark"],
            )
            messages.success(request, _said(values["choice"]))
            return redirect("console", match.event_id)
    if case is None:
        if request.method == "POST":
            messages.info(request, _("This is decided already, or the results have changed."))
        return redirect("match", match.pk)
    context = {
        **event_frame(request, match.event, tab="desk"),
        **told(case, names=official_names(match.event, reader=request.actor)),
        "heading": _("Wrong winner"),
        "match": match,
        "case": case,
        "form": form,
        "can_be_played": match.event.status == Event.Status.RUNNING and case.can_be_seated,
    }
    return render(request, "desk/wrong_winner.html", context, status=422 if form.errors else 200)


def _said(choice: str) -> str:
    if choice == PLAY_AGAIN:
        return _("Those who belong there are seated. Everybody can read why.")
    return _("It stands. Everybody can read why.")


def told(case: WrongWinner, *, names: Names) -> dict[str, object]:
    return {
        "corrected": [(match, match_name(case.called[match.slot])) for match in case.corrected],
        "tables": [_told(table, case, names) for table in case.tables],
        "later": [(match, match_name(case.called[match.slot])) for match in case.later],
    }


def _told(table: TableInQuestion, case: WrongWinner, names: Names) -> TableTold:
    match = table.match
    results = [game.result for game in match.games.select_related("result").order_by("number")]
    return TableTold(
        table=table,
        name=match_name(case.called[match.slot]),
        changes=tuple((names[each.comes], names[each.leaves]) for each in table.changes),
        result="; ".join(_in_words(result, names) for result in results if result),
        opens_round=match.round.status == Round.Status.CLOSED and not table.is_needless,
    )


def _in_words(result: Result, names: Names) -> str:
    """“Jana Nováková 40, Petr Kolář 35”, the best first."""
    sides = sorted(result.sides, key=lambda side: int(side["rank"]))
    marks = ["×" if side["forfeited"] else str(side["score"]) for side in sides]
    return ", ".join(
        f"{names.get(side['entry'], '')} {mark}" for side, mark in zip(sides, marks, strict=True)
    )
