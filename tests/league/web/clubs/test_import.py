"""Importing players in the browser: seen first, written once."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import Club, Player
from tests.factories import make_club, make_player, make_user

pytestmark = pytest.mark.django_db
TABLE = "Jméno;Příjmení;Rok\nEva;Malá;2014\nJana;Nováková;\nPeter;Dvořák;\n;;2011\n"


@pytest.fixture
def club(client: Client) -> Club:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    admin = make_user()
    client.force_login(admin)
    club = make_club("Hexa", admin=admin)
    make_player("Jana Nováková", club=club)
    make_player("Petr Dvořák", club=club)
    return club


def send(client: Client, club: Club, data: bytes | str = TABLE) -> Any:
    content = data.encode("cp1250") if isinstance(data, str) else data
    file = SimpleUploadedFile("hraci.csv", content)
    return client.post(reverse("club-import", args=[club.pk]), {"file": file})


def sealed(response: Any) -> str:
    found = re.search(r'name="sealed" value="([^"]+)"', response.content.decode())
    assert found
    return found[1]


def confirm(client: Client, club: Club, seal: str, **choices: list[int]) -> Any:
    address = reverse("club-import", args=[club.pk])
    return client.post(address, {"sealed": seal, **choices}, follow=True)


def names(club: Club) -> set[str]:
    return set(club.players.values_list("full_name", flat=True))


def test_preview_shows_the_fate_of_each_row_and_writes_nothing(client: Client, club: Club) -> None:
    content = " ".join(send(client, club).content.decode().split())
    assert (
        "4 rows were read. Nothing is added yet. Years of birth and notes are left out" in content
    )
    for shown in (
        'Eva Malá</bdi></strong> <p class="meta"> row 2 </p>',
        "row 3 · in the club as <bdi>Jana Nováková</bdi>",
        "row 4 · similar to <bdi>Petr Dvořák</bdi>, who is in the club",
        "row 5 · there is no name",
    ):
        assert shown in content
    assert names(club) == {"Jana Nováková", "Petr Dvořák"}


def test_preview_takes_a_fixed_number_of_queries(
    client: Client, club: Club, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(5):
        send(client, club, "\n".join(f"Eva Malá {number}" for number in range(500)))


def test_confirmed_rows_are_added(client: Client, club: Club) -> None:
    seal = sealed(send(client, club))
    response = confirm(client, club, seal, add=[4])
    assert "2 players were added." in response.content.decode()
    assert names(club) == {"Jana Nováková", "Petr Dvořák", "Eva Malá", "Peter Dvořák"}


def test_second_confirmation_adds_nobody(client: Client, club: Club) -> None:
    seal = sealed(send(client, club))
    confirm(client, club, seal, add=[3, 4])
    again = confirm(client, club, seal, add=[3, 4])
    assert "Nothing was added twice." in again.content.decode()
    assert club.players.count() == 5


def test_row_ticked_to_be_left_out_is(client: Client, club: Club) -> None:
    confirm(client, club, sealed(send(client, club)), leave_out=[2])
    assert names(club) == {"Jana Nováková", "Petr Dvořák"}


def test_names_may_be_pasted(client: Client, club: Club) -> None:
    address = reverse("club-import", args=[club.pk])
    preview = client.post(address, {"text": "Eva Malá\nAdam Chalupa"})
    confirm(client, club, sealed(preview))
    assert names(club) == {"Jana Nováková", "Petr Dvořák", "Eva Malá", "Adam Chalupa"}


def test_preview_of_another_club_or_by_a_forger_is_refused(client: Client, club: Club) -> None:
    seal = sealed(send(client, club))
    other = make_club("Kocka")
    other.admins.add(club.admins.get())
    for target, sent in ((other, seal), (club, seal[:-3] + "xyz"), (club, "")):
        assert confirm(client, target, sent).status_code == 400
    assert Player.objects.count() == 2
    assert confirm(client, club, seal).status_code == 200  # the seal itself is good
    assert Player.objects.count() == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x00\x01", "cannot read this file as a table"),
        (b"a;b\nc;d", "No column of names was found"),
        (b"x" * (1024 * 1024 + 1), "larger than 1 MiB"),
        (b"Jana\n" * 2500, "more than 2,000 rows"),
    ],
)
def test_bad_file_is_explained(client: Client, club: Club, data: bytes, message: str) -> None:
    response = send(client, club, data)
    assert response.status_code == 422
    assert message in response.content.decode()


def test_nothing_sent_is_explained(client: Client, club: Club) -> None:
    response = client.post(reverse("club-import", args=[club.pk]), {"text": ""})
    assert response.status_code == 422
    assert "Choose a file, or paste some names." in response.content.decode()


def test_largest_table_goes_through(client: Client, club: Club) -> None:
    rows = "\n".join(f"Žofie Křížková-Šťastná {number}" for number in range(2000))
    confirm(client, club, sealed(send(client, club, rows)))
    assert club.players.count() == 2002
