"""`manage.py standings`: the table of an event as last published."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.exchange.queries import standings_told
from league.management.events import stage_of


class Command(BaseCommand):
    help = "Prints the published standings of an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the id of the event")
        parser.add_argument("--json", action="store_true", help="everything, not only the table")
        parser.add_argument("--after", type=int, metavar="ROUND", help="after this round")

    def handle(self, *, event: str, after: int | None, **options: Any) -> None:
        rows = standings_told(stage_of(event), after_round=after)
        if not rows:
            raise CommandError("There are no such standings.")
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        for row in rows:
            self.stdout.write(f"{row['rank']:>4}  {row['points']!s:>6}  {row['name']}")
