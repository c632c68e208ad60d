"""What is left to do after the last round of an event, with what each step is about."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.queries.entries import entry_names
from league.events.queries.prizes import prize_list
from league.events.services.announcements import accounts_entered
from league.events.wrap_up_rules import TO_DO, WrapUpFacts, WrapUpStep, wrap_up_steps
from league.models import Event
from league.statistics.proved import Proved
from league.statistics.queries import proved_in


@dataclass(frozen=True)
class WrapUp:
    facts: WrapUpFacts
    steps: Sequence[WrapUpStep]
    results: Proved  # that everybody can read

    @property
    def current(self) -> WrapUpStep | None:
        """The first that is neither done nor skipped."""
        return next((step for step in self.steps if step.state == TO_DO), None)


def wrap_up_of(event: Event) -> WrapUp:
    facts = _facts(event)
    return WrapUp(facts=facts, steps=wrap_up_steps(facts), results=proved_in(event))


def _facts(event: Event) -> WrapUpFacts:
    prizes, ties, open_ties = _prizes(event)
    is_archived = event.status == Event.Status.ARCHIVED
    return WrapUpFacts(
        is_finished=is_archived or event.status == Event.Status.FINISHED,
        is_archived=is_archived,
        prizes=prizes,
        ties=ties,
        open_ties=open_ties,
        accounts=accounts_entered(event).count(),
        has_thanked=_has_thanked(event),
        marks=event.wrap_up,
    )


def _prizes(event: Event) -> tuple[int, int, int]:
    """Prizes, ties for them, and those of the ties that are open."""
    if not event.prizes.exists():
        return 0, 0, 0
    listed = prize_list(event, names=entry_names(event))
    return len(listed.awards), len(listed.ties), len(listed.open_ties)


def _has_thanked(event: Event) -> bool:
    """A message to all who entered, sent when the event was over."""
    if event.finished_at is None:
        return False
    return event.announcements.filter(sent_at__gte=event.finished_at).exists()
