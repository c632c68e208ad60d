"""What the service does with a game, for every game that is registered: it names none of them."""

import pytest
from django.test import Client
from django.urls import reverse

from games.registry import GAMES, rules_of
from games.verify import verify
from league.models import Sheet
from league.sheets.queries import on_sheet
from tests.factories.phones import phone_with
from tests.factories.sheets import lines_of, noted, practice, tags_of, written
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import lawful_record, record_of, scores_counting, scores_of, table
from tests.league.web.reading import plain

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("game", GAMES)]


def name_of(game: str) -> str:
    rules = rules_of(game)
    assert rules is not None
    return rules.name


def test_home_page_shows_it_and_opens_a_sheet(client: Client, game: str) -> None:
    home = client.get("/").content.decode()
    assert f'value="{game}"' in home
    assert f"/static/games/{game}/picture.svg" in home
    opened = client.post(reverse("practice-at-once"), {"game": game})
    page = client.get(opened.url)
    assert page.context["data"]["state"]["stage"] in ("playing", "set_up")
    assert f"<h1>{name_of(game)}</h1>" in page.content.decode()


def test_whole_game_is_written_on_a_sheet(game: str) -> None:
    sheet = practice(game)
    if tags := tags_of(game):
        written(sheet, *noted(("", tags), kind="set_up", key="s"))
    outcome = written(sheet, *noted(*lines_of(game)))
    assert outcome.refused is None
    assert on_sheet(Sheet.objects.get(pk=sheet.pk)).is_over
    assert phone_with(sheet.code).get(reverse("sheet", args=[sheet.pk])).context["can_write"]


def test_pasted_record_is_replayed(client: Client, game: str) -> None:
    record = record_of(3, game=game, players=2)
    page = client.post(reverse("viewer"), {"record": record, "move": 1}).content.decode()
    assert f"1 / {verify(record.encode()).turns}" in plain(page)
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page


def test_record_is_judged_by_the_api(client: Client, game: str) -> None:
    record = record_of(3, game=game, players=2)
    answer = client.post("/api/v1/verify", record, content_type="text/plain")
    assert answer.json() == verify(record.encode()).as_dict()


def test_record_of_a_match_counts_and_is_replayed(client: Client, game: str) -> None:
    match = table(2, game=game)
    records = (lawful_record(match, seed=seed) for seed in range(50))
    record = next(one for one in records if verify(one.encode()).edition == "standard")
    submission = hand_in_record(match, record)
    confirm(submission, "B")
    assert scores_counting(match) == scores_of(record)
    page = client.get(reverse("submission-replay", args=[submission.pk]), {"move": 2})
    shown = page.context["replay"]
    assert (shown.game, shown.move) == (name_of(game), 2)
    assert shown.board.startswith("<svg")
