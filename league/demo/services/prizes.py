"""Categories and prizes of the demo: who is in them is drawn by the order of entering."""

from league.demo.programme import EventBilled
from league.events.services.categories import add_category, put_in_category
from league.events.services.prizes import add_prize
from league.models import Event
from league.permissions import Actor


def add_prizes(event: Event, billed: EventBilled, *, actor: Actor) -> None:
    entered = list(event.entries.order_by("created_at", "pk").values_list("pk", flat=True))
    groups = {}
    for offset, each in enumerate(billed.categories):
        category = add_category(event, actor=actor, name=each.name, is_shown=each.is_shown)
        put_in_category(category, actor=actor, entries=entered[offset :: each.every])
        groups[each.name] = category
    for name, place, what in billed.prizes:
        add_prize(event, actor=actor, category=groups.get(name), place=place, what=what)
