"""Long pure work in a process of its own: it leaves the pages their interpreter, and can be killed.

Celery's thread pool applies no time limits, and its process pool forbids children by
multiprocessing, so this is a plain subprocess that answers on its pipes. One is kept per process
that asks, started when first needed; it ends when its parent does.
"""

import atexit
import gc
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

_ROOT = Path(__file__).resolve().parent.parent
T = TypeVar("T")
Progress = Callable[[float], None]


class TookTooLong(Exception):
    """The work was stopped at its limit."""


class WorkFailed(Exception):
    """The work raised; the text says what."""


class _Child:
    """A process that does one piece of work after another."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    def call(self, work: tuple[Any, ...], *, limit_s: float, progress: Progress | None) -> Any:
        with self.lock:
            process = self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            timer = threading.Timer(limit_s, process.kill)
            timer.start()
            try:
                _write(process.stdin, work)
                return _answer(process.stdout, progress)
            except (EOFError, BrokenPipeError):
                self.stop()
                raise TookTooLong(f"stopped after {limit_s:g} s") from None
            finally:
                timer.cancel()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is not None and self.process.poll() is not None:
            self.stop()
        if self.process is None:
            self.process = subprocess.Popen(  # noqa: S603  our own module
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=_ROOT,  # where `-m` finds our modules, wherever the parent was started
                # Small matrices gain nothing by threads, and these wait by spinning.
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            )
        return self.process


_child = _Child()
atexit.register(_child.stop)


def compute(
    function: Callable[..., T],
    *args: object,
    limit_s: float,
    progress: Progress | None = None,
    **kwargs: object,
) -> T:
    """What the function gives, computed outside. It and its arguments are sent by pickle.

    With `progress`, the function is given one of its own and what it reports comes here.
    """
    work = (function, args, kwargs, progress is not None)
    result: T = _child.call(work, limit_s=limit_s, progress=progress)
    return result


def _answer(stream: IO[bytes], progress: Progress | None) -> Any:
    while True:
        kind, value = pickle.load(stream)  # noqa: S301  written by our own child
        if kind == "done":
            return value
        if kind == "failed":
            raise WorkFailed(value)
        if progress:
            progress(value)


def _write(stream: IO[bytes], value: object) -> None:
    pickle.dump(value, stream)
    stream.flush()


def _read(stream: IO[bytes]) -> Any:
    """What is sent has no cycles, and searching for some takes longer than reading it."""
    gc.disable()
    try:
        return pickle.load(stream)  # noqa: S301  from our parent
    finally:
        gc.enable()


def _serve(commands: IO[bytes], answers: IO[bytes]) -> None:
    """The child's life: read work, do it, answer; until the parent is gone."""

    def tell(share: float) -> None:
        _write(answers, ("progress", share))

    while True:
        try:
            function, args, kwargs, reports = _read(commands)
            more = {"progress": tell} if reports else {}
            answer = ("done", function(*args, **kwargs, **more))
        except EOFError:
            return
        except Exception as error:  # the parent must hear of it, whatever it is
            answer = ("failed", f"{type(error).__name__}: {error}")
        _write(answers, answer)


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer)
