"""The players of a club, as its admins see them: by full names."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.clubs.queries import named_like, players_alike, players_kept_by, players_of
from league.clubs.services import add_player
from league.clubs.spreadsheets import write_csv, write_xlsx
from league.errors import LeagueError
from league.models import Club
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.clubs.forms import NewPlayerForm
from league.web.paging import page_of
from league.web.search_form import SearchForm

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@permitted("keep_members", of=club_named)
def members(request: PageRequest, club: Club) -> HttpResponse:
    search = SearchForm(request.GET)
    lists = {"members": players_of(club), "others": players_kept_by(club)}
    shown = "others" if request.GET.get("list") == "others" else "members"
    found = named_like(lists[shown], search.words)
    return render(
        request,
        "clubs/members.html",
        {
            "club": club,
            "search": search,
            "shown": shown,
            "counts": {name: players.count() for name, players in lists.items()},
            "page_obj": page_of(found, request),
        },
    )


@permitted("keep_members", of=club_named)
def member_add(request: PageRequest, club: Club) -> HttpResponse:
    """Comes back to itself, so that a whole list is typed in one go."""
    form = NewPlayerForm(request.POST or None, alike_url=reverse("club-alike", args=[club.pk]))
    if request.method == "POST" and form.is_valid():
        try:
            player = add_player(club, actor=request.actor, **form.cleaned_data)
        except LeagueError as error:
            form.add_error("full_name", str(error.message))
        else:
            said = _("%(name)s is in the club. The next one?") % {"name": player.full_name}
            messages.success(request, said)
            return redirect("club-member-add", club.pk)
    alike = players_alike(club, typed=form["full_name"].value() or "")
    context = {"form": form, "club": club, "alike": alike, "asks": True}
    return render(request, "clubs/member_add.html", context, status=422 if form.errors else 200)


@permitted("keep_members", of=club_named)
def alike(request: PageRequest, club: Club) -> HttpResponse:
    """A piece of a page: who has a name like the one being typed."""
    but = request.GET.get("but", "")
    found = players_alike(club, typed=request.GET.get("full_name", "")[:200], but=but)
    return render(request, "clubs/_alike.html", {"alike": found, "club": club, "asks": not but})


@permitted("keep_members", of=club_named)
def members_download(request: PageRequest, club: Club) -> HttpResponse:
    rows = [[_("Full name"), _("Shown to the public as"), _("Account")]]
    for player in players_of(club):
        account = _("yes") if player.user_id else ""
        rows.append([player.full_name, player.public_name, account])
    in_excel = request.GET.get("format") == "xlsx"
    name = f"{slugify(club.name) or 'club'}.{'xlsx' if in_excel else 'csv'}"
    return HttpResponse(
        write_xlsx(rows) if in_excel else write_csv(rows),
        content_type=_XLSX if in_excel else "text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
