"""`manage.py take_along`: an event for another computer, locked here meanwhile."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from league.archive.canonical import canonical
from league.archive.queries.taken import file_out
from league.archive.services.handovers import key_for, take_along
from league.errors import LeagueError
from league.models import Event, User
from league.permissions import SERVICE, Actor


class Command(BaseCommand):
    help = "Writes an event into a file for another computer, and locks it here until it is back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the id of the event")
        parser.add_argument("file", type=Path, help="such as event.taken.json")
        parser.add_argument("--who", required=True, help="who has it: everybody reads it")
        parser.add_argument(
            "--user", metavar="LOGIN", help="who answers for it; without, it comes back by file"
        )
        parser.add_argument("--address", default=settings.SITE_URL, help="of this service")

    def handle(self, *, event: str, file: Path, who: str, **options: Any) -> None:
        found = Event.objects.filter(pk=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        actor = SERVICE
        if login := options["user"]:
            user = User.objects.filter(username=login).first()
            if user is None:
                raise CommandError(f"There is no account {login}.")
            actor = Actor(user=user)
        try:
            handover = take_along(found, actor=actor, who=who)
            document = file_out(
                found, handover=handover, address=options["address"], key=key_for(handover)
            )
            file.write_text(canonical(document), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from error
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        file.chmod(0o600)  # it holds names and a key
        self.stdout.write(f"{file}: {found.pk} is with {handover.who} now")
