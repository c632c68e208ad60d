"""The WSGI application for production, with room on the stack."""

import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from league.config.env import or_stop
from league.config.stack import with_room

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
with or_stop():
    application: Application = with_room(get_wsgi_application())
