"""`manage.py bring_back`: a state of an event from the computer that has it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.archive.queries.imports import archive_sent
from league.archive.queries.returns import return_plan
from league.archive.services.returns import bring_back
from league.errors import LeagueError
from league.models import Event
from league.permissions import SERVICE


class Command(BaseCommand):
    help = "Brings an event back; nothing is written where something stands in its way."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="as the other computer gave it")
        parser.add_argument("--goes-on-there", action="store_true", help="the lock stays on")
        parser.add_argument("--dry-run", action="store_true", help="only say what would happen")

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            plan = archive_sent(file.read_bytes(), limit_s=None)
            named = "" if plan.is_hindered else plan.content.event["id"]
            event = Event.objects.filter(pk=named).first()
            if event is None:
                raise CommandError("The file is damaged, or its event is not here.")
            if options["dry_run"]:
                seen = return_plan(event, plan)
                problems = [conflict.text for conflict in seen.conflicts]
                self.stdout.write("\n".join(problems) or f"New: {seen.added()}.")
                return
            is_last = not options["goes_on_there"]
            returned = bring_back(event, plan, actor=SERVICE, is_last=is_last)
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(f"{event.pk}: {'back' if returned.is_new else 'was back already'}")
