"""Members of a club over the API: by full names, for its admins and their programs."""

from typing import Any

import pytest
from django.test import Client

from league.models import AuditEntry, Club, Player, User
from tests.factories import make_club, make_player, make_token, make_user
from tests.league.api.asking import refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def club(admin: User) -> Club:
    return make_club("Hexa", admin=admin)


def ask(method: str, path: str, secret: str = "", body: Any = None) -> Any:
    headers = {"Accept-Language": "en"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    send = getattr(Client(), method)
    return send(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def secret_of(user: User, *scopes: str) -> str:
    return make_token(user, *scopes)[1]


def test_box_is_set_and_read(admin: User, club: Club) -> None:
    secret = secret_of(admin, "read", "clubs")
    box = {"game": "kaleidoskop", "edition": "standard", "tags": {"Corners": "GRBOYP"}}
    assert ask("put", f"clubs/{club.pk}/boxes", secret, box).json() == box
    assert ask("get", f"clubs/{club.pk}/boxes").json()["results"] == [box]
    wrong = ask("put", f"clubs/{club.pk}/boxes", secret, {**box, "tags": {"Corners": "R"}})
    assert "Corners names the six colours" in wrong.content.decode()
    assert ask("put", f"clubs/{club.pk}/boxes", "", box).status_code in (401, 403)
    assert ask("get", f"clubs/{club.pk}/boxes").json()["results"] == [box]


def test_box_is_forgotten(admin: User, club: Club) -> None:
    secret = secret_of(admin, "read", "clubs")
    address = f"clubs/{club.pk}/boxes"
    box = {"game": "kaleidoskop", "edition": "standard", "tags": {"Corners": "GRBOYP"}}
    ask("put", address, secret, box)
    for refused in ("", secret_of(make_user(), "read", "clubs"), secret_of(admin, "read")):
        assert ask("delete", f"{address}/kaleidoskop", refused).status_code in (401, 403)
    assert ask("get", address).json()["results"] == [box]

    for _time in range(2):  # the second time nothing is left to forget
        gone = ask("delete", f"{address}/kaleidoskop", secret)
        assert (gone.status_code, gone.content) == (204, b"")
    assert ask("get", address).json()["results"] == []
    forgotten = AuditEntry.objects.get(action="forget a box")
    assert forgotten.details["before"] == {"edition": "standard", "tags": {"Corners": "GRBOYP"}}
    unknown = ask("delete", f"{address}/chess", secret)
    assert (unknown.status_code, unknown.json()["detail"]) == (400, "This game is not known here.")


def test_members_are_listed_by_full_names(
    admin: User, club: Club, django_assert_num_queries: Any
) -> None:
    player = make_player("Jana Nováková", club=club, user=make_user())
    make_player("Petr Dvořák", club=make_club())
    secret = secret_of(admin, "read", "clubs")
    with django_assert_num_queries(6):
        answer = ask("get", f"clubs/{club.pk}/members", secret).json()
    assert answer["results"] == [
        {
            "id": player.pk,
            "name": "Jana N.",
            "full_name": "Jana Nováková",
            "privacy": "initial",
            "club": club.pk,
            "has_account": True,
            "version": 1,
        }
    ]


def test_members_are_for_the_admins_and_their_scopes(admin: User, club: Club) -> None:
    player = make_player(club=club)
    secrets = {
        "nobody": "",
        "stranger": secret_of(make_user(), "read", "clubs"),
        "admin reading": secret_of(admin, "read"),
        "admin": secret_of(admin, "read", "clubs"),
    }
    statuses = {
        name: (
            ask("get", f"clubs/{club.pk}/members", secret).status_code,
            ask("post", f"clubs/{club.pk}/members", secret, {"full_name": name}).status_code,
            ask("patch", f"players/{player.pk}", secret, {"version": 1}).status_code,
        )
        for name, secret in secrets.items()
    }
    assert statuses == {
        "nobody": (401, 401, 401),
        "stranger": (403, 403, 403),
        "admin reading": (403, 403, 403),
        "admin": (200, 201, 200),
    }


def test_player_is_added_and_a_namesake_asked_about(admin: User, club: Club) -> None:
    secret, path = secret_of(admin, "clubs"), f"clubs/{club.pk}/members"
    first = ask("post", path, secret, {"full_name": "Jana Nováková"})
    again = ask("post", path, secret, {"full_name": "Jana Nováková"})
    told = ask("post", path, secret, {"full_name": "Jana Nováková", "is_namesake": True})
    assert (first.status_code, first.json()["name"]) == (201, "Jana N.")
    assert refusal(again) == (400, "namesake")
    assert (told.status_code, club.players.count()) == (201, 2)


def test_player_is_changed_once_per_version_read(admin: User, club: Club) -> None:
    player, secret = make_player(club=club), secret_of(admin, "clubs")
    first = ask("patch", f"players/{player.pk}", secret, {"full_name": "Jana Malá", "version": 1})
    second = ask("patch", f"players/{player.pk}", secret, {"privacy": "full", "version": 1})
    assert (first.status_code, first.json()["version"]) == (200, 2)
    assert refusal(second) == (409, "stale")
    assert Player.objects.get().public_name == "Jana M."


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "full_name"),
        ({"full_name": " "}, "full_name"),
        ({"full_name": "x" * 201}, "full_name"),
        ({"full_name": "x\x00y"}, "full_name"),
        ({"full_name": "Jana", "privacy": "none"}, "privacy"),
    ],
)
def test_wrong_values_are_named_by_field(
    admin: User, club: Club, body: dict[str, str], field: str
) -> None:
    response = ask("post", f"clubs/{club.pk}/members", secret_of(admin, "clubs"), body)
    assert (response.status_code, list(response.json()["errors"])) == (400, [field])
