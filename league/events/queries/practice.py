"""Rehearsals of events: whether there is one, and whether there may be."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Division, Event, Match, PlayOff, Round

BEFORE_THE_START = (Event.Status.DRAFT, Event.Status.OPEN)


def practice_of(event: Event) -> Event | None:
    """The one that was not wiped."""
    return Event.objects.filter(practice_of=event.pk, wiped_at=None).first()


def why_no_practice(event: Event) -> str:
    """Why an event cannot be rehearsed; empty: it can."""
    if event.is_practice:
        return _("This is already a practice.")
    if event.status not in BEFORE_THE_START:
        return _("The event has started: it is too late to practise.")
    in_season = Division.objects.filter(event=event), PlayOff.objects.filter(event=event)
    if any(rows.exists() for rows in in_season):
        return _("An evening of a season cannot be rehearsed. Open an event of its own for that.")
    return ""


def tables_at_play(event: Event) -> QuerySet[Match]:
    """From which nothing came yet, by round and table."""
    published = Match.objects.filter(event=event, round__status=Round.Status.PUBLISHED)
    playing = published.filter(is_open=True, state__in=Match.NOTHING_IN)
    return playing.order_by("round__number", "table")
