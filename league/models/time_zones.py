"""The time zones that people may choose."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


@cache
def time_zones() -> frozenset[str]:
    """Read from disk once: the list is the same while the service runs."""
    return frozenset(available_timezones())


def validate_time_zone(value: str) -> None:
    if value not in time_zones():
        raise ValidationError(_("Choose a time zone from the list."))
