"""The list of prizes, and how officials settle ties for them."""

from collections.abc import Sequence

from django.db.models import F, Max
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries.events import first_stage
from league.events.services.categories import check_not_archived
from league.live import changing_event
from league.models import AuditEntry, Category, Event, Prize, PrizeDecision
from league.permissions import Actor
from league.standings.keys.given import drawn_order

MOST_PRIZES = 100
REMOVED = gettext_noop("remove prize")
How = PrizeDecision.How


def add_prize(
    event: Event, *, actor: Actor, category: Category | None, place: int, what: str
) -> Prize:
    """At the end of the list, but above worse places of the same table."""
    with changing_event(event.pk) as stored:
        check_not_archived(stored)
        if stored.prizes.count() >= MOST_PRIZES:
            raise LeagueError(_("An event has at most 100 prizes."))
        _check_free(stored, category, place)
        worse = stored.prizes.filter(category=category, place__gt=place).order_by("order").first()
        if worse is not None:
            order = worse.order
            stored.prizes.filter(order__gte=order).update(order=F("order") + 1)
        else:
            order = (stored.prizes.aggregate(last=Max("order"))["last"] or 0) + 1
        prize = Prize.objects.create(
            event=stored, category=category, place=place, what=_fit(what), order=order
        )
        log_action(actor, gettext_noop("add prize"), prize, place=place)
    return prize


def edit_prize(prize: Prize, *, actor: Actor, what: str) -> Prize:
    """What is won. For another place, it is another prize."""
    with changing_event(prize.event_id) as event:
        check_not_archived(event)
        stored = Prize.objects.get(pk=prize.pk)
        stored.what = _fit(what)
        stored.save()
        log_action(actor, gettext_noop("edit prize"), stored)
    return stored


def move_prize(prize: Prize, *, actor: Actor, by: int) -> None:
    """Up or down in the order of worth, by one; never above a better place of its own table."""
    with changing_event(prize.event_id) as event:
        check_not_archived(event)
        listed = list(event.prizes.order_by("order", "pk"))
        at = listed.index(prize)
        to = at + by
        if not 0 <= to < len(listed):
            return
        if listed[to].category_id == listed[at].category_id:
            raise LeagueError(_("A better place is worth more than a worse one of the same table."))
        listed[at], listed[to] = listed[to], listed[at]
        for order, row in enumerate(listed, start=1):
            row.order = order
        Prize.objects.bulk_update(listed, ["order"])
        log_action(actor, gettext_noop("order prizes"), event, prizes=[row.pk for row in listed])


def remove_prize(prize: Prize, *, actor: Actor) -> None:
    with changing_event(prize.event_id) as event:
        check_not_archived(event)
        stored = Prize.objects.get(pk=prize.pk)
        kept = {name: getattr(stored, name) for name in ("category_id", "place", "what")}
        log_action(actor, REMOVED, event, row=stored.pk, **kept)
        stored.delete()


def restore_prize(event: Event, *, actor: Actor, removed: AuditEntry) -> Prize:
    """What was removed, at the end of the list or above worse places."""
    kept = removed.details
    category = event.categories.filter(pk=kept["category_id"]).first()
    if kept["category_id"] and category is None:
        raise LeagueError(_("Its category no longer exists."))
    return add_prize(event, actor=actor, category=category, place=kept["place"], what=kept["what"])


def decide_tie(
    event: Event,
    *,
    actor: Actor,
    category: Category | None,
    entries: Sequence[str],
    how: str,
    order: Sequence[str] = (),
) -> PrizeDecision:
    """Settle a tie for prizes. `order`: who won the deciding game, and who came after."""
    with changing_event(event.pk) as stored:
        check_not_archived(stored)
        tied = sorted(set(entries))
        if len(tied) < 2 or stored.entries.filter(pk__in=tied).count() < len(tied):
            raise LeagueError(_("A tie is between entries of this event."))
        decision = PrizeDecision.objects.create(
            event=stored, category=category, how=how, entries=_order(stored, tied, how, order)
        )
        _drop_others(decision)
        log_action(
            actor,
            gettext_noop("settle a tie for a prize"),
            decision,
            how=how,
            category=category.pk if category else "",
            entries=decision.entries,
        )
    return decision


def undo_decision(decision: PrizeDecision, *, actor: Actor) -> None:
    """The tie is as it was before: the chain decides, or it is open again."""
    with changing_event(decision.event_id) as event:
        check_not_archived(event)
        log_action(
            actor,
            gettext_noop("undo a decision about a prize"),
            decision,
            how=decision.how,
            entries=decision.entries,
        )
        PrizeDecision.objects.filter(pk=decision.pk).delete()


def _order(event: Event, tied: Sequence[str], how: str, order: Sequence[str]) -> list[str]:
    if how == How.LOTS:
        return drawn_order(tied, seed=first_stage(event).seed)
    if how == How.SHARE:
        return list(tied)
    if sorted(order) != list(tied):
        raise LeagueError(
            _("Say who won the deciding game, and in which order the others finished.")
        )
    return list(order)


def _drop_others(decision: PrizeDecision) -> None:
    """One tie has one decision: the latest."""
    earlier = PrizeDecision.objects.filter(
        event=decision.event_id, category=decision.category_id
    ).exclude(pk=decision.pk)
    same = [other.pk for other in earlier if set(other.entries) == set(decision.entries)]
    PrizeDecision.objects.filter(pk__in=same).delete()


def _check_free(event: Event, category: Category | None, place: int) -> None:
    if event.prizes.filter(category=category, place=place).exists():
        raise LeagueError(_("This place already has a prize. Change that one instead."))


def _fit(what: str) -> str:
    what = " ".join(what.split())
    if not what:
        raise LeagueError(_("Say what the prize is."))
    return what
