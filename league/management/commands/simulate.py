"""`manage.py simulate`: play a whole event by chance, and print its id."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from games.registry import GAMES
from league.demo.services import Plan, simulate_event
from league.errors import LeagueError
from league.models import Stage

FORMATS = {
    "tables": Stage.Kind.TABLES,
    "swiss": Stage.Kind.SWISS,
    "round-robin": Stage.Kind.ROUND_ROBIN,
}


class Command(BaseCommand):
    help = "Plays a whole event with random results, and prints its id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=FORMATS, required=True)
        parser.add_argument("--entries", type=int, required=True)
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--game", choices=GAMES, default=GAMES[0])

    def handle(self, **options: Any) -> None:
        plan = Plan(
            kind=FORMATS[options["format"]],
            entries=options["entries"],
            rounds=options["rounds"],
            seed=options["seed"],
            game=options["game"],
        )
        try:
            event = simulate_event(plan)
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(event.pk)
