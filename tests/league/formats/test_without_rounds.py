"""A tiny format without rounds: tables one at a time, standings over everybody's own games."""

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError
from league.events.queries.recheck import differences_of_stage
from league.events.services.entries import return_entry, withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.rounds import draft_round
from league.events.services.seating import dissolve_table, seat_table
from league.events.services.undo import undo_step
from league.models import AuditEntry, Bye, Entry, Event, Match, Round, Stage, Standing
from league.permissions import SERVICE
from league.standings.queries import published_cells, published_rows
from league.standings.services import compute_standings
from tests.factories.events import enter, entries_at, make_entries, replace_result, running_event
from tests.league.web.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pick_up_format")]
CHAIN = ["MIN", "MEAN", "PLACES", "OPP"]


@pytest.fixture
def stage() -> Stage:
    return running_event(9, stage={"kind": "pick_up", "chain": CHAIN, "least_games": 2})


def people(stage: Stage, *seeds: int) -> list[str]:
    by_seed = dict(stage.event.entries.values_list("seed", "pk"))
    return [by_seed[seed] for seed in seeds]


def seated(stage: Stage, *seeds: int) -> Match:
    match = seat_table(stage, people(stage, *seeds), actor=SERVICE, keeps_seats=True)
    return Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)


def played(stage: Stage, *seeds: int) -> Match:
    """The first of them wins, and so on."""
    match = seated(stage, *seeds)
    enter(match, *range(100, 100 - 10 * len(seeds), -10))
    return match


def table(stage: Stage) -> list[tuple[int, int, dict[str, object]]]:
    """Rank, seed and what orders the table."""
    compute_standings(stage.pk)
    seeds = dict(stage.event.entries.values_list("pk", "seed"))
    return [
        (
            row.rank,
            seeds[row.entry],
            {key: row.values[key] for key in row.values if key in "MIN MEAN BEST"},
        )
        for row in published_rows(stage)
    ]


def test_table_is_seated_at_once_and_the_next_beside_it(stage: Stage) -> None:
    first, second = seated(stage, 1, 2, 3, 4), seated(stage, 5, 6, 7)
    assert [(m.table, m.is_open, m.state, m.round.status) for m in (first, second)] == [
        (1, True, "waiting", "published"),
        (2, True, "waiting", "published"),
    ]
    assert (first.round.number, second.round.title) == (1, "Game 2")
    enter(first, 4, 3, 2, 1)
    assert seated(stage, 1, 2).table == 1


@pytest.mark.parametrize("seeds", [(1, 5), (5, 5), (5, 6, 7, 8, 9), (8, 9)])
def test_who_plays_or_is_not_here_is_not_seated(stage: Stage, seeds: tuple[int, ...]) -> None:
    seated(stage, 1, 2, 3, 4)
    stage.event.entries.filter(seed=9).update(status=Entry.Status.WITHDRAWN)
    with pytest.raises(LeagueError):
        seat_table(stage, people(stage, *seeds), actor=SERVICE)
    assert stage.rounds.count() == 1


def test_no_round_is_drafted(stage: Stage) -> None:
    with pytest.raises(LeagueError, match="one at a time"):
        draft_round(stage, actor=SERVICE)


def test_who_starts_is_balanced(stage: Stage) -> None:
    played(stage, 1, 2)
    match = seat_table(stage, people(stage, 1, 2), actor=SERVICE)
    assert entries_at(match) == people(stage, 2, 1)


def test_mean_orders_the_table_and_too_few_games_stand_behind(stage: Stage) -> None:
    played(stage, 1, 2, 3, 4)  # 11, 7, 4, 2
    played(stage, 2, 1, 5, 6)
    played(stage, 5, 7)  # 9, 3
    assert table(stage) == [
        (1, 1, {"MIN": (2,), "MEAN": (9,)}),
        (1, 2, {"MIN": (2,), "MEAN": (9,)}),
        (3, 5, {"MIN": (2,), "MEAN": ("13/2",)}),
        (4, 3, {"MIN": (1,), "MEAN": (4,)}),
        (5, 7, {"MIN": (1,), "MEAN": (3,)}),
        (6, 6, {"MIN": (1,), "MEAN": (2,)}),  # against stronger people than number 4
        (7, 4, {"MIN": (1,), "MEAN": (2,)}),
        (8, 8, {"MIN": (0,), "MEAN": ()}),
        (8, 9, {"MIN": (0,), "MEAN": ()}),
    ]


def test_best_games_count_and_the_others_are_dropped() -> None:
    stage = running_event(4, stage={"kind": "pick_up", "chain": ["BEST"], "best_games": 2})
    for winner, loser in ((1, 2), (2, 1), (1, 2), (3, 4), (4, 3)):
        played(stage, winner, loser)
    assert table(stage)[0] == (1, 1, {"BEST": (18,)})
    assert sorted(row[2]["BEST"] for row in table(stage)) == [(12,), (12,), (12,), (18,)]


def test_one_table_is_kept_and_only_own_games(stage: Stage) -> None:
    for _ in range(3):
        played(stage, 1, 2)
    compute_standings(stage.pk)
    assert list(Standing.objects.values_list("after_round", flat=True)) == [3]
    cells = published_cells(stage)
    assert [len(cells[entry]) for entry in people(stage, 1, 2, 3)] == [3, 3, 0]


def test_forfeit_is_a_game_without_points(stage: Stage) -> None:
    match = seated(stage, 1, 2)
    enter(match, 50, None)
    assert table(stage)[0][:2] == (1, 1)
    compute_standings(stage.pk)
    assert [row[2] for row in table(stage) if row[1] == 2] == [{"MIN": (1,), "MEAN": (0,)}]


def test_who_comes_late_or_back_has_missed_nothing(stage: Stage) -> None:
    played(stage, 1, 2)
    [late] = make_entries(stage.event, 1)
    withdraw_entry(stage.event.entries.get(seed=3), actor=SERVICE, is_confirmed=True)
    played(stage, 1, 2)
    return_entry(stage.event.entries.get(seed=3), actor=SERVICE)
    assert not Bye.objects.exists()
    assert late.first_round == 1
    played(stage, 3, late.seed or 0)


def test_correction_and_undo_move_the_mean(stage: Stage) -> None:
    match = played(stage, 1, 2)
    replace_result(match, 10, 20)
    assert table(stage)[0][1] == 2
    match = played(stage, 3, 4)
    step = AuditEntry.objects.filter(object_id=match.pk, action="enter result").latest("pk")
    undo_step(step, actor=SERVICE)
    match.refresh_from_db()
    assert (match.state, match.is_open) == ("waiting", True)
    assert len(table(stage)) == 9


def test_table_is_dissolved_until_it_begins(stage: Stage) -> None:
    made = seated(stage, 1, 2, 3)
    step = AuditEntry.objects.get(action="seat table")
    undo_step(step, actor=SERVICE)
    assert not stage.rounds.exists()
    made = played(stage, 1, 2)
    with pytest.raises(LeagueError, match="already begun"):
        dissolve_table(made.round, actor=SERVICE)


def test_event_is_finished_once_no_table_plays(stage: Stage) -> None:
    match = seated(stage, 1, 2)
    event = Event.objects.get(pk=stage.event_id)
    with pytest.raises(LeagueError, match="without a result"):
        move_event(event, to="finished", actor=SERVICE, version=event.version)
    enter(match, 2, 1)
    move_event(event, to="finished", actor=SERVICE, version=event.version)
    assert list(stage.rounds.values_list("status", flat=True)) == [Round.Status.CLOSED]


def test_what_is_published_is_what_results_give(stage: Stage) -> None:
    played(stage, 1, 2, 3)
    seated(stage, 4, 5)
    compute_standings(stage.pk)
    assert list(differences_of_stage(stage)) == []


@pytest.mark.parametrize(
    "route", ["event", "event-standings", "event-cross", "event-projector", "event-find"]
)
def test_pages_speak_of_tables_and_never_of_rounds(
    stage: Stage, client: Client, route: str
) -> None:
    played(stage, 1, 2, 3)
    seated(stage, 4, 5)
    compute_standings(stage.pk)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    text = text_of(client, reverse(route, args=[stage.event_id]))
    assert "Round 1" not in text
    assert "Round 2" not in text
    assert "round 2" not in text
