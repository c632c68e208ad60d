"""A table hands in a game, with what the page says while they type; or opens its score sheet."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from league.errors import KeyReused, NoRecord
from league.models import Match, Submission
from league.models.columns import number_in
from league.models.public_id import new_public_id
from league.permissions import may, seats_of
from league.results.queries import seats_at
from league.results.seating import PersonSeated
from league.results.services.submissions import check_wanted, submit
from league.sheets.queries import has_sheets
from league.sheets.services.sheets import open_sheet
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.bodies import large_bodies
from league.web.calls import call_shown
from league.web.errors import Refusals, refusals_on
from league.web.frames import event_frame, form_page
from league.web.handed_in import tell_handed_in
from league.web.table import proposals
from league.web.table.forms import HandInForm, OpeningForm
from league.web.table.seats import to_the_seats


@permitted("hand_in", of=match_named)
@large_bodies
def hand_in(request: PageRequest, match: Match) -> HttpResponse:
    """Those who have read a code take a seat first, on the page of the match."""
    if not may(request.actor, "play_match", match):
        return to_the_seats(request, match)
    game = game_asked(request, match)
    if request.method == "POST":
        return _handed_in(request, match, game=game)
    side = seats_of(request.actor, match)[0].entry_id
    with Refusals() as refused:
        check_wanted(match, game=game, side=side)
    if refused:
        messages.info(request, str(refused))
        return redirect("match", match.pk)
    before = _version(match, request.GET.get("from", ""), game=game)
    absent = _absent(before)
    table = proposals.table_of(match, game=game, absent=absent)
    initial: dict[str, object] = {"client_key": new_public_id(), "way": table.ways[0]}
    if before is not None:
        is_own = before.seat is not None and before.seat.entry_id == side
        initial |= proposals.typed_before(table, before, is_own=is_own)
    return _page(request, HandInForm(initial=initial, table=table))


@permitted("play_match", of=match_named)
@require_POST
@large_bodies
def hand_in_check(request: PageRequest, match: Match) -> HttpResponse:
    """A piece of the page while somebody types: what the rules would say. Nothing is stored."""
    form = _form(request, match, game=game_asked(request, match))
    context: dict[str, object] = {"table": form.table, "form": form}
    if form.is_valid():
        with Refusals() as refused:
            count("hand-in-check", who=f"match:{match.pk}")
            context["preview"] = proposals.preview_of(form.table, form.hand_in())
        context["error"] = str(refused)
        context["is_no_record"] = isinstance(refused.error, NoRecord)
        order = _named(form)
        context["order"] = order if order and not form.has_seen(order) else None
    return render(request, "table/_hand_in_check.html", context)


def _handed_in(request: PageRequest, match: Match, *, game: int) -> HttpResponse:
    form = _form(request, match, game=game)
    if not form.is_valid():
        form.shown_again()
        return _page(request, form)
    order = _named(form)
    if order and not form.has_seen(order):
        form.seat_again(order)
        return _page(request, form, asks_seats=True)
    with Refusals(form.refuse) as refused:
        count("hand-in", who=f"match:{match.pk}")
        submission = submit(
            match,
            form.hand_in(basis=_version(match, form.cleaned_data["basis"], game=game)),
            actor=request.actor,
            seat=seats_of(request.actor, match)[0],
            client_key=form.cleaned_data["client_key"],
        )
    if refused:
        fresh = {"client_key": new_public_id()} if isinstance(refused.error, KeyReused) else {}
        form.shown_again(**fresh)
        return _page(request, form)
    tell_handed_in(request, submission)
    address = reverse("match", args=[match.pk])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _form(request: PageRequest, match: Match, *, game: int) -> HandInForm:
    table = proposals.table_of(match, game=game, absent=request.POST.getlist("absent"))
    return HandInForm(request.POST, request.FILES, table=table)


def _page(request: PageRequest, form: HandInForm, *, asks_seats: bool = False) -> HttpResponse:
    table = form.table
    context = {
        **event_frame(request, table.match.event, tab="event"),
        "heading": _("Hand in the result"),
        "match": table.match,
        "table": table,
        "form": form,
        "asks_seats": asks_seats,
        "call": None if request.htmx else call_shown(table.match, request.actor),
        "is_alone": len(seats_at(table.match)) == 1,
    }
    template = "table/_hand_in_form.html" if request.htmx else "table/hand_in.html"
    status = 422 if form.errors or asks_seats else 200
    return render(request, template, context, status=status)


def game_asked(request: PageRequest, match: Match) -> int:
    """The one named in the address or the form, else the next one."""
    typed = request.POST.get("game") or request.GET.get("game") or ""
    number = number_in(typed) or 0
    return number if 1 <= number <= match.round.stage.games_here else proposals.next_game(match)


def _version(match: Match, pk: str, *, game: int) -> Submission | None:
    """The version to start from: one of this game, or none."""
    return match.submissions.filter(pk=pk, game=game).select_related("seat").first() if pk else None


def _absent(version: Submission | None) -> list[str]:
    claims = version.claims if version else {}
    return [entry for entry, claim in claims.items() if claim["score"] is None]


def _named(form: HandInForm) -> list[PersonSeated] | None:
    if form.chosen_way != proposals.RECORD or not form.text:
        return None
    return proposals.order_named(form.table, form.text)


@permitted("open_sheet", of=match_named)
def match_sheet(request: PageRequest, match: Match) -> HttpResponse:
    """The open sheet of the table, or a new one once they have said who sits where."""
    if not may(request.actor, "act_at_match", match):
        return to_the_seats(request, match)
    game = game_asked(request, match)
    current = match.sheets.filter(game_number=game, closed_at=None).first()
    if current is not None:
        return redirect("sheet", current.pk)
    if (why := _why_not(match, game=game)) is not None:
        messages.info(request, why)
        return redirect("match", match.pk)
    table = proposals.table_of(match, game=game, absent=request.POST.getlist("absent"))
    form = OpeningForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            count("hand-in", who=f"match:{match.pk}")
            sheet = open_sheet(
                match, actor=request.actor, game=game, seating=form.seating, way=form.chosen_way
            )
            return redirect("sheet", sheet.pk)
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Score sheet"),
        "match": match,
        "table": table,
        "form": form,
        "is_player": may(request.actor, "play_match", match),
        "call": call_shown(match, request.actor),
    }
    return form_page(request, "table/open_sheet.html", context)


def _why_not(match: Match, *, game: int) -> str | None:
    if not match.is_open or match.games.filter(number=game, result__isnull=False).exists():
        return _("This result already counts. If it is wrong, say so on the page of the table.")
    if not has_sheets(match.round.game_here):
        return _("This game is scored by places: hand them in on the match's page.")
    return None
