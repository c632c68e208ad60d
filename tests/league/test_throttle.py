"""Promise 13: of 200 requests at once, at a limit of 10, exactly 10 pass."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache

from league.errors import TooMany
from league.throttle import count

TOLD = Path(__file__).parents[2] / "docs" / "developers" / "throttling.md"
LIMIT, REQUESTS = 10, 200


def passed_of(requests: int, *, barrier: threading.Barrier) -> int:
    passed = []

    def ask() -> None:
        barrier.wait()
        try:
            count("test", who="account")
        except TooMany:
            return
        passed.append(1)

    threads = [threading.Thread(target=ask) for _ in range(requests)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(passed)


@pytest.fixture(params=["embedded", "redis"])
def _cache(request: pytest.FixtureRequest, settings: Any) -> None:
    settings.RATES = {"test": (LIMIT, 3600)}
    if request.param == "redis":
        url = request.getfixturevalue("redis_server").url
        settings.CACHES = {
            "default": {"BACKEND": "league.config.backends.ForgivingRedisCache", "LOCATION": url}
        }


@pytest.mark.usefixtures("_cache")
def test_exactly_the_limit_passes() -> None:
    assert passed_of(REQUESTS, barrier=threading.Barrier(REQUESTS)) == LIMIT


@pytest.mark.usefixtures("_cache")
def test_others_are_not_counted_together() -> None:
    for number in range(LIMIT + 5):
        count("test", who=f"account-{number}")


def test_counting_in_two_steps_would_let_more_pass(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: read, then write, as DRF's own throttles do."""
    settings.RATES = {"test": (LIMIT, 3600)}
    all_read = threading.Barrier(2 * LIMIT)

    class InTwoSteps:
        def add(self, key: str, value: int, *, timeout: int) -> None:
            cache.add(key, value, timeout=timeout)

        def incr(self, key: str) -> int:
            before: int | None = cache.get(key)
            if before is None:
                raise ValueError
            all_read.wait(timeout=10)
            cache.set(key, before + 1)
            return before + 1

    monkeypatch.setattr("league.throttle.cache", InTwoSteps())
    assert passed_of(2 * LIMIT, barrier=threading.Barrier(2 * LIMIT)) > LIMIT


def test_every_rate_is_told(settings: Any) -> None:
    told = re.findall(r"^\| `([\w-]+)` \|", TOLD.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(settings.RATES)


def test_nobody_is_counted_while_redis_is_away(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.RATES = {"test": (LIMIT, 3600)}
    settings.CACHES = {
        "default": {
            "BACKEND": "league.config.backends.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    for _ in range(LIMIT + 1):
        count("test", who="account")
    assert "no cache" in caplog.text


class ComingBack(LocMemCache):
    """As the cache in Redis while that comes back: the first key is lost, the next one stays."""

    is_away = True

    def add(self, key: str, value: object, *args: Any, **kwargs: Any) -> bool:
        if self.is_away:
            type(self).is_away = False
            return True
        return super().add(key, value, *args, **kwargs)


def test_redis_that_comes_back_in_between_stops_nobody(settings: Any) -> None:
    settings.RATES = {"test": (LIMIT, 3600)}
    settings.CACHES = {"default": {"BACKEND": f"{__name__}.ComingBack", "LOCATION": "away"}}
    for _ in range(LIMIT):
        count("test", who="account")
    with pytest.raises(TooMany):
        count("test", who="account")
