"""Rehearsals of events: whether there is one, and whether there may be."""

from django.utils.translation import gettext as _

from league.models import Division, Event, PlayOff

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
