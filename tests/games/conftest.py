"""Fixtures for the tests of the referee."""

import sys

import pytest

from games import registry
from tests.games import pebbles


@pytest.fixture
def pebbles_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny fifth game is known, as if it stood in games/ and in the registry."""
    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, "pebbles"))
    monkeypatch.setitem(sys.modules, "games.pebbles", pebbles)
