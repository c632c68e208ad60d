"""Every registered format, and a tiny one that no user sees."""

import pytest

from league.formats import registry
from tests.league.formats.ladder import LADDER
from tests.league.formats.pick_up import PICK_UP


@pytest.fixture
def ladder_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one line in the registry would do it."""
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, LADDER))


@pytest.fixture
def pick_up_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """One without rounds, in the same way."""
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, PICK_UP))
