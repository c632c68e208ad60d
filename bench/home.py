"""Requests per second of the home page, relative to an empty view on the same server.

Both are asked in turns, so that other work of the machine slows both equally. The demo is
loaded; the visitor is nobody known, as most are on an event's day.
"""

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection

ROUNDS = 7
SLICE_S = 1.5
CLIENTS = 8
PAGES = {"empty view": "/bench/empty", "home page": "/"}


@contextmanager
def service() -> Iterator[int]:
    """The web server in a process of its own, on a free port, with the demo in a new database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as data:
        environment = {**os.environ, "ARBITR_DATA": data}
        for command in ("migrate", "demo"):
            subprocess.run(
                [sys.executable, "manage.py", command, "-v0"], check=True, env=environment
            )
        command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-log"]
        options = ["--port", str(port), "--blocking-threads", str(CLIENTS)]
        server = subprocess.Popen([*command, *options, "bench.app:application"], env=environment)
        try:
            _wait_for(port)
            yield port
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


def requests_per_s(port: int, path: str) -> float:
    end = time.monotonic() + SLICE_S
    with ThreadPoolExecutor(CLIENTS) as clients:
        answered = sum(clients.map(lambda _: _ask_until(end, port, path), range(CLIENTS)))
    return answered / SLICE_S


def _ask_until(end: float, port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    answered = 0
    while time.monotonic() < end:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise SystemExit(f"{path} answered {response.status}.")
        answered += 1
    connection.close()
    return answered


def main() -> None:
    with service() as port:
        for path in PAGES.values():
            requests_per_s(port, path)  # warms templates and connections
        times: dict[str, list[float]] = {name: [] for name in PAGES}
        for _ in range(ROUNDS):
            for name, path in PAGES.items():
                times[name].append(requests_per_s(port, path))
    medians = {name: statistics.median(figures) for name, figures in times.items()}
    print(f"home: median of {ROUNDS} rounds, {CLIENTS} clients, 1 web process")
    for name, median in medians.items():
        print(f"  {name:<12} {median:8.0f} requests/s")
    print(f"  ratio        {medians['home page'] / medians['empty view']:8.2f}")
