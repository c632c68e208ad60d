"""Seasons as everybody sees them: a club's list, the season, its schedule, and what it leads to;
play-offs and the season after it.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import Stale
from league.models import Club, Season
from league.permissions import may
from league.seasons.queries.divisions import division_tables, listed_divisions, my_season
from league.seasons.queries.outcome import PlacedShown, draft_shown, outcome_of, paused_before
from league.seasons.queries.schedule import overdue_matches, schedule_of
from league.seasons.queries.seasons import divisions_of, seasons_of, with_champions
from league.seasons.services import next_season
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.errors import refusals_on, refusals_to
from league.web.frames import form_page, page_of
from league.web.leagues.forms import NextSeasonForm


def season_named(pk: str) -> Season:
    return get_object_or_404(Season.objects.select_related("club", "previous", "next"), pk=pk)


def season_frame(request: PageRequest, season: Season, *, tab: str) -> dict[str, Any]:
    """What every page of a season shows around its content."""
    return {
        "season": season,
        "tab": tab,
        "runs_season": may(request.actor, "run_season", season),
        "referees_season": season.has_started and may(request.actor, "settle_overdue", season),
    }


@permitted("see_club", of=club_named)
def club_seasons(request: PageRequest, club: Club) -> HttpResponse:
    """The archive: every season, with the champions of those that are over."""
    page = page_of(seasons_of(club, request.actor), request)
    context = {
        "club": club,
        "page_obj": page,
        "listed": with_champions(page.object_list),
        "may_open": may(request.actor, "open_season", club),
    }
    return render(request, "leagues/seasons/list.html", context)


@permitted("see_season", of=season_named, hidden=True)
def season(request: PageRequest, season: Season) -> HttpResponse:
    """Tables, the round of now, and the visitor's own next match."""
    context = season_frame(request, season, tab="season")
    if season.has_started:
        schedule = schedule_of(season)
        context |= {
            "schedule": schedule,
            "tables": division_tables(schedule, divisions_of(season)),
            "mine": my_season(schedule, request.actor),
            "overdue": overdue_matches(schedule) if context["referees_season"] else [],
        }
    else:
        context |= {
            "divisions": listed_divisions(season, in_full=False),
            "dates": season.round_dates.order_by("number"),
        }
    return render(request, "leagues/seasons/detail.html", context)


@permitted("see_season", of=season_named, hidden=True)
def schedule(request: PageRequest, season: Season) -> HttpResponse:
    """Who meets whom, by date."""
    whole = schedule_of(season)
    context = {
        **season_frame(request, season, tab="schedule"),
        "heading": _("Schedule"),
        "schedule": whole,
        "mine": my_season(whole, request.actor),
    }
    return render(request, "leagues/seasons/schedule.html", context)


@permitted("see_season", of=season_named, hidden=True)
def outcome(request: PageRequest, season: Season) -> HttpResponse:
    """Who would go up and down as the tables stand."""
    context = {
        **season_frame(request, season, tab="outcome"),
        "heading": _("Up and down"),
        "outcome": outcome_of(season),
    }
    return render(request, "leagues/seasons/outcome.html", context)


@permitted("plan_next_season", of=season_named)
@require_POST
def season_play_off(request: PageRequest, season: Season) -> HttpResponse:
    divisions = season.divisions.select_related("season", "event")
    division = divisions.filter(pk=request.POST.get("division", "")).first()
    with refusals_to(request):
        if division is None:
            raise Stale
        if request.POST.get("do") == "event":
            event = next_season.open_play_off(division, actor=request.actor)
            return redirect("console", event.pk)
        next_season.decide_play_off(
            division, actor=request.actor, winner=request.POST.get("winner", "")
        )
        messages.success(request, _("Saved. It can be changed until the next season is drafted."))
    return redirect("season-outcome", season.pk)


@permitted("plan_next_season", of=season_named)
def season_next(request: PageRequest, season: Season) -> HttpResponse:
    """What changes, the draft that comes of it, and its making."""
    outcome = outcome_of(season)
    paused = paused_before(season)
    form = NextSeasonForm(
        request.POST or None,
        outcome=outcome,
        paused=paused,
        initial={"divisions": len(outcome.divisions)},
    )
    preview: list[list[PlacedShown]] = []
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            if request.POST.get("do") == "draft":
                made = next_season.draft_next_season(
                    season, actor=request.actor, wishes=form.wishes
                )
                messages.success(
                    request, _("Here it is, as a draft. Change it by hand, if needed.")
                )
                return redirect("season-players", made.pk)
            preview = draft_shown(outcome, next_season.preview_next_season(outcome, form.wishes))
    context = {
        **season_frame(request, season, tab="outcome"),
        "heading": _("The next season"),
        "form": form,
        "stays": [form[f"stay_{entry}"] for entry in form.entries],
        "outcome": outcome,
        "preview": preview,
    }
    return form_page(request, "leagues/seasons/next.html", context)
