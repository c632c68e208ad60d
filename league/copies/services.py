"""Copies of an embedded database, kept beside it: what a club falls back on when a laptop dies."""

import re
import sqlite3
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
    folder = settings.DATA_DIR / "copies"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{timezone.now():%Y%m%d-%H%M%S}-{re.sub(r'[^a-z0-9]+', '-', label.lower())}.sqlite3"
    draft = folder / f"{name}.part"
    connection.ensure_connection()
    target = sqlite3.connect(draft)
    try:
        connection.connection.backup(target)
    finally:
        target.close()
    draft.replace(folder / name)
    for old in sorted(folder.glob("*.sqlite3"))[:-KEPT]:
        old.unlink()
    return folder / name
