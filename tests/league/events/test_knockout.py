"""Knockout and double elimination through the services: drawn, played, left, corrected, told."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.demo.services.simulation import EventPlan, simulate_event
from league.errors import LeagueError
from league.events.queries.events import current_stage
from league.events.queries.wrong_winners import wrong_winners
from league.events.services.bracket_seats import follow_bracket
from league.events.services.drafts import swap_entries
from league.events.services.entries import return_entry, withdraw_entry
from league.events.services.rounds import draft_round, publish_round
from league.models import AuditEntry, Bye, Entry, Event, Match, Round, SeatHold, Stage
from league.permissions import SERVICE
from league.standings.field import field_of
from league.standings.queries import inputs_of, published_rows, rounds_to_play, scheme_of
from league.standings.services import compute_standings
from league.standings.table import explain
from tests.factories import make_club, make_event
from tests.factories.events import (
    drawn_round,
    enter,
    make_entries,
    played_round,
    published_round,
    replace_result,
)

pytestmark = pytest.mark.django_db


def started(kind: str, players: int, **more: Any) -> Stage:
    event = make_event(make_club(), status=Event.Status.RUNNING)
    Event.objects.update(game="triolet")
    Stage.objects.update(kind=kind, chain=["BRACKET"], seed=1, **more)
    make_entries(event, players)
    return Stage.objects.select_related("event").get()


def seated(round_: Round) -> dict[str, list[int]]:
    """Starting numbers by slot."""
    return {
        match.slot: [seat.entry.seed or 0 for seat in match.seats.order_by("letter")]
        for match in round_.matches.order_by("table")
    }


def free(round_: Round) -> list[int]:
    byes = round_.byes.filter(kind=Bye.Kind.PAIRING)
    return sorted(seed for seed in byes.values_list("entry__seed", flat=True) if seed)


def ranks(stage: Stage) -> dict[int | None, int]:
    compute_standings(stage.pk)
    seeds = dict(Entry.objects.values_list("pk", "seed"))
    return {seeds[row.entry]: row.rank for row in published_rows(stage)}


def entry(seed: int) -> Entry:
    return Entry.objects.get(seed=seed)


def beaten(round_: Round, *losing: int) -> None:
    """Results in which these starting numbers lose, and otherwise the higher number."""
    for match in round_.matches.all():
        seeds = [seat.entry.seed or 0 for seat in match.seats.order_by("letter")]
        enter(match, *(100 - seed - 90 * (seed in losing) for seed in seeds))


def test_six_play_to_the_end() -> None:
    stage = started("knockout", 6)
    assert rounds_to_play(stage) == 3
    first = played_round(stage)
    assert (seated(first), free(first)) == ({"W1.2": [4, 5], "W1.4": [3, 6]}, [1, 2])
    second = played_round(stage)
    assert (seated(second), free(second)) == ({"W2.1": [1, 4], "W2.2": [2, 3]}, [])
    last = played_round(stage)
    assert seated(last) == {"F1": [1, 2], "P3.1": [4, 3]}
    assert ranks(stage) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    assert [first.title, second.title, last.title] == [
        *("Quarter-finals", "Semi-finals", "Final and third place")
    ]
    with pytest.raises(LeagueError, match="The bracket is played"):
        draft_round(stage, actor=SERVICE)


def test_who_is_out_neither_sits_nor_is_free() -> None:
    stage = started("knockout", 4, places_played=2)
    played_round(stage)
    second = published_round(stage)
    assert (seated(second), free(second)) == ({"F1": [1, 2]}, [])
    compute_standings(stage.pk)
    outcomes = {row.entry: row.cells[-1].outcome.value for row in published_rows(stage)}
    assert outcomes[entry(4).pk] == "out"


def test_ranks_that_can_come_follow_the_bracket() -> None:
    stage = started("knockout", 8, places_played=4)
    played_round(stage)
    beaten(published_round(stage), 1)
    compute_standings(stage.pk)
    seeds = dict(Entry.objects.values_list("pk", "seed"))
    possible = {seeds[row.entry]: (row.best, row.worst) for row in published_rows(stage)}
    assert possible == {
        4: (1, 2),
        2: (1, 2),
        1: (3, 4),
        3: (3, 4),
        **dict.fromkeys((5, 6, 7, 8), (5, 5)),
    }


def test_place_is_explained_by_its_matches() -> None:
    stage = started("knockout", 4)
    played_round(stage)
    played_round(stage)
    field = field_of(inputs_of(stage), scheme=scheme_of(stage))
    told = explain(field, entry=entry(2).pk, key="BRACKET", chain=["BRACKET"])
    assert told.value == (2,)
    assert [(part.why.key, part.opponent) for part in told.parts] == [
        ("won_semi", entry(3).pk),
        ("lost_final", entry(1).pk),
    ]


def test_round_waits_for_the_results_before_it() -> None:
    stage = started("knockout", 4)
    first = published_round(stage)
    enter(first.matches.get(slot="W1.1"), 50, 40)
    refused = drawn_round(stage)
    assert (refused.draw, refused.refusal["code"]) == (Round.Draw.REFUSED, "results_missing")
    assert set(refused.refusal["entries"]) == {entry(2).pk, entry(3).pk}


def test_draw_is_won_by_the_better_number() -> None:
    stage = started("knockout", 4)
    first = published_round(stage)
    for match in first.matches.all():
        enter(match, 50, 50)
    assert seated(drawn_round(stage)) == {"F1": [1, 2], "P3.1": [4, 3]}


def test_opponent_of_who_left_goes_on_and_stays_when_they_return() -> None:
    stage = started("knockout", 8)
    played_round(stage)
    withdraw_entry(entry(1), actor=SERVICE, is_confirmed=True)
    second = published_round(stage)
    assert (seated(second), free(second)) == ({"W2.2": [2, 3]}, [4])
    return_entry(entry(1), actor=SERVICE)
    beaten(second)
    last = drawn_round(stage)
    assert seated(last) == {"F1": [4, 2], "P3.1": [1, 3]}


def test_round_without_a_table_is_published_and_closed() -> None:
    """The only match of its round is given up; the bracket goes on."""
    stage = started("double_elimination", 4)
    played_round(stage)
    played_round(stage)
    withdraw_entry(entry(3), actor=SERVICE, is_confirmed=True)
    third = played_round(stage)
    assert (seated(third), free(third)) == ({}, [1, 2])
    final = played_round(stage)
    assert seated(final) == {"F1": [1, 2]}
    assert ranks(stage) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_players_of_a_round_change_places_and_keep_the_slots() -> None:
    stage = started("knockout", 6)
    draft = drawn_round(stage)
    swap_entries(draft, actor=SERVICE, first=entry(5).pk, second=entry(6).pk, version=draft.version)
    assert seated(draft) == {"W1.2": [4, 6], "W1.4": [3, 5]}
    draft.refresh_from_db()
    with pytest.raises(LeagueError, match="only players of this round's matches"):
        swap_entries(
            draft, actor=SERVICE, first=entry(1).pk, second=entry(6).pk, version=draft.version
        )


def corrected(match: Match) -> None:
    """The other one won, as is found out later; then what the service does by itself."""
    replace_result(match, 20, 90)
    stage = match.round.stage
    compute_standings(stage.pk)
    follow_bracket(stage.pk)


def test_right_winner_takes_the_seat_while_nothing_is_handed_in() -> None:
    stage = started("knockout", 4)
    first = played_round(stage)
    last = published_round(stage)
    assert seated(last) == {"F1": [1, 2], "P3.1": [4, 3]}
    final = last.matches.get(slot="F1")
    SeatHold.objects.create(seat=final.seats.get(entry=entry(1)), device="phone-of-one")
    corrected(first.matches.get(slot="W1.1"))
    assert seated(last) == {"F1": [4, 2], "P3.1": [1, 3]}
    assert not SeatHold.objects.exists()
    steps = AuditEntry.objects.filter(action="seat by the bracket")
    assert {step.details["table"] for step in steps} == {1, 2}
    beaten(last)
    assert ranks(stage) == {2: 1, 4: 2, 1: 3, 3: 4}


def test_seats_stay_where_something_was_handed_in() -> None:
    stage = started("knockout", 4, places_played=2)
    first = played_round(stage)
    last = published_round(stage)
    enter(last.matches.get(), 50, 40)
    corrected(first.matches.get(slot="W1.1"))
    assert seated(last) == {"F1": [1, 2]}
    [case] = wrong_winners(stage)
    assert [change.comes for change in case.changes] == [entry(4).pk]


def test_seats_that_an_official_chose_stay() -> None:
    stage = started("knockout", 8)
    played_round(stage)
    draft = drawn_round(stage)
    swap_entries(draft, actor=SERVICE, first=entry(4).pk, second=entry(3).pk, version=draft.version)
    draft.refresh_from_db()
    publish_round(draft, actor=SERVICE, version=draft.version)
    follow_bracket(stage.pk)
    assert seated(draft) == {"W2.1": [1, 3], "W2.2": [2, 4]}


def test_nobody_gets_up_where_the_other_table_is_played() -> None:
    """The right winner sits at a table that stays: two seats in a round are one too many."""
    stage = started("knockout", 4)
    first = played_round(stage)
    last = published_round(stage)
    enter(last.matches.get(slot="P3.1"), 50, 40)
    corrected(first.matches.get(slot="W1.1"))
    assert seated(last) == {"F1": [1, 2], "P3.1": [4, 3]}


def test_who_was_free_changes_with_the_seat() -> None:
    stage = started("double_elimination", 5)
    first = played_round(stage)
    second = published_round(stage)
    assert (seated(second)["W2.1"], free(second)) == ([1, 4], [5])
    corrected(first.matches.get())
    assert (seated(second)["W2.1"], free(second)) == ([1, 5], [4])


def test_double_elimination_ends_without_a_needless_second_final() -> None:
    stage = started("double_elimination", 4)
    rounds = [played_round(stage) for _ in range(4)]
    assert [seated(each) for each in rounds] == [
        {"W1.1": [1, 4], "W1.2": [2, 3]},
        {"W2.1": [1, 2], "L1.1": [4, 3]},
        {"L2.1": [2, 3]},
        {"F1": [1, 2]},
    ]
    assert rounds_to_play(stage) == 4
    assert ranks(stage) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert {(row.best, row.worst) for row in published_rows(stage)} == {(None, None)}


def test_double_elimination_has_a_second_final_if_it_must() -> None:
    stage = started("double_elimination", 3)
    for _ in range(3):
        played_round(stage)
    final = published_round(stage)
    beaten(final, 1)
    assert rounds_to_play(stage) == 5
    again = published_round(stage)
    assert (again.title, seated(again)) == ("Second final", {"F2": [1, 2]})
    beaten(again, 1)
    assert ranks(stage) == {2: 1, 1: 2, 3: 3}


def test_tables_of_four_lead_to_a_final_table() -> None:
    stage = started("knockout", 9, bracket_seats=4, bracket_advance=2)
    first = played_round(stage)
    assert sorted(sorted(table) for table in seated(first).values()) == [
        [1, 6, 7],
        [2, 5, 8],
        [3, 4, 9],
    ]
    played_round(stage)
    final = played_round(stage)
    assert (final.title, sorted(seated(final)["F1"])) == ("Final table", [1, 2, 3, 5])
    assert sorted(ranks(stage).values()) == [1, 2, 3, 4, 5, 5, 7, 7, 7]


@pytest.mark.parametrize("kind", ["knockout", "double_elimination"])
def test_simulated_event_is_played_to_its_end(kind: str) -> None:
    event = simulate_event(EventPlan(kind, 13, 1, seed=4))
    assert event.status == Event.Status.FINISHED
    stage = current_stage(event)
    assert stage.rounds.count() == rounds_to_play(stage)
    first, second, *_others = published_rows(stage)
    assert (first.rank, second.rank) == (1, 2)


def test_pages_call_a_round_by_its_name(client: Client) -> None:
    stage = started("knockout", 8)
    published = published_round(stage)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(reverse("round", args=[published.pk])).content.decode()
    assert "Quarter-finals" in page
    told = client.get(f"/api/v1/rounds/{published.pk}").json()
    assert (told["number"], told["name"]) == (1, "Quarter-finals")
