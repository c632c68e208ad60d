"""The pytest plugin of this project: which database, which tests for it, and real servers.

    python -m pytest                          SQLite, in a temporary folder
    python -m pytest --database=postgresql    what touches the database, below pages and API
    python -m pytest --browser-tests=without  all but those that drive a Chromium, or only those

pytest-django loads the settings early, so the environment is prepared in a hook before that one.
"""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from league.config.stack import with_room
from tests import browser, database, report, services
from tests.parts import DOORS, stands_under
from tests.prepared import FOLDER_VARIABLE

DATABASE_FIXTURES = {
    "admin_client",
    "admin_user",
    "db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
    "transactional_db",
}
RARELY = (50_000, 20, 20)  # objects, then turns of each younger generation: see gc.set_threshold
CLEANUP = pytest.StashKey[ExitStack]()
FIGURES = pytest.StashKey[dict[str, str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.addoption("--chaos", action="store_true", help="many more runs of races and faults")
    parser.addoption("--browser-tests", choices=("with", "without", "only"), default="with")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    cleanup = early_config.stash[CLEANUP] = ExitStack()
    early_config.add_cleanup(cleanup.close)
    data = tempfile.mkdtemp(prefix="arbitr-test-")
    cleanup.callback(shutil.rmtree, data, ignore_errors=True)
    for name in list(os.environ):
        if name.startswith("ARBITR_") or name in ("DATABASE_URL", "REDIS_URL"):
            del os.environ[name]
    os.environ.update(ARBITR_MODE="embedded", ARBITR_DATA=data)
    os.environ.setdefault(FOLDER_VARIABLE, str(Path(data, "prepared")))
    if early_config.known_args_namespace.database == "postgresql":
        os.environ["DATABASE_URL"] = cleanup.enter_context(services.postgres()).url


def pytest_configure(config: pytest.Config) -> None:
    # Registered now, after the installed plugins, so that these fixtures override theirs.
    config.pluginmanager.register(browser, "tests.browser")
    config.pluginmanager.register(database, "tests.database")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    on_database = on_postgresql if config.getoption("database") == "postgresql" else on_sqlite
    chosen = config.getoption("browser_tests")

    def belongs(item: pytest.Item) -> bool:
        is_wanted = chosen == "with" or (chosen == "only") == is_for_browser(item)
        return is_wanted and on_database(item)

    deselected = [item for item in items if not belongs(item)]
    if deselected:
        config.hook.pytest_deselected(items=deselected)
    # Playwright's event loop stays in this thread to the end: other tests come before.
    items[:] = sorted(filter(belongs, items), key=is_for_browser)
    if browser.find_chromium() is None:
        for item in filter(is_for_browser, items):
            item.add_marker(pytest.mark.skip(reason=browser.MISSING))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """As pytest does it, with room on the stack, and rarely looking for garbage.

    What was imported and collected stays to the end: searching it over and over took longer than
    many a test.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)
    loop = session.config.pluginmanager.getplugin("main").pytest_runtestloop
    return with_room(loop)(session)


def is_for_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None


def on_sqlite(item: pytest.Item) -> bool:
    return item.get_closest_marker("postgresql") is None


def on_postgresql(item: pytest.Item) -> bool:
    """What can differ there: what stands below the doors and touches the database."""
    markers = {marker.name for marker in item.iter_markers()}
    if "postgresql" in markers:
        return True
    is_at_a_door = stands_under(item.nodeid.partition("::")[0], DOORS)
    if is_at_a_door or markers & {"sqlite", "browser"}:
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool("django_db" in markers or fixtures & DATABASE_FIXTURES)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    figures = terminalreporter.config.stash.get(FIGURES, {})
    if figures and terminalreporter.config.getoption("chaos"):
        terminalreporter.section("figures")
        for name, figure in figures.items():
            terminalreporter.write_line(f"{name:<44} {figure}")
    if path := os.environ.get(report.REPORT_VARIABLE):
        report.write(terminalreporter, to=Path(path))


@pytest.fixture(scope="session")
def is_chaos(request: pytest.FixtureRequest) -> bool:
    """Whether `make chaos` runs, which takes large numbers where the suite takes small ones."""
    return bool(request.config.getoption("chaos"))


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest) -> dict[str, str]:
    """What was measured, by its name; `make chaos` prints it."""
    return request.config.stash.setdefault(FIGURES, {})


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[services.Postgres | services.Given]:
    """A PostgreSQL shared by the whole run; do not stop it."""
    with services.postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[services.Redis | services.Given]:
    """A Redis shared by the whole run; do not stop it."""
    with services.redis() as server:
        yield server


@pytest.fixture
def own_postgres() -> Iterator[services.Postgres]:
    """A PostgreSQL of this test alone, to stop, kill and start again."""
    with services.Postgres() as server:
        yield server


@pytest.fixture
def own_redis() -> Iterator[services.Redis]:
    """A Redis of this test alone, to stop, kill and start again; it keeps its data."""
    with services.Redis(durable=True) as server:
        yield server
