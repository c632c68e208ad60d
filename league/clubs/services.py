"""What the admins of a club do with it."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_noop

from league.audit.services import record
from league.errors import Stale
from league.models import Club
from league.permissions import Actor

EDITABLE = ("name", "town", "country", "about", "website")


def edit_club(club: Club, *, actor: Actor, version: int, changes: Mapping[str, str]) -> Club:
    """Change a club, if nobody else did since `version` was read."""
    with transaction.atomic():
        stored = Club.objects.select_for_update().get(pk=club.pk)
        if stored.version != version:
            raise Stale
        changed = [
            field for field in EDITABLE if changes.get(field, old := getattr(stored, field)) != old
        ]
        if changed:
            for field in changed:
                setattr(stored, field, changes[field])
            stored.version += 1
            stored.save()
            record(actor, gettext_noop("edit club"), stored, fields=changed)
    return stored
