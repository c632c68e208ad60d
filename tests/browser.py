"""The browser of the journeys: the machine's own Chromium, driven by pytest-playwright.

tests.plugin registers this module after pytest-playwright, so that these fixtures win.
"""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Playwright

from scripts import debian

# Without a window a page takes a third of the time that a desktop browser takes without a screen.
SHELL = "chromium-headless-shell"
PROGRAMS = (SHELL, "chromium", "chromium-browser", "google-chrome")
MISSING = "no Chromium on this machine; install it with: sudo apt install chromium"
# No sandbox, because root cannot have one; no calls home, because tests stay on this machine.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


def find_desktop_chromium() -> str | None:
    """One that keeps pages for Back; the quicker one cannot."""
    return next((path for name in PROGRAMS[1:] if (path := shutil.which(name))), None)


def install_chromium() -> None:
    """Where that is ours to do: the quicker one for most tests, the other for what it cannot."""
    if find_desktop_chromium() is None:
        debian.install("chromium")
    if shutil.which(SHELL) is None:
        debian.install(SHELL, refreshes=False)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    ours = {"executable_path": find_chromium(), "args": ARGUMENTS}
    return {**ours, **browser_type_launch_args}


@pytest.fixture(scope="session")
def _allow_orm_beside_playwright() -> Iterator[None]:
    """Playwright keeps an event loop in this thread, and Django refuses the ORM beside one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture(scope="session")
def playwright(_allow_orm_beside_playwright: None, playwright: Playwright) -> Playwright:
    return playwright


@pytest.fixture(scope="session")
def base_url() -> None:
    """Tests name the whole address; pytest-playwright's own fixture makes pytest 9 warn."""
