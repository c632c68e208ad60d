"""From one season to the next: play-offs, who leaves and comes, and the draft."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError, Stale
from league.models import Season
from league.seasons.queries.outcome import (
    PlacedShown,
    draft_shown,
    outcome_of,
    paused_before,
)
from league.seasons.services.next_season import (
    decide_play_off,
    draft_next_season,
    open_play_off,
    preview_next_season,
)
from league.web.access import PageRequest, permitted
from league.web.leagues.forms import NextSeasonForm
from league.web.leagues.seasons import season_frame, season_named


@permitted("plan_next_season", of=season_named)
@require_POST
def season_play_off(request: PageRequest, season: Season) -> HttpResponse:
    divisions = season.divisions.select_related("season", "event")
    division = divisions.filter(pk=request.POST.get("division", "")).first()
    try:
        if division is None:
            raise Stale
        if request.POST.get("do") == "event":
            event = open_play_off(division, actor=request.actor)
            return redirect("console", event.pk)
        decide_play_off(division, actor=request.actor, winner=request.POST.get("winner", ""))
        messages.success(request, _("Saved. It can be changed until the next season is drafted."))
    except LeagueError as error:
        messages.error(request, str(error.message))
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
        try:
            if request.POST.get("do") == "draft":
                made = draft_next_season(season, actor=request.actor, wishes=form.wishes)
                messages.success(
                    request, _("Here it is, as a draft. Change it by hand, if needed.")
                )
                return redirect("season-players", made.pk)
            preview = draft_shown(outcome, preview_next_season(outcome, form.wishes))
        except LeagueError as error:
            form.add_error(None, str(error.message))
    context = {
        **season_frame(request, season, tab="outcome"),
        "heading": _("The next season"),
        "form": form,
        "stays": [form[f"stay_{entry}"] for entry in form.entries],
        "outcome": outcome,
        "preview": preview,
    }
    return render(request, "seasons/next.html", context, status=422 if form.errors else 200)
