"""Every registered format, and a tiny one that no user sees."""

import pytest

from league.formats import registry
from tests.league.formats.ladder import LADDER


@pytest.fixture
def ladder_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one line in the registry would do it."""
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, LADDER))
