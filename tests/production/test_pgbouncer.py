"""The services through a real PgBouncer, which lends connections for one transaction at a time."""

import os
import re
import shutil
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import psycopg
import pytest

from scripts import debian
from tests import services
from tests.processes import ROOT, Processes, eventually
from tests.production.stack import SITE, VARIABLES, Stack, compose_file, new_database, run_checked
from tests.visitor import Visitor

MISSING = "no PgBouncer on this machine; install it with: sudo apt install pgbouncer"
PASSWORD = "only-for-tests"
LENT = 3  # connections of PostgreSQL, for many more threads
EVENT = ("--format", "swiss", "--entries", "8", "--rounds", "2", "--seed", "1")
POOLED = {
    **VARIABLES,
    "POSTGRES_PASSWORD": PASSWORD,
    "ARBITR_PGBOUNCER": "1",
    "ARBITR_HEARTBEAT_S": "1",
    "ARBITR_SWEEP_S": "1",
}


class PgBouncer(services.Server):
    """The service of docker-compose.yml: its own command, with our file."""

    name = "pgbouncer"
    stop_signal = signal.SIGTERM
    orphan_signal = signal.SIGKILL

    def __init__(self, postgres: services.Postgres) -> None:
        super().__init__()
        self.postgres = postgres
        self.url = f"postgres://arbitr:{PASSWORD}@127.0.0.1:{self.port}/arbitr"

    def prepare(self) -> None:
        text = (ROOT / "pgbouncer.ini").read_text(encoding="utf-8")
        for ours, here in (
            ("host=postgres port=5432", f"host=127.0.0.1 port={self.postgres.port}"),
            ("listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1"),
            ("listen_port = 6432", f"listen_port = {self.port}"),
            ("/tmp/", f"{self.folder}/"),
            ("default_pool_size = 20", f"default_pool_size = {LENT}"),
        ):
            assert text.count(ours) == 1, ours
            text = text.replace(ours, here)
        (self.folder / "pgbouncer.ini").write_text(text, encoding="utf-8")
        if os.geteuid() == 0:  # it refuses to run as root
            self.account = services.unprivileged_account()
            os.chown(self.folder, self.account["user"], self.account["group"])

    def command(self) -> list[str]:
        service = compose_file(POOLED)["services"]["pgbouncer"]
        variables = [f"{name}={value}" for name, value in service["environment"].items()]
        words = [
            re.sub("/etc/pgbouncer/|/tmp/", f"{self.folder}/", word) for word in service["command"]
        ]
        return ["env", *variables, *words]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def clients(self) -> int:
        """How many connections it has taken."""
        taken = psutil.net_connections(kind="tcp4")
        return sum(
            one.status == psutil.CONN_ESTABLISHED and one.laddr[1:] == (self.port,) for one in taken
        )


@pytest.fixture(scope="module")
def postgres() -> Iterator[services.Postgres]:
    """A private one: the account is called as in docker-compose.yml."""
    with services.Postgres() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE arbitr LOGIN PASSWORD '{PASSWORD}'")
            connection.execute("CREATE DATABASE arbitr OWNER arbitr")
        yield server


@pytest.fixture(scope="module")
def pgbouncer(postgres: services.Postgres) -> Iterator[PgBouncer]:
    if not (shutil.which("pgbouncer") or debian.install("pgbouncer")):
        pytest.skip(MISSING)
    with PgBouncer(postgres) as server:
        yield server


@pytest.fixture(scope="module")
def stack(
    image: Path,
    postgres: services.Postgres,
    pgbouncer: PgBouncer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Stack]:
    with services.Redis() as redis, Processes(tmp_path_factory.mktemp("pooled")) as processes:
        direct = f"postgres://arbitr:{PASSWORD}@127.0.0.1:{postgres.port}/arbitr"
        stack = Stack(
            image,
            processes,
            postgres_url=direct,
            redis_url=redis.url,
            pgbouncer_url=pgbouncer.url,
            **POOLED,
        )
        stack.run_once("migrate")
        for name in ("web", "worker", "beat"):
            stack.start(name)
        eventually(lambda: is_ready(stack), "the service is ready")
        yield stack


@pytest.fixture(autouse=True)
def _logs_of_failures(request: pytest.FixtureRequest, stack: Stack) -> Iterator[None]:
    yield
    stack.processes.show_logs(request.node)


def is_ready(stack: Stack) -> bool:
    try:
        return Visitor(stack.port).get("/health/ready").status == 200
    except OSError:
        return False


def managed(stack: Stack, *words: str) -> str:
    return run_checked(
        stack.command(["python", "manage.py", *words]),
        environment=stack.environment("worker"),
        folder=stack.image,
    )


def test_many_visitors_share_few_connections(
    stack: Stack, pgbouncer: PgBouncer, postgres: services.Postgres
) -> None:
    with ThreadPoolExecutor(16) as visitors:
        asked = [
            visitors.submit(lambda: Visitor(stack.port, site=SITE).get("/events/").status)
            for _ in range(160)
        ]
    assert {answer.result() for answer in asked} == {200}
    with psycopg.connect(postgres.url) as connection:
        [lent] = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'arbitr'"
        ).fetchone() or [0]
    assert 0 < lent <= LENT < pgbouncer.clients()


def test_event_is_played_and_nothing_differs(stack: Stack) -> None:
    """While beat, worker and web take their turns on the same few connections."""
    event = managed(stack, "simulate", *EVENT).split()[-1]
    assert re.fullmatch(r"\w{10}", event)
    page = Visitor(stack.port, site=SITE).get(f"/events/{event}/standings/")
    assert (page.status, page.text.count("<tr")) == (200, 9)
    assert managed(stack, "recheck").splitlines()[-1] == "0 differences"


def test_backup_through_it_is_whole(stack: Stack, postgres: services.Postgres) -> None:
    """As workers make it every night, while others borrow its connections in between."""
    file = "/tmp/night.zip"  # of the containers
    is_written = threading.Event()

    def visit() -> int:
        answers = 0
        while not is_written.is_set():
            assert Visitor(stack.port, site=SITE).get("/events/").status == 200
            answers += 1
        return answers

    with ThreadPoolExecutor(LENT + 1) as visitors:
        visits = [visitors.submit(visit) for _ in range(LENT + 1)]
        try:
            managed(stack, "simulate", *EVENT)
            managed(stack, "backup", file)
        finally:
            is_written.set()
    assert sum(each.result() for each in visits) > LENT
    with new_database(postgres.url) as address:
        unpooled = stack.environment("backup") | {"DATABASE_URL": address}
        restored, rechecked = (
            run_checked(
                stack.command(["python", "manage.py", *words]),
                environment=unpooled,
                folder=stack.image,
            )
            for words in (["restore", file], ["recheck"])
        )
    assert "restored" in restored
    assert rechecked.splitlines()[-1] == "0 differences"


def test_setting_of_a_cursor_is_needed(pgbouncer: PgBouncer, stack: Stack) -> None:
    """The control: what outlives a transaction is gone, so rows are not fetched in parts."""
    with (
        psycopg.connect(pgbouncer.url, autocommit=True) as one,
        psycopg.connect(pgbouncer.url) as other,
    ):
        one.execute("DECLARE rows CURSOR WITH HOLD FOR SELECT generate_series(1, 9)")
        with pytest.raises(psycopg.errors.InvalidCursorName):
            for _ in range(2 * LENT):
                other.execute("SELECT 1")  # holds the connection that was free last
                one.execute("FETCH 1 FROM rows")
                other.execute("COMMIT")
    shown = run_checked(
        stack.command(["python", "-c", SETTINGS]),
        environment=stack.environment("web"),
        folder=stack.image,
    )
    assert shown.split() == ["True", str(pgbouncer.port)]


SETTINGS = """
from league.config import settings
database = settings.DATABASES["default"]
print(database["DISABLE_SERVER_SIDE_CURSORS"], database["PORT"])
"""
