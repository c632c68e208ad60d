"""`manage.py simulate`: play an event, a series or a season by chance, and print its id."""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management import BaseCommand, CommandError

from games.registry import GAMES
from league.demo.services.leagues import SeasonPlan, simulate_season, simulate_series
from league.demo.services.open_evening import way_without_rounds
from league.demo.services.simulation import EventPlan, simulate_event
from league.errors import LeagueError
from league.formats import registry
from league.models import Event, Season, Series

SEASONS = {
    "season": Season.Format.SINGLE,
    "season-double": Season.Format.DOUBLE,
    "season-fours": Season.Format.FOURS,
    "season-threes": Season.Format.THREES,
}


class Command(BaseCommand):
    help = "Plays an event, a series of evenings or a season by chance, and prints its id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", nargs="?", choices=["event", "series"], default="event")
        parser.add_argument("--format", choices=[*_kinds(), *SEASONS], required=True)
        parser.add_argument("--entries", type=int, required=True)
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument("--game", choices=GAMES, default=GAMES[0])
        parser.add_argument("--evenings", type=int, default=6, help="of a series")
        parser.add_argument("--divisions", type=int, default=2, help="of a season")

    def handle(self, **options: Any) -> None:
        try:
            is_season = options["format"] in SEASONS
            made = _season(options) if is_season else _events(options, say=self.stdout.write)
        except LeagueError as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(made.pk)


def _kinds() -> dict[str, str]:
    """Formats as they are written on a command line."""
    return {format_.key.replace("_", "-"): format_.key for format_ in registry.FORMATS}


def _events(options: dict[str, Any], *, say: Callable[[str], object]) -> Event | Series:
    plan = EventPlan(
        kind=_kinds()[options["format"]],
        entries=options["entries"],
        rounds=options["rounds"],
        seed=options["seed"],
        game=options["game"],
    )
    if options["what"] == "series":
        return simulate_series(plan, evenings=options["evenings"])
    return simulate_event(plan, without_rounds=way_without_rounds(plan.kind, say=say))


def _season(options: dict[str, Any]) -> Season:
    plan = SeasonPlan(
        entries=options["entries"],
        rounds=options["rounds"],
        seed=options["seed"],
        game=options["game"],
        divisions=options["divisions"],
        format=SEASONS[options["format"]],
    )
    return simulate_season(plan)
