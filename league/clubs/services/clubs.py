"""Setting up a club, and changing what its page says."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.queries import account_called
from league.errors import Stale
from league.models import Club, ClubAdmin
from league.permissions import Actor

EDITABLE = ("name", "town", "country", "about", "website")


def create_club(*, actor: Actor, fields: Mapping[str, str], admin: str = "") -> Club:
    """Set up a club; `admin` is the login name or e-mail of who will run it."""
    user = account_called(admin) if admin else None
    with transaction.atomic():
        club = Club.objects.create(**{name: fields[name] for name in EDITABLE if name in fields})
        log_action(actor, gettext_noop("create club"), club)
        if user:
            ClubAdmin.objects.create(club=club, user=user)
            log_action(actor, gettext_noop("add club admin"), club, user=user.pk)
    return club


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
            log_action(actor, gettext_noop("edit club"), stored, fields=changed)
    return stored
