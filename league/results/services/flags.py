"""What officials were told about a record, and that they have looked at it."""

from django.utils import timezone
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.live.services import changing_event
from league.models import Flag
from league.permissions import Actor


def mark_flag_seen(flag: Flag, *, actor: Actor) -> None:
    """Take a flag off the list of what waits, with its like of other versions of the same game.

    It stays with its version; seen twice is seen.
    """
    with changing_event(flag.match.event_id):
        alike = Flag.objects.filter(match=flag.match_id, code=flag.code, other=flag.other_id)
        unseen = alike.filter(seen_at=None)
        if unseen.update(seen_at=timezone.now()):
            log_action(actor, gettext_noop("see flag"), flag.match, flag=flag.pk, code=flag.code)
