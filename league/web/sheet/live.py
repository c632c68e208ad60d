"""What phones at a table ask for all the time: the sheet as it stands, if it has changed.

The same for everybody who has the sheet's address: no session, no account, no names.
"""

import json

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from league.models import Sheet
from league.sheets.queries import state_of, version_now, version_of

_KEPT_S = 60


@require_safe
def sheet_state(request: HttpRequest, language: str, pk: str) -> HttpResponse:
    version = version_now(pk)
    if version is None:
        return HttpResponseNotFound()
    etag = _etag(version, language=language)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        with translation.override(language):
            response = HttpResponse(state_text(pk, version), content_type="application/json")
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


sheet_state.permission = "visit"  # type: ignore[attr-defined]


def state_text(pk: str, version: str) -> str:
    """The state as JSON, built once for all phones at the table."""
    key = _key(pk, version, translation.get_language() or "")
    text: str | None = cache.get(key)
    if text is None:
        sheet = Sheet.objects.get(pk=pk)
        state = state_of(sheet)
        text = json.dumps(state, ensure_ascii=False)
        if version_of(int(state["number"]), is_closed=sheet.closed_at is not None) == version:
            cache.set(key, text, _KEPT_S)
    return text


def drop_state(sheet: Sheet) -> None:
    """What was kept of it says something that the sheet does not say any more."""
    version = version_of(sheet.number, is_closed=sheet.closed_at is not None)
    cache.delete_many([_key(sheet.pk, version, code) for code, _name in settings.LANGUAGES])


def state_address(sheet: Sheet) -> str:
    language = (translation.get_language() or "en")[:2]
    return reverse("live-sheet", kwargs={"language": language, "pk": sheet.pk})


def _etag(version: str, *, language: str) -> str:
    return f'W/"{version}-{language}-{settings.VERSION}"'


def _key(pk: str, version: str, language: str) -> str:
    return f"sheet-state:{pk}:{version}:{language}:{settings.VERSION}"
