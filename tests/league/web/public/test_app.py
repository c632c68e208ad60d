"""The service as an app, and practice sheets in one tap: no account, nothing asked before."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.registry import GAMES
from league.models import Sheet
from league.sheets.services.acts import Note
from tests.factories.phones import phone_with
from tests.factories.sheets import practice, written
from tests.factories.tables import table

pytestmark = pytest.mark.django_db


def test_manifest_is_in_the_language_of_its_address(client: Client) -> None:
    told = {}
    for language in ("en", "sk"):
        response = client.get(reverse("app-manifest", args=[language]))
        assert response["Content-Type"] == "application/manifest+json"
        told[language] = response.json()
    assert [told[language]["lang"] for language in ("en", "sk")] == ["en", "sk"]
    assert told["en"]["name"] == "Arbitr: board games"
    assert (told["en"]["start_url"], told["en"]["scope"], told["en"]["id"]) == ("/", "/", "/")


def test_icons_of_the_manifest_are_there_in_their_sizes(client: Client) -> None:
    icons = client.get(reverse("app-manifest", args=["cs"])).json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        file = finders.find(icon["src"].removeprefix(settings.STATIC_URL))
        assert isinstance(file, str)
        if icon["type"] == "image/png":
            header = Path(file).read_bytes()[:24]
            width, height = (int.from_bytes(header[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


def test_pages_name_the_manifest_of_their_language(client: Client) -> None:
    for language in ("en", "cs"):
        content = client.get("/", headers={"Accept-Language": language}).content.decode()
        assert f'<link rel="manifest" href="/app/{language}/manifest.webmanifest">' in content


def test_worker_says_which_version_it_is_and_is_never_kept(client: Client) -> None:
    response = client.get("/worker.js")
    first, second = response.content.decode().splitlines()
    known = json.loads(first.removeprefix("const ARBITR = ").removesuffix(";"))
    sheet = practice()
    assert known["version"] == settings.VERSION
    assert re.match(known["sheet"], reverse("sheet", args=[sheet.pk]))
    assert not re.match(known["sheet"], reverse("sheet-record", args=[sheet.pk]))
    assert second == 'importScripts("/static/arbitr/worker.js");'
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("game", GAMES)
def test_game_on_the_home_page_opens_a_sheet_at_once(client: Client, game: str) -> None:
    home = client.get("/").content.decode()
    assert f'value="{game}"' in home
    opened = client.post(reverse("practice-at-once"), {"game": game})
    sheet = Sheet.objects.get()
    page = client.get(opened.url)
    assert (sheet.game, sheet.players, sheet.help, sheet.match) == (game, 2, "full", None)
    assert page.context["can_write"]
    assert opened.url == reverse("sheet", args=[sheet.pk])


@pytest.mark.parametrize("game", ["", "chess", "other", "x" * 500])
def test_unknown_game_asks_what_is_played(client: Client, game: str) -> None:
    response = client.post(reverse("practice-at-once"), {"game": game}, follow=True)
    assert not Sheet.objects.filter(game=game).exclude(game="other").exists()
    assert response.status_code == 200


def told(page: HttpResponse) -> tuple[list[str], list[str]]:
    """The names and remarks that a sheet's page tells the phone."""
    data = page.context["data"]  # type: ignore[attr-defined]
    return list(data["names"].values()), list(data["state"]["remarks"].values())


def test_names_and_remarks_are_gone_from_the_page_at_once() -> None:
    sheet = practice(names={"A": "Ája"})
    written(sheet, Note("r", "remark", text="Ája má kávu"))
    phone = phone_with(sheet.code)
    address = reverse("sheet", args=[sheet.pk])
    before = told(phone.get(address))
    answer = phone.post(reverse("sheet-forget", args=[sheet.pk]), follow=True)
    assert before == (["Ája", ""], ["Ája má kávu"])
    assert told(answer) == (["", ""], [""])
    assert "The names are forgotten." in answer.content.decode()


def test_names_are_forgotten_by_whoever_holds_the_sheet_alone(client: Client) -> None:
    sheet = practice(names={"A": "Ája"})
    client.post(reverse("sheet-forget", args=[sheet.pk]))
    assert Sheet.objects.get().names == {"A": "Ája"}


def test_names_of_a_match_stay() -> None:
    match = table(2)
    sheet = Sheet.objects.create(match=match, game="triolet", players=2, names={"A": "Ája"})
    phone = phone_with(match.code)
    phone.post(reverse("sheet-forget", args=[sheet.pk]))
    assert Sheet.objects.get().names == {"A": "Ája"}
