"""What phones at a table ask: the sheet as it stands, help with a move, the board as it was."""

import hashlib
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from games.replay import ReplayStep
from league.models import Sheet
from league.models.public_id import new_public_id
from league.permissions import may
from league.said import words
from league.sheets.ledger import SheetLine
from league.sheets.queries import on_sheet, pad_shown, standings_shown, version_now
from league.sheets.replay import attempt, game_of, sentence
from league.throttle import count
from league.web.access import PageRequest, open_to_all, permitted, visitor_of
from league.web.addresses import sheet_named
from league.web.sheet.states import news, stamp_in, stamp_of

LONGEST_VERSION = 64
_BELIEVED_S = 10


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
    tags = (
        rules.random_play.tags(seed, players=sheet.players, edition=sheet.edition) if rules else {}
    )
    return JsonResponse({"tags": dict(tags)})


@permitted("write_sheet", of=sheet_named)
@require_safe
def sheet_before(request: PageRequest, sheet: Sheet, act: int) -> HttpResponse:
    """The board and the scores as they were before a line, for those who enter it again."""
    count("sheet-help", who=f"sheet:{sheet.pk}")
    page = on_sheet(sheet)
    get_object_or_404(sheet.acts, number=act)
    earlier = [line for line in page.ledger.lines if line.number < act]
    if page.game is None:
        return JsonResponse({})
    game = game_of(page.game.rules, page.setup, earlier)
    shown = {"pad": pad_shown(game), "standings": standings_shown(game)}
    return JsonResponse({"turn": game.position.turn, **shown})


@open_to_all
@require_safe
def sheet_state(request: HttpRequest, language: str, pk: str) -> HttpResponse:
    """For those who may see its page: what is new since the state that the phone knows, if any."""
    version = version_now(pk)
    if version is None or not _may_see(request, pk):
        return HttpResponseNotFound()
    known = request.GET.get("since", "")[:LONGEST_VERSION]
    with translation.override(language):
        if stamp_in(known) == stamp_of(version):
            response = HttpResponse(status=HTTPStatus.NO_CONTENT)
        else:
            text = news(pk, version, known=known)
            response = HttpResponse(text, content_type="application/json")
    response["Cache-Control"] = "private, no-store"
    return response


def _may_see(request: HttpRequest, pk: str) -> bool:
    """Every phone asks every second: a right that was found is believed for a while."""
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    key = f"sheet-seen:{pk}:{hashlib.sha256(session.encode()).hexdigest()}"
    if cache.get(key):
        return True
    is_seen = may(visitor_of(request), "see_sheet", sheet_named(pk))
    if is_seen:
        cache.set(key, True, _BELIEVED_S)
    return is_seen


def state_address(sheet: Sheet) -> str:
    language = (translation.get_language() or "en")[:2]
    return reverse("live-sheet", kwargs={"language": language, "pk": sheet.pk})
