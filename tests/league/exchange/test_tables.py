"""What each list gives as a table to take out, by whose names, on page and API alike."""

import json
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.demo.services.simulation import EventPlan, simulate_event
from league.exchange.queries.event_tables import EVENT_TABLES, TableAsked
from league.exchange.queries.league_tables import (
    divisions_table,
    ratings_table,
    schedule_table,
)
from league.exchange.table_files import TABLE_FILES
from league.formats.registry import FORMATS
from league.models import Entry, Event, Match, Official, Stage
from league.permissions import VISITOR, Actor
from league.seasons.days import SET
from league.seasons.queries.seasons import today_in
from tests.factories import make_player, make_token, make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.factories.ratings import play
from tests.factories.seasons import played_season, running_season

pytestmark = pytest.mark.django_db
SWISS = {"kind": "swiss", "rounds_planned": 3}
IN_FULL = {"names": "full"}


@pytest.fixture
def swiss() -> Stage:
    stage = running_event(5, stage=SWISS, games_per_match=1)
    played_round(stage)
    open_round = published_round(stage)
    enter(open_round.matches.order_by("table")[0], 7, 3)
    return stage


def rows_of(event: Event, table: str, *, reader: Actor = VISITOR, **wanted: str) -> list[Any]:
    return [list(row) for row in EVENT_TABLES[table](event, TableAsked(reader, wanted)).rows]


def keys_of(event: Event, table: str, **wanted: str) -> list[str]:
    made = EVENT_TABLES[table](event, TableAsked(VISITOR, wanted))
    return [column.key for column in made.columns]


def test_standings_have_numbers_and_the_chain(swiss: Stage) -> None:
    keys = keys_of(swiss.event, "standings", after="1")
    assert keys == ["rank", "name", "points", *swiss.chain]
    rows = rows_of(swiss.event, "standings", after="1")
    assert rows[0][0] == 1
    assert {row[2] for row in rows} == {Fraction(0), Fraction(2)}
    assert len(rows) == 5


def test_pairings_tell_tables_and_who_sits_out(swiss: Stage) -> None:
    rows = rows_of(swiss.event, "pairings", round="2")
    assert [row[:3] for row in rows] == [
        [2, "Round 2", 1],
        [2, "Round 2", 2],
        [2, "Round 2", None],
    ]
    assert rows[2][-1] == "bye"
    assert {row[0] for row in rows_of(swiss.event, "pairings")} == {1, 2}


def test_results_tell_scores_places_and_states(swiss: Stage) -> None:
    rows = rows_of(swiss.event, "results", round="2")
    scores = [(row[2], row[5], row[6], row[8]) for row in rows]
    assert scores[:2] == [(1, 7, 1, "accepted"), (1, 3, 2, "accepted")]
    assert [row[5:8] for row in rows[2:]] == [[None, None, None]] * 2


def test_cross_table_by_rounds_has_points_and_opponents(swiss: Stage) -> None:
    keys = keys_of(swiss.event, "cross", after="1")
    assert keys[3:] == ["round_1", "round_1_against"]


def test_cross_table_of_everybody_is_square() -> None:
    stage = running_event(4, stage={"kind": "round_robin"}, games_per_match=1)
    played_round(stage)
    made = EVENT_TABLES["cross"](stage.event, TableAsked(VISITOR, {}))
    assert [column.label for column in made.columns][2:6] == ["1", "2", "3", "4"]
    assert [row[2 + at] for at, row in enumerate(made.rows)] == ["×"] * 4


def test_public_table_has_no_full_name_and_officials_may_ask(swiss: Stage) -> None:
    event, arbiter = swiss.event, make_user("arbiter")
    Official.objects.create(event=event, user=arbiter, role=Official.Role.ARBITER)
    secret = make_player("Jana Utajená")
    Entry.objects.filter(event=event, seed=1).update(player=secret)
    for table in set(EVENT_TABLES) - {"statistics"}:
        hidden = rows_of(event, table, **IN_FULL)
        shown = rows_of(event, table, reader=Actor(user=arbiter), **IN_FULL)
        assert ("Utajená" in str(hidden), "Utajená" in str(shown)) == (False, True), table


@pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.key)
def test_every_format_gives_every_table(format_: Any) -> None:
    if format_.has_rounds:
        stage = running_event(8, stage={"kind": format_.key}, games_per_match=1)
        played_round(stage)
    else:
        stage = simulate_event(EventPlan(format_.key, 8, 2, seed=1)).stages.get()
    for key, make in EVENT_TABLES.items():
        made = make(stage.event, TableAsked(VISITOR, {}))
        assert made.rows, key
        assert {len(row) for row in made.rows} == {len(made.columns)}, key


def test_event_that_has_not_begun_gives_empty_tables(client: Client) -> None:
    stage = running_event(0)
    Event.objects.update(status=Event.Status.OPEN)
    for key in EVENT_TABLES:
        for suffix in TABLE_FILES:
            answer = client.get(reverse("event-table", args=[stage.event_id, key, suffix]))
            assert (answer.status_code, bool(answer.content)) == (200, True)


def test_page_and_api_give_the_same_file(client: Client, swiss: Stage) -> None:
    event = swiss.event
    page = client.get(reverse("event-table", args=[event.pk, "results", "csv"]), {"round": 1})
    address = reverse("api-events-files-table", args=[event.pk, "results"])
    api = client.get(address, {"kind": "csv", "round": 1}, headers={"Accept": "text/csv"})
    assert (page.content, page["Content-Type"]) == (api.content, api["Content-Type"])
    assert "filename=" in api["Content-Disposition"]
    assert client.get(address, {"kind": "pdf"}).status_code == 400
    assert json.loads(client.get(address).content)["columns"][0]["key"] == "round"


def test_unknown_table_and_kind_are_not_there(client: Client, swiss: Stage) -> None:
    for parts in (("nothing", "csv"), ("standings", "pdf")):
        assert client.get(reverse("event-table", args=[swiss.event_id, *parts])).status_code == 404
    assert client.get("/ratings/nothing.csv").status_code == 404
    assert client.get("/statistics/nothing.csv").status_code == 404


def test_full_names_are_kept_by_no_cache(client: Client, swiss: Stage) -> None:
    arbiter = make_user("arbiter")
    Official.objects.create(event=swiss.event, user=arbiter, role=Official.Role.ARBITER)
    address = reverse("event-table", args=[swiss.event_id, "entries", "csv"])
    assert "no-store" not in client.get(address, IN_FULL).headers.get("Cache-Control", "")
    client.force_login(arbiter)
    assert "no-store" in client.get(address, IN_FULL)["Cache-Control"]


def test_czech_reader_gets_a_czech_table(client: Client, swiss: Stage) -> None:
    address = reverse("event-table", args=[swiss.event_id, "standings", "csv"])
    text = client.get(address, headers={"Accept-Language": "cs"}).content.decode("utf-8-sig")
    assert text.startswith("Pořadí;Jméno;Body;")


def test_ratings_are_of_a_game_and_a_club() -> None:
    jana, petr = make_player("Jana Nováková"), make_player("Petr Dvořák")
    play({jana: 2, petr: 1})
    table = ratings_table("triolet", {"who": "provisional"})
    assert [row[1] for row in table.rows] == ["Jana N.", "Petr D."]
    assert [column.key for column in table.columns][3:] == ["rating", "uncertainty", "games"]
    assert ratings_table("triolet", {}).rows == []


def test_divisions_stand_below_each_other() -> None:
    season = played_season(4, 4)
    rows = divisions_table(season).rows
    assert [row[1] for row in rows][:4] == [1, 2, 3, 4]
    assert len({row[0] for row in rows}) == 2


def test_schedule_has_every_match_with_its_days_and_scores() -> None:
    season = running_season(5, 4)
    *_others, lasting = matches = list(
        Match.objects.filter(event__division__season=season).order_by("event__division__order")
    )
    for match in matches[:-1]:
        enter(match, 7, 0)
    lasting.postponements.create(
        number=1, kind=SET, play_on=(agreed := today_in(season) + timedelta(days=9))
    )
    table = schedule_table(season)
    assert [column.key for column in table.columns] == [
        *("division", "round", "starts_on", "due_on", "agreed_on", "player_1", "player_2"),
        *("score_1", "score_2", "state", "note"),
    ]
    first, second, free, third, fourth = (list(row) for row in table.rows[:5])
    days = [today_in(season), today_in(season) + timedelta(days=6)]
    assert {tuple(row[1:4]) for row in (first, second, free, third)} == {(1, *days)}
    assert [row[7:] for row in (first, second, third)] == [[7, 0, "accepted", ""]] * 3
    assert free[4:5] + free[6:] == [None, None, None, None, "", "free this round"]
    assert fourth[2:5] == [days[0], agreed, agreed]
    assert fourth[7:] == [None, None, "waiting", ""]
    assert len(table.rows) == 5 * 3 + 3 * 2
    assert [row[9] for row in table.rows[5:]] == [""] * 16


def test_schedule_that_no_longer_fits_says_when_it_is_drawn() -> None:
    season = running_season(16, format="fours", rounds_planned=4)
    assert {row[-1] for row in schedule_table(season).rows} == {""}
    left = Entry.objects.filter(event__division__season=season)[:1]
    Entry.objects.filter(pk__in=left.values("pk")).update(status=Entry.Status.WITHDRAWN)
    to_come = [row for row in schedule_table(season).rows if row[1] != 1]
    assert [row[1] for row in to_come] == [2, 3, 4]
    assert {row[-1] for row in to_come} == {"drawn when the round starts"}
    assert {len(row) for row in to_come} == {5 + 2 * 4 + 2}


def test_schedule_offers_its_table_and_the_api_gives_it(client: Client) -> None:
    season = running_season(4)
    address = reverse("season-schedule-table", args=[season.pk, "csv"])
    assert address in client.get(reverse("season-schedule", args=[season.pk])).content.decode()
    api = reverse("api-seasons-files-schedule", args=[season.pk])
    assert client.get(api, {"kind": "csv"}).content == client.get(address).content


def test_files_of_other_things_by_api(client: Client) -> None:
    season, admin = played_season(4), make_user("admin")
    season.club.clubadmin_set.create(user=admin)
    token = make_token(admin, "read", "clubs")[1]
    asks = {"headers": {"Authorization": f"Bearer {token}"}}
    members = reverse("api-clubs-files-members", args=[season.club_id])
    assert client.get(members).status_code in (401, 403)
    assert client.get(members, **asks).json()["columns"][0]["key"] == "full_name"
    for address in (
        reverse("api-seasons-files-divisions", args=[season.pk]),
        reverse("api-seasons-files-schedule", args=[season.pk]),
        reverse("api-clubs-files-ratings", args=[season.club_id, "triolet"]),
        reverse("api-games-ratings-file", args=["triolet"]),
        reverse("api-games-statistics-file", args=["triolet"]),
    ):
        assert client.get(address).json()["columns"], address


def test_page_offers_its_table(client: Client, swiss: Stage) -> None:
    page = client.get(reverse("event-entries", args=[swiss.event_id])).content.decode()
    for suffix in TABLE_FILES:
        assert reverse("event-table", args=[swiss.event_id, "entries", suffix]) in page


def test_official_is_offered_full_names_beside_every_table_of_an_event(
    client: Client, swiss: Stage
) -> None:
    event, arbiter = swiss.event, make_user("arbiter")
    Official.objects.create(event=event, user=arbiter, role=Official.Role.ARBITER)
    round_robin = running_event(4, stage={"kind": "round_robin"}, games_per_match=1)
    played_round(round_robin)
    Official.objects.create(event=round_robin.event, user=arbiter, role=Official.Role.ARBITER)
    pages = {
        reverse("event", args=[event.pk]): (event, {"results": ""}),
        reverse("round", args=[swiss.rounds.get(number=2).pk]): (
            event,
            {"pairings": "round=2&amp;", "results": "round=2&amp;"},
        ),
        reverse("event-cross", args=[event.pk]) + "?after=1": (event, {"cross": "after=1&amp;"}),
        reverse("event-cross", args=[round_robin.event_id]): (round_robin.event, {"cross": ""}),
        reverse("event-entries", args=[event.pk]) + "?q=H": (event, {"entries": "q=H&amp;"}),
    }
    for user in (None, arbiter):
        if user:
            client.force_login(user)
        for page, (of, tables) in pages.items():
            shown = client.get(page).content.decode()
            for table, query in tables.items():
                for suffix in TABLE_FILES:
                    address = reverse("event-table", args=[of.pk, table, suffix])
                    assert f'"{address}' in shown, (page, table)
                    offered = f'"{address}?{query}names=full"' in shown
                    assert offered == bool(user), (page, table)
