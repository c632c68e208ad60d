"""Mails survive kill -9 of whatever takes part in sending them, and of both servers.

Every mail is a row with a job of its own. Each test writes some, breaks something while the mail
server keeps a sender waiting for its answer, and then wants every mail sent and every job done.
A mail may arrive twice only if its sender was killed before it heard the answer; its Message-ID
is then the same.
"""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests import services
from tests.processes import Process, Processes, eventually
from tests.production.smtp import Sink
from tests.production.stack import Stack, new_database

MAILS = 12
# Writes one mail for each line it is given, as a web process would: it lives on over restarts.
WRITER = """
import sys
from django.db import close_old_connections
from league.notices import write_mail
for line in sys.stdin:
    close_old_connections()
    notice = write_mail(recipient=line.strip(), subject="Round 3", body="You play at table 5.")
    print("written", flush=True)
"""
SHORT_LEASE = {"ARBITR_JOB_LIMIT_S": "3", "ARBITR_JOB_MARGIN_S": "2"}


@dataclass
class Mails:
    """What is written, what the rows say, and what arrived."""

    stack: Stack
    sink: Sink
    database: str
    writer: Process
    written: int = 0

    def write(self, count: int) -> None:
        for number in range(self.written, self.written + count):
            self.writer.tell(f"player{number}@arbitr.example")
        self.written += count
        self.writer.wait_for("written", times=self.written)

    def rows(self, condition: str = "TRUE") -> list[tuple[str, bool, str]]:
        """The id of each mail, whether it is sent, and the state of its job."""
        with psycopg.connect(self.database) as connection:
            return connection.execute(
                "SELECT notice.id, sent_at IS NOT NULL, state FROM league_notice AS notice"
                f" LEFT JOIN league_job AS job ON job.id = job_id WHERE {condition}"
            ).fetchall()

    def jobs(self) -> int:
        with psycopg.connect(self.database) as connection:
            [(count,)] = connection.execute("SELECT count(*) FROM league_job").fetchall()
            return int(count)

    def wait_until_sent(self, count: int) -> None:
        eventually(
            lambda: len(self.rows("sent_at IS NOT NULL AND state = 'done'")) == count,
            f"{count} mails are sent and their jobs done",
        )

    def assert_all_sent(self) -> None:
        """Each written mail is one row, sent, with one job, done; each has arrived."""
        self.wait_until_sent(self.written)
        rows = self.rows()
        assert [row[1:] for row in rows] == [(True, "done")] * self.written
        assert self.jobs() == self.written
        arrived = {name.strip("<>").partition("@")[0] for name in self.sink.times_received}
        assert arrived == {notice_id for notice_id, _, _ in rows}

    def arrived_again(self) -> Counter[str]:
        """How many times more than once each mail has arrived."""
        seen = self.sink.times_received
        return seen - Counter(seen.keys())

    def let_leases_run_out(self) -> None:
        with psycopg.connect(self.database) as connection:
            connection.execute("UPDATE league_job SET leased_until = now() WHERE state = 'running'")


@pytest.fixture(scope="module")
def postgres(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[services.Postgres]:
    """A server for this module alone, whose template has all tables."""
    with (
        services.Postgres() as server,
        Processes(tmp_path_factory.mktemp("template")) as processes,
    ):
        template = server.url.rpartition("/")[0] + "/template1"
        Stack(image, processes, postgres_url=template, redis_url="redis://127.0.0.1:1/0").run_once(
            "migrate"
        )
        yield server


@pytest.fixture
def database(postgres: services.Postgres) -> Iterator[str]:
    with new_database(postgres.url) as address:
        yield address


@pytest.fixture
def redis() -> Iterator[services.Redis]:
    """Keeps nothing over a restart: the queue is only a hint."""
    with services.Redis() as server:
        yield server


@pytest.fixture
def mails(
    request: pytest.FixtureRequest,
    image: Path,
    database: str,
    redis: services.Redis,
    sink: Sink,
    processes: Processes,  # the last, so that they end before their servers
) -> Mails:
    stack = Stack(
        image,
        processes,
        postgres_url=database,
        redis_url=redis.url,
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=str(sink.port),
        ARBITR_SWEEP_S="1",
        ARBITR_HEARTBEAT_S="1",
        **getattr(request, "param", {}),
    )
    writer = processes.start(
        "writer",
        stack.command(["python", "manage.py", "shell", "--verbosity", "0", "-c", WRITER]),
        environment=stack.environment("web"),
        folder=image,
    )
    return Mails(stack, sink, database, writer)


@pytest.mark.parametrize("mails", [{"WORKER_PROCESSES": "1"}], indirect=True)
def test_job_of_a_killed_child_is_finished_by_the_sweep_and_by_nothing_else(mails: Mails) -> None:
    worker = mails.stack.start("worker")
    mails.sink.hold_after(4)
    mails.write(MAILS)
    eventually(lambda: mails.sink.held, "a mail waits for its answer")
    [child] = worker.children
    os.kill(child, signal.SIGKILL)
    mails.sink.release()
    # Celery hands the killed child's message out again; its job is still leased, and left alone.
    worker.wait_for("succeeded in", times=MAILS)
    mails.wait_until_sent(MAILS - 1)

    mails.let_leases_run_out()
    mails.write(1)
    mails.wait_until_sent(MAILS)
    assert [row[1:] for row in mails.rows("sent_at IS NULL")] == [(False, "running")]

    mails.stack.start("beat")
    mails.assert_all_sent()
    assert mails.arrived_again() == Counter(mails.sink.held)


@pytest.mark.parametrize("mails", [SHORT_LEASE], indirect=True)
def test_jobs_of_a_killed_worker_are_finished_by_the_next(mails: Mails) -> None:
    worker = mails.stack.start("worker")
    mails.stack.start("beat")
    mails.sink.hold_after(4)
    mails.write(MAILS)
    eventually(lambda: len(mails.sink.held) >= 2, "both processes wait for an answer")
    worker.signal_group(signal.SIGKILL)
    assert worker.wait() == -signal.SIGKILL
    mails.sink.release()
    mails.stack.start("worker")
    mails.assert_all_sent()
    assert mails.arrived_again() == Counter(mails.sink.held)


@pytest.mark.parametrize("mails", [SHORT_LEASE], indirect=True)
def test_jobs_of_orphaned_children_are_finished_once_or_again(mails: Mails) -> None:
    """The main process alone is killed: its children may or may not come to their end."""
    worker = mails.stack.start("worker")
    mails.stack.start("beat")
    mails.sink.hold_after(4)
    mails.write(MAILS)
    eventually(lambda: len(mails.sink.held) >= 2, "both processes wait for an answer")
    worker.popen.kill()
    assert worker.wait() == -signal.SIGKILL
    mails.sink.release()
    mails.stack.start("worker")
    mails.assert_all_sent()
    assert mails.arrived_again() <= Counter(mails.sink.held)


def test_workers_hear_again_after_each_of_three_restarts_of_redis(
    mails: Mails, redis: services.Redis
) -> None:
    """Jobs under way go on: nobody need wait for their leases, and no mail arrives twice."""
    worker = mails.stack.start("worker")
    mails.stack.start("beat")
    mails.write(1)
    mails.assert_all_sent()
    for _ in range(3):
        mails.sink.held.clear()
        mails.sink.hold_after(1)
        mails.write(4)
        eventually(lambda: len(mails.sink.held) == 2, "both processes wait for an answer")
        redis.kill()
        mails.write(2)
        mails.sink.release()
        redis.start()
        mails.write(2)
        mails.assert_all_sent()
    assert mails.arrived_again() == Counter()
    assert worker.popen.poll() is None


@pytest.mark.parametrize("mails", [SHORT_LEASE], indirect=True)
def test_mails_survive_the_death_of_postgresql(mails: Mails, postgres: services.Postgres) -> None:
    worker = mails.stack.start("worker")
    mails.stack.start("beat")
    mails.sink.hold_after(4)
    mails.write(MAILS)
    eventually(lambda: len(mails.sink.held) >= 2, "both processes wait for an answer")
    postgres.kill()
    mails.sink.release()
    postgres.start()
    mails.write(2)
    mails.assert_all_sent()
    assert mails.arrived_again() == Counter(mails.sink.held)
    assert worker.popen.poll() is None
    eventually(lambda: mails.stack.is_healthy("worker"), "the worker's heart beats again")
