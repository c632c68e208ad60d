"""The connection of the client, against a server that errs on purpose."""

import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from arbitr import Connection, Refused, Unreachable
from arbitr.connection import LONGEST_WAIT_S, TRIES

Reply = tuple[int, dict[str, str], Any] | None  # None: the line is cut


class Script:
    """What the server answers, one after the other, and what it was asked."""

    def __init__(self) -> None:
        self.replies: list[Reply] = []
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.site = ""

    def connection(self, **settings: Any) -> Connection:
        self.waited: list[float] = []
        return Connection(self.site, sleep=self.waited.append, **settings)


@pytest.fixture
def script() -> Iterator[Script]:
    script = Script()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            script.asked.append((self.command, self.path, headers, body))
            reply = script.replies.pop(0)
            if reply is None:
                self.close_connection = True
                self.connection.close()
                return
            status, sent, data = reply
            text = b"" if data is None else json.dumps(data).encode()
            self.send_response(status)
            for name, value in {**sent, "Content-Length": str(len(text))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PATCH = do_DELETE = answer  # noqa: N815  as the library calls them

        def log_message(self, *_: Any) -> None: ...

        def finish(self) -> None:
            with suppress(OSError, ValueError):  # the line that was cut
                super().finish()

    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    script.site = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield script
    server.shutdown()
    server.server_close()
    thread.join()


def test_what_is_read_or_keyed_is_asked_again_after_a_cut(script: Script) -> None:
    connection = script.connection(token="arb_x", language="cs")
    script.replies = [None, (200, {}, {"ok": 1})]
    assert connection.get("/me", name="Žofie", here=True, after=None) == {"ok": 1}
    method, path, headers, _body = script.asked[-1]
    assert (method, path) == ("GET", "/api/v1/me?name=%C5%BDofie&here=true")
    assert headers["authorization"] == "Bearer arb_x"
    assert headers["accept-language"] == "cs"

    script.replies = [None, (503, {}, None), (201, {}, {"id": "e"})]
    assert connection.post("/events", {"client_key": "k", "name": "a"}) == {"id": "e"}
    bodies = {body for *_rest, body in script.asked[-3:]}
    assert bodies == {b'{"client_key": "k", "name": "a"}'}
    connection.close()


def test_what_has_no_key_is_never_sent_twice(script: Script) -> None:
    connection = script.connection()
    script.replies = [None]
    with pytest.raises(Unreachable):
        connection.post("/rounds/x/publish", {"version": 1})
    assert len(script.asked) == 1


def test_silence_is_told_after_a_few_tries(script: Script) -> None:
    connection = script.connection()
    script.replies = [None] * TRIES
    with pytest.raises(Unreachable, match="does not answer"):
        connection.get("/me")
    assert len(script.asked) == TRIES
    assert len(script.waited) == TRIES - 1


def test_a_limit_is_waited_for_unless_it_is_too_long(script: Script) -> None:
    connection = script.connection()
    script.replies = [(429, {"Retry-After": "7"}, {"detail": "Slowly."}), (200, {}, [])]
    assert connection.get("/events") == []
    assert script.waited == [7]

    script.replies = [(429, {"Retry-After": str(LONGEST_WAIT_S + 1)}, {"detail": "Tomorrow."})]
    with pytest.raises(Refused, match="Tomorrow") as refused:
        connection.get("/clubs")
    assert refused.value.status == 429
    connection.close()


def test_an_unchanged_answer_is_not_sent_again(script: Script) -> None:
    connection = script.connection()
    script.replies = [(200, {"ETag": '"1"'}, {"rows": [1]}), (304, {}, None)]
    assert connection.get("/events/e/standings") == {"rows": [1]}
    assert connection.get("/events/e/standings") == {"rows": [1]}
    assert script.asked[1][2]["if-none-match"] == '"1"'
    connection.close()


def test_a_refusal_names_every_value(script: Script) -> None:
    connection = script.connection()
    problem = {"code": "invalid", "detail": "Some values.", "errors": {"name": ["Too long."]}}
    script.replies = [(400, {}, problem), (500, {}, None)]
    with pytest.raises(Refused) as refused:
        connection.patch("/clubs/c", {"name": "x" * 300})
    assert refused.value.code == "invalid"
    assert str(refused.value) == "Some values.\n  name: Too long."
    with pytest.raises(Refused, match="HTTP 500"):
        connection.delete("/rounds/r")
    connection.close()


def test_an_address_that_is_none_is_said() -> None:
    with pytest.raises(Unreachable, match="not an address"):
        Connection("arbitr.example").get("/me")
