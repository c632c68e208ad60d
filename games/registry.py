"""The games that Arbitr can referee: one word each."""

import copyreg
import importlib
from collections.abc import Callable
from functools import cache

from games.contract import RuleModule, Rules

# Packages of games/, each with its RULES. Loaded when first asked for: tables take time to build.
GAMES = ("kaleidoskop", "polyssimo", "triolet", "twisty")


def rules_of(game: str) -> Rules | None:
    """The rule module of a game, or None if there is none."""
    return _load(game) if game in GAMES else None


@cache
def _load(game: str) -> Rules:
    rules: Rules = importlib.import_module(f"games.{game}").RULES
    return rules


def _registered(game: str) -> Rules:
    return _load(game)


def _by_key(rules: Rules) -> tuple[Callable[[str], Rules], tuple[str]]:
    """Another process loads the game by itself: functions do not travel."""
    return _registered, (rules.key,)


copyreg.pickle(RuleModule, _by_key)
