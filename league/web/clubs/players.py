"""A player's page with its ratings, and what the club that looks after a player does there."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, pgettext
from django.views.decorators.http import require_POST

from league.clubs.queries import events_played, players_alike
from league.clubs.services.players import (
    edit_player,
    erase_player,
    leave_club,
    move_player,
    return_to_club,
)
from league.errors import LeagueError, Stale
from league.models import Player
from league.permissions import may
from league.player_notes import keep_note, notes_for
from league.ratings.queries import players
from league.statistics.queries import proved_of_player
from league.web.access import PageRequest, permitted
from league.web.addresses import player_named
from league.web.charts import BarChart, LineChart, Value, bar_chart, line_chart
from league.web.clubs.forms import MoveForm, PlayerChangeForm, PlayerNoteForm
from league.web.errors import Refusals, refusals_on, refusals_to
from league.web.forms import Versioned
from league.web.frames import form_page
from league.web.robots import is_page_of

LATEST = 5


def rating_frame(player: Player, *, wanted: str) -> dict[str, Any]:
    """Of the game wanted, else of the one most played."""
    ratings = players.ratings_of(player)
    chosen = next((rating for rating in ratings if rating.game == wanted), None) or next(
        iter(ratings), None
    )
    if chosen is None:
        return {"ratings": ratings}
    return {
        "ratings": ratings,
        "rating": chosen,
        "history": history_chart(player, chosen),
        "places": places_chart(player, chosen),
        "latest": players.games_shown(list(players.changes_of(player, game=chosen.game)[:LATEST])),
    }


def history_chart(player: Player, rating: players.RatingShown) -> LineChart:
    steps = players.steps_of(player, game=rating.game)
    day = pgettext("date format", "j M Y")
    values = [
        Value(date_format(timezone.localtime(step.at), day), step.shown, str(step.shown))
        for step in steps
    ]
    return line_chart(
        values,
        key="history",
        title=_("Rating in %(game)s game by game") % {"game": rating.name},
        description=_("From %(first)s after the first game to %(last)s now. The best was %(best)s.")
        % {"first": values[0].shown, "last": values[-1].shown, "best": rating.best},
    )


def places_chart(player: Player, rating: players.RatingShown) -> BarChart:
    places = players.places_of(player, game=rating.game)
    return bar_chart(
        [
            Value(_("Place %(place)d") % {"place": place}, number)
            for place, number in places.items()
        ],
        key="places",
        title=_("Places"),
        description=_("How often each place was reached in rated games."),
    )


@permitted("see_player", of=player_named)
def player(request: PageRequest, player: Player) -> HttpResponse:
    is_page_of(request, player)
    user = request.actor.user
    return render(
        request,
        "clubs/players/detail.html",
        {
            "player": player,
            "proved": proved_of_player(player),
            "may_see_full_name": may(request.actor, "see_full_name", player),
            "may_change": may(request.actor, "keep_player", player),
            "is_me": user is not None and player.user_id == user.pk,
            "note": notes_for(request.actor, [player.pk]).get(player.pk),
            "may_note": keeps_notes(player) and may(request.actor, "keep_note", player),
            **rating_frame(player, wanted=request.GET.get("game", "")),
        },
    )


@permitted("keep_player", of=player_named)
def player_edit(request: PageRequest, player: Player) -> HttpResponse:
    club = player.looked_after_by
    form = PlayerChangeForm(
        request.POST or None,
        instance=player,
        initial={"version": player.version},
        alike_url=f"{reverse('club-alike', args=[club.pk])}?but={player.pk}" if club else "",
    )
    if request.method == "POST" and form.is_valid():
        with _refusals(form, player):
            edit_player(
                player,
                actor=request.actor,
                version=form.cleaned_data["version"],
                full_name=form.cleaned_data["full_name"],
                privacy=form.cleaned_data.get("privacy"),
            )
            messages.success(request, _("Saved."))
            return redirect(player)
    typed = form["full_name"].value() or ""
    alike = players_alike(club, typed=typed, but=player.pk) if club else None
    context = {"form": form, "player": player, "alike": alike}
    return form_page(request, "clubs/players/edit.html", context)


def _refusals(form: Versioned, player: Player) -> Refusals:
    """Only who was late builds on what is stored now."""

    def tell(error: LeagueError) -> None:
        if isinstance(error, Stale):
            form.refuse(error, version=Player.objects.get(pk=player.pk).version)
        else:
            form.add_error(None, str(error.message))

    return Refusals(tell)


def keeps_notes(player: Player) -> bool:
    club = player.looked_after_by
    return club is not None and club.keeps_notes


@permitted("keep_note", of=player_named, hidden=True)
def player_note(request: PageRequest, player: Player) -> HttpResponse:
    """The year of birth and the note that the club keeps."""
    kept = notes_for(request.actor, [player.pk]).get(player.pk)
    stored = {"birth_year": kept.birth_year, "text": kept.text} if kept else {}
    form = PlayerNoteForm(request.POST or None, initial=stored)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            keep_note(player, actor=request.actor, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect(player)
    return form_page(request, "clubs/players/note.html", {"form": form, "player": player})


@permitted("keep_player", of=player_named)
def player_move(request: PageRequest, player: Player) -> HttpResponse:
    form = MoveForm(request.POST or None, player=player)
    if request.method == "POST" and form.is_valid():
        with _refusals(form, player):
            move_player(player, actor=request.actor, **form.cleaned_data)
            club = form.cleaned_data["club"]
            messages.success(
                request, _("Moved. %(club)s looks after this player now.") % {"club": club}
            )
            return redirect(player)
    context = {"form": form, "player": player}
    return form_page(request, "clubs/players/move.html", context)


@permitted("keep_player", of=player_named)
@require_POST
def player_leave(request: PageRequest, player: Player) -> HttpResponse:
    leave_club(player, actor=request.actor)
    messages.success(request, _("Removed from the club. You can take them back on this page."))
    return redirect(player)


@permitted("keep_player", of=player_named)
@require_POST
def player_return(request: PageRequest, player: Player) -> HttpResponse:
    with refusals_to(request):
        return_to_club(player, actor=request.actor)
        messages.success(request, _("In the club."))
    return redirect(player)


@permitted("erase_player", of=player_named)
def player_erase(request: PageRequest, player: Player) -> HttpResponse:
    if request.method == "POST":
        club = player.looked_after_by
        erase_player(player, actor=request.actor)
        messages.success(request, _("The player is erased. Results stay under a neutral name."))
        return redirect("club-members", club.pk) if club else redirect("clubs")
    context = {"player": player, "events": events_played(player).count()}
    return render(request, "clubs/players/erase.html", context)
