"""Fixtures for the tests of the referee."""

import sys

import pytest

from games import registry
from games.contract import Rules
from games.registry import GAMES, rules_of
from tests.games import pebbles


@pytest.fixture
def pebbles_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny fifth game is known, as if it stood in games/ and in the registry."""
    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "games.pebbles", pebbles)


@pytest.fixture(params=[*GAMES, "pebbles"])
def rules(request: pytest.FixtureRequest, pebbles_game: None) -> Rules:
    """Of every game, one after the other."""
    found = rules_of(request.param)
    assert found is not None
    return found
