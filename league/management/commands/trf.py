"""`manage.py trf`: a two-seat event as a tournament report, for checkers of pairings."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.errors import LeagueError
from league.exchange.queries.reports import trf_event
from league.management import stage_of
from league.pairing.trf.writer import write_trf


class Command(BaseCommand):
    help = "Prints a two-seat event as TRF(x), after its last closed round or an earlier one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the id of the event")
        parser.add_argument(
            "--full-names", action="store_true", help="not the names that the public sees"
        )

        parser.add_argument("--after", type=int, help="the round; the last closed one if left out")

    def handle(
        self, *, event: str, full_names: bool, after: int | None = None, **options: Any
    ) -> None:
        try:
            exported = trf_event(stage_of(event), after_round=after, in_full=full_names)
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(write_trf(exported), ending="")
