"""Events, as lists need them; drafts only for those who run them. And how an event stands."""

from dataclasses import asdict, dataclass

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from league.events.lifecycle_rules import Facts, steps_from
from league.models import Club, Entry, Event, Round, Stage
from league.permissions import Actor, visible_events


@dataclass(frozen=True)
class StepOffered:
    """A step of the life cycle in the reader's language."""

    to: str
    label: str
    effect: str
    reason: str  # why it cannot be taken now
    warning: str


def events_shown(actor: Actor) -> QuerySet[Event]:
    return visible_events(actor).select_related("club").order_by("-starts_at", "pk")


def coming_events(actor: Actor) -> QuerySet[Event]:
    return (
        visible_events(actor)
        .select_related("club")
        .filter(status__in=(Event.Status.OPEN, Event.Status.RUNNING))
        .order_by("starts_at", "pk")
    )


def events_of(club: Club, actor: Actor) -> QuerySet[Event]:
    return events_shown(actor).filter(club=club)


def first_stage(event: Event) -> Stage:
    """The stage that people enter: what is set for an event as a whole is set there."""
    return event.stages.order_by("order")[:1].get()


def current_stage(event: Event) -> Stage:
    """The stage that is played: the last that has a round, before all rounds the first.

    Its table is the one of the event, also when all is over.
    """
    first, *later = event.stages.order_by("order")
    if not later:
        return first
    begun = set(Round.objects.filter(stage__in=later).values_list("stage", flat=True))
    return next((stage for stage in reversed(later) if stage.pk in begun), first)


def facts_of(event: Event) -> Facts:
    """What the steps of the life cycle depend on."""
    rounds = list(Round.objects.filter(stage__event=event).values_list("status", "number"))
    statuses = [status for status, _number in rounds]
    closed = statuses.count(Round.Status.CLOSED)
    entered = ~Q(status=Entry.Status.WITHDRAWN)
    here = Q(status=Entry.Status.CHECKED_IN)
    counts = event.entries.aggregate(
        entered=Count("pk", filter=entered), here=Count("pk", filter=here)
    )
    return Facts(
        entries=counts["entered"],
        checked_in=counts["here"],
        planned=sum(event.stages.values_list("rounds_planned", flat=True)),
        published=closed + statuses.count(Round.Status.PUBLISHED),
        closed=closed,
        draft=next((number for status, number in rounds if status == Round.Status.DRAFT), 0),
    )


def steps_of(event: Event) -> list[StepOffered]:
    """Where the event may go from here, the usual way first."""
    facts = facts_of(event)

    def said(text: str) -> str:
        return _(text) % asdict(facts) if text else ""

    return [
        StepOffered(
            to=step.to,
            label=_(step.label),
            effect=_(step.effect),
            reason=said(step.reason(facts)),
            warning=said(step.warning(facts)),
        )
        for step in steps_from(event.status)
    ]
