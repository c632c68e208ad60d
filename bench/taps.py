"""How many touches it takes to keep the record of a whole game on a phone, without a mistake.

A random game of each kind, for two and for four, is entered in a real browser by touch alone, as a
player would. A touch is a tap, or one press–slide–release. Handing in is not counted. More touches
than the budget of a game (tests/journeys/kept_games.py) are a failure.
"""

import os
import sys
import tempfile
from pathlib import Path


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="arbitr-bench-") as folder:
        os.environ |= {
            "ARBITR_DATA": f"{folder}/data",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",  # the browser's driver keeps an event loop
            "DJANGO_SETTINGS_MODULE": "league.config.settings",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from tests.journeys.tap_count import is_within_budget

        if not is_within_budget(Path(folder)):
            sys.exit("More touches than the budget.")
