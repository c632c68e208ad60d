"""Who runs an event, and who rules on its results."""

from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.clubs.queries import account_called
from league.live.services import changing_event
from league.models import Event, Official
from league.permissions import Actor


def add_official(event: Event, *, actor: Actor, login: str, role: str) -> Official:
    """By login name or e-mail. Whoever is one already gets the new role."""
    user = account_called(login)
    with changing_event(event.pk) as stored:
        official, _created = Official.objects.update_or_create(
            event=stored, user=user, defaults={"role": role}
        )
        log_action(actor, gettext_noop("add official"), stored, user=user.pk, role=role)
    return official


def remove_official(official: Official, *, actor: Actor) -> None:
    with changing_event(official.event_id) as stored:
        Official.objects.filter(pk=official.pk).delete()
        log_action(actor, gettext_noop("remove official"), stored, user=official.user_id)
