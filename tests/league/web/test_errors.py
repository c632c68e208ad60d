"""What people see when something goes wrong: our look, plain words, no traceback."""

import logging
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError, TooMany
from league.web.public import home
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.raise_request_exception = False
    return client


@pytest.fixture
def break_home(monkeypatch: pytest.MonkeyPatch) -> Any:
    def break_with(error: Exception) -> None:
        def broken(*args: object) -> None:
            raise error

        monkeypatch.setattr(home, "coming_events", broken)

    return break_with


def test_unknown_address_is_our_page(visitor: Client) -> None:
    response = visitor.get("/nowhere/")
    assert response.status_code == 404
    assert "Arbitr" in response.content.decode()


def test_forbidden_is_our_page(visitor: Client) -> None:
    visitor.force_login(make_user())
    response = visitor.get(reverse("club-edit", args=[make_club().pk]))
    assert response.status_code == 403
    assert "Arbitr" in response.content.decode()


def test_bug_shows_an_id_and_no_traceback(
    visitor: Client, break_home: Any, caplog: pytest.LogCaptureFixture
) -> None:
    break_home(RuntimeError("the secret reason"))

    response = visitor.get("/")

    content = response.content.decode()
    assert response.status_code == 500
    assert "secret reason" not in content
    assert "Traceback" not in content
    assert response.headers["X-Request-ID"] in content
    assert "the secret reason" in caplog.text


def test_league_error_says_itself(visitor: Client, break_home: Any) -> None:
    break_home(LeagueError("Round 3 is closed. Open it first."))
    response = visitor.get("/")
    assert response.status_code == 400
    assert "Round 3 is closed. Open it first." in response.content.decode()


def test_league_error_text_is_escaped(visitor: Client, break_home: Any) -> None:
    break_home(LeagueError("<script>alert(1)</script>"))
    assert "<script>alert" not in visitor.get("/").content.decode()


def test_too_many_says_when_to_come_back(visitor: Client, break_home: Any) -> None:
    break_home(TooMany(retry_after_s=7))
    response = visitor.get("/")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "7")
    assert "Too many attempts." in response.content.decode()


def test_form_without_its_token_is_explained() -> None:
    strict = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    response = strict.post(reverse("set_language"), {"language": "sk"})
    assert response.status_code == 403
    assert "Arbitr" in response.content.decode()


def test_wrong_host_is_refused(visitor: Client) -> None:
    response = visitor.get("/", headers={"Host": "evil.example"})
    assert response.status_code == 400
    assert "We could not read the request" in response.content.decode()


def test_request_id_is_on_the_answer_and_on_log_lines(
    visitor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    from league.config.logs import WithRequestId

    caplog.handler.addFilter(WithRequestId())
    with caplog.at_level(logging.INFO, logger="league.request"):
        response = visitor.get("/", headers={"X-Request-ID": "from-the-proxy-1"})
    assert response.headers["X-Request-ID"] == "from-the-proxy-1"
    assert [record.request_id for record in caplog.records] == ["from-the-proxy-1"]


@pytest.mark.parametrize("given", ["", "short", "x" * 41, "a b c d e f g", "id\r\nSet-Cookie:x"])
def test_request_id_is_made_anew_where_the_given_one_is_odd(visitor: Client, given: str) -> None:
    response = visitor.get("/", headers={"X-Request-ID": given})
    assert len(response.headers["X-Request-ID"]) == 16


def test_log_lines_are_json_with_their_fields(capsys: pytest.CaptureFixture[str]) -> None:
    import json

    from league.config.logs import JsonLines, request_id

    token = request_id.set("abc12345")
    record = logging.makeLogRecord(
        {"name": "league", "levelname": "INFO", "msg": "round %d", "args": (3,), "event": "x"}
    )
    record.request_id = request_id.get()
    request_id.reset(token)

    line = json.loads(JsonLines().format(record))

    assert line.pop("at").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": "league",
        "message": "round 3",
        "request_id": "abc12345",
        "event": "x",
    }
