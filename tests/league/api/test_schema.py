"""The API answers as its schema says, whatever it is asked and whoever asks (promise 11)."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings

from league.config.wsgi import application
from tests.factories import make_club, make_event, make_player, make_token, make_user

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def test_schema_is_valid_and_complete(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True)
    assert "/api/v1/clubs/{id}" in capsys.readouterr().out


@pytest.fixture
def api_schema(db: None) -> Iterator[Any]:
    """As Django's test client does, keep a request's end from closing the test's transaction."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/schema/", application)
    for signal in ends:
        signal.connect(close_old_connections)


@pytest.fixture
def callers(db: None) -> dict[str, dict[str, str]]:
    """Whom to ask as, by their headers, in a world with something to find."""
    admin = make_user()
    club = make_club("=cmd|' /C calc'!A0", admin=admin)
    make_player("🎲 שלום", club=club)
    make_event(club)
    player_secret = make_token(make_user(), "read", "clubs")[1]
    admin_secret = make_token(admin, "read", "clubs")[1]
    return {
        "nobody": {},
        "player": {"Authorization": f"Bearer {player_secret}"},
        "club admin": {"Authorization": f"Bearer {admin_secret}"},
    }


def test_api_answers_as_its_schema_says(
    api_schema: Any, callers: dict[str, dict[str, str]]
) -> None:
    asked = set()
    for operation in (found.ok() for found in api_schema.get_all_operations()):

        @given(case=operation.as_strategy())
        @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=SLOW)
        def answers(case: Any) -> None:
            for headers in callers.values():
                case.call_and_validate(headers=headers)

        answers()
        asked.add(operation.label)

    assert "PATCH /api/v1/clubs/{id}" in asked
    assert len(asked) == 8
