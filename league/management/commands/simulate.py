"""`manage.py simulate`: play a whole event or a series of evenings by chance, and print its id."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from games.registry import GAMES
from league.demo.services import Plan, simulate_event, simulate_series
from league.errors import LeagueError
from league.models import Stage

FORMATS = {
    "tables": Stage.Kind.TABLES,
    "swiss": Stage.Kind.SWISS,
    "round-robin": Stage.Kind.ROUND_ROBIN,
}


class Command(BaseCommand):
    help = "Plays a whole event, or a series of evenings, with random results, and prints its id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", nargs="?", choices=["event", "series"], default="event")
        parser.add_argument("--format", choices=FORMATS, required=True)
        parser.add_argument("--entries", type=int, required=True)
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--game", choices=GAMES, default=GAMES[0])
        parser.add_argument("--evenings", type=int, default=6, help="of a series")

    def handle(self, **options: Any) -> None:
        plan = Plan(
            kind=FORMATS[options["format"]],
            entries=options["entries"],
            rounds=options["rounds"],
            seed=options["seed"],
            game=options["game"],
        )
        try:
            if options["what"] == "series":
                made = simulate_series(plan, evenings=options["evenings"]).pk
            else:
                made = simulate_event(plan).pk
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(made)
