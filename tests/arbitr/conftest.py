"""What tests of the client share."""

from collections.abc import Iterator

import pytest

from tests.arbitr.scripted import Script, scripted


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted() as script:
        yield script
