"""What the service learns about a game from its rules alone."""

import sys
from dataclasses import replace

import pytest
from django.utils import translation

from games import registry
from league.models import Event, game_played as module
from league.models.game_played import variant_choices
from tests.games import pebbles


@pytest.mark.parametrize(
    ("game", "variant", "team_size", "entries"),
    [
        ("kaleidoskop", "base", 1, (2, 4)),
        ("kaleidoskop", "teams", 2, (2, 2)),
        ("kaleidoskop", "solo", 1, (1, 1)),
        ("twisty", "base", 1, (2, 4)),
        ("other", "teams", 1, (2, 4)),
    ],
)
def test_entry_has_as_many_players_as_a_side_has_seats(
    game: str, variant: str, team_size: int, entries: tuple[int, int]
) -> None:
    played = Event(game=game, variant=variant).game_played
    assert played.team_size == team_size
    assert (played.least_entries, played.most_entries) == entries


def test_variants_are_named_by_the_rules() -> None:
    assert variant_choices() == [
        ("base", "base game"),
        ("teams", "teams of two"),
        ("solo", "solo"),
    ]
    with translation.override("cs"):
        assert Event(game="twisty").game_played.variant_name == "základní hra"
    assert Event(game="other").game_played.variant_name == ""


def test_new_game_brings_its_own_team_size_and_names(monkeypatch: pytest.MonkeyPatch) -> None:
    trios = replace(
        pebbles.RULES,
        variants={"base": (3,)},
        variant_names={"base": "base game", "trio": "three against the heap"},
        play=replace(pebbles.PLAY, sides=lambda setup: [tuple(setup.seats)]),
    )
    games = (*registry.GAMES, "pebbles")
    monkeypatch.setattr(registry, "GAMES", games)
    monkeypatch.setattr(module, "GAMES", games)
    monkeypatch.setitem(sys.modules, "games.pebbles", pebbles)
    monkeypatch.setattr(pebbles, "RULES", trios)
    registry._load.cache_clear()
    try:
        played = Event(game="pebbles").game_played
        assert (played.team_size, played.least_entries, played.most_entries) == (3, 1, 1)
        assert ("trio", "three against the heap") in variant_choices()
    finally:
        registry._load.cache_clear()
