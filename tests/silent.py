"""Clients that announce a body and never send it: they must not keep others from being answered."""

import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

COUNT = 200  # far more than threads that answer
HEAD = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: %s\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\nlogin="
)


@contextmanager
def silent_clients(port: int, *, host: str = "localhost") -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        clients = []
        for _ in range(COUNT):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            client.sendall(HEAD % host.encode())
            clients.append(client)
        yield clients


def answered(clients: list[socket.socket]) -> list[socket.socket]:
    """Those that were told something, or cut off."""
    told, _, _ = select.select(clients, [], [], 0)
    return told
