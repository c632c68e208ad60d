"""The proxy of docker-compose.yml as a process of this machine: Caddy with our Caddyfile.

The containers' network would tell it the addresses of the service `web`; here a name server of
ours does.
"""

import re
import shutil
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from scripts import debian
from tests.processes import ROOT, Process, Processes, clean_environment, eventually
from tests.services import free_port

MISSING = "no Caddy on this machine; install it with: sudo apt install caddy"
_HEADER = struct.Struct(">HHHHHH")
_ANSWERED, _TYPE_A, _CLASS_IN, _TTL_S = 0x8180, 1, 1, 1


class Names:
    """Answers every question for an IPv4 address with all of `addresses`."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]

    def serve(self) -> None:
        while True:
            question, asker = self._socket.recvfrom(512)
            if not question:
                return
            self._socket.sendto(self._answer(question), asker)

    def stop(self) -> None:
        """An empty message ends it."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", ("127.0.0.1", self.port))

    def close(self) -> None:
        self._socket.close()

    def _answer(self, question: bytes) -> bytes:
        (number,) = struct.unpack_from(">H", question)
        end = question.index(b"\0", _HEADER.size) + 5  # the name, its type and its class
        (kind,) = struct.unpack_from(">H", question, end - 4)
        addresses = self.addresses if kind == _TYPE_A else []
        head = _HEADER.pack(number, _ANSWERED, 1, len(addresses), 0, 0)
        rows = (
            # 0xC00C: the name of the question.
            struct.pack(">HHHIH", 0xC00C, _TYPE_A, _CLASS_IN, _TTL_S, 4) + socket.inet_aton(address)
            for address in addresses
        )
        return head + question[_HEADER.size : end] + b"".join(rows)


@contextmanager
def running_names(*addresses: str) -> Iterator[Names]:
    names = Names(*addresses)
    thread = threading.Thread(target=names.serve, daemon=True)
    thread.start()
    try:
        yield names
    finally:
        names.stop()
        thread.join()
        names.close()


def start_proxy(processes: Processes, *, web_port: int, names: Names) -> tuple[int, Process]:
    """The port that it listens on, without TLS."""
    if not (shutil.which("caddy") or debian.install("caddy")):
        pytest.skip(MISSING)
    port = free_port()
    config = processes.folder / "Caddyfile"
    config.write_text(caddyfile(web_port=web_port, names_port=names.port), encoding="utf-8")
    process = processes.start(
        "proxy",
        ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)],
        environment=clean_environment(ARBITR_URL=f"http://:{port}", HOME=str(processes.folder)),
    )
    eventually(lambda: listens(port) or process.popen.poll() is not None, "the proxy listens")
    assert listens(port), process.log
    return port, process


def caddyfile(*, web_port: int, names_port: int) -> str:
    """Ours, for this machine and for the Caddy that Debian has."""
    text = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    for ours, here in (
        (r"port 8000", f"port {web_port}\n\t\t\tresolvers udp/127.0.0.1:{names_port}"),
        # The older one calls buffering by another name.
        (r"request_buffers 12MiB", "buffer_requests\n\t\tmax_buffer_size 12MiB"),
        (r"\{\n\tservers", "{\n\tadmin off\n\tservers"),
    ):
        text, times = re.subn(ours, here, text)
        assert times == 1, ours
    return text


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
