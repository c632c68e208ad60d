"""The WSGI application for production, with room on the stack."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from league.config.env import or_stop

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

# CPython keeps the frames of calls in chunks of 16 KiB. Up to 3.12 a chunk goes back to the system
# with the call that needed it, so that a loop at its edge, as in templates within templates, asks
# for memory at every turn (github.com/python/cpython/issues/142183): pages took up to twice the
# time, depending on what called them. A frame that says it needs more gets a chunk of its own, the
# next power of two, and what it leaves over is enough for all calls below it.
_FRAME_SLOTS = 17_000  # of 8 bytes, never touched: the chunk has 256 KiB, and 120 are left


def with_room(application: Application) -> Application:
    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        return application(environ, start_response)

    answer.__code__ = answer.__code__.replace(co_stacksize=_FRAME_SLOTS)
    return answer


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
with or_stop():
    application = with_room(get_wsgi_application())
