"""What pages load: few stylesheets and scripts of ours, all of them there; and their widths."""

import re
from dataclasses import dataclass
from os.path import normpath
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.registry import GAMES
from league.web.games import styles_of
from tests.factories.phones import phone_with
from tests.factories.sheets import practice, sheet_at
from tests.factories.tables import table
from tests.league.matrix import MATRIX
from tests.league.test_permission_matrix import cookies_of
from tests.league.world import SUPERUSER, World

MOST = 3
WIDTHS_REM = ("37.5", "48", "60", "68.75")
OURS = Path(settings.STATICFILES_DIRS[0])


@dataclass(frozen=True)
class Loaded:
    """Files of ours that a page names, without those of libraries."""

    styles: list[str]
    scripts: list[str]


def loaded_by(markup: str) -> Loaded:
    def ours(pattern: str) -> list[str]:
        files = [
            name for name in re.findall(pattern, markup) if name.startswith(settings.STATIC_URL)
        ]
        return [name for name in map(in_folder, files) if is_ours(name)]

    return Loaded(
        styles=ours(r'<link rel="stylesheet"\s+href="([^"]+)"'),
        scripts=ours(r'<script [^>]*src="([^"]+)"'),
    )


def in_folder(address: str) -> str:
    return address.removeprefix(settings.STATIC_URL)


def is_ours(name: str) -> bool:
    file = finders.find(name)
    assert isinstance(file, str), f"no such file: {name}"
    return Path(file).is_relative_to(Path(settings.BASE_DIR)) and ".venv" not in Path(file).parts


def our_files(ending: str) -> dict[str, str]:
    """Text by name, wherever a game or a room keeps them."""
    listed = (row for finder in finders.get_finders() for row in finder.list([]))
    names = (
        f"{getattr(storage, 'prefix', None) or ''}/{name}".lstrip("/") for name, storage in listed
    )
    ours = {name for name in names if name.endswith(ending) and is_ours(name)}
    return {name: Path(str(finders.find(name))).read_text() for name in ours}


def is_page(response: HttpResponse) -> bool:
    if response.streaming:  # a file
        return False
    return b"<!DOCTYPE html>" in response.content[:200] and b"<link " in response.content


def too_many(pages: dict[str, Loaded]) -> dict[str, Loaded]:
    return {
        name: loaded
        for name, loaded in pages.items()
        if len(loaded.styles) > MOST or len(loaded.scripts) > MOST
    }


@pytest.mark.django_db
def test_every_page_loads_at_most_three_stylesheets_and_scripts() -> None:
    world = World.make()
    client = Client()
    client.cookies = cookies_of(SUPERUSER, world)
    pages = {}
    for route, row in MATRIX.items():
        if row.method != "get":
            continue
        whose = "none" if row.none is not None else "own"
        address = reverse(route, kwargs=row.arguments(world, whose, SUPERUSER))
        response = client.get(address, follow=True)
        if is_page(response):
            pages[route] = loaded_by(response.content.decode())
    styles = {name for loaded in pages.values() for name in loaded.styles}
    rooms = {str(path.relative_to(OURS)) for path in OURS.glob("*/*.css")}
    assert len(pages) > 90
    assert rooms - styles == set()  # nothing is left that no page loads
    assert too_many(pages) == {}


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_score_sheet_loads_its_game_and_no_more(game: str) -> None:
    sheet = practice(game)
    page = phone_with(sheet.code).get(reverse("sheet", args=[sheet.pk]))
    loaded = loaded_by(page.content.decode())
    assert loaded.styles[:2] == ["arbitr/arbitr.css", "sheet/sheet.css"]
    assert loaded.styles[2:] == styles_of(game)
    assert too_many({game: loaded}) == {}


@pytest.mark.django_db
def test_match_whose_board_is_watched_loads_its_game_and_no_more(client: Client) -> None:
    match = table(2)
    sheet_at(match)
    markup = client.get(reverse("match", args=[match.pk])).content.decode()
    loaded = loaded_by(markup)
    assert 'class="watched"' in markup
    assert loaded.styles[:2] == ["arbitr/arbitr.css", "table/table.css"]
    assert loaded.styles[2:] == styles_of("triolet")
    assert too_many({"match": loaded}) == {}


def test_page_with_too_many_would_be_noticed() -> None:
    link = '<link rel="stylesheet" href="/static/arbitr/arbitr.css">'
    library = '<script src="/static/django_htmx/htmx-2.min.js" defer></script>'
    assert too_many({"few": loaded_by(link * 3 + library * 4)}) == {}
    assert list(too_many({"many": loaded_by(link * 4)})) == ["many"]


def test_layouts_change_at_four_widths() -> None:
    below = {str(float(width) - 0.01) for width in WIDTHS_REM}
    known = {f"(min-width: {width}rem)" for width in WIDTHS_REM} | {
        f"(max-width: {width}rem)" for width in below
    }
    used = {
        query
        for text in our_files(".css").values()
        for media in re.findall(r"@(?:media|container)([^{]*)", text)
        for query in re.findall(r"\([^()]*(?:width|height|aspect)[^()]*\)", media)
    }
    assert used <= known
    assert {re.sub(r"[^\d.]", "", query) for query in used} >= {"37.49", "48", "60", "68.75"}


def test_imports_of_scripts_are_there() -> None:
    imported = {
        normpath(Path(name).parent / target)
        for name, text in our_files(".js").items()
        for target in re.findall(r'^import (?:[^;"]* from )?"([^"]+)"', text, flags=re.M)
    }
    assert "sheet/dom.js" in imported
    assert [name for name in imported if not finders.find(name)] == []
