"""What commands have in common: the event that they are about."""

from django.core.management import CommandError

from league.models import Stage


def stage_of(event_id: str) -> Stage:
    """The stage of the event with this id."""
    stage = Stage.objects.select_related("event__club").filter(event=event_id, order=1).first()
    if stage is None:
        raise CommandError(f"There is no event {event_id}.")
    return stage
