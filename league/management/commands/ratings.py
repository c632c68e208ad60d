"""`manage.py ratings`: count the ratings of all games, or of one, from scratch; or check them."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from games.registry import GAMES
from league.models import RatedGame
from league.ratings.queries.rated_games import rating_differences
from league.ratings.services import recompute_ratings


class Command(BaseCommand):
    help = "Counts ratings from scratch. With --check, only says what would differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="this game alone")
        parser.add_argument("--check", action="store_true", help="write nothing")

    def handle(self, *, game: str | None, check: bool, **options: Any) -> None:
        if game is not None and game not in GAMES:
            raise CommandError(f"There is no game {game}. Known: {', '.join(GAMES)}.")
        games = [game] if game else list(GAMES)
        if check:
            self._check(games)
            return
        for key in games:
            recompute_ratings(key)
            stored = RatedGame.objects.get(pk=key)
            self.stdout.write(f"{key}: counted from scratch, version {stored.published_version}")

    def _check(self, games: list[str]) -> None:
        number = 0
        for rated in RatedGame.objects.filter(game__in=games):
            for code, text in rating_differences(rated):
                number += 1
                self.stdout.write(f"{rated.game} {code}: {text}")
        self.stdout.write(f"{number} differences")
        if number:
            sys.exit(1)
