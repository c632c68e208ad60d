"""`manage.py archive`: an event as a file that anyone can verify."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.archive.canonical import canonical
from league.archive.record_files import record_files
from league.archive.services.seals import event_archive
from league.archive.zipped import ZIP, zipped
from league.errors import LeagueError
from league.models import Event


class Command(BaseCommand):
    help = "Writes an event with its records, rulings, results, standings and seals into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the id of the event")
        parser.add_argument(
            "file", type=Path, help="event.arbitr.json, or a name that ends in .zip"
        )
        parser.add_argument("--full-names", action="store_true", help="not those the public sees")
        parser.add_argument(
            "--records",
            type=Path,
            metavar="DIR",
            help="the records too, for python -m games verify",
        )
        parser.add_argument("--source", default="", help="the address of this service, noted in it")

    def handle(self, *, event: str, file: Path, records: Path | None, **options: Any) -> None:
        found = Event.objects.filter(pk=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        try:
            document = event_archive(found, in_full=options["full_names"], source=options["source"])
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        is_zip = file.suffix.lower() == ZIP
        file.write_bytes(zipped(document) if is_zip else canonical(document).encode())
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
            for name, text in record_files(document).items():
                (records / name).write_text(text, encoding="utf-8")
        log = document["log"]
        head = log["root"] if log else "none; the event is not finished"
        self.stdout.write(f"{file}: {document['digests']['content']}")
        self.stdout.write(f"head of the log: {head}")
