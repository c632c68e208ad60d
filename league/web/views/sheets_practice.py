"""Practice sheets: one opened with a tap, and one whose names are forgotten."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.errors import LeagueError
from league.models import Sheet
from league.sheets.services.sheets import Practice, forget_names, open_practice
from league.throttle import address_of, count
from league.web.access import PageRequest, permitted
from league.web.phones import keep_code
from league.web.views.sheet_live import drop_state
from league.web.views.sheets import sheet_named

_PLAYERS = 2


@permitted("practise")
@require_POST
def practice_at_once(request: PageRequest) -> HttpResponse:
    """A game for two with all the help that there is: nothing is asked before."""
    game = request.POST.get("game", "")
    try:
        count("practice", who=address_of(request))
        sheet = open_practice(Practice(game=game, players=_PLAYERS))
    except LeagueError as error:
        messages.error(request, str(error.message))
        return redirect("practice")
    keep_code(request, sheet.code)
    return redirect("sheet", sheet.pk)


@permitted("write_sheet", of=sheet_named)
@require_POST
def sheet_forget(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """Names and remarks of a practice game go for good."""
    try:
        forget_names(sheet)
    except LeagueError as error:
        messages.error(request, str(error.message))
    else:
        drop_state(sheet)
        messages.success(request, _("The names are forgotten. What was played stays."))
    return redirect("sheet", sheet.pk)
