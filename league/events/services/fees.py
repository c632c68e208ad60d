"""The entry fee: who has paid it. Money changes hands elsewhere; here it is ticked off."""

from decimal import Decimal

from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.services.categories import check_not_archived
from league.live import changing_event
from league.models import Entry
from league.permissions import Actor

MOST = Decimal(999_999)
_CENT = Decimal("0.01")


def mark_paid(entry: Entry, *, actor: Actor, amount: Decimal | None = None) -> Entry:
    """The whole fee, or another amount: a lower one for children, 0 for who is let in free."""
    with changing_event(entry.event_id) as event:
        check_not_archived(event)
        paid = event.entry_fee if amount is None else amount
        if paid is None:
            raise LeagueError(_("This event has no entry fee. Set one, or say how much was paid."))
        if not (paid.is_finite() and 0 <= paid <= MOST and paid == paid.quantize(_CENT)):
            raise LeagueError(
                _("An amount is a number from 0 to 999,999, with at most two decimals.")
            )
        return _write(entry, actor=actor, paid=paid, action=gettext_noop("mark paid"))


def mark_unpaid(entry: Entry, *, actor: Actor) -> Entry:
    """Ticked by mistake, or given back."""
    with changing_event(entry.event_id) as event:
        check_not_archived(event)
        return _write(entry, actor=actor, paid=None, action=gettext_noop("mark unpaid"))


def _write(entry: Entry, *, actor: Actor, paid: Decimal | None, action: str) -> Entry:
    stored = Entry.objects.get(pk=entry.pk)
    if stored.paid != paid:
        stored.paid = paid
        stored.save(update_fields=["paid"])
        log_action(actor, action, stored)
    return stored
