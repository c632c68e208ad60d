"""What programs and pages of other websites may ask: the version of an event, and public reads."""

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from league.live import mark_changed
from league.models import Event, Stage
from tests.factories import make_club, make_token, make_user
from tests.factories.events import running_event

pytestmark = pytest.mark.django_db

OTHER = {"Origin": "https://www.klub.cz"}


@pytest.fixture
def stage() -> Stage:
    return running_event(4)


def test_version_is_asked_for_cheaply(
    client: Client, stage: Stage, django_assert_num_queries: Any
) -> None:
    address = f"/api/v1/events/{stage.event_id}/live"
    with django_assert_num_queries(1):
        first = client.get(address)
    with django_assert_num_queries(0):
        second = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert first.json() == {"live_version": stage.event.live_version}
    assert (second.status_code, second.content, second["ETag"]) == (304, b"", first["ETag"])
    assert not first.cookies
    assert first["Cache-Control"] == "public, max-age=1"

    mark_changed(stage.event_id)
    cache.clear()
    third = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert third.json() == {"live_version": stage.event.live_version + 1}


def test_version_cannot_be_narrowed(client: Client, stage: Stage) -> None:
    answer = client.get(f"/api/v1/events/{stage.event_id}/live?round=2")
    assert (answer.status_code, [*answer.json()["errors"]]) == (400, ["round"])


def test_refusal_is_in_the_language_that_is_asked_for(client: Client, stage: Stage) -> None:
    """Whoever was answered before by the same thread."""
    said = {
        "en": ("There is nothing at this address.", "There is nothing to ask for here."),
        "cs": ("Na této adrese nic není.", "Tady se nedá nic upřesnit."),
        "sk": ("Na tejto adrese nič nie je.", "Tu sa nedá nič upresniť."),
    }
    for before, language in [("cs", "en"), ("en", "sk"), ("sk", "cs")]:
        asks = {"Accept-Language": language}
        client.get("/clubs/", headers={"Accept-Language": before})
        missing = client.get("/api/v1/events/bcdfghjkmn/live", headers=asks)
        no_id = client.get("/api/v1/events/nothing/live", headers=asks)
        narrowed = client.get(f"/api/v1/events/{stage.event_id}/live?round=2", headers=asks)
        detail, at_round = said[language]
        assert [missing.json()["detail"], no_id.json()["detail"]] == [detail] * 2
        assert narrowed.json()["errors"] == {"round": [at_round]}
        for answer in (missing, no_id, narrowed):
            assert "Accept-Language" in answer["Vary"]


@pytest.mark.parametrize("change", [{"status": "draft"}, {"practice_of": "bcdfghjkmn"}])
def test_version_of_what_is_not_public_is_not_told(
    client: Client, stage: Stage, change: dict[str, str]
) -> None:
    Event.objects.filter(pk=stage.event_id).update(**change)
    answer = client.get(f"/api/v1/events/{stage.event_id}/live")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_version_is_counted_apart(client: Client, stage: Stage, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "api": (1, 60), "api-live": (3, 60)}
    address = f"/api/v1/events/{stage.event_id}"
    told = [client.get(f"{address}/live", headers=OTHER) for _ in range(4)]
    assert [each.status_code for each in told] == [200] * 3 + [429]
    assert told[0]["RateLimit-Policy"] == '"api-live";q=3;w=60'
    assert told[0]["RateLimit"].startswith('"api-live";r=2;t=')
    assert told[3]["Access-Control-Allow-Origin"] == "*"  # the page can read that it has to wait
    assert int(told[3]["Retry-After"]) > 0
    assert [client.get(address).status_code for _ in range(2)] == [200, 429]


def test_hall_may_ask_for_the_version_every_two_seconds() -> None:
    assert settings.RATES["api-live"] == (6000, 60)


def test_refusal_for_asking_too_often_is_in_the_language_that_is_asked_for(
    client: Client, stage: Stage, settings: Any
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, (1, 60))
    address = f"/api/v1/events/{stage.event_id}/live"
    said = {"en": "Too many attempts", "cs": "Příliš mnoho pokusů", "sk": "Priveľa pokusov"}
    client.get(address)
    client.get("/api/schema")  # is no more than a redirect
    for before, language in [("cs", "en"), ("en", "sk"), ("sk", "cs")]:
        client.get("/clubs/", headers={"Accept-Language": before})
        for path in (address, "/api/schema", "/api/v1/nothing"):
            told = client.get(path, headers={"Accept-Language": language})
            assert (told.status_code, said[language] in told.json()["detail"]) == (429, True), path


def test_page_of_another_website_reads_what_is_public(client: Client, stage: Stage) -> None:
    for path in ("", "/live", "/standings"):
        answer = client.get(f"/api/v1/events/{stage.event_id}{path}", headers=OTHER)
        assert answer.status_code == 200
        assert answer["Access-Control-Allow-Origin"] == "*"
        shared = answer["Access-Control-Expose-Headers"].split(", ")
        assert {"ETag", "RateLimit", "RateLimit-Policy", "Retry-After"} <= set(shared)
        assert "Access-Control-Allow-Credentials" not in answer
    problem = client.get("/api/v1/events/bcdfghjkmn", headers=OTHER)
    assert (problem.status_code, problem["Access-Control-Allow-Origin"]) == (404, "*")


def test_nothing_that_is_somebodys_own_is_shared(client: Client, stage: Stage) -> None:
    user = make_user("eva")
    make_club(admin=user)
    _token, secret = make_token(user, "read")
    address = f"/api/v1/events/{stage.event_id}"

    by_token = client.get(address, headers={**OTHER, "Authorization": f"Bearer {secret}"})
    client.force_login(user)
    by_session = client.get(address, headers=OTHER)
    page = Client().get(f"/events/{stage.event_id}/", headers=OTHER)

    for answer in (by_token, by_session, page):
        assert answer.status_code == 200
        assert "Access-Control-Allow-Origin" not in answer
    assert {"Authorization", "Cookie"} <= set(by_token["Vary"].split(", "))


@pytest.mark.parametrize(
    ("method", "allowed"),
    [("GET", True), ("HEAD", True), ("POST", False), ("DELETE", False), ("PATCH", False)],
)
def test_preflight(client: Client, stage: Stage, method: str, *, allowed: bool) -> None:
    asks = {**OTHER, "Access-Control-Request-Method": method}
    answer = client.options(f"/api/v1/events/{stage.event_id}", headers=asks)
    assert answer.status_code == 204
    assert answer["RateLimit-Policy"] == '"api-unchanged";q=3000;w=60'
    assert answer["RateLimit"].startswith('"api-unchanged";r=2999;t=')
    assert ("Access-Control-Allow-Origin" in answer) == allowed
    assert "authorization" not in answer.get("Access-Control-Allow-Headers", "").lower()
    if allowed:
        assert "If-None-Match" in answer["Access-Control-Allow-Headers"]


def test_session_cookie_has_the_name_that_is_looked_for() -> None:
    assert settings.SESSION_COOKIE_NAME == "arbitr_session"
