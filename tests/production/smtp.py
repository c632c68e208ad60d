"""A mail server for tests: keeps what it is sent, and can put off its answer."""

import contextlib
import socketserver
import threading
from collections import Counter
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import cast

import pytest

# Should a test forget to release what it holds.
LONGEST_HOLD_S = 120


class Sink(socketserver.ThreadingTCPServer):
    """A message counts as received when its last line is in, whether or not it was answered."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.port = int(self.server_address[1])
        self.received: list[EmailMessage] = []
        self.held: list[str] = []
        self._answered_at_once = 0
        self._lock = threading.Lock()
        self._may_answer = threading.Event()
        self._may_answer.set()

    def hold_after(self, count: int) -> None:
        """Answer so many more messages; then none, until release()."""
        with self._lock:
            self._answered_at_once = len(self.received) + count
            self._may_answer.clear()

    def release(self) -> None:
        self._may_answer.set()

    def take(self, message: EmailMessage) -> None:
        with self._lock:
            self.received.append(message)
            waits = not self._may_answer.is_set() and len(self.received) > self._answered_at_once
            if waits:
                self.held.append(str(message["Message-ID"]))
        if waits:
            self._may_answer.wait(LONGEST_HOLD_S)

    @property
    def times_received(self) -> Counter[str]:
        with self._lock:
            return Counter(str(message["Message-ID"]) for message in self.received)


class Session(socketserver.StreamRequestHandler):
    timeout = LONGEST_HOLD_S

    def handle(self) -> None:
        # A client that is killed leaves in the middle of anything.
        with contextlib.suppress(ConnectionError, TimeoutError):
            self.say("220 sink")
            while (line := self.rfile.readline()) and not line.upper().startswith(b"QUIT"):
                if line.upper().startswith(b"DATA"):
                    self.say("354 go on")
                    cast("Sink", self.server).take(self.message())
                self.say("250 ok")
            self.say("221 bye")

    def message(self) -> EmailMessage:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                raise ConnectionError
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return cast("EmailMessage", message_from_bytes(b"".join(lines), policy=default))

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextlib.contextmanager
def running_sink() -> Iterator[Sink]:
    with Sink() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.release()
            server.shutdown()
            thread.join()


@pytest.fixture
def sink() -> Iterator[Sink]:
    with running_sink() as server:
        yield server
