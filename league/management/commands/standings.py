"""`manage.py standings`: the table of an event as last published, or by other tiebreaks."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.exchange.queries.reports import standings_told
from league.management import stage_of
from league.standings.tiebreaks import TIEBREAKS, tiebreaks_of


class Command(BaseCommand):
    help = "Prints the published standings of an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the id of the event")
        parser.add_argument("--json", action="store_true", help="everything, not only the table")
        parser.add_argument("--after", type=int, metavar="ROUND", help="after this round")
        parser.add_argument(
            "--chain",
            metavar="KEYS",
            help="by these tiebreaks, with commas between them, from the results as they are now; "
            f"there are {', '.join(TIEBREAKS)}",
        )

    def handle(self, *, event: str, after: int | None, chain: str | None, **options: Any) -> None:
        keys = _keys(chain) if chain is not None else None
        rows = standings_told(stage_of(event), after_round=after, chain=keys)
        if not rows:
            raise CommandError("There are no such standings.")
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        for row in rows:
            self.stdout.write(f"{row['rank']:>4}  {row['points']!s:>6}  {row['name']}")


def _keys(chain: str) -> list[str]:
    keys = [key.strip() for key in chain.split(",") if key.strip()]
    try:
        tiebreaks_of(keys)
    except ValueError as error:
        raise CommandError(f"This is {error}. There are {', '.join(TIEBREAKS)}.") from None
    return keys
