"""Paper: sheets, cards, and the whole event in one file."""

import base64
import hashlib
import re

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.lifecycle import keep_paper
from league.models import Official, PaperCopy, Round, Stage, TableCode
from tests.factories import make_user
from tests.factories.events import enter, played_round, published_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(client: Client) -> Stage:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    stage = running_event(9)
    official = make_user()
    Official.objects.create(event=stage.event, user=official, role=Official.Role.ARBITER)
    client.force_login(official)
    return stage


def tables_of(content: str) -> list[str]:
    return re.findall(r"<b>Stůl (\w+)</b>", content)


def test_slips_are_for_tables_that_still_play(client: Client, stage: Stage) -> None:
    published = published_round(stage)
    enter(published.matches.get(table=2), *range(published.matches.get(table=2).seats.count()))
    content = client.get(reverse("print-slips", args=[published.pk])).content.decode()
    assert tables_of(content) == ["1", "3"]
    blank = client.get(reverse("print-blank", args=[stage.event_id])).content.decode()
    assert tables_of(blank) == ["____"] * 8


def test_slips_say_who_sits_where(client: Client, stage: Stage) -> None:
    published = published_round(stage)
    content = client.get(reverse("print-slips", args=[published.pk])).content.decode()
    found = re.findall(r"<td>(\w)</td>\s*<td>\s*<bdi>([^<]+)</bdi>", content)
    seats = published.seats.select_related("player").order_by("match__table", "letter")
    assert found == [(seat.letter, seat.player.public_name) for seat in seats]


def test_names_lead_to_tables(client: Client, stage: Stage) -> None:
    published = published_round(stage)
    content = client.get(reverse("print-names", args=[published.pk])).content.decode()
    found = re.findall(r"<bdi>([^<]+)</bdi>\s*<b>\s*(\d+)\s*</b>", content)
    seats = published.seats.select_related("player", "match").order_by("player__sort_key")
    assert found == [(seat.player.public_name, str(seat.match.table)) for seat in seats]


def test_cards_name_the_club_and_the_table(client: Client, stage: Stage) -> None:
    address = reverse("print-cards", args=[stage.event_id])
    content = client.get(address, {"tables": "3"}).content.decode()
    printed = re.findall(r"/c/(\w+)/", content)
    codes = TableCode.objects.filter(club=stage.event.club).order_by("table")
    assert [(code.table, code.code) for code in codes] == list(enumerate(printed, start=1))
    assert len(printed) == 3
    assert stage.event_id not in content.partition('<div class="cards">')[2].partition("</main")[0]
    assert client.get(address, {"tables": "100000"}).content.decode().count("table-sign") == 100


def test_paper_needs_nothing_from_outside(client: Client, stage: Stage) -> None:
    played_round(stage)
    published_round(stage)
    response = client.get(reverse("event-paper", args=[stage.event_id]))
    content = response.content.decode()
    assert response.headers["Content-Disposition"] == 'attachment; filename="uterni-vecer.html"'
    assert re.findall(r"(?:src|href|url)\s*[=(]|<script|<link", content) == []
    assert [name for name in ("2.\xa0kolo", "Hráč I.") if name in content] == [
        *("2.\xa0kolo", "Hráč I.")
    ]


def test_style_of_paper_is_let_through_by_its_digest(client: Client, stage: Stage) -> None:
    response = client.get(reverse("event-paper", args=[stage.event_id]))
    style = response.content.decode().split("<style>")[1].split("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert response.headers["Content-Security-Policy"] == (
        f"default-src 'none'; style-src 'sha256-{digest}'; sandbox"
    )


def test_kept_papers_are_listed_and_given(client: Client, stage: Stage) -> None:
    keep_paper(played_round(stage).pk)
    copy = PaperCopy.objects.get()
    listed = client.get(reverse("event-print", args=[stage.event_id])).content.decode()
    assert reverse("paper", args=[copy.pk]) in listed
    assert client.get(reverse("paper", args=[copy.pk])).content.decode() == copy.html


def test_print_pages_say_when_a_round_is_withdrawn(client: Client, stage: Stage) -> None:
    published = published_round(stage)
    routes = ("print-tables", "print-names", "print-slips")
    before = [client.get(reverse(route, args=[published.pk])).status_code for route in routes]
    Round.objects.update(status=Round.Status.DRAFT, withdrawn_at=published.published_at)
    after = [client.get(reverse(route, args=[published.pk])).status_code for route in routes]
    assert (before, after) == ([200] * 3, [404] * 3)
