"""A table opens the score sheet of its match: who sits where, and how it is kept."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.models import Match
from league.permissions import may
from league.sheets.queries import has_sheets
from league.sheets.services.sheets import open_sheet
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.addresses import match_named
from league.web.frames import event_frame
from league.web.table.opening_form import OpeningForm
from league.web.table.proposals import table_of
from league.web.table.seat_pages import to_the_seats
from league.web.table.submissions import game_asked


@permitted("open_sheet", of=match_named)
def match_sheet(request: PageRequest, match: Match) -> HttpResponse:
    """The open sheet of the table, or a new one once they have said who sits where."""
    if not may(request.actor, "act_at_match", match):
        return to_the_seats(request, match)
    game = game_asked(request, match)
    found = match.sheets.filter(game_number=game, closed_at=None).first()
    if found is not None:
        return redirect("sheet", found.pk)
    if (why := _why_not(match, game=game)) is not None:
        messages.info(request, why)
        return redirect("match", match.pk)
    table = table_of(match, game=game, absent=request.POST.getlist("absent"))
    form = OpeningForm(request.POST or None, table=table)
    if request.method == "POST" and form.is_valid():
        try:
            count("hand-in", who=f"match:{match.pk}")
            sheet = open_sheet(
                match,
                actor=request.actor,
                game=game,
                seating=form.seating,
                way=form.chosen_way,
            )
        except LeagueError as error:
            form.add_error(None, str(error.message))
        else:
            return redirect("sheet", sheet.pk)
    context = {
        **event_frame(request, match.event, tab="event"),
        "heading": _("Score sheet"),
        "match": match,
        "table": table,
        "form": form,
        "is_player": may(request.actor, "play_match", match),
    }
    status = 422 if form.errors else 200
    return render(request, "sheets/open.html", context, status=status)


def _why_not(match: Match, *, game: int) -> str | None:
    if not match.is_open or match.games.filter(number=game, result__isnull=False).exists():
        return _("This result counts already. If it is wrong, ask an official to correct it.")
    if not has_sheets(match.round.game_here):
        return _("This game is scored by places: hand them in on the match's page.")
    return None
