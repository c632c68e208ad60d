"""`manage.py recheck`: whether everything stored is what the rows give."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management import BaseCommand

from league.events.queries.recheck import differences
from league.management import stage_of


class Command(BaseCommand):
    help = "Recomputes standings, states and verdicts, and prints each difference on a line."
    requires_system_checks: list[str] = []  # a missing trigger is a difference like others

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--event", metavar="ID", help="this event alone")
        parser.add_argument("--json", action="store_true", help="one document")

    def handle(self, *, event: str | None, **options: Any) -> None:
        differing = list(differences(stage_of(event).event if event else None))
        if options["json"]:
            self.stdout.write(json.dumps(list(map(asdict, differing)), indent=1))
        else:
            for difference in differing:
                self.stdout.write(str(difference))
            self.stdout.write(f"{len(differing)} differences")
        if differing:
            sys.exit(1)
