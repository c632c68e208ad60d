"""A database that was filled once, for other services and tests: filling it takes longest."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from tests.processes import Processes, clean_environment

NAME = "arbitr.sqlite3"


def prepare_empty(folder: Path) -> None:
    """Tables without a row, as before the first start."""
    manage(folder, ["migrate"])


def prepare_demo(folder: Path) -> None:
    manage(folder, ["migrate"], ["demo"])


def manage(folder: Path, *commands: list[str], **settings: str) -> None:
    """Commands one after the other, on the data in this folder."""
    environment = clean_environment(ARBITR_DATA=str(folder), **settings)
    logs = folder / "logs"
    logs.mkdir()
    with Processes(logs) as processes:
        for command in commands:
            whole = [sys.executable, "manage.py", *command]
            assert processes.start(command[0], whole, environment=environment).wait() == 0


def copy_database(source: Path, target: Path) -> None:
    """From one folder of data to another, also while a service uses the first."""
    target.mkdir(parents=True, exist_ok=True)
    with (
        closing(sqlite3.connect(source / NAME)) as filled,
        closing(sqlite3.connect(target / NAME)) as copy,
    ):
        filled.backup(copy)
