"""The games that Arbitr can referee: one word each."""

import importlib
from functools import cache

from games.contract import RuleModule

# Packages of games/, each with its RULES. Loaded when first asked for: tables take time to build.
GAMES = ("kaleidoskop", "polyssimo", "triolet", "twisty")


def rules_of(game: str) -> RuleModule | None:
    """The rule module of a game, or None if there is none."""
    return _load(game) if game in GAMES else None


@cache
def _load(game: str) -> RuleModule:
    rules: RuleModule = importlib.import_module(f"games.{game}").RULES
    return rules
