"""The proxy before several web services (`--scale web=2`): each is found, none is missed."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.processes import Processes, eventually
from tests.production.proxy import Names, running_names, start_proxy
from tests.services import free_port
from tests.visitor import Visitor

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="needs a second address of this machine: 127.0.0.2"
)
FIRST, SECOND = "127.0.0.1", "127.0.0.2"


class Replica(BaseHTTPRequestHandler):
    """Says which one it is."""

    server: Any

    def do_GET(self) -> None:
        body = f"{self.server.server_address[0]}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  as the parent names it
        """Quietly."""


@contextmanager
def replica(address: str, port: int) -> Iterator[None]:
    with ThreadingHTTPServer((address, port), Replica) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def names() -> Iterator[Names]:
    with running_names(FIRST) as started:
        yield started


def test_each_of_several_is_asked_and_one_that_died_is_missed_by_nobody(
    processes: Processes, names: Names
) -> None:
    web_port = free_port()
    names.addresses = [FIRST, SECOND]
    with replica(FIRST, web_port):
        with replica(SECOND, web_port):
            port, _process = start_proxy(processes, web_port=web_port, names=names)
            visitor = Visitor(port)
            seen: set[str] = set()
            eventually(lambda: seen.add(visitor.get("/").text) or len(seen) == 2, "both answer")
            assert seen == {FIRST, SECOND}
        answers = [visitor.get("/") for _ in range(20)]
    assert [(answer.status, answer.text) for answer in answers] == [(200, FIRST)] * 20


def test_one_that_is_added_later_is_found(processes: Processes, names: Names) -> None:
    web_port = free_port()
    with replica(FIRST, web_port), replica(SECOND, web_port):
        port, _process = start_proxy(processes, web_port=web_port, names=names)
        visitor = Visitor(port)
        assert {visitor.get("/").text for _ in range(20)} == {FIRST}
        names.addresses = [FIRST, SECOND]
        eventually(lambda: visitor.get("/").text == SECOND, "the new one answers")


def test_without_any_the_visitor_is_told(processes: Processes, names: Names) -> None:
    """The control: the answers above come from the replicas."""
    port, _process = start_proxy(processes, web_port=free_port(), names=names)
    assert Visitor(port).get("/").status == 502
