"""Copies kept beside an embedded database: what a club falls back on when a laptop dies."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import LeagueError

KEPT = 24


def keep_copy(label: str) -> Path:
    """Copy the database as it is now, while it is in use; the oldest copies make room."""
    if connection.vendor != "sqlite":
        raise LeagueError(_("Only the embedded database is copied here. Use pg_dump for this one."))
    with _kept_file(label, suffix=".sqlite3") as kept:
        connection.ensure_connection()
        target = sqlite3.connect(kept.draft)
        try:
            connection.connection.backup(target)
        finally:
            target.close()
    return kept.path


def keep_page(html: str, *, label: str) -> Path:
    """Keep a page beside the database, to be opened or printed without the service."""
    with _kept_file(label, suffix=".html") as kept:
        kept.draft.write_text(html, encoding="utf-8")
    return kept.path


@dataclass(frozen=True)
class _Kept:
    path: Path
    draft: Path  # written first, so that no half of a copy looks like one


@contextmanager
def _kept_file(label: str, *, suffix: str) -> Iterator[_Kept]:
    folder = settings.DATA_DIR / "copies"
    folder.mkdir(parents=True, exist_ok=True)
    plain = re.sub(r"[^a-z0-9]+", "-", label.lower())
    path = folder / f"{timezone.now():%Y%m%d-%H%M%S}-{plain}{suffix}"
    kept = _Kept(path, path.with_name(f"{path.name}.part"))
    yield kept
    kept.draft.replace(path)
    for old in sorted(folder.glob(f"*{suffix}"))[:-KEPT]:
        old.unlink()
