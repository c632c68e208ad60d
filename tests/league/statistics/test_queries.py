"""Which games count in statistics, and what their pages and the API say."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.models import Event, Match, Player
from league.statistics.queries import (
    event_statistics,
    game_statistics,
    games_counted,
    player_statistics,
)
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import other_table, record_of, scores_of, table
from tests.league.api.asking import NOBODY
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_kept(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    cache.clear()


@pytest.fixture
def played() -> Match:
    """Two of Triolet, by a record."""
    match = table(2)
    confirm(hand_in_record(match, record_of(players=2)))
    return match


def winner_of(match: Match) -> Player:
    scores = scores_of(record_of(players=2))
    letter = "AB"[scores.index(max(scores))]
    return match.seats.get(letter=letter).player


def test_event_counts_what_is_accepted(played: Match) -> None:
    shown = event_statistics(played.event)
    assert shown is not None
    scores = scores_of(record_of(players=2))
    figures = shown.figures
    assert (shown.kind.slug, figures.games, figures.proved.verified) == ("triolet:base", 1, 1)
    assert shown.figures.mean_score == sum(scores) / 2
    assert [each.value for each in shown.figures.best] == sorted(scores, reverse=True)
    [longest] = shown.figures.longest
    assert (longest.match, longest.value) == (
        played.pk,
        played.submissions.get().verifications.get().verdict["turns"],
    )
    assert set(shown.names) == set(longest.entries)


def test_what_is_not_accepted_or_forfeited_does_not_count() -> None:
    waiting, forfeited = table(2), other_table(3)
    hand_in_record(waiting, record_of(players=2))
    confirm(hand_in(forfeited, 3, 2, None))
    assert event_statistics(waiting.event) is None
    assert event_statistics(forfeited.event) is None


def test_player_counts_the_own_sides(played: Match) -> None:
    shown = player_statistics(winner_of(played))
    assert shown is not None
    assert shown.figures.mean_score == max(scores_of(record_of(players=2)))
    assert [seat.share for size in shown.figures.sizes for seat in size.seats] == [1.0]


def test_game_counts_public_events_alone(played: Match) -> None:
    assert games_counted() == [
        ("kaleidoskop", "Kaleidoskop", 0),
        ("polyssimo", "Polyssimo Challenge", 0),
        ("triolet", "Triolet", 1),
        ("twisty", "Twisty", 0),
    ]
    assert game_statistics("triolet") is not None
    cache.clear()
    Event.objects.update(status=Event.Status.DRAFT)
    assert game_statistics("triolet") is None


def test_another_game_is_a_kind_of_its_own(played: Match) -> None:
    other = other_table(2)
    confirm(hand_in(other, 7, 5))
    winner, entry = winner_of(played), other.seats.get(letter="A").entry
    entry.seats.update(player=winner)
    entry.player = winner
    entry.save()
    shown = player_statistics(winner, wanted="Dáma:")
    assert shown is not None
    assert {kind.slug: number for kind, number in shown.kinds} == {"triolet:base": 1, "Dáma:": 1}
    assert (shown.kind.name, shown.figures.mean_score) == ("Dáma", 7.0)


def test_page_of_an_event(client: Client, played: Match, open_page: Any) -> None:
    address = reverse("event-statistics", args=[played.event_id])
    open_page(address, queries=3)
    text = text_of(client, address)
    assert "1 of 1 result proved" in text
    assert "No seat is clearly better: the differences may be chance." in text
    assert "Longest games" in text


def test_pages_without_games_say_what_comes(client: Client) -> None:
    match = table(2)
    player = match.seats.get(letter="A").player
    for address in (
        reverse("event-statistics", args=[match.event_id]),
        reverse("player-statistics", args=[player.pk]),
        reverse("statistics-game", args=["twisty"]),
    ):
        assert "Figures appear with the first accepted result." in text_of(client, address)


def test_games_lead_to_their_figures(client: Client, played: Match) -> None:
    assert "Triolet 1 game Twisty 0 games" in text_of(client, reverse("statistics"))
    assert "Average score" in text_of(client, reverse("statistics-game", args=["triolet"]))
    assert client.get(reverse("statistics-game", args=["chess"])).status_code == 404


def test_api_tells_the_same(played: Match) -> None:
    of_event = NOBODY.get(f"events/{played.event_id}/statistics").json()
    of_game = NOBODY.get("games/triolet/statistics").json()
    of_player = NOBODY.get(f"players/{winner_of(played).pk}/statistics").json()
    assert of_event == of_game
    assert (of_event["kinds"], of_event["figures"]["games"]) == (["triolet:base"], 1)
    assert of_player["figures"]["mean_score"] == max(scores_of(record_of(players=2)))
    assert NOBODY.get("games/twisty/statistics").json() == {
        "kind": None,
        "kinds": [],
        "figures": None,
    }
    assert NOBODY.get("games/chess/statistics").status_code == 404
