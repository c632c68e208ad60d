"""Entries from a table: pasted, CSV or XLSX; shown first, entered once, or refused."""

import base64
import io
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.events.services.categories import add_category
from league.models import Entry, Event, Official, Player
from league.permissions import SERVICE
from tests.factories import make_event, make_player, make_token, make_user

pytestmark = pytest.mark.django_db
TABLE = "Příjmení;Jméno;Rating;Kategorie;Barva\nŘehoř;Šimon;1500;Junioři;modrá\nMalá;Eva;;;\n"


@pytest.fixture
def event(client: Client) -> Event:
    organiser = make_user("organiser")
    client.force_login(organiser)
    made = make_event(officials={Official.Role.ORGANISER: organiser})
    add_category(made, actor=SERVICE, name="Junioři")
    return made


def xlsx(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def send(client: Client, event: Event, data: bytes | None = None, **sent: Any) -> Any:
    file = {} if data is None else {"file": SimpleUploadedFile("lidé.csv", data)}
    body = {"do": "enter", "client_key": "k", **file, **sent}
    return client.post(reverse("event-people", args=[event.pk]), body)


def entered(event: Event) -> dict[str, tuple[int | None, list[str]]]:
    return {
        entry.player.full_name: (entry.rating, [each.name for each in entry.categories.all()])
        for entry in event.entries.all()
    }


KINDS = {
    "utf-8": TABLE.encode(),
    "with a mark": TABLE.encode("utf-8-sig"),
    "of Windows": TABLE.encode("cp1250"),
    "utf-16": TABLE.encode("utf-16"),
    "xlsx": xlsx(
        ("Příjmení", "Jméno", "Rating", "Kategorie", "Barva"),
        ("Řehoř", "Šimon", 1500, "junioři", "modrá"),
        ("Malá", "Eva"),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_file_is_shown_and_then_entered_once(client: Client, event: Event, kind: str) -> None:
    preview = send(client, event, KINDS[kind])
    text = preview.content.decode()
    assert ("Šimon Řehoř" in text, "Barva" in text, event.entries.count()) == (True, True, 0)
    for _time in range(2):
        send(client, event, names=preview.context["names"], confirmed="1")
    assert entered(event) == {"Šimon Řehoř": (1500, ["Junioři"]), "Eva Malá": (None, [])}


def test_pasted_table_is_read_by_its_columns(client: Client, event: Event) -> None:
    pasted = "Full name\tRating\tCategory\nJana Nováková\t-5\tSenioři\n"
    text = send(client, event, names=pasted).content.decode()
    assert ("Senioři" in text, "no such categories" in text) == (True, True)
    send(client, event, names=pasted, confirmed="1")
    assert entered(event) == {"Jana Nováková": (None, [])}


def test_plain_list_with_commas_is_no_table(client: Client, event: Event) -> None:
    send(client, event, names="Nováková, Jana\nDvořák, Petr", confirmed="1")
    assert event.entries.count() == 2


def test_members_namesakes_and_repeats_are_told_apart(client: Client, event: Event) -> None:
    known = make_player("Jana Nováková", club=event.club)
    for name in ("Petr Dvořák", "Petr Dvořák"):
        make_player(name, club=event.club)
    Entry.objects.create(event=event, player=make_player("Eva Malá"))
    names = (
        "Jméno a příjmení;Rating\nJana Nováková;1400\nPetr Dvořák;\nEva Malá;\nJana Nováková;9\n"
    )
    preview = send(client, event, names.encode())
    states = [line.pasted.state.value for line in preview.context["lines"]]
    assert states == ["known", "asked", "entered", "repeated"]
    asked = send(client, event, names=preview.context["names"], confirmed="1")
    assert (asked.status_code, event.entries.count()) == (422, 1)
    send(client, event, names=preview.context["names"], confirmed="1", **{"as-3-0": "new"})
    assert (event.entries.count(), event.entries.get(player=known).rating) == (3, 1400)


def test_teams_come_with_partner_and_name(client: Client, event: Event) -> None:
    Event.objects.update(game="kaleidoskop", variant="teams")
    table = "Hráč;Spoluhráč;Název týmu\nJana Nováková;Petr Dvořák;Ještěrky\nEva Malá;;\n"
    preview = send(client, event, table.encode())
    assert [line.pasted.state.value for line in preview.context["lines"]] == [
        "new",
        "new",
        "broken",
    ]
    send(client, event, names=preview.context["names"], confirmed="1")
    [entry] = event.entries.all()
    assert (entry.team_name, len(entry.players)) == ("Ještěrky", 2)


MANY = "Jméno\n" + "\n".join(f"Hráč Číslo{at}" for at in range(10_000))
REFUSED = {
    "more than 2,000 rows": MANY.encode(),
    "At most 500 people": "\n".join(MANY.splitlines()[:602]).encode(),
    "cannot read this file": b"\x00\x01\x02" * 50,
    "old version of Excel": b"\xd0\xcf\x11\xe0" + b"x" * 50,
    "No column of names": b"Barva;Cena\nmodr\xc3\xa1;5\n",
    "nobody in this table": b"\n\n",
    "larger than 1 MiB": b"a" * (1024 * 1024 + 1),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_bad_file_is_refused_with_its_reason(client: Client, event: Event, reason: str) -> None:
    answer = send(client, event, REFUSED[reason])
    assert (answer.status_code, reason in answer.content.decode()) == (422, True)
    assert (event.entries.count(), Player.objects.count()) == (0, 0)


def test_nobody_is_entered_if_one_cannot_be(client: Client, event: Event) -> None:
    Event.objects.update(status=Event.Status.FINISHED)
    answer = send(client, event, names="Name;Rating\nJana Nováková;1\nEva Malá;2", confirmed="1")
    assert (answer.status_code, event.entries.count()) == (422, 0)


def test_api_tells_who_is_meant_and_writes_nothing(event: Event) -> None:
    jana = make_player("Jana Nováková", club=event.club)
    user = event.official_set.get().user
    secret = make_token(user, "read", "events")[1]
    headers = {"Authorization": f"Bearer {secret}"}
    address = reverse("api-events-people-read", args=[event.pk])

    def ask(**body: str) -> Any:
        return Client().post(address, body, content_type="application/json", headers=headers)

    table = xlsx(("Full name", "Rating", "Category"), ("Jana Nováková", 1300, "Junioři"))
    told = ask(file=base64.b64encode(table).decode()).json()
    [person] = told["people"]
    junior = event.categories.get().pk
    assert (person["player"], person["rating"], person["categories"]) == (jana.pk, 1300, [junior])
    assert ask(text="Jana Nováková").json()["people"][0]["state"] == "known"
    assert ask(file="?").status_code == 400
    assert ask(text="a;b\nc;d").status_code == 400
    assert event.entries.count() == 0
