"""A server that errs on purpose: what it answers is written down before."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from arbitr import Connection

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


@contextmanager
def scripted() -> Iterator[Script]:
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
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield script
    server.shutdown()
    server.server_close()
    thread.join()
