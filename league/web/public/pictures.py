"""A small picture of each game, where there is one."""

from functools import cache

from django.contrib.staticfiles import finders

from games.registry import GAMES, rules_of


@cache
def games_pictured() -> list[tuple[str, str, str]]:
    """Key, name, and the static file; empty if a game has none."""
    known = filter(None, map(rules_of, GAMES))
    return [(rules.key, rules.name, _picture(rules.key)) for rules in known]


def _picture(key: str) -> str:
    file = f"games/{key}/picture.svg"
    return file if finders.find(file) else ""
