"""Clubs, and who runs them."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.registry import rules_of
from league.clubs.queries import clubs_with_counts, players_of, unasked_games
from league.clubs.services.clubs import add_admin, create_club, edit_club, remove_admin
from league.errors import Stale
from league.events.queries.events import events_of
from league.events.queries.events_run import FirstSteps, first_steps
from league.events.queries.people import last_event, removed_events
from league.models import Club
from league.permissions import may
from league.series.queries.series import series_of_club
from league.statistics.queries import proved_in_club
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.clubs.forms import ClubAdminForm, ClubForm, NewClubForm
from league.web.errors import refusals_on, refusals_to
from league.web.forms import SearchForm
from league.web.frames import form_page, page_of


@permitted("see_club")
def clubs(request: PageRequest) -> HttpResponse:
    search = SearchForm(request.GET)
    rows = clubs_with_counts(matching=search.words)
    return render(
        request,
        "clubs/list.html",
        {
            "page_obj": page_of(rows, request),
            "search": search,
            "may_create": may(request.actor, "operate"),
        },
    )


@permitted("see_club", of=club_named)
def club(request: PageRequest, club: Club) -> HttpResponse:
    may_edit = may(request.actor, "edit_club", club)
    return render(
        request,
        "clubs/detail.html",
        {
            "club": club,
            "page_obj": page_of(players_of(club), request),
            "events": events_of(club, request.actor)[:10],
            "proved": proved_in_club(club),
            "all_series": series_of_club(club)[:10],
            "may_edit": may_edit,
            "may_take": may_edit and may(request.actor, "take_club", club),
            "last_event": last_event(club) if may_edit else None,
            "removed_events": removed_events(club) if may_edit else [],
            "admins": club.admins.all() if may_edit else [],
            "unasked": games_named(unasked_games(club)) if may_edit else [],
            "first_steps": _first_steps(club) if may_edit else None,
        },
    )


def _first_steps(club: Club) -> FirstSteps | None:
    return next(iter(first_steps(list(clubs_with_counts().filter(pk=club.pk)))), None)


def games_named(keys: Iterable[str]) -> list[tuple[str, str]]:
    rules = ((key, rules_of(key)) for key in keys)
    return [(key, found.name) for key, found in rules if found and found.looks.box]


@permitted("open_club")
def club_new(request: PageRequest) -> HttpResponse:
    founder = request.actor.user
    form = NewClubForm(request.POST or None, initial={"admin": founder.username if founder else ""})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "admin"):
            made = create_club(
                actor=request.actor, fields=form.cleaned_data, admin=form.cleaned_data["admin"]
            )
            messages.success(request, _("The club is set up."))
            return redirect(made)
    return form_page(request, "clubs/new.html", {"form": form})


@permitted("edit_club", of=club_named)
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
            form.refuse(error, version=Club.objects.get(pk=club.pk).version)
        else:
            messages.success(request, _("Saved."))
            return redirect("club", club.pk)
    return form_page(request, "clubs/edit.html", {"form": form, "club": club})


@permitted("keep_club_admins", of=club_named)
def club_admins(request: PageRequest, club: Club) -> HttpResponse:
    form = ClubAdminForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "who"):
            added = add_admin(club, actor=request.actor, who=form.cleaned_data["who"])
            messages.success(request, _("%(name)s is an admin now.") % {"name": added})
            return redirect("club-admins", club.pk)
    context = {"form": form, "club": club, "admins": club.admins.order_by("username")}
    return form_page(request, "clubs/admins.html", context)


@permitted("keep_club_admins", of=club_named)
@require_POST
def club_admin_remove(request: PageRequest, club: Club) -> HttpResponse:
    with refusals_to(request):
        remove_admin(club, actor=request.actor, user_id=request.POST.get("user", ""))
        messages.success(request, _("Removed. You can add them again at any time."))
    still_in = may(request.actor, "edit_club", club)
    return redirect("club-admins" if still_in else "club", club.pk)
