"""From draft to archive and back: which steps there are, what each does, when it is refused.

Statuses are the words that events store. The texts are English and marked for translation;
their gaps are filled from the facts. Starting numbers are given by rating, as entered, or by lots;
the same seed gives the same lots.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.values import gettext_noop

DRAFT, OPEN, RUNNING, FINISHED, ARCHIVED = "draft", "open", "running", "finished", "archived"
LEAST_ENTRIES = 2


@dataclass(frozen=True, slots=True)
class Facts:
    """What a step depends on."""

    entries: int = 0  # that were not withdrawn
    checked_in: int = 0
    planned: int = 0  # rounds, where there are any
    played: int = 0  # of these: tables that are made one at a time are none
    published: int = 0  # rounds that were published, closed ones among them
    closed: int = 0
    draft: int = 0  # the number of the round that is a draft
    has_rounds: bool = True  # not: tables are made one at a time, and closed at the end
    open_tables: int = 0  # without a result, where there are no rounds


@dataclass(frozen=True, slots=True)
class EventStep:
    """A way from one status to another."""

    origin: str
    to: str
    label: str
    effect: str
    reason: Callable[[Facts], str]  # why not now; empty: it may be taken
    warning: Callable[[Facts], str]
    drops_draft: bool = False  # a round that is not published yet

    def effects(self, facts: Facts) -> list[str]:
        dropped = gettext_noop("The draft of round %(draft)d is dropped.")
        return [self.effect, dropped] if self.drops_draft and facts.draft else [self.effect]


def steps_from(status: str) -> tuple[EventStep, ...]:
    return tuple(step for step in _STEPS if step.origin == status)


def step_between(origin: str, to: str) -> EventStep | None:
    return next((step for step in steps_from(origin) if step.to == to), None)


def _nothing(facts: Facts) -> str:
    return ""


def _nobody_entered(facts: Facts) -> str:
    if facts.entries:
        return gettext_noop(
            "People have already entered and would no longer find the event. Withdraw their "
            "entries first."
        )
    return ""


def _enough_are_here(facts: Facts) -> str:
    if facts.checked_in < LEAST_ENTRIES:
        return gettext_noop("At least two entries must be checked in.")
    return ""


def _some_are_missing(facts: Facts) -> str:
    if facts.entries > facts.checked_in:
        return gettext_noop(
            "Not everybody is checked in. Those who come later are entered as late entries."
        )
    return ""


def _nothing_published(facts: Facts) -> str:
    if facts.published and not facts.has_rounds:
        return gettext_noop("A table is made. Dissolve it first, while nothing is handed in.")
    if facts.published:
        return gettext_noop("A round is published. Unpublish it first, while nothing is handed in.")
    return ""


def _all_closed(facts: Facts) -> str:
    if not facts.has_rounds:
        return _all_in(facts)
    if not facts.closed and not facts.published:
        return gettext_noop("No round has been played yet. Take the event back to open instead.")
    if facts.published > facts.closed:
        return gettext_noop("A round is still being played. Close it first.")
    return ""


def _all_in(facts: Facts) -> str:
    if not facts.published:
        return gettext_noop("No table has played yet. Take the event back to open instead.")
    if facts.open_tables:
        return gettext_noop(
            "Tables without a result: %(open_tables)d. Enter the results, or dissolve the tables."
        )
    return ""


def _rounds_left(facts: Facts) -> str:
    if facts.has_rounds and facts.played < facts.planned:
        return gettext_noop("Only %(played)d of %(planned)d rounds have been played.")
    return ""


_STEPS = (
    EventStep(
        DRAFT,
        OPEN,
        gettext_noop("Open for entries"),
        gettext_noop("Everybody sees the event, and people can enter."),
        _nothing,
        _nothing,
    ),
    EventStep(
        OPEN,
        RUNNING,
        gettext_noop("Start the event"),
        gettext_noop("Starting numbers are given, and the first round can be paired."),
        _enough_are_here,
        _some_are_missing,
    ),
    EventStep(
        OPEN,
        DRAFT,
        gettext_noop("Back to draft"),
        gettext_noop("Only officials see the event."),
        _nobody_entered,
        _nothing,
    ),
    EventStep(
        RUNNING,
        FINISHED,
        gettext_noop("Finish the event"),
        gettext_noop("The standings become final."),
        _all_closed,
        _rounds_left,
        drops_draft=True,
    ),
    EventStep(
        RUNNING,
        OPEN,
        gettext_noop("Back to entries"),
        gettext_noop("Starting numbers are assigned again at the next start."),
        _nothing_published,
        _nothing,
        drops_draft=True,
    ),
    EventStep(
        FINISHED,
        ARCHIVED,
        gettext_noop("Archive the event"),
        gettext_noop(
            "While it is in the archive, nothing can be changed; everybody can still read it. "
            "Organisers can take it out again at any time."
        ),
        _nothing,
        _nothing,
    ),
    EventStep(
        FINISHED,
        RUNNING,
        gettext_noop("Reopen the event"),
        gettext_noop("Results can be corrected and rounds added; the standings are open again."),
        _nothing,
        _nothing,
    ),
    EventStep(
        ARCHIVED,
        FINISHED,
        gettext_noop("Take out of the archive"),
        gettext_noop("The event is finished as before: prizes and results can be changed again."),
        _nothing,
        _nothing,
    ),
)


def starting_order(ratings: Mapping[str, int | None], *, by: str, lots_seed: int) -> list[str]:
    """Entries in the order of their starting numbers; `ratings` has them in the order of entry.

    By rating, rated ones come first, and equal ones are put in order by lots.
    """
    if by == "entered":
        return list(ratings)
    lots = sorted(ratings)
    random.Random(lots_seed).shuffle(lots)  # noqa: S311  repeatable on purpose
    if by == "lots":
        return lots
    strengths = {entry: -1 if rating is None else rating for entry, rating in ratings.items()}
    return sorted(lots, key=lambda entry: -strengths[entry])
