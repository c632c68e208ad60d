"""`manage.py restore`: the database as a backup says."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError

from league.backups.backup_file import Manifest, WrongBackup
from league.backups.services.backups import key_mark
from league.backups.services.restores import (
    InUse,
    check_backup,
    refuse_if_used,
    restore_backup,
)

_WORD = "replace"


class Command(BaseCommand):
    help = "Fills the database from a backup, of SQLite or PostgreSQL: all of it, or nothing."
    requires_system_checks: list[str] = []  # a database that is broken may be what it is for

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="as manage.py backup wrote it")
        parser.add_argument(
            "--replace", action="store_true", help="delete all that the database holds"
        )
        parser.add_argument("--no-input", action="store_true", help="do not ask before that")
        parser.add_argument("--dry-run", action="store_true", help="only check the file")

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        try:
            if options["dry_run"]:
                self.tell(check_backup(file), "whole")
                return
            refuse_if_used(replacing=replace)
            if replace and not options["no_input"]:
                check_backup(file)
                confirm()
            self.tell(manifest := restore_backup(file, replacing=replace), "restored")
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}") from error
        except (WrongBackup, InUse) as error:
            raise CommandError(
                f"{file}: {error}" if isinstance(error, WrongBackup) else str(error)
            ) from error
        except DatabaseError as error:
            raise CommandError(f"Nothing was changed: {error}") from error
        if manifest.key_mark != key_mark():
            self.stdout.write(
                "SECRET_KEY is another one than then: everybody has to log in again, and links "
                "that were sent are void."
            )
        self.stdout.write("Now see that all is well: manage.py recheck")

    def tell(self, manifest: Manifest, what: str) -> None:
        self.stdout.write(
            f"{what}: backup of {manifest.made_at}, {manifest.rows} rows of "
            f"{len(manifest.tables)} tables, Arbitr {manifest.version} on {manifest.database}"
        )


def confirm() -> None:
    name = settings.DATABASES["default"]["NAME"]
    try:
        answer = input(f"All that is in {name} will be deleted. Type {_WORD} to go on: ")
    except EOFError:
        answer = ""
    if answer.strip() != _WORD:
        raise CommandError("Nothing was changed.")
