"""The players of a club, as its admins see them: by full names; and importing them from a table."""

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from league.clubs import queries
from league.clubs.import_rows import Candidate, JudgedRow, PersonListed, RowFate
from league.clubs.services.imports import Planned, import_players
from league.clubs.services.players import add_player
from league.errors import LeagueError
from league.models import Club, Player
from league.models.columns import number_in
from league.models.names import match_key
from league.models.public_id import new_public_id
from league.permissions import may
from league.player_notes import notes_for, written
from league.web.access import PageRequest, permitted
from league.web.addresses import club_named
from league.web.bodies import large_bodies
from league.web.clubs.forms import ImportForm, NewPlayerForm
from league.web.errors import refusals_on
from league.web.forms import SearchForm
from league.web.frames import form_page, page_of

_SALT = "league.import"
_VALID_S = 6 * 3600


@permitted("import_players", of=club_named)
@large_bodies
def players_import(request: PageRequest, club: Club) -> HttpResponse:
    if "sealed" in request.POST:
        return _confirmed(request, club)
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return _preview(request, club, form.table())
    context = {"form": form, "club": club}
    return form_page(request, "clubs/import.html", context)


def _preview(request: PageRequest, club: Club, table: bytes) -> HttpResponse:
    people = queries.people_in_file(table)
    judged = queries.judged_rows(club, people)
    members = queries.players_of(club).in_bulk([pk for row in judged for pk in row.like[:1]])
    rows: dict[str, list[dict[str, object]]] = {fate.value: [] for fate in RowFate}
    for row in judged:
        like = members.get(row.like[0]) if row.like else None
        rows[row.fate.value].append({"row": row, "like": like})
    return render(
        request,
        "clubs/import_preview.html",
        {
            "club": club,
            "rows": rows,
            "chosen_by_hand": [*rows["similar"], *rows["elsewhere"], *rows["repeated"]],
            "unused": people.unused,
            "sealed": _seal(request, club, judged, kept=queries.notes_in(club, people)),
            "notes": club.keeps_notes and any(map(_has_note, people.people)),
            "unkept": not club.keeps_notes and any(map(_has_note, people.people)),
            "total": len(judged),
        },
    )


def _confirmed(request: PageRequest, club: Club) -> HttpResponse:
    done = import_players(
        club,
        actor=request.actor,
        planned=_unsealed(request, club),
        add=_lines(request, "add"),
        leave_out=_lines(request, "leave_out"),
    )
    if done.was_done_before:
        messages.info(request, _("This table has already been imported. Nothing was added twice."))
    else:
        said = ngettext("%(n)d player was added.", "%(n)d players were added.", done.added)
        messages.success(request, said % {"n": done.added})
    return redirect("club-members", club.pk)


def _has_note(person: PersonListed) -> bool:
    return bool(person.birth_year or person.note)


def _seal(
    request: PageRequest,
    club: Club,
    judged: Sequence[JudgedRow],
    *,
    kept: Mapping[int, tuple[int | None, str]],
) -> str:
    rows = [
        (
            *(new_public_id(), row.candidate.line, row.candidate.name),
            *(row.candidate.of_other_club, *kept.get(row.candidate.line, (None, ""))),
        )
        for row in judged
        if row.fate is not RowFate.BROKEN
    ]
    assert request.actor.user is not None  # runs_club let the request in
    return signing.dumps([club.pk, request.actor.user.pk, rows], salt=_SALT, compress=True)


def _unsealed(request: PageRequest, club: Club) -> list[Planned]:
    try:
        of, by, rows = signing.loads(request.POST["sealed"], salt=_SALT, max_age=_VALID_S)
    except signing.BadSignature as error:
        raise LeagueError(_("This page is too old. Choose the table again.")) from error
    if request.actor.user is None or (of, by) != (club.pk, request.actor.user.pk):
        raise LeagueError(_("This page was made for another club. Choose the table again."))
    return [
        Planned(pk, Candidate(line, name, match_key(name), of_other_club=of_other), year, note)
        for pk, line, name, of_other, year, note in rows
    ]


def _lines(request: PageRequest, field: str) -> frozenset[int]:
    sent = map(number_in, request.POST.getlist(field))
    return frozenset(line for line in sent if line is not None)


@permitted("keep_members", of=club_named)
def members(request: PageRequest, club: Club) -> HttpResponse:
    search = SearchForm(request.GET)
    lists = {"members": queries.players_of(club), "others": queries.players_kept_by(club)}
    shown = "others" if request.GET.get("list") == "others" else "members"
    listed = queries.named_like(lists[shown], search.words)
    page = page_of(listed, request)
    notes = notes_for(request.actor, [player.pk for player in page]) if club.keeps_notes else {}
    return render(
        request,
        "clubs/members.html",
        {
            "club": club,
            "search": search,
            "shown": shown,
            "counts": {name: players.count() for name, players in lists.items()},
            "page_obj": page,
            "rows": [(player, written(notes.get(player.pk))) for player in page],
        },
    )


@permitted("keep_members", of=club_named)
def member_add(request: PageRequest, club: Club) -> HttpResponse:
    """Comes back to itself, so that a whole list is typed in one go."""
    with_note = club.keeps_notes and may(request.actor, "keep_note", Player(club=club))
    alike_url = reverse("club-alike", args=[club.pk])
    form = NewPlayerForm(request.POST or None, alike_url=alike_url, with_note=with_note)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form, "full_name"):
            player = add_player(club, actor=request.actor, **form.wanted)
            said = _("%(name)s is in the club. The next one?") % {"name": player.full_name}
            messages.success(request, said)
            return redirect("club-member-add", club.pk)
    alike = queries.players_alike(club, typed=form["full_name"].value() or "")
    context = {"form": form, "club": club, "alike": alike, "asks": True}
    return form_page(request, "clubs/member_add.html", context)


@permitted("keep_members", of=club_named)
def alike(request: PageRequest, club: Club) -> HttpResponse:
    """A piece of a page: who has a name like the one being typed."""
    but = request.GET.get("but", "")
    similar = queries.players_alike(club, typed=request.GET.get("full_name", "")[:200], but=but)
    return render(request, "clubs/_alike.html", {"alike": similar, "club": club, "asks": not but})
