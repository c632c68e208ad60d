"""What decided a game whose result is a record alone: by the game's own pictures, on its page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Match
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import lawful_record, table

pytestmark = pytest.mark.django_db


def decided_by_record(game: str, *, seed: int) -> Match:
    match = table(2, game=game)
    confirm(hand_in_record(match, lawful_record(match, seed=seed)), "B")
    return match


def sides_on(client: Client, match: Match) -> list[str]:
    """What each side has under the heading."""
    content = client.get(reverse("match", args=[match.pk])).content.decode()
    decided = content.partition("<h2>What decided</h2>")[2].partition("</ol>")[0]
    return re.findall("<li>(.*?)</li>", decided, re.S)


@pytest.mark.parametrize(
    ("game", "signs"),
    [("kaleidoskop", "B G O P R Y"), ("twisty", "crown cube"), ("polyssimo", "P")],
)
def test_record_alone_shows_both_values_by_pictures(client: Client, game: str, signs: str) -> None:
    sides = sides_on(client, decided_by_record(game, seed=5))
    assert len(sides) == 2
    for side in sides:
        assert sorted(re.findall(rf"games/{game}/signs[^#]*#(\w+)", side)) == signs.split()
    marked = [re.findall(r"<mark>(\d+)</mark>", side) for side in sides]
    assert [len(numbers) for numbers in marked] == [1, 1]
    assert marked[0] != marked[1]


def test_record_whose_score_says_all_needs_nothing_more(client: Client) -> None:
    assert sides_on(client, decided_by_record("triolet", seed=1)) == []
