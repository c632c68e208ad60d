"""Django's admin, for superusers: it finds rows and leads to the pages where they are changed."""

from league.admin import events, operations, people
from league.admin.shown import site

__all__ = ["events", "operations", "people", "site"]
