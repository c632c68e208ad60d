"""The kill grid: a verify job is stopped at a step, something is killed, all must come right."""

import contextlib
import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests import services
from tests.processes import ROOT, Process, Processes, eventually
from tests.production.stack import Stack

JOB_STEPS = (
    "received",
    "claimed",
    "computed",
    "before write",
    "written",  # in the transaction
    "committed",
    "finished",  # not yet acknowledged to the queue
)
REQUEST_STEPS = ("stored", "hinted")  # in the transaction; before the answer
CELLS = [
    *((target, step) for target in ("child", "parent", "redis", "postgres") for step in JOB_STEPS),
    *((target, step) for target in ("web", "redis", "postgres") for step in REQUEST_STEPS),
    ("web", "computed"),
]


@dataclass
class Grid:
    """The services with what can be killed, and the tables that are left to play."""

    stack: Stack
    processes: Processes
    postgres: services.Postgres
    redis: services.Redis
    database: str
    steps: Path
    worker: Process = field(init=False)
    desk: Process = field(init=False)
    answers: int = 0
    seeds: int = 0
    tables: list[str] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    slowest_s: float = 0

    def start(self) -> None:
        self.start_desk()
        self.start_worker()
        self.stack.start("beat")
        self.worker.wait_for("ready.")

    def start_worker(self) -> None:
        command = self.stack.services["worker"]["command"]
        words = ["tests.faults.stepping" if word == "league" else word for word in command]
        self.worker = self._start("worker", words)

    def start_desk(self) -> None:
        self.desk = self._start("web", ["python", "-m", "tests.faults.desk"])
        self.answers = 0

    def _start(self, name: str, words: list[str]) -> Process:
        environment = self.stack.environment("worker") | {"TEST_STEPS": str(self.steps)}
        command = self.stack.command(words)
        return self.processes.start(name, command, environment=environment, folder=ROOT)

    def ask(self, line: str) -> str:
        self.desk.tell(line)
        return self.answer()

    def answer(self) -> str:
        self.answers += 1
        self.desk.wait_for("answer ", times=self.answers)
        told = [line for line in self.desk.log.splitlines() if line.startswith("answer ")]
        return told[self.answers - 1].removeprefix("answer ")

    def run(self, target: str, step: str) -> None:
        """One cell."""
        if not self.tables:
            self.tables = self.ask("prepare 40").split()
        match = self.tables.pop()
        self.seeds += 1
        request = f"submit {match} {self.seeds}"
        (self.steps / "reached").unlink(missing_ok=True)
        (self.steps / "stop").write_text(step)
        self.desk.tell(request)
        eventually((self.steps / "reached").exists, f"somebody is at “{step}”")
        acknowledged = "" if step in REQUEST_STEPS else self.answer()
        attempts = self._attempts(match)
        started = time.monotonic()
        self.kill(target)
        (self.steps / "stop").unlink()
        self.mend(target)
        submission = acknowledged or self.retry(request)
        assert not submission.startswith("failed"), submission
        self.let_lease_run_out(submission, attempts)
        eventually(lambda: self.is_verified(submission), f"{target} at “{step}”: verified")
        self.slowest_s = max(self.slowest_s, time.monotonic() - started)
        assert self.ask(f"agree {submission}") == "agreed"
        self.played.append(submission)

    def kill(self, target: str) -> None:
        if target == "child":
            with contextlib.suppress(ProcessLookupError):
                os.kill(int((self.steps / "reached").read_text()), signal.SIGKILL)
        elif target == "parent":
            self.worker.popen.kill()
            self.worker.wait()
        elif target == "web":
            self.desk.popen.kill()
            self.desk.wait()
        else:
            self.server(target).kill()

    def mend(self, target: str) -> None:
        if target == "parent":
            self.start_worker()
        elif target == "web":
            self.start_desk()
        elif target != "child":
            self.server(target).start()

    def server(self, target: str) -> services.Server:
        return self.postgres if target == "postgres" else self.redis

    def retry(self, request: str) -> str:
        """As a phone does that heard no answer, or a bad one."""
        if self.desk.log.count("answer ") == 0 and self.answers == 0:
            return self.ask(request)  # a new process: the old one was killed
        first = self.answer()
        return self.ask(request) if first.startswith("failed") else first

    def let_lease_run_out(self, submission: str, attempts: int) -> None:
        """Nobody waits a minute for the worker that is gone, nor for a second try."""
        self._execute(
            "UPDATE league_job SET leased_until = now() WHERE state = 'running'"
            " AND object_id = %s AND attempts <= %s",
            submission,
            max(attempts, 1),
        )

    def is_verified(self, submission: str) -> bool:
        self._execute(
            "UPDATE league_job SET due_at = now() - interval '1 minute'"
            " WHERE state = 'waiting' AND object_id = %s",
            submission,
        )
        [(verified,)] = self._rows(
            "SELECT count(*) FROM league_verification WHERE submission_id = %s", submission
        )
        [(unfinished,)] = self._rows(
            "SELECT count(*) FROM league_job WHERE object_id = %s AND state <> 'done'", submission
        )
        return bool(verified == 1 and unfinished == 0)

    def lost(self) -> int:
        """Acknowledged submissions that are not stored, or not once."""
        found = self._rows("SELECT id FROM league_submission")
        return len({*self.played} ^ {row[0] for row in found})

    def audit(self) -> str:
        eventually(
            lambda: (
                self._rows(
                    "SELECT count(*) FROM league_stage WHERE wanted_version <> published_version"
                )
                == [(0,)]
            ),
            "standings are up to date",
        )
        return self.ask("audit")

    def _attempts(self, match: str) -> int:
        rows = self._rows(
            "SELECT attempts FROM league_job JOIN league_submission AS handed_in"
            " ON object_id = handed_in.id WHERE match_id = %s",
            match,
        )
        return int(rows[0][0]) if rows else 0

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(query, values).fetchall()  # type: ignore[call-overload]

    def _execute(self, query: str, *values: object) -> None:
        with psycopg.connect(self.database) as connection:
            connection.execute(query, values)  # type: ignore[call-overload]
