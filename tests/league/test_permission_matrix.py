"""Role × route × own/other/none: every cell asserted, and no route without a row."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.permissions import DEVICE_KEY
from league.web.middleware import DefaultDeny, says_who_may
from tests.factories import PASSWORD, make_club, make_token, make_user
from tests.league.matrix import MATRIX, routes
from tests.league.matrix_results import PHONE
from tests.league.world import ACCOUNTS, GUEST, OPERATORS, ROLES, Row, World

pytestmark = pytest.mark.django_db

OPENED, LOGIN, FORBIDDEN, HIDDEN = "opened", "sent to log in", "forbidden", "not found"
ADMIN_ROUTES = [name for name in routes() if name.startswith("admin:")]
ADMIN_DOORS = ("admin:login", "admin:logout")  # they answer everybody by sending them on


@dataclass(frozen=True)
class Actors:
    """The world, and what a browser of each role holds in it."""

    world: World
    cookies: Mapping[str, SimpleCookie]

    def client(self, role: str) -> Client:
        client = Client(raise_request_exception=True)
        client.cookies = deepcopy(self.cookies[role])
        return client


@pytest.fixture(scope="module")
def made_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[Actors]:
    """Each test sees it in a transaction of its own, which is undone at its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        world = World.make()
        yield Actors(world, {role: cookies_of(role, world) for role in ROLES})
        transaction.set_rollback(True)


@pytest.fixture
def actors(made_once: Actors, db: None) -> Actors:
    """Rows in memory are this test's own as well."""
    return deepcopy(made_once)


@pytest.fixture
def world(actors: Actors) -> World:
    return actors.world


def cookies_of(role: str, world: World) -> SimpleCookie:
    client = Client(raise_request_exception=True)
    if role in ACCOUNTS:
        client.force_login(world.users[role])
        # So that pages which ask for the password again are opened.
        again = client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        assert again.status_code == 302
    if role == GUEST:
        session = client.session
        session[DEVICE_KEY] = PHONE
        session.save()
    return client.cookies


def outcome(response: HttpResponse) -> str:
    location = response.headers.get("Location", "")
    doors = (reverse("account_login"), reverse("admin:login"))
    is_held = location == reverse("held")  # a form, until its sender is known
    if response.status_code == 302 and (is_held or location.startswith(doors)):
        return LOGIN
    if 200 <= response.status_code < 400:
        return OPENED
    if response.status_code in (400, 409, 415, 422, 503):  # nothing sent, no worker in tests
        return OPENED
    return {401: LOGIN, 403: FORBIDDEN, 404: HIDDEN, 405: FORBIDDEN}[response.status_code]


def refusal(row: Row, role: str, *, whose: str) -> set[str]:
    if role in ACCOUNTS:
        is_known = role in row.known_to and (whose == "own" or role in OPERATORS)
        return {HIDDEN} if row.hidden and not is_known else {FORBIDDEN}
    return {HIDDEN, LOGIN} if row.hidden else {LOGIN}


def test_every_route_has_a_row() -> None:
    assert set(routes()) - set(ADMIN_ROUTES) == set(MATRIX)


def test_route_without_a_row_would_be_noticed() -> None:
    assert "home" in routes()
    assert set(routes()) - set(ADMIN_ROUTES) != set(MATRIX) - {"home"}


@pytest.mark.parametrize("route", MATRIX)
def test_route_opens_to_those_it_is_for(route: str, actors: Actors) -> None:
    row, world = MATRIX[route], actors.world
    clients = {role: actors.client(role) for role in ROLES}
    wrong = []
    for whose, role, is_let_in in row.cells():
        address = reverse(route, kwargs=row.arguments(world, whose, role))
        methods = [row.method] if is_let_in else sorted({row.method, "get", "post"})
        for method in methods:
            found = outcome(getattr(clients[role], method)(address))
            expected = {OPENED} if is_let_in else refusal(row, role, whose=whose)
            if not is_let_in and method != row.method:
                expected = {LOGIN, FORBIDDEN, HIDDEN}  # refused somehow
            if found not in expected:
                wrong.append(f"{method} {route} {whose} as {role}: {found}, not {expected}")
    assert wrong == []


@pytest.mark.postgresql
@pytest.mark.parametrize("route", [name for name, row in MATRIX.items() if row.let_in()])
def test_route_opens_on_postgresql_too(route: str, actors: Actors) -> None:
    """Whom it is for does not depend on the database: somebody is let in, and its SQL is run."""
    row = MATRIX[route]
    whose, role = row.let_in()[-1]
    address = reverse(route, kwargs=row.arguments(actors.world, whose, role))
    assert outcome(getattr(actors.client(role), row.method)(address)) == OPENED


@pytest.mark.parametrize("role", ROLES)
def test_admin_is_for_operators(role: str, actors: Actors) -> None:
    world = actors.world
    club = world.clubs["own"].pk
    addresses = {
        "/admin/": "",
        reverse("admin:league_user_changelist"): "",
        reverse("admin:league_user_change", args=[world.users["player"].pk]): "",
        reverse("admin:league_club_changelist"): "",
        reverse("admin:league_club_change", args=[club]): "",
        reverse("admin:league_player_changelist"): "",
        reverse("admin:league_event_changelist"): "",
        reverse("admin:league_job_changelist"): "",
        reverse("admin:league_notice_changelist"): "",
        reverse("admin:league_auditentry_changelist"): "",
    }
    client = actors.client(role)
    expected = OPENED if role in OPERATORS else LOGIN
    assert {address: outcome(client.get(address)) for address in addresses} == dict.fromkeys(
        addresses, expected
    )


def test_club_is_changed_over_the_api_by_its_admins_alone() -> None:
    admin = make_user()
    club = make_club(admin=admin)
    address = reverse("api-clubs-detail", args=[club.pk])
    cases = {
        "nobody": ({}, 401),
        "token of a stranger": (bearer(make_user(), "read", "clubs"), 403),
        "token without the scope": (bearer(admin, "read"), 403),
        "token with the scope": (bearer(admin, "clubs"), 200),
    }
    change = {"town": "Brno", "version": club.version}
    for name, (headers, status) in cases.items():
        response = Client().patch(address, change, content_type="application/json", headers=headers)
        assert (name, response.status_code) == (name, status)
    club.refresh_from_db()
    assert club.town == "Brno"


def test_token_opens_no_account_pages_and_no_operations(world: World) -> None:
    headers = bearer(world.users["superuser"], "read", "clubs")
    for route in ("me", "tokens", "delete-account", "staff-jobs", "staff-mail", "staff-audit"):
        assert outcome(Client().get(reverse(route), headers=headers)) == LOGIN


def test_token_without_reading_reads_nothing() -> None:
    headers = bearer(make_user(), "clubs")
    answer = Client().get(reverse("api-me"), headers=headers)
    told = answer.json()
    assert (answer.status_code, told["code"], told["scope"]) == (403, "missing-scope", "read")
    assert told.keys() == {"type", "title", "status", "code", "detail", "request_id", "scope"}


def test_view_that_names_no_permission_is_refused() -> None:
    from django.core.exceptions import PermissionDenied
    from django.test import RequestFactory

    def forgotten(request: object) -> HttpResponse:
        return HttpResponse("secret")

    assert not says_who_may(forgotten)
    with pytest.raises(PermissionDenied):
        DefaultDeny(lambda request: HttpResponse()).process_view(
            RequestFactory().get("/"), forgotten, [], {}
        )


def bearer(user: object, *scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {make_token(user, *scopes)[1]}"}
