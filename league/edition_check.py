"""Whether the editions of the games, which are files, can be played: looked at when one starts."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register

from games.contract import Rules
from games.editions import EditionError
from games.registry import GAMES, rules_of
from games.values import Setup


@register()
def check_editions(**options: Any) -> list[CheckMessage]:
    return [
        Error(f"An edition of a game cannot be used: {why}", id="league.E001") for why in _wrong()
    ]


def _wrong() -> Iterator[str]:
    for game in GAMES:
        try:
            rules = rules_of(game)
            for edition in rules.editions if rules else ():
                _look_at(rules, edition)
        except EditionError as error:
            yield str(error)


def _look_at(rules: Rules | None, edition: str) -> None:
    if rules and rules.looks.box:
        players = min(min(numbers) for numbers in rules.variants.values())
        rules.looks.box(Setup(players, edition=edition))
