"""What pages cost: the server's CPU time for each, relative to an empty view on the same server.

The real server answers a real client, one request at a time, all pages in turns, so that whatever
else the machine does falls on all alike. The demo is loaded; the visitor is nobody known, as most
are on an event's day. The event is the largest that runs, with 27 entries; its standings have 27
rows, the long ones 120.
"""

import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

ROUNDS = 9
REQUESTS = 10  # of a page before the next has its turn; the API lets 300 a minute through
RUNNING, FINISHED = "Večer u Kaleidoskopu", "Brněnský Kaleidoskop"
EMPTY = "empty view"


@contextmanager
def service() -> Iterator[tuple[int, Path]]:
    """The web server in a process of its own, on a free port, with the demo in a new database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as data:
        environment = {**os.environ, "ARBITR_DATA": data}
        for step in ("migrate", "demo"):
            subprocess.run([sys.executable, "manage.py", step, "-v0"], check=True, env=environment)
        command = [sys.executable, "-m", "bench.app", str(port)]
        server = subprocess.Popen(command, env=environment)
        try:
            _wait_for(port)
            yield port, Path(data, "arbitr.sqlite3")
        finally:
            server.terminate()
            server.wait(timeout=10)


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The server did not start.")


def pages(database: Path) -> dict[str, str]:
    """Addresses by name. Ids are drawn by lot: they are in the database alone."""
    with closing(sqlite3.connect(database)) as connection:
        ids = dict(connection.execute("SELECT name, id FROM league_event"))
    running, finished = ids[RUNNING], ids[FINISHED]
    return {
        EMPTY: "/bench/empty",
        "home": "/",
        "event": f"/events/{running}/",
        "standings": f"/events/{running}/standings/",
        "long standings": f"/events/{finished}/standings/",
        "API: events": "/api/v1/events",
    }


class Visitor:
    """Asks over one connection, as a browser does."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, path: str) -> bytes:
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise SystemExit(f"{path} answered {response.status}.")
        return body

    def cpu_ms(self, path: str) -> float:
        """Of the server, for one answer: a mean over many, what is left to collect included."""
        started = float(self.ask("/bench/cpu"))
        for _ in range(REQUESTS):
            self.ask(path)
        return 1000 * (float(self.ask("/bench/cpu")) - started) / REQUESTS


def main() -> None:
    with service() as (port, database):
        visitor, asked = Visitor(port), pages(database)
        for path in asked.values():
            visitor.cpu_ms(path)  # warms templates and connections
        found: dict[str, list[float]] = {name: [] for name in asked}
        for _ in range(ROUNDS):
            for name, path in asked.items():
                found[name].append(visitor.cpu_ms(path))
    medians = {name: statistics.median(figures) for name, figures in found.items()}
    print(f"pages: CPU of the server for an answer, median of {ROUNDS} rounds of {REQUESTS}")
    for name, median in medians.items():
        print(f"  {name:<16} {median:6.2f} ms  {median / medians[EMPTY]:6.0f} times the empty view")
