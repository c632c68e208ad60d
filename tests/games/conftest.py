"""Fixtures for the tests of the referee."""

import sys
from collections.abc import Iterator

import pytest

import games
from games import registry
from games.contract import Rules
from games.registry import GAMES, rules_of
from tests.games import documented, pebbles

OTHERS = ("pebbles", documented.GAME)


@pytest.fixture(scope="session")
def documented_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The game of the developers' page, as if its package stood in games/."""
    root = tmp_path_factory.mktemp("documented")
    for path, text in documented.new_files().items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    games.__path__.append(str(root / "games"))
    yield
    games.__path__.remove(str(root / "games"))


@pytest.fixture
def other_games(documented_package: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tiny games are known, as if they stood in games/ and in the registry."""
    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, *OTHERS))
    monkeypatch.setitem(sys.modules, "games.pebbles", pebbles)


@pytest.fixture(params=[*GAMES, *OTHERS])
def rules(request: pytest.FixtureRequest, other_games: None) -> Rules:
    """Of every game, one after the other."""
    found = rules_of(request.param)
    assert found is not None
    return found
