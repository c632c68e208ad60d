"""Events and those who take part in them, as pages, the API and services read them."""

from league.events.queries.entries import (
    check_in_opens_at,
    entries_of,
    entry_counts,
    entry_names,
    entry_of,
    player_names,
)
from league.events.queries.events import (
    coming_events,
    events_of,
    events_shown,
    facts_of,
    first_stage,
    steps_of,
)
from league.events.queries.rules import rules_changes, rules_in_words

__all__ = [
    "check_in_opens_at",
    "coming_events",
    "entries_of",
    "entry_counts",
    "entry_names",
    "entry_of",
    "events_of",
    "events_shown",
    "facts_of",
    "first_stage",
    "player_names",
    "rules_changes",
    "rules_in_words",
    "steps_of",
]
