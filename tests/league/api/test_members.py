"""Members of a club over the API: by full names, for its admins and their programs."""

from base64 import b64encode
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
    sent = {} if body is None else {"data": body, "content_type": "application/json"}
    return getattr(Client(), method)(f"/api/v1/{path}", headers=headers, **sent)


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


TABLE = """Jméno;Příjmení;Rok;Poznámka;Výška
Eva;Malá;2014;bez  lepku;120
Jana;Novákova;;;
Eva;Malá;;;
;;2010;;
"""


@pytest.mark.parametrize("as_file", [True, False])
def test_table_tells_who_would_be_added(admin: User, club: Club, as_file: bool) -> None:
    jana = make_player("Jana Nováková", club=club)
    Club.objects.filter(pk=club.pk).update(keeps_notes=True)
    secret = secret_of(admin, "clubs")
    sent = {"file": b64encode(TABLE.encode()).decode()} if as_file else {"text": TABLE}

    told = ask("post", f"clubs/{club.pk}/members/read", secret, sent).json()

    assert told["unused"] == ["Výška"]
    columns = ("line", "full_name", "state", "problem", "alike", "first_line")
    assert [tuple(row[name] for name in columns) for row in told["members"]] == [
        (2, "Eva Malá", "new", "", [], None),
        (3, "Jana Novákova", "here", "", [jana.pk], None),
        (4, "Eva Malá", "repeated", "", [], 2),
        (5, "", "broken", "no name", [], None),
    ]
    assert (told["members"][0]["birth_year"], told["members"][0]["note"]) == (2014, "bez lepku")
    assert Player.objects.count() == 1
    new = [
        {name: row[name] for name in ("full_name", "birth_year", "note")}
        for row in told["members"]
        if row["state"] == "new"
    ]
    added = ask("post", f"clubs/{club.pk}/members/many", secret, {"members": new})
    assert added.status_code == 201


def test_table_of_a_club_without_notes_tells_none(admin: User, club: Club) -> None:
    secret = secret_of(admin, "clubs")
    told = ask("post", f"clubs/{club.pk}/members/read", secret, {"text": TABLE}).json()
    assert {(row["birth_year"], row["note"]) for row in told["members"]} == {(None, "")}


def test_what_is_no_table_of_people_is_refused(admin: User, club: Club) -> None:
    path, secret = f"clubs/{club.pk}/members/read", secret_of(admin, "clubs")
    for sent in (
        {},
        {"text": "a;b\nc;d"},
        {"file": "?"},
        {"file": b64encode(b"PK\x03\x04").decode()},
    ):
        assert ask("post", path, secret, sent).status_code == 400, sent
    other = secret_of(make_user("petr"), "clubs")
    assert ask("post", path, other, {"text": TABLE}).status_code == 403
