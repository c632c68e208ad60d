"""The share of proved results on the pages of an event, a club and a player."""

import re

import pytest
from django.urls import reverse

from league.models import Event
from league.standings.services import compute_standings
from tests.conftest import OpenPage
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import record_of, table

pytestmark = pytest.mark.django_db


def share_on(content: str) -> list[str]:
    """Each share that a page shows, with the widths of its bar."""
    text = re.sub(r"\s+", " ", content)
    bars = re.findall(r'class="is-(\w+)"(?: x="\d+")? width="(\d+)"', text)
    said = re.findall(r"\d+ of \d+ results? proved", text)
    return [*(f"{name} {width}" for name, width in bars), *said]


def test_pages_show_the_share_and_nothing_without_results(open_page: OpenPage) -> None:
    match = table(2)
    confirm(hand_in_record(match, record_of(players=2)))
    typed = table(2)
    club, player = match.event.club, match.seats.get(letter="A").player
    Event.objects.update(club=club)
    pages = {
        reverse("club", args=[club.pk]): 5,
        reverse("player", args=[player.pk]): 3,
        reverse("event", args=[match.event_id]): 21,
    }
    compute_standings(match.round.stage_id)
    for address, queries in pages.items():
        content = open_page(address, queries=queries).content.decode()
        assert share_on(content)[:3] == ["verified 1", "kept 0", "1 of 1 result proved"]
        assert "The rules replayed the whole record of the game" in content
    nobody = typed.seats.get(letter="A").player
    page = open_page(reverse("player", args=[nobody.pk]), queries=3)
    assert share_on(page.content.decode()) == []
