"""Our own programs as processes of a test: started in a session of their own, ended with it.

What a process prints goes to a file, which pytest shows when the test fails.
"""

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self, TypeVar

import pytest

from tests.services import die_with_parent

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
# A busy machine may take its time: these end what is stuck, and promise nothing.
DEADLINE_S = 300
STOP_TIMEOUT_S = 90
SHOWN_CHARACTERS = 6000

Answer = TypeVar("Answer")


def eventually(ask: Callable[[], Answer], what: str, *, within_s: float = DEADLINE_S) -> Answer:
    """The first answer that is true. How soon it comes is nobody's promise."""
    deadline = time.monotonic() + within_s
    while not (answer := ask()):
        assert time.monotonic() < deadline, f"waited {within_s} s in vain: {what}"
        time.sleep(0.05)
    return answer


def clean_environment(**settings: str) -> dict[str, str]:
    """What a fresh terminal would have; nothing of the settings of this test run."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {**kept, "PATH": path, **settings}


class Process:
    """A running program. Its process group is its own, so that nothing of it is left behind."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        log_path: Path,
        folder: Path = ROOT,
    ) -> None:
        self.name = name
        self.log_path = log_path
        with log_path.open("ab") as log:
            self.popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env=environment,
                start_new_session=True,
                preexec_fn=functools.partial(die_with_parent, signal.SIGTERM),  # noqa: PLW1509
            )

    @property
    def log(self) -> str:
        return self.log_path.read_text(errors="replace")

    @property
    def children(self) -> list[int]:
        """Linux only, as are the tests that kill them."""
        return [pid for pid, parent in parents() if parent == self.popen.pid]

    def tell(self, line: str) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(f"{line}\n".encode())
        self.popen.stdin.flush()

    def wait_for(self, text: str, *, times: int = 1) -> None:
        """Until it has printed a text. A program that has ended prints nothing more."""
        eventually(
            lambda: self.log.count(text) >= times or self.popen.poll() is not None,
            f"{text!r} printed by {self.name}",
        )
        assert self.log.count(text) >= times, f"{self.name} ended without printing {text!r}"

    def signal_group(self, how: signal.Signals) -> None:
        os.killpg(self.popen.pid, how)

    def wait(self) -> int:
        return self.popen.wait(DEADLINE_S)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int | None:
        """Ask it to stop, as an operator would; then make sure. None: it had to be killed."""
        assert self.popen.stdin is not None
        if self.popen.stdin.closed and self.popen.returncode is not None:
            return self.popen.returncode  # by now its number may be another process's
        with contextlib.suppress(BrokenPipeError):
            self.popen.stdin.close()
        self.popen.send_signal(how)
        try:
            code = self.popen.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            code = None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            self.signal_group(signal.SIGKILL)
        self.popen.wait()
        return code


class Processes:
    """Those of one test or module."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.all: list[Process] = []

    def start(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path = ROOT,
    ) -> Process:
        process = Process(
            name,
            command,
            environment=environment,
            folder=folder,
            log_path=self.folder / f"{len(self.all)}-{name}.log",
        )
        self.all.append(process)
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        for process in reversed(self.all):
            process.end()
        if error:
            error.add_note("\n".join(f"Output of {name}:\n{log}" for name, log in self.logs()))

    def logs(self) -> Iterator[tuple[str, str]]:
        for process in self.all:
            yield process.name, process.log[-SHOWN_CHARACTERS:]

    def show_logs(self, item: pytest.Item) -> None:
        """In the report of the test, should it fail."""
        for name, log in self.logs():
            item.add_report_section("teardown", f"output of {name}", log)


@pytest.fixture
def processes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Processes]:
    with Processes(tmp_path) as started:
        yield started
    started.show_logs(request.node)


def parents() -> Iterator[tuple[int, int]]:
    """Each process of this machine with its parent."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name in brackets may hold anything, even brackets.
            fields = path.read_text().rpartition(")")[2].split()
            yield int(path.parent.name), int(fields[1])
