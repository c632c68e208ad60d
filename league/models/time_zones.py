"""The time zones that people may choose, and the one that a country has."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_OF_COUNTRY = {"CZ": "Europe/Prague", "SK": "Europe/Bratislava"}


@cache
def time_zones() -> frozenset[str]:
    """Read from disk once: the list is the same while the service runs."""
    return frozenset(available_timezones())


@cache
def zones_offered() -> tuple[str, ...]:
    """Those that are called by a place, in the order of the alphabet."""
    return tuple(sorted(z for z in time_zones() if "/" in z and not z.startswith("Etc/")))


def zone_of_country(country: str) -> str:
    """Of a country that we do not know, the service's own."""
    return _OF_COUNTRY.get(country, settings.TIME_ZONE)


def validate_time_zone(value: str) -> None:
    if value not in time_zones():
        raise ValidationError(_("Choose a time zone from the list."))
