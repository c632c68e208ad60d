"""What officials were shown about a record, and have looked at."""

from django.utils import timezone
from django.utils.translation import gettext_noop

from league.audit.services import record
from league.live.services import changing_event
from league.models import Flag
from league.permissions import Actor


def see_flag(flag: Flag, *, actor: Actor) -> None:
    """Looked at; seen before, it stays as it was."""
    with changing_event(flag.match.event_id):
        if Flag.objects.filter(pk=flag.pk, seen_at=None).update(seen_at=timezone.now()):
            record(actor, gettext_noop("see flag"), flag.match, flag=flag.pk, code=flag.code)
