"""Seasons as everybody sees them: a club's list, the season, its schedule and what it leads to."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from league.models import Club, Season
from league.permissions import may
from league.seasons.queries.calendar import calendar_of
from league.seasons.queries.divisions import division_tables, listed_divisions, my_season
from league.seasons.queries.outcome import outcome_of
from league.seasons.queries.schedule import overdue_matches, schedule_of
from league.seasons.queries.seasons import divisions_of, seasons_of, with_champions
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.paging import page_of


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
    return render(request, "seasons/list.html", context)


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
    return render(request, "seasons/detail.html", context)


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
    return render(request, "seasons/schedule.html", context)


@permitted("see_season", of=season_named, hidden=True)
def calendar(request: PageRequest, season: Season) -> HttpResponse:
    """The schedule for a calendar: of everybody, or of one entry."""
    text = calendar_of(schedule_of(season), entry=request.GET.get("entry", ""))
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="season-{season.pk}.ics"'},
    )


@permitted("see_season", of=season_named, hidden=True)
def outcome(request: PageRequest, season: Season) -> HttpResponse:
    """Who would go up and down as the tables stand."""
    context = {
        **season_frame(request, season, tab="outcome"),
        "heading": _("Up and down"),
        "outcome": outcome_of(season),
    }
    return render(request, "seasons/outcome.html", context)
