"""Clubs and players."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from league.clubs.queries import clubs_with_counts, players_of, players_shown
from league.clubs.services import edit_club
from league.errors import Stale
from league.events.queries import events_of
from league.models import Club, Player
from league.permissions import anyone, runs_club, sees_full_name
from league.web.access import PageRequest, permitted
from league.web.forms import ClubForm, SearchForm
from league.web.paging import page_of


def club_named(pk: str) -> Club:
    return get_object_or_404(Club, pk=pk)


def player_named(pk: str) -> Player:
    return get_object_or_404(players_shown(), pk=pk)


@permitted(anyone)
def clubs(request: PageRequest) -> HttpResponse:
    search = SearchForm(request.GET)
    found = clubs_with_counts(matching=search.words)
    return render(
        request, "clubs/list.html", {"page_obj": page_of(found, request), "search": search}
    )


@permitted(anyone, of=club_named)
def club(request: PageRequest, club: Club) -> HttpResponse:
    may_edit = runs_club(request.actor, club)
    return render(
        request,
        "clubs/detail.html",
        {
            "club": club,
            "page_obj": page_of(players_of(club), request),
            "events": events_of(club, request.actor)[:10],
            "may_edit": may_edit,
            "admins": club.admins.all() if may_edit else [],
        },
    )


@permitted(runs_club, of=club_named)
def club_edit(request: PageRequest, club: Club) -> HttpResponse:
    form = ClubForm(request.POST or None, instance=club, initial={"version": club.version})
    if request.method == "POST" and form.is_valid():
        try:
            edit_club(
                club,
                actor=request.actor,
                version=form.cleaned_data["version"],
                changes=form.cleaned_data,
            )
        except Stale as error:
            form.refuse(error, current=Club.objects.get(pk=club.pk))
        else:
            messages.success(request, _("Saved."))
            return redirect("club", club.pk)
    status = 422 if form.errors else 200
    return render(request, "clubs/edit.html", {"form": form, "club": club}, status=status)


@permitted(anyone, of=player_named)
def player(request: PageRequest, player: Player) -> HttpResponse:
    return render(
        request,
        "players/detail.html",
        {"player": player, "may_see_full_name": sees_full_name(request.actor, player)},
    )
