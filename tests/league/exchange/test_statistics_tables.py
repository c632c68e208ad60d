"""Every table on a page of statistics goes out: scores, seats, games, and how many are proved."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from league.exchange.data_table import DataTable
from league.exchange.queries.statistics_tables import (
    PARTS,
    event_statistics_table,
    game_statistics_table,
    player_statistics_table,
)
from league.models import Entry, Event, Match, Player
from tests.factories.events import enter, published_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> list[Match]:
    """Two games of a round, 7 against 3 and 6 against 5."""
    stage = running_event(4, stage={"kind": "swiss", "rounds_planned": 3}, games_per_match=1)
    first, second = published_round(stage).matches.order_by("table")
    enter(first, 7, 3)
    enter(second, 6, 5)
    return [first, second]


def names_at(match: Match) -> list[str]:
    seats = match.seats.order_by("letter").select_related("entry__player")
    return [seat.entry.player.public_name for seat in seats]


def of_event(match: Match, **wanted: str) -> DataTable:
    return event_statistics_table(Event.objects.get(pk=match.event_id), wanted)


def keys_of(table: DataTable) -> list[str]:
    return [column.key for column in table.columns]


def test_scores_tell_how_often_each_came(played: list[Match]) -> None:
    table = of_event(played[0], part="scores")
    assert keys_of(table) == ["least", "most", "number"]
    assert table.rows == [[3, 3, 1], [4, 4, 0], [5, 5, 1], [6, 6, 1], [7, 7, 1]]


def test_games_are_listed_with_what_they_are_listed_for(played: list[Match]) -> None:
    table = of_event(played[0], part="games")
    assert keys_of(table)[3:] == ["score", "turns", "apart", "address"]
    (best, worse), (close, lower) = map(names_at, played)
    first, second = (settings.SITE_URL + reverse("match", args=[match.pk]) for match in played)
    assert table.rows == [
        ["Best scores", 1, best, 7, None, None, first],
        ["Best scores", 2, close, 6, None, None, second],
        ["Best scores", 3, lower, 5, None, None, second],
        ["Best scores", 4, worse, 3, None, None, first],
        ["Closest games", 1, f"{close}, {lower}", None, None, 1, second],
        ["Closest games", 2, f"{best}, {worse}", None, None, 4, first],
    ]


def test_summary_tells_median_and_what_is_proved(played: list[Match]) -> None:
    table = of_event(played[0], part="summary")
    assert keys_of(table) == ["games", "verified", "kept", "mean_score", "median_score"]
    assert table.rows == [[2, 0, 0, 5.25, 5.5]]


def test_seats_are_what_is_given_unless_another_is_wanted(played: list[Match]) -> None:
    seats = of_event(played[0], part="seats")
    assert [row[:3] for row in seats.rows] == [[2, "all", 2], [2, "A", 2], [2, "B", 2]]
    assert of_event(played[0]) == of_event(played[0], part="nothing") == seats


def test_names_of_the_files_differ(played: list[Match]) -> None:
    assert len({of_event(played[0], part=part).name for part in PARTS}) == len(PARTS)


def test_games_of_places_alone_have_no_scores(played: list[Match]) -> None:
    Event.objects.update(
        game="other", other_name="Dáma", other_scoring="places", other_least=2, other_most=4
    )
    assert of_event(played[0], part="scores").rows == []
    assert of_event(played[0], part="games").rows == []
    assert of_event(played[0], part="summary").rows == [[2, 0, 0, None, None]]


def test_player_and_game_have_the_same_tables(played: list[Match]) -> None:
    player = Player.objects.get(entries__seats__match=played[0], entries__seats__letter="B")
    makers: list[tuple[Callable[..., DataTable], Any]] = [
        (player_statistics_table, player),
        (game_statistics_table, Event.objects.get().game),
    ]
    for make, of in makers:
        for part in PARTS:
            table = make(of, {"part": part})
            assert table.rows, (make, part)
            assert {len(row) for row in table.rows} == {len(table.columns)}
    assert player_statistics_table(player, {"part": "scores"}).rows == [[3, 3, 1]]


def test_each_table_has_its_button_and_the_api_gives_it(
    client: Client, played: list[Match]
) -> None:
    event = Event.objects.get()
    player = Entry.objects.filter(event=event)[0].player_id
    pages = {
        reverse("event-statistics", args=[event.pk]): (
            *("event-table", [event.pk, "statistics"]),
            *("api-events-files-table", [event.pk, "statistics"]),
        ),
        reverse("statistics-game", args=[event.game]): (
            *("statistics-table", [event.game]),
            *("api-games-statistics-file", [event.game]),
        ),
        reverse("player-statistics", args=[player]): (
            *("player-statistics-table", [player]),
            *("api-players-files-statistics", [player]),
        ),
    }
    for page, (view, args, api, api_args) in pages.items():
        shown = client.get(page).content.decode()
        for part in PARTS:
            address = f"{reverse(view, args=[*args, 'csv'])}?part={part}"
            assert f'"{address}"' in shown, page
            sent = client.get(reverse(api, args=api_args), {"part": part, "kind": "csv"})
            assert (sent.status_code, sent.content) == (200, client.get(address).content)
        assert client.get(reverse(api, args=api_args), {"part": "nothing"}).status_code == 400


def test_button_keeps_the_kind_of_games(client: Client, played: list[Match]) -> None:
    event = Event.objects.get()
    wanted = QueryDict(mutable=True)
    wanted.update({"of": f"{event.game}:{event.variant}"})
    page = client.get(reverse("event-statistics", args=[event.pk]), wanted.dict()).content.decode()
    assert f"?{wanted.urlencode()}&amp;part=scores" in page
