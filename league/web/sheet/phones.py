"""What a phone asks while somebody enters a move: help, a random set-up, the board as it was."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from games.replay import ReplayStep
from league.models import Sheet
from league.models.public_id import new_public_id
from league.sheets.ledger import SheetLine
from league.sheets.queries import as_data, on_sheet, words
from league.sheets.replay import attempt, game_of, sentence
from league.throttle import count
from league.web.access import PageRequest, permitted
from league.web.addresses import sheet_named


@permitted("write_sheet", of=sheet_named)
@require_safe
def sheet_hints(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """The fields on which what was begun can go on, where the table wants help."""
    count("sheet-help", who=f"sheet:{sheet.pk}")
    page = on_sheet(sheet)
    if sheet.help != Sheet.Help.FULL or page.game is None or page.is_plain:
        return JsonResponse({"fields": []})
    begun = request.GET.get("begun", "")[:200]
    return JsonResponse({"fields": list(page.game.rules.looks.hints(page.game.position, begun))})


@permitted("write_sheet", of=sheet_named)
@require_safe
def sheet_try(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """What an action would score, or why it is not allowed; nothing is written."""
    count("sheet-help", who=f"sheet:{sheet.pk}")
    page = on_sheet(sheet)
    if sheet.help != Sheet.Help.FULL or page.game is None or page.is_plain:
        return JsonResponse({})
    line = SheetLine(0, request.GET.get("seat", "")[:1], request.GET.get("text", "")[:500])
    step = attempt(page.game, line)
    if isinstance(step, ReplayStep):
        return JsonResponse({"points": step.points})
    return JsonResponse({"why": words(sentence(step, is_discreet=False))})


@permitted("write_sheet", of=sheet_named)
@require_safe
def sheet_shuffle(request: PageRequest, sheet: Sheet) -> HttpResponse:
    """A set-up dealt at random, to be copied onto the table."""
    count("sheet-help", who=f"sheet:{sheet.pk}")
    rules = on_sheet(sheet).frame.rules
    seed = int.from_bytes(new_public_id().encode()[:6], "big")
    tags = rules.random_play.tags(seed, players=sheet.players) if rules else {}
    return JsonResponse({"tags": dict(tags)})


@permitted("write_sheet", of=sheet_named)
@require_safe
def sheet_before(request: PageRequest, sheet: Sheet, act: int) -> HttpResponse:
    """The board as it was before a line, for whoever enters that line anew."""
    count("sheet-help", who=f"sheet:{sheet.pk}")
    page = on_sheet(sheet)
    get_object_or_404(sheet.acts, number=act)
    earlier = [line for line in page.ledger.lines if line.number < act]
    if page.game is None:
        return JsonResponse({})
    game = game_of(page.game.rules, page.setup, earlier)
    pad = game.rules.looks.pad(game.position, last=game.last)
    return JsonResponse({"turn": game.position.turn, "pad": as_data(pad)})
