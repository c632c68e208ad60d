"""Fixtures of the tests of what goes out and comes in."""

import pytest
from django.test import Client


@pytest.fixture(autouse=True)
def _pages_in_english(client: Client) -> None:
    """The language in which tests are written; other visitors bring their own."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
