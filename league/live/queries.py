"""What a live page asks before anything else: has something changed?"""

from django.core.cache import cache

from league.models import Event

_CACHED_S = 1  # many phones ask at once; none sees anything later than this


def live_version(event_id: str) -> int:
    key = f"live:{event_id}"
    version: int | None = cache.get(key)
    if version is None:
        version = Event.objects.values_list("live_version", flat=True).get(pk=event_id)
        cache.set(key, version, _CACHED_S)
    return version
