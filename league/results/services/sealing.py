"""A finished event is sealed: whoever kept the digest can tell whether a result changed since."""

from league.models import Event, Ruling, Seal
from league.results.queries import digest_of_event


def seal(event: Event, *, ruling: Ruling | None = None) -> None:
    """Date what the results come to now, if that is something new; the event's row is held."""
    last = event.seals.order_by("number").last()
    digest = digest_of_event(event)
    if last is None or last.digest != digest:
        number = last.number + 1 if last else 1
        Seal.objects.create(event=event, number=number, digest=digest, ruling=ruling)
