"""What is made of the text of a record, computed once and kept for a while."""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.core.cache import cache

from league.child_process import TookTooLong, WorkFailed, compute
from league.results.review import (
    Review,
    review,
)

T = TypeVar("T")

_KEPT_S = 3600
_REPLAYED_HERE_BYTES = 32 * 1024
_LIMIT_S = 5.0


def computed_once(
    key: str, otherwise: T, size: int, function: Callable[..., T], *args: str, **options: int
) -> T:
    """From the cache, or computed; a text of unusual size in a process that can be killed.

    `otherwise`: what is kept where that takes too long.
    """
    found: tuple[T] | None = cache.get(key)
    if found is not None:
        return found[0]
    work = partial(function, *args, **options)
    try:
        is_small = size <= _REPLAYED_HERE_BYTES
        value = work() if is_small else compute(work, limit_s=_LIMIT_S)
    except (TookTooLong, WorkFailed):
        value = otherwise
    cache.set(key, (value,), _KEPT_S)
    return value


def review_of_text(record: str) -> Review:
    """Of a record that is not stored: somebody is typing it."""
    digest = hashlib.sha256(record.encode()).hexdigest()
    return computed_once(
        f"review:{settings.VERSION}:{digest}", Review(), len(record), review, record
    )
