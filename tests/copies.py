"""A database that was filled once, for other services to start with: filling it takes longest."""

import sqlite3
from contextlib import closing
from pathlib import Path

NAME = "arbitr.sqlite3"


def copy_database(source: Path, target: Path) -> None:
    """From one folder of data to another, also while a service uses the first."""
    target.mkdir(parents=True, exist_ok=True)
    with (
        closing(sqlite3.connect(source / NAME)) as filled,
        closing(sqlite3.connect(target / NAME)) as copy,
    ):
        filled.backup(copy)
