"""`manage.py import_club`: a club made of the file that another server wrote."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.archive.queries.club_imports import club_outlook, large_club_sent
from league.archive.services.club_imports import import_club
from league.errors import LeagueError
from league.management.progress import EventsDone
from league.permissions import SERVICE


class Command(BaseCommand):
    help = "Makes a club of its file: verified first, then all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="club.arbitr.zip")
        parser.add_argument(
            "--admin", default="", help="login name or e-mail of who will run the club"
        )
        parser.add_argument("--dry-run", action="store_true", help="only say what is wrong")

    def handle(self, *, file: Path, admin: str, dry_run: bool, **options: Any) -> None:
        try:
            plan = large_club_sent(file.read_bytes(), told=EventsDone(self.stderr))
            if dry_run:
                problems = club_outlook(plan).problems
                self.stdout.write("\n".join(problems) or "Nothing stands in the way.")
                return
            club, is_new = import_club(plan, actor=SERVICE, admin=admin)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(f"{club.pk}: {'taken over' if is_new else 'was here already'}")
