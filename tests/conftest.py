"""Fixtures for all tests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.utils import translation
from hypothesis import settings as examples

from tests.league.web.reading import plain

# How long an example takes says more about the machine than about the code.
examples.register_profile("arbitr", deadline=None)
examples.load_profile("arbitr")

OpenPage = Callable[..., HttpResponse]


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Throttles count in the cache: no test may inherit another's counts."""
    cache.clear()


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Messages of services in the language in which tests are written."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session", autouse=True)
def _settings_of_tests(django_test_environment: None) -> Iterator[None]:
    """What the whole run has otherwise than the service. Once: each change tells many listeners."""
    from django.test import override_settings

    with override_settings(
        # A hash that is slow on purpose takes a second per account made in a test.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        # Django's test run replaces the mail setting; ours writes rows, sent to a list.
        EMAIL_BACKEND="league.config.backends.Outbox",
        MAIL_TRANSPORT="django.core.mail.backends.locmem.EmailBackend",
        # Static files are looked for when asked for: a list of all is made anew for each client.
        WHITENOISE_AUTOREFRESH=True,
    ):
        yield


@pytest.fixture(autouse=True)
def _emptied_in_spite_of_triggers(
    request: pytest.FixtureRequest, _django_db_helper: None
) -> Iterator[None]:
    """A transactional test empties all tables at its end, which append-only triggers forbid.

    They are taken off before; emptying ends with Django's post_migrate, which puts them back.
    """
    yield
    marker = request.node.get_closest_marker("django_db")
    in_transactions = bool(marker and marker.kwargs.get("transaction"))
    if in_transactions or {"transactional_db", "live_server"} & set(request.fixturenames):
        from tests.triggers import remove_triggers

        remove_triggers()


@pytest.fixture
def open_page(client: Client, django_assert_num_queries: Any) -> OpenPage:
    """Open a page, which must take exactly so many queries and show what it is about."""

    def opened(
        address: str, *, queries: int, shows: str = "", status: int = 200, **options: Any
    ) -> HttpResponse:
        with django_assert_num_queries(queries):
            response = client.get(address, **options)
        text = plain(response.content.decode())
        assert response.status_code == status
        assert shows in text
        return response

    return opened
