"""Logs: no line of any logger holds a key that stands in an address."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from league.config import logs
from tests.league.matrix import routes_with_patterns

pytestmark = pytest.mark.django_db
KEY = "bcdfghjkmn"
KEYED = {
    "code": {"code": KEY},
    "door": {"pk": KEY},
    "invitation": {"pk": KEY},
    "own-calendar": {"key": KEY},
    "account_confirm_email": {"key": KEY},
    "account_reset_password_from_key": {"uidb36": "1", "key": KEY},
}
# With a word in their address that is no key.
OPEN_WORDS = {
    *("statistics-game", "ratings-game", "event-setting", "api-games-statistics", "club-box"),
    *("event-table", "members-table", "club-ratings-table", "ratings-table", "statistics-table"),
    *("player-statistics-table", "series-table", "season-table"),
    "season-schedule-table",
    *("api-games-ratings-file", "api-games-statistics-file"),
}


@pytest.fixture(params=["plain", "json"])
def lines(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """What is written while the service's own configuration is in force, as lines of text."""
    written = io.StringIO()
    configuration = logs.configuration(level="INFO", structured=request.param == "json")
    configuration["handlers"]["stderr"]["stream"] = written
    configuration["loggers"]["league.request"] = {"level": "INFO"}
    configuration["loggers"]["granian.access"]["level"] = "INFO"  # as the server has set it
    logging.config.dictConfig(configuration)
    yield written
    logging.config.dictConfig(logs.configuration(level="INFO", structured=False))


@pytest.mark.parametrize("route", KEYED)
def test_request_is_logged_without_its_key(route: str, lines: io.StringIO) -> None:
    address = reverse(route, kwargs=KEYED[route])
    Client().get(address)
    [line] = [each for each in lines.getvalue().splitlines() if "GET" in each]
    assert KEY not in line
    assert f"{address.partition(KEY)[0].removesuffix('1-')}…" in line


def test_whatever_else_is_said_of_a_request_holds_no_key(lines: io.StringIO) -> None:
    """Errors of Django with their request and traceback, and the server's own lines."""
    try:
        raise RuntimeError(f"at /c/{KEY}/ next=%2Finvitation%2F{KEY}%2F")
    except RuntimeError:
        logging.getLogger("django.request").exception(
            "Internal Server Error: %s", f"/c/{KEY}/", extra={"request": f"<GET '/c/{KEY}/?x=1'>"}
        )
    access = '%(addr)s - "%(method)s %(path)s" %(status)d'
    told = {"addr": "192.0.2.1", "method": "GET", "path": f"/door/{KEY}/", "status": 302}
    logging.getLogger("granian.access").info(access, told)
    logging.getLogger("_granian").error("failed for https://arbitr.example/c/%s/", KEY)
    text = lines.getvalue()
    assert "Internal Server Error: /c/…/" in text
    assert "/door/…/" in text
    assert "https://arbitr.example/c/…/" in text
    assert KEY not in text


def test_other_addresses_are_logged_as_they_are(lines: io.StringIO) -> None:
    for path in (f"/events/{KEY}/door/poster/", f"/clubs/{KEY}/"):
        Client().get(path)
        assert path in lines.getvalue()


def test_lines_of_production_are_json(lines: io.StringIO) -> None:
    Client().get("/health/live")
    line = lines.getvalue().splitlines()[0]
    if line.startswith("{"):
        assert json.loads(line)["message"] == "GET /health/live 200"
    else:
        assert "GET /health/live 200" in line


def test_every_word_in_an_address_is_a_key_or_known_to_be_none() -> None:
    """A new address with a key in it needs a line in league/config/logs.py, and one here."""
    words = ("<slug:", "<str:", "<path:", "(?P<key>")
    with_words = {
        name
        for name, pattern in routes_with_patterns()
        if any(word in pattern for word in words) and not name.startswith("admin:")
    }
    assert with_words == {*KEYED, *OPEN_WORDS} - {"door"}  # its key has the shape of an id
