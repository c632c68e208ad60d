"""How often somebody may do something, counted in one atomic step.

Counting windows in the cache: exact under any number of parallel requests, because the count is
raised and read by one operation (Redis in production, a locked dictionary when embedded).
"""

import time
from contextlib import suppress
from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.errors import TooMany


@dataclass(frozen=True)
class RateUse:
    """How much of a rate somebody has used in the window that is open now."""

    rate: str
    limit: int
    period_s: int
    used: int
    resets_in_s: int

    @property
    def is_over(self) -> bool:
        return self.used > self.limit

    @property
    def left(self) -> int:
        return max(0, self.limit - self.used)


def count(rate: str, *, who: str) -> None:
    """Count one use; raise TooMany past the limit."""
    use = measure(rate, who=who)
    if use.is_over:
        raise TooMany(retry_after_s=use.resets_in_s)


def measure(rate: str, *, who: str) -> RateUse:
    """Count one use, and tell how many are left."""
    limit, period_s = settings.RATES[rate]
    window, elapsed_s = divmod(int(time.time()), period_s)
    used = _raised(f"throttle:{rate}:{who}:{window}", kept_s=period_s + 5)
    return RateUse(rate, limit, period_s, used=used, resets_in_s=period_s - elapsed_s)


def _raised(key: str, *, kept_s: int) -> int:
    """The count with this use. Where Redis came back between the two, it is begun once more."""
    for _attempt in range(3):
        with suppress(ValueError):  # there is no such key yet
            return int(cache.incr(key))
        cache.add(key, 0, timeout=kept_s)
    return 0


def address_of(request: HttpRequest) -> str:
    """Who asks, where nothing else is known of them."""
    try:
        return f"address:{get_adapter().get_client_ip(request)}"
    except PermissionDenied:  # a server that names no address, such as one behind a socket file
        return "address:unknown"
