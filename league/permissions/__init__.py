"""Who may do what: the one place that decides, for pages, API, undo and admin alike.

Others name a right of the table (`rights.py`) and ask `may`. Whatever names none is refused
(`league.web.middleware.DefaultDeny`, `league.api.access.Permitted`).
Roles: superuser, club admin, organiser and arbiter of an event, player, table guest, public.
Others import from here, not from the modules inside.
"""

from league.permissions.actors import (
    CODES_KEY,
    DEVICE_KEY,
    DOORS_KEY,
    ENTRIES_KEY,
    SERVICE,
    VISITOR,
    Actor,
    actor_of,
)
from league.permissions.events import signed_up_by, visible_events, visible_seasons
from league.permissions.rights import RIGHTS, Right, may, rights_held
from league.permissions.tables import (
    device_with,
    entries_known_to,
    key_of,
    seats_of,
    seats_to_take,
)

__all__ = [
    "CODES_KEY",
    "DEVICE_KEY",
    "DOORS_KEY",
    "ENTRIES_KEY",
    "RIGHTS",
    "SERVICE",
    "VISITOR",
    "Actor",
    "Right",
    "actor_of",
    "device_with",
    "entries_known_to",
    "key_of",
    "may",
    "rights_held",
    "seats_of",
    "seats_to_take",
    "signed_up_by",
    "visible_events",
    "visible_seasons",
]
