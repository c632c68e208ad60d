"""Pairs that should not meet: families, quarrels. Only officials know of them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.services.arrival import draw_anew
from league.events.services.entries import check_open
from league.live.services import changing_event
from league.models import Entry, Event, KeepApart
from league.permissions import Actor


def keep_apart(event: Event, *, actor: Actor, first: Entry, second: Entry) -> KeepApart:
    with changing_event(event.pk) as stored:
        check_open(stored)
        if first == second:
            raise LeagueError(_("Choose two different entries."))
        if {first.event_id, second.event_id} != {stored.pk}:
            raise LeagueError(_("Both must be entries of this event."))
        lower, upper = sorted((first.pk, second.pk))
        pair, _created = KeepApart.objects.get_or_create(
            event=stored, first_id=lower, second_id=upper
        )
        log_action(actor, gettext_noop("keep apart"), pair, entries=[lower, upper])
        draw_anew(stored)
    return pair


def allow_together(pair: KeepApart, *, actor: Actor) -> None:
    with changing_event(pair.event_id) as event:
        check_open(event)
        log_action(
            actor, gettext_noop("allow together"), pair, entries=[pair.first_id, pair.second_id]
        )
        KeepApart.objects.filter(pk=pair.pk).delete()
        draw_anew(event)
