"""`manage.py archive_club`: a whole club as one file, to be moved to another server."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.archive.services.club_files import write_club_to
from league.errors import LeagueError
from league.management.progress import EventsDone
from league.models import Club
from league.permissions import SERVICE


class Command(BaseCommand):
    help = "Writes a club with its people, events, series and seasons into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the id of the club")
        parser.add_argument("file", type=Path, help="club.arbitr.zip")
        parser.add_argument("--source", default="", help="the address of this service, noted in it")

    def handle(self, *, club: str, file: Path, source: str, **options: Any) -> None:
        found = Club.objects.filter(pk=club).first()
        if found is None:
            raise CommandError(f"There is no club {club}.")
        try:
            events = write_club_to(
                found, file, actor=SERVICE, source=source, told=EventsDone(self.stderr)
            )
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(f"{file}: {events} events. Names and notes are in it: keep it safe.")
