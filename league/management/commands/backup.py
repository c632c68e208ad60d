"""`manage.py backup`: the whole database as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError

from league.backups.backup_file import WrongBackup
from league.backups.services.backups import write_backup


class Command(BaseCommand):
    help = "Writes all that the database holds into a file, while the service goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="such as arbitr-2026-11-05.zip")
        parser.add_argument("--replace", action="store_true", help="a file of that name")

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        if file.exists() and not replace:
            raise CommandError(f"{file} is there already. Choose another name, or add --replace.")
        try:
            manifest = write_backup(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}") from error
        except (DatabaseError, WrongBackup) as error:
            raise CommandError(f"The database cannot be read: {error}") from error
        size = f"{file.stat().st_size / 1000:.0f} kB"
        self.stdout.write(f"{file}: {manifest.rows} rows of {len(manifest.tables)} tables, {size}")
