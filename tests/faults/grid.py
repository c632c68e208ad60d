"""The kill grid: a submission is stopped at a step, something is killed, all must come right."""

import contextlib
import json
import os
import signal
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests import services
from tests.factories.tables import record_of
from tests.processes import ROOT, Process, Processes, eventually
from tests.production.stack import SITE, Stack

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
WEB = ("web", "web worker")  # the server with all its processes; the one process at the step
CELLS = [
    *((target, step) for target in ("child", "parent", "redis", "postgres") for step in JOB_STEPS),
    *((target, step) for target in (*WEB, "redis", "postgres") for step in REQUEST_STEPS),
    *(("web", step) for step in JOB_STEPS),
]
TABLES_AT_ONCE = 40
PATIENCE_S = 300
Table = dict[str, Any]


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
    web: Process = field(init=False)
    desk: Process = field(init=False)
    web_lock: Lock = field(default_factory=Lock)
    phone: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    answers: int = 0
    tables: list[Table] = field(default_factory=list)
    played: list[str] = field(default_factory=list)
    slowest_s: float = 0

    def start(self) -> None:
        self.desk = self._start("desk", ["python", "-m", "tests.faults.desk"])
        self.start_web()
        self.start_worker()
        self.stack.start("beat")
        self.worker.wait_for("ready.")

    def start_worker(self) -> None:
        self.worker = self._start_own("worker", league="tests.faults.stepping")

    def start_web(self) -> None:
        self.web = self._start_own(
            "web", **{"league.config.wsgi:application": "tests.faults.web:application"}
        )

    def keep_web(self) -> None:
        """As compose does it: granian gives up when a process of its dies twice in 5.5 seconds."""
        with self.web_lock:
            if self.web.popen.poll() is not None:
                self.start_web()

    def _start_own(self, service: str, **instead: str) -> Process:
        """A service's command, with a module of ours in place of its own."""
        command = self.stack.services[service]["command"]
        return self._start(service, [instead.get(word, word) for word in command])

    def _start(self, name: str, words: list[str]) -> Process:
        environment = self.stack.environment("worker") | {"TEST_STEPS": str(self.steps)}
        command = self.stack.command(words)
        return self.processes.start(name, command, environment=environment, folder=ROOT)

    def ask_desk(self, line: str) -> str:
        self.desk.tell(line)
        self.answers += 1
        self.desk.wait_for("answer ", times=self.answers)
        told = [line for line in self.desk.log.splitlines() if line.startswith("answer ")]
        return told[-1].removeprefix("answer ")

    def run(self, target: str, step: str) -> None:
        """One cell."""
        if not self.tables:
            self.tables = json.loads(self.ask_desk(f"prepare {TABLES_AT_ONCE}"))
        table = self.tables.pop()
        (self.steps / "reached").unlink(missing_ok=True)
        (self.steps / "stop").write_text(step)
        answer = self.hand_in(table)
        eventually((self.steps / "reached").exists, f"somebody is at “{step}”")
        if step not in REQUEST_STEPS:
            answer.result(PATIENCE_S)  # acknowledged before anything is killed
        attempts = self._attempts(table["match"])
        started = time.monotonic()
        self.kill(target)
        (self.steps / "stop").unlink()
        self.mend(target)
        submission = answer.result(PATIENCE_S)
        self.let_lease_run_out(submission["id"], attempts)
        eventually(lambda: self.is_verified(submission["id"]), f"{target} at “{step}”: verified")
        self.slowest_s = max(self.slowest_s, time.monotonic() - started)
        self.post(
            f"submissions/{submission['id']}/confirmations",
            table["tokens"]["B"],
            digest=submission["digest"],
        )
        self.played.append(submission["id"])

    def hand_in(self, table: Table) -> Future[dict[str, Any]]:
        return self.phone.submit(
            self.post,
            f"matches/{table['match']}/submissions",
            table["tokens"]["A"],
            client_key="phone",
            seating=table["seating"],
            record=record_of(len(self.played) + 1, players=2),
        )

    def post(self, path: str, token: str, **body: object) -> dict[str, Any]:
        """As a phone does it: what got no answer, or a bad one, is sent again."""
        deadline = time.monotonic() + PATIENCE_S
        heard: object = None
        while time.monotonic() < deadline:
            try:
                status, text = self._post_once(path, token, body)
            except (OSError, HTTPException) as error:
                heard = error
                self.keep_web()
            else:
                if 200 <= status < 300:
                    return dict(json.loads(text))
                heard = f"{status}: {text}"
                assert status >= 500, heard
            time.sleep(0.2)
        raise TimeoutError(heard)

    def _post_once(self, path: str, token: str, body: dict[str, object]) -> tuple[int, str]:
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Host": urlsplit(SITE).netloc,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.7",
        }
        connection = HTTPConnection("127.0.0.1", self.stack.port, timeout=PATIENCE_S)
        try:
            connection.request("POST", f"/api/v1/{path}", body=json.dumps(body), headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def kill(self, target: str) -> None:
        if target in ("child", "web worker"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int((self.steps / "reached").read_text()), signal.SIGKILL)
        elif target == "parent":
            self.worker.popen.kill()
            self.worker.wait()
        elif target == "web":
            self.web.signal_group(signal.SIGKILL)
            self.web.wait()
        else:
            self.server(target).kill()

    def mend(self, target: str) -> None:
        """As compose does it with a container that ended; a child is replaced by its parent."""
        if target == "parent":
            self.start_worker()
        elif target == "web":
            self.keep_web()
        elif target in ("redis", "postgres"):
            self.server(target).start()

    def server(self, target: str) -> services.Server:
        return self.postgres if target == "postgres" else self.redis

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

    def recheck(self) -> str:
        behind = (
            "SELECT id FROM league_stage WHERE wanted_version <> published_version"
            " UNION SELECT game FROM league_ratedgame WHERE wanted_version <> published_version"
        )
        eventually(lambda: self._rows(behind) == [], "standings and ratings are up to date")
        return self.ask_desk("recheck")

    def _attempts(self, match: str) -> int:
        rows = self._rows(
            "SELECT attempts FROM league_job JOIN league_submission AS handed_in"
            " ON object_id = handed_in.id WHERE match_id = %s",
            match,
        )
        return int(rows[0][0]) if rows else 0

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database) as connection:
            return connection.execute(query, values).fetchall()  # type: ignore[call-overload]

    def _execute(self, query: str, *values: object) -> None:
        with psycopg.connect(self.database) as connection:
            connection.execute(query, values)  # type: ignore[call-overload]
