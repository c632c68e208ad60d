"""What takes long to set up and is the same for many tests: made once in a run, then copied.

The processes of one run share a folder. Whoever needs a thing first makes it, while others wait.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

# Where the processes of this run keep what they prepare: from tests.__main__, else of one process.
FOLDER_VARIABLE = "TEST_PREPARED"


def prepared(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of that name, filled by `make` unless it was. To be copied from, not changed."""
    shared = Path(os.environ[FOLDER_VARIABLE])
    folder = shared / name
    with _alone(shared / f"{name}.lock"):
        if not folder.exists():
            unfinished = shared / f"{name}.unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(parents=True)
            make(unfinished)
            unfinished.rename(folder)
    return folder


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Released by the system should the process die."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
