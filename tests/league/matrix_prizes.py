"""Who may open what: categories, prizes and tiebreaks, the part of the permission matrix."""

from dataclasses import replace

from league.models import Category, Prize, PrizeDecision
from tests.league.world import (
    ARBITER,
    OFFICIALS,
    OPERATORS,
    ORGANISERS,
    Row,
    World,
    of_entry,
    of_event,
)


def of_category(world: World, whose: str, role: str) -> dict[str, object]:
    event = world.events[whose]
    made = Category.objects.get_or_create(event=event, name="Děti", defaults={"is_shown": True})[0]
    return {"pk": event.pk, "category": made.pk}


def of_prize(world: World, whose: str, role: str) -> dict[str, object]:
    event = world.events[whose]
    prize = Prize.objects.get_or_create(event=event, place=1, defaults={"what": "Pohár"})[0]
    return {"pk": event.pk, "prize": prize.pk}


def of_decision(world: World, whose: str, role: str) -> dict[str, object]:
    event, entry = world.events[whose], world.entries[whose]
    made = PrizeDecision.objects.get_or_create(event=event, how="lots", entries=[entry.pk])[0]
    return {"pk": event.pk, "decision": made.pk}


# Of an event that is a draft: to the API it does not exist but for its officials.
API_DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=of_event, hidden=True)
API_RUN = replace(API_DESK, own=ORGANISERS, known_to=frozenset({ARBITER}))
RUN = Row(own=ORGANISERS, other=OPERATORS, arguments=of_event)
DESK = Row(own=OFFICIALS, other=OPERATORS, arguments=of_event)
# Of a draft: to the public it does not exist.
SEEN_CATEGORY = Row(own=OFFICIALS, other=OPERATORS, arguments=of_category, hidden=True)

PRIZES_MATRIX: dict[str, Row] = {
    "event-chain": RUN,
    "event-categories": RUN,
    "event-category-change": replace(RUN, arguments=of_category, method="post"),
    "event-category-restore": replace(RUN, method="post"),
    "event-categorise": DESK,
    "event-category": SEEN_CATEGORY,
    "print-category": SEEN_CATEGORY,
    "entry-category": replace(DESK, arguments=of_entry, method="post"),
    "event-prizes": DESK,
    "event-prize-add": replace(RUN, method="post"),
    "event-prize-change": replace(RUN, arguments=of_prize, method="post"),
    "event-prize-restore": replace(RUN, method="post"),
    "event-prize-rule": replace(RUN, method="post"),
    "event-tie-decide": replace(DESK, method="post"),
    "event-decision-undo": replace(DESK, method="post"),
    "event-ceremony": DESK,
    "event-certificates": DESK,
    "event-lots": replace(DESK, arguments=of_decision),
    "api-events-categories-list": API_DESK,
    "api-events-categories-detail": replace(API_DESK, arguments=of_category),
    "api-events-categories-members": replace(API_DESK, arguments=of_category, method="post"),
    "api-events-prizes-list": API_DESK,
    "api-events-prizes-detail": replace(API_RUN, arguments=of_prize, method="patch"),
    "api-events-prizes-awards": API_DESK,
    "api-events-prizes-decisions": API_DESK,
    "api-events-prizes-undo": replace(API_DESK, arguments=of_decision, method="delete"),
}
