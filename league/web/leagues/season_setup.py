"""For those who run a season: setting it up, its players and dates, its steps."""

from typing import TypeVar

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST

from league.errors import Stale
from league.models import Club, Entry, Season
from league.models.columns import number_in
from league.seasons.days import Window
from league.seasons.queries.divisions import listed_divisions, members_to_add
from league.seasons.queries.seasons import hindrances_to, rounds_needed
from league.seasons.services import setup
from league.seasons.services.lifecycle import STEPS, generate_dates, move_season, set_dates
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.errors import refusals_on, refusals_to
from league.web.frames import form_page
from league.web.leagues.forms import DatesForm, NewSeasonForm, PlayersForm, SeasonForm, WindowsForm
from league.web.leagues.seasons import season_frame, season_named

Row = TypeVar("Row", bound=Model)


@permitted("open_season", of=club_named)
def season_new(request: PageRequest, club: Club) -> HttpResponse:
    form = NewSeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = setup.create_season(
                club,
                actor=request.actor,
                divisions=form.cleaned_data["divisions"],
                fields=form.chosen,
            )
            messages.success(request, _("Here it is, as a draft. Now add players."))
            return redirect("season-players", made.pk)
    context = {"club": club, "form": form}
    return form_page(request, "leagues/seasons/new.html", context)


@permitted("run_season", of=season_named)
def season_manage(request: PageRequest, season: Season) -> HttpResponse:
    """Its next step with what is missing, and its settings."""
    form = SeasonForm(request.POST or None, instance=season, initial={"version": season.version})
    if request.method == "POST" and form.is_valid():
        with form.refusals(season):
            setup.edit_season(
                season,
                actor=request.actor,
                version=form.cleaned_data["version"],
                changes=form.cleaned_data,
            )
            messages.success(request, _("Saved."))
            return redirect("season-manage", season.pk)
    stored = season_named(season.pk)
    context = {
        **season_frame(request, stored, tab="manage"),
        "heading": _("Run the season"),
        "form": form,
        "steps": [(step, hindrances_to(stored, to=step.to)) for step in STEPS[stored.status]],
    }
    return form_page(request, "leagues/seasons/manage.html", context)


@permitted("move_season", of=season_named)
@require_POST
def season_move(request: PageRequest, season: Season) -> HttpResponse:
    with refusals_to(request):
        moved = move_season(
            season,
            to=request.POST.get("to", ""),
            actor=request.actor,
            version=number_in(request.POST.get("version", "")) or 0,
        )
        messages.success(
            request, _("The season is now: %(status)s.") % {"status": moved.get_status_display()}
        )
    return redirect("season-manage", season.pk)


@permitted("discard_season", of=season_named)
@require_POST
def season_discard(request: PageRequest, season: Season) -> HttpResponse:
    with refusals_to(request):
        setup.discard_season(season, actor=request.actor)
        messages.success(request, _("The draft is thrown away."))
        return redirect("club-seasons", season.club_id)
    return redirect("season-manage", season.pk)


@permitted("keep_season_players", of=season_named)
def season_players(request: PageRequest, season: Season) -> HttpResponse:
    """Divisions with their players; new ones are added to one of them."""
    division = season.divisions.filter(pk=request.POST.get("division", "")).first()
    form = PlayersForm(request.POST or None, members=members_to_add(season))
    if request.method == "POST" and form.is_valid():
        target = division or season.divisions.order_by("order")[0]
        with refusals_on(form):
            added = setup.add_players(
                target,
                actor=request.actor,
                names=form.typed,
                players=list(form.cleaned_data["players"]),
            )
            messages.success(
                request,
                ngettext("%(n)d player is added.", "%(n)d players are added.", len(added))
                % {"n": len(added)},
            )
            return redirect("season-players", season.pk)
    context = {
        **season_frame(request, season, tab="players"),
        "heading": _("Divisions and players"),
        "divisions": listed_divisions(season, in_full=True),
        "chosen": division,
        "form": form,
    }
    return form_page(request, "leagues/seasons/players.html", context)


@permitted("keep_season_players", of=season_named)
@require_POST
def season_players_do(request: PageRequest, season: Season) -> HttpResponse:
    """One tap on a player or a division."""
    with refusals_to(request):
        _do(request, season)
    return redirect("season-players", season.pk)


def _do(request: PageRequest, season: Season) -> None:
    action = request.POST.get("do", "")
    if action == "add-division":
        setup.add_division(season, actor=request.actor)
    elif action in ("rename", "remove-division"):
        division = _found(
            season.divisions.select_related("event", "season"), pk=request.POST.get("division", "")
        )
        if action == "rename":
            setup.rename_division(
                division, actor=request.actor, name=request.POST.get("name", "")[:60]
            )
        else:
            setup.remove_division(division, actor=request.actor)
    else:
        entered = Entry.objects.filter(event__division__season=season)
        entry = _found(
            entered.select_related("player", "event__division"), pk=request.POST.get("entry", "")
        )
        if action == "remove":
            setup.remove_player(entry, actor=request.actor)
        else:
            step = {"up": -1, "down": 1}.get(action, 0)
            to = _found(
                season.divisions.select_related("event"), order=entry.event.division.order + step
            )
            setup.move_player(entry, actor=request.actor, to=to)


def _found(rows: QuerySet[Row], **which: object) -> Row:
    """What an old page named may be gone by now."""
    row = rows.filter(**which).first()
    if row is None:
        raise Stale
    return row


@permitted("set_season_dates", of=season_named)
def season_dates(request: PageRequest, season: Season) -> HttpResponse:
    """All days at once from a rule, or each by hand."""
    needed = max(rounds_needed(season), 1)
    stored = [Window(d.starts_on, d.due_on) for d in season.round_dates.order_by("number")]
    is_rule = request.method == "POST" and "first" in request.POST
    rule = DatesForm(request.POST if is_rule else None)
    by_hand = WindowsForm(
        request.POST if request.method == "POST" and not is_rule else None,
        windows=stored,
        initial={"version": season.version},
    )
    form = rule if is_rule else by_hand
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            if is_rule:
                generate_dates(season, actor=request.actor, **rule.chosen)
            else:
                version = by_hand.cleaned_data["version"]
                set_dates(season, actor=request.actor, windows=by_hand.windows, version=version)
            messages.success(request, _("The days are saved."))
            return redirect("season-dates", season.pk)
    context = {
        **season_frame(request, season, tab="dates"),
        "heading": _("Days of rounds"),
        "rule": rule,
        "by_hand": by_hand,
        "needed": needed,
        "stored": stored,
    }
    status = 422 if form.errors else 200
    return render(request, "leagues/seasons/dates.html", context, status=status)
