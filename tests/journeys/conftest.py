"""Fixtures of the journeys: one embedded service for all of them, and people who visit it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.copies import prepare_demo
from tests.journeys.evening import Visitors, prepare_account, service_with
from tests.journeys.inspection import TIMEOUT_MS, Watch
from tests.journeys.service import Service
from tests.journeys.sheets import Room
from tests.prepared import prepared

expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """With the demo."""
    demo = prepared("demo", prepare_demo)
    with service_with(demo, folder=tmp_path_factory.mktemp("journeys")) as started:
        yield started


@pytest.fixture(scope="module")
def empty_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """With one account and nothing else."""
    account = prepared("account", prepare_account)
    with service_with(account, folder=tmp_path_factory.mktemp("empty")) as started:
        yield started


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Motion off, so that no look is taken halfway through a change of colour."""
    return {**browser_context_args, "locale": "en", "reduced_motion": "reduce"}


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    context.set_default_timeout(TIMEOUT_MS)
    return context


@pytest.fixture
def quiet_page(page: Page) -> Iterator[Page]:
    """A page that must not complain in the browser's console while it is used."""
    watch = Watch(page)
    yield page
    assert watch.take() == []


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """Several people, whose pages must not complain while they are used."""
    people = Visitors(browser)
    yield people
    assert people.leave() == []


@pytest.fixture
def room(visitors: Visitors, live_server: Any) -> Room:
    """Phones with score sheets."""
    return Room(visitors, live_server)


@pytest.fixture(autouse=True)
def _log_of_failures(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    for name in {"empty_service", "service", "venue"} & set(request.fixturenames):
        request.getfixturevalue(name).processes.show_logs(request.node)
