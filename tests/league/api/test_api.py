"""The API's frame: pages, filters, uniform errors, tokens, sizes."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.accounts import revoke_token
from league.models import ApiToken, AuditEntry, Club, Event
from league.permissions import Actor
from tests.factories import make_club, make_event, make_player, make_token, make_user
from tests.league.api.asking import refusal

pytestmark = pytest.mark.django_db
PROBLEM = "application/problem+json"


@pytest.fixture
def api(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def patch(api: Client, club: Club, body: Any, secret: str) -> Any:
    return api.patch(
        f"/api/v1/clubs/{club.pk}",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


def test_lists_come_in_pages_with_a_fixed_number_of_queries(
    api: Client, django_assert_num_queries: Any
) -> None:
    club = make_club()
    for number in range(60):
        make_player(f"Jana Nováková {number}", club=club)

    with django_assert_num_queries(2):
        first = api.get("/api/v1/players").json()
    second = api.get(first["next"]).json()

    assert (first["count"], len(first["results"]), len(second["results"])) == (60, 50, 10)
    assert set(first["results"][0]) == {"id", "name", "club"}


def test_players_are_shown_by_their_public_names(api: Client) -> None:
    player = make_player("Jana Nováková")
    assert api.get(f"/api/v1/players/{player.pk}").json()["name"] == "Jana N."


def test_events_are_filtered_and_drafts_left_out(api: Client) -> None:
    ours, theirs = make_club(), make_club()
    shown = make_event(ours)
    make_event(theirs)
    make_event(ours, status=Event.Status.DRAFT)

    found = api.get(f"/api/v1/events?club={ours.pk}").json()["results"]

    assert [event["id"] for event in found] == [shown.pk]


def test_club_is_changed_once_per_version_read(api: Client) -> None:
    admin = make_user()
    club = make_club(admin=admin)
    _, secret = make_token(admin, "read", "clubs")

    first = patch(api, club, {"town": "Brno", "version": 1}, secret)
    second = patch(api, club, {"town": "Praha", "version": 1}, secret)

    assert (first.status_code, first.json()["version"], first.json()["town"]) == (200, 2, "Brno")
    assert (second.status_code, second["Content-Type"]) == (409, PROBLEM)
    assert second.json()["code"] == "stale"
    assert AuditEntry.objects.get(action="edit club").details == {"fields": ["town"]}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"town": "Brno"}, "version"),
        ({"name": "", "version": 1}, "name"),
        ({"name": "x\x00y", "version": 1}, "name"),
        ({"name": "x" * 201, "version": 1}, "name"),
        ({"website": "javascript:alert(1)", "version": 1}, "website"),
        ({"country": "XX", "version": 1}, "country"),
        ([], "non_field_errors"),
    ],
)
def test_wrong_values_are_named_by_field(api: Client, body: Any, field: str) -> None:
    admin = make_user()
    club = make_club(admin=admin)

    response = patch(api, club, body, make_token(admin, "clubs")[1])

    assert (response.status_code, response["Content-Type"]) == (400, PROBLEM)
    assert list(response.json()["errors"]) == [field]
    assert Club.objects.get().version == 1


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "/api/v1/nothing", 404, "not-found"),
        ("get", "/api/v1/clubs/bcdfghjkmn", 404, "not-found"),
        ("get", "/api/v1/clubs?page=99", 404, "not-found"),
        ("get", "/api/v1/me", 401, "not-authenticated"),
        ("delete", "/api/v1/clubs", 405, "method-not-allowed"),
        ("options", "/api/v1/clubs", 401, "not-authenticated"),
    ],
)
def test_errors_are_problem_documents(
    api: Client, method: str, path: str, status: int, code: str
) -> None:
    response = getattr(api, method)(path)

    document = response.json()
    assert (response.status_code, response["Content-Type"]) == (status, PROBLEM)
    assert (document["status"], document["code"]) == (status, code)
    assert document["detail"]
    assert document["request_id"] == response["X-Request-ID"]


def test_bug_is_a_problem_without_a_traceback(api: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from league.api.clubs import Players

    def broken(self: object) -> None:
        raise RuntimeError("the secret reason")

    monkeypatch.setattr(Players, "get_queryset", broken)
    api.raise_request_exception = False

    response = api.get("/api/v1/players")

    assert (response.status_code, response["Content-Type"]) == (500, PROBLEM)
    assert response.json()["code"] == "server-error"
    assert "secret reason" not in response.content.decode()


def test_body_past_the_limit_is_refused_unread(api: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    admin = make_user()
    club = make_club(admin=admin)
    _, secret = make_token(admin, "clubs")

    short = patch(api, club, {"about": "x" * 800, "version": 1}, secret)
    long = patch(api, club, {"about": "x" * 1000, "version": 2}, secret)

    assert (short.status_code, long.status_code, long.json()["code"]) == (200, 413, "too-large")


@pytest.mark.parametrize("body", ["{", "[1", "\udcff", '{"version": NaN}', "null", '"x"', "1"])
def test_unreadable_body_is_a_problem(api: Client, body: str) -> None:
    admin = make_user()
    club = make_club(admin=admin)
    sent = body.encode("utf-8", "surrogateescape")
    response = patch(api, club, sent, make_token(admin, "clubs")[1])
    assert (response.status_code, response["Content-Type"]) == (400, PROBLEM)
    assert response.json()["code"] in ("parse-error", "invalid")
    assert Club.objects.get().version == club.version


def ask(api: Client, secret: str) -> int:
    return api.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code


def test_token_says_who_it_acts_for(api: Client) -> None:
    user = make_user(display_name="Jana")
    _, secret = make_token(user, "read")
    answer = api.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).json()
    assert (answer["id"], answer["name"], answer["scopes"]) == (user.pk, "Jana", ["read"])


def test_token_works_until_it_expires(api: Client) -> None:
    token, secret = make_token(make_user(), "read")
    assert ask(api, secret) == 200
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now() - timedelta(1))
    assert ask(api, secret) == 401


def test_token_works_until_it_is_revoked(api: Client) -> None:
    user = make_user()
    token, secret = make_token(user, "read")
    revoke_token(token, actor=Actor(user=user))
    assert ask(api, secret) == 401


def test_token_dies_with_the_account(api: Client) -> None:
    user = make_user()
    _, secret = make_token(user, "read")
    user.is_active = False
    user.save()
    assert ask(api, secret) == 401


@pytest.mark.parametrize("secret", ["", "arb_", "arb_wrong", "žluťoučký", "a b c", "\x00"])
def test_token_wrong_one_is_refused(api: Client, secret: str) -> None:
    assert ask(api, secret.encode().decode("latin-1")) == 401


def test_token_is_stored_as_a_digest_alone() -> None:
    token, secret = make_token(make_user(), "read")
    stored = ApiToken.objects.filter(pk=token.pk).values().get()
    assert secret not in str(stored)


def test_token_use_is_noted(api: Client) -> None:
    token, secret = make_token(make_user(), "read")
    ask(api, secret)
    token.refresh_from_db()
    assert token.last_used_at


def test_answer_that_did_not_change_is_not_sent_again(api: Client) -> None:
    club = make_club()
    first = api.get("/api/v1/clubs")
    again = api.get("/api/v1/clubs", headers={"If-None-Match": first["ETag"]})
    assert [row["id"] for row in first.json()["results"]] == [club.pk]
    assert (again.status_code, again.content) == (304, b"")


@pytest.fixture
def _low(settings: Any) -> None:
    settings.RATES = {**settings.RATES, "api": (3, 3600)}


@pytest.mark.usefixtures("_low")
def test_limit_counts_refused_requests_too(api: Client) -> None:
    statuses = [api.get("/api/v1/me").status_code for _ in range(5)]
    assert statuses == [401, 401, 401, 429, 429]


@pytest.mark.usefixtures("_low")
def test_limit_counts_wrong_tokens_by_address(api: Client) -> None:
    headers = {"Authorization": "Bearer arb_wrong"}
    statuses = [api.get("/api/v1/me", headers=headers).status_code for _ in range(4)]
    assert statuses == [401, 401, 401, 429]


@pytest.mark.usefixtures("_low")
def test_limit_is_per_token_and_not_per_address(api: Client) -> None:
    secrets = [make_token(make_user(), "read")[1] for _ in range(2)]
    statuses = [
        api.get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"}).status_code
        for secret in secrets
        for _ in range(3)
    ]
    assert statuses == [200] * 6


@pytest.mark.usefixtures("_low")
def test_limit_holds_for_every_view() -> None:
    from league.api.frame import Endpoint
    from league.api.urls import urlpatterns

    views = [
        pattern.callback.cls
        for entry in urlpatterns
        for pattern in getattr(entry, "url_patterns", [entry])
    ]
    ours = [view for view in views if view.__module__.startswith("league.")]
    assert len(ours) >= 7
    otherwise = {view.__name__ for view in ours if not issubclass(view, Endpoint)}
    # The one has a rate of its own, the other is counted by the middleware.
    assert otherwise == {"LiveVersion", "DescriptionFile"}


DEEP = b"[" * 1000 + b"]" * 1000
DEEP_OBJECT = b'{"record":' * 1000 + b"1" + b"}" * 1000


@pytest.mark.parametrize("path", ["/api/v1/verify", "/api/v1/sheets"])
@pytest.mark.parametrize(
    ("body", "why"),
    [
        (DEEP, "nested too deeply"),
        (DEEP_OBJECT, "nested too deeply"),
        (b"[" * 40 + b"]" * 40, "nested too deeply"),
        (b'{"players": ' + b"9" * 5000 + b"}", "more than 18 digits"),
        (b'{"players": ' + b"9" * 19 + b"}", "more than 18 digits"),
        (b'{"players": 1e999}', "too large"),
        (b'{"players": NaN}', "not JSON"),
        (b'{"players"', "not JSON"),
        (b'{"players": "\xff"}', "not JSON"),
    ],
)
def test_body_that_is_too_deep_or_too_large_is_refused(path: str, body: bytes, why: str) -> None:
    answer = Client().post(
        path, body, content_type="application/json", headers={"Accept-Language": "en"}
    )
    assert refusal(answer) == (400, "parse-error")
    assert why in answer.json()["detail"]
