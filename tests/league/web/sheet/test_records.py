"""What a sheet leaves behind: the record, and its replay, for whoever has the address."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.verify import verify
from league.models import Sheet
from tests.factories.sheets import lines_of, noted, practice, written

pytestmark = pytest.mark.django_db


def played(actions: int | None = None) -> Sheet:
    sheet = practice(names={"A": "Jana", "B": "Petr"})
    written(sheet, *noted(*lines_of("triolet")[:actions]))
    return sheet


def test_record_of_a_finished_game_is_complete(client: Client) -> None:
    answer = client.get(reverse("sheet-record", args=[played().pk]))
    assert verify(answer.content).status == "complete"
    assert answer["Content-Disposition"].startswith("attachment; filename=")


def test_replay_shows_a_move_with_names(client: Client) -> None:
    sheet = played(4)
    page = client.get(reverse("sheet-replay", args=[sheet.pk]), {"move": "2"}).content.decode()
    assert 'data-move="2"' in page
    assert 'data-last="4"' in page
    assert "<bdi>Jana</bdi>" in page


def test_drawings_come_in_packs(client: Client) -> None:
    sheet = played(4)
    answer = client.get(reverse("sheet-drawings", args=[sheet.pk, 0]))
    assert json.loads(answer.content)
    assert client.get(reverse("sheet-drawings", args=[sheet.pk, 9])).status_code == 404


def test_board_is_a_file(client: Client) -> None:
    sheet = played(4)
    answer = client.get(reverse("sheet-drawing", args=[sheet.pk, 3]))
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert answer.content.startswith(b"<svg")


def test_points_written_by_hand_have_no_replay(client: Client) -> None:
    sheet = practice("other", other_name="Carcassonne")
    assert client.get(reverse("sheet-replay", args=[sheet.pk])).status_code == 404
    answer = client.get(reverse("sheet-record", args=[sheet.pk]))
    assert answer["Location"] == reverse("sheet", args=[sheet.pk])
