"""The service as an app on a phone: its manifest, and the worker that keeps a sheet offline.

Browsers take both only over https, or from the same machine; everywhere else pages work as ever.
"""

import json

from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.web.access import PageRequest, permitted
from league.web.addresses import PublicIdConverter

_KEPT_S = 3600
_BACKGROUND, _THEME = "#f8f6f2", "#0c5a62"


@permitted("visit")
@require_safe
def manifest(request: PageRequest, language: str) -> HttpResponse:
    """Browsers ask for it without cookies: the language stands in the address."""
    with translation.override(language):
        about = {
            "id": "/",
            "name": _("Arbitr: board games"),
            "short_name": "Arbitr",
            "description": _("Tournaments, leagues and score sheets for board games."),
            "lang": language,
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "background_color": _BACKGROUND,
            "theme_color": _THEME,
            "icons": [
                _icon("app/icon-192.png", "192x192"),
                _icon("app/icon-512.png", "512x512"),
                _icon("app/maskable-512.png", "512x512", purpose="maskable"),
                _icon("mark.svg", "any", kind="image/svg+xml"),
            ],
            "shortcuts": [{"name": _("Score sheet"), "url": reverse("practice")}],
        }
    response = JsonResponse(about, content_type="application/manifest+json")
    response["Cache-Control"] = f"public, max-age={_KEPT_S}"
    return response


def _icon(
    file: str, sizes: str, *, kind: str = "image/png", purpose: str = "any"
) -> dict[str, str]:
    return {"src": static(f"arbitr/{file}"), "sizes": sizes, "type": kind, "purpose": purpose}


@permitted("visit")
@require_safe
def worker(request: PageRequest) -> HttpResponse:
    """At the root, because a worker looks after the addresses below its own. Never kept: a browser
    notices a new version by other words here.
    """
    known = {
        "version": settings.VERSION,
        "files": settings.STATIC_URL,
        "sheet": f"^{reverse('practice')}{PublicIdConverter.regex}/$",
        "home": reverse("home"),
        "logOut": reverse("account_logout"),
    }
    script = static("arbitr/worker.js")
    text = f"const ARBITR = {json.dumps(known)};\nimportScripts({json.dumps(script)});\n"
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
