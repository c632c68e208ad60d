"""The days of matches: agreed on by players, and what officials do once they have passed."""

from datetime import date

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError
from league.models import Match, Season
from league.models.columns import number_in
from league.permissions import may, seats_of
from league.seasons.queries.schedule import match_days, overdue_matches, schedule_of
from league.seasons.services.lifecycle import extend_round
from league.seasons.services.match_days import answer_proposal, forfeit_match, propose_day, set_day
from league.web.access import PageRequest, permitted
from league.web.errors import refusals_on, refusals_to
from league.web.frames import event_frame, form_page
from league.web.leagues.forms import DayForm
from league.web.leagues.seasons import season_frame, season_named


def match_in_season(pk: str) -> Match:
    return get_object_or_404(_matches(), pk=pk)


def _matches() -> QuerySet[Match]:
    matches = Match.objects.filter(event__division__isnull=False)
    return matches.select_related("event__club", "event__division", "round__stage__event")


@permitted("see_match", of=match_in_season, hidden=True)
def match_days_page(request: PageRequest, match: Match) -> HttpResponse:
    """When the match is played, what was said about it, and what the visitor may say."""
    return _page(request, match, DayForm())


@permitted("arrange_date", of=match_in_season)
@require_POST
def match_days_say(request: PageRequest, match: Match) -> HttpResponse:
    """Propose, agree, decline; officials set."""
    action = request.POST.get("do", "")
    form = DayForm(request.POST)
    if not form.is_valid():
        return _page(request, match, form)
    play_on: date = form.cleaned_data["play_on"]
    with refusals_on(form, "play_on"):
        if action == "set" and may(request.actor, "rule_match", match):
            set_day(match, actor=request.actor, play_on=play_on)
            messages.success(request, _("The day is set."))
        else:
            _say(request, match, action, play_on)
        return redirect("match-days", match.pk)
    return _page(request, match, form)


def _say(request: PageRequest, match: Match, action: str, play_on: date) -> None:
    side = _side_of(request, match)
    if not side:
        raise LeagueError(_("Only those who play this match propose its day."))
    if action == "ask":
        propose_day(match, actor=request.actor, side=side, play_on=play_on)
        messages.success(request, _("Proposed. It holds once the others agree."))
        return
    agrees = action == "agree"
    answer_proposal(match, actor=request.actor, side=side, play_on=play_on, agrees=agrees)
    messages.success(request, _("You agreed.") if agrees else _("You declined. Propose a day?"))


def _side_of(request: PageRequest, match: Match) -> str:
    seat = seats_of(request.actor, match).first()
    return seat.entry_id if seat else ""


def _page(request: PageRequest, match: Match, form: DayForm) -> HttpResponse:
    days = match_days(match)
    if days is None:
        raise Http404
    side = _side_of(request, match) if match.is_open else ""
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Day of the match"),
        "days": days,
        "side": side,
        "answers": bool(side) and side in days.days.waits_for(days.sides),
        "form": form,
    }
    return form_page(request, "leagues/seasons/days.html", context)


@permitted("settle_overdue", of=season_named)
def season_overdue(request: PageRequest, season: Season) -> HttpResponse:
    context = {
        **season_frame(request, season, tab="overdue"),
        "heading": _("Overdue matches"),
        "overdue": overdue_matches(schedule_of(season)),
    }
    return render(request, "leagues/seasons/overdue.html", context)


@permitted("settle_overdue", of=season_named)
@require_POST
def season_overdue_do(request: PageRequest, season: Season) -> HttpResponse:
    """A new day for a match or a round, or a forfeit."""
    with refusals_to(request):
        messages.success(request, _decide(request, season))
    return redirect("season-overdue", season.pk)


def _decide(request: PageRequest, season: Season) -> str:
    action = request.POST.get("do", "")
    day = parse_day(request.POST.get("play_on", ""))
    if action == "extend":
        number = number_in(request.POST.get("round", ""))
        if not may(request.actor, "run_season", season) or number is None:
            raise LeagueError(_("Only those who run the season extend a round."))
        extend_round(season, actor=request.actor, number=number, due_on=_given(day))
        return _("Everybody has more time for this round.")
    match = (
        _matches()
        .filter(event__division__season=season)
        .filter(pk=request.POST.get("match", ""))
        .first()
    )
    if match is None or not may(request.actor, "rule_match", match):
        raise LeagueError(_("Choose a match of a division that you rule on."))
    if action == "set":
        set_day(match, actor=request.actor, play_on=_given(day))
        return _("The day is set.")
    forfeit_match(match, actor=request.actor, absent=request.POST.getlist("absent"))
    return _("The forfeit counts. It can be corrected on the page of the match.")


def parse_day(text: str) -> date | None:
    try:
        return parse_date(text)
    except ValueError:  # a day that no month has
        return None


def _given(day: date | None) -> date:
    if day is None:
        raise LeagueError(_("Choose a day."))
    return day
