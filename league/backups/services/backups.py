"""Writing the whole database into one file, while the service goes on."""

from datetime import UTC
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.backups.backup_file import BackupWriter, Manifest, new_file
from league.backups.queries import NOT_KEPT, applied_migrations, snapshot, tables_as_of

_MARK = 16  # digits


def write_backup(path: Path) -> Manifest:
    """All rows of one moment. A file of that name is replaced, once the new one is whole."""
    with new_file(path) as file, BackupWriter(file) as writer, snapshot():
        made_at = timezone.now().astimezone(UTC).isoformat(timespec="seconds")
        migrations = applied_migrations()
        written = [
            writer.add(table.name, table.columns, table.rows())
            for table in tables_as_of(migrations)
            if table.name not in NOT_KEPT
        ]
        manifest = Manifest(
            made_at=made_at,
            version=settings.VERSION,
            database=connection.vendor,
            key_mark=key_mark(),
            migrations=tuple(sorted(migrations)),
            tables=tuple(written),
        )
        writer.finish(manifest)
    return manifest


def key_mark() -> str:
    """Another one under another SECRET_KEY."""
    return salted_hmac("league.backups", "key", algorithm="sha256").hexdigest()[:_MARK]
