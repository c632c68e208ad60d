"""Events, as lists need them; drafts only for those who run them."""

from django.db.models import QuerySet

from league.models import Club, Event
from league.permissions import Actor, visible_events


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
