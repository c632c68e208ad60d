"""In which time zone everything about a row is told, whoever reads it."""

from zoneinfo import ZoneInfo

from league.models import Club, Event, Season, Series

_OWNERS = ("event", "stage", "match")  # of what belongs to an event


def zone_of(row: object) -> ZoneInfo | None:
    """The event's own, else its club's; None: of what belongs to neither."""
    if isinstance(row, Event | Season):
        return ZoneInfo(row.time_zone)
    if isinstance(row, Club):
        return ZoneInfo(row.zone)
    if isinstance(row, Series):
        return ZoneInfo(row.club.zone)
    owners = (getattr(row, name, None) for name in _OWNERS)
    return next((zone_of(owner) for owner in owners if owner is not None), None)
