"""`manage.py import_event`: an event taken over from its archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.archive.import_plan import TakeAs
from league.archive.queries.imports import archive_sent, hindrances
from league.archive.services.imports import import_archive
from league.errors import LeagueError
from league.models import Club
from league.permissions import SERVICE


class Command(BaseCommand):
    help = "Takes an event over from its archive, read-only unless it is to go on here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="an archive: .json, or a .zip with one in it")
        parser.add_argument("--club", required=True, metavar="ID", help="whose event it will be")
        parser.add_argument("--running", action="store_true", help="it goes on here")
        parser.add_argument("--dry-run", action="store_true", help="only say what is wrong")

    def handle(self, *, file: Path, club: str, **options: Any) -> None:
        owner = Club.objects.filter(pk=club).first()
        if owner is None:
            raise CommandError(f"There is no club {club}.")
        way = TakeAs.RUNNING if options["running"] else TakeAs.READ_ONLY
        try:
            plan = archive_sent(file.read_bytes(), limit_s=None)
            if options["dry_run"]:
                reasons = hindrances(plan, club=owner)
                self.stdout.write("\n".join(reasons) or "Nothing stands in the way.")
                return
            event, is_new = import_archive(owner, plan, way=way, actor=SERVICE)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(f"{event.pk}: {'taken over' if is_new else 'was here already'}")
