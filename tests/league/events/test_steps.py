"""The last steps at the desk in words: who and whom, what belongs together, what is left out."""

import pytest

from league.events.queries.steps import READ, grouped, last_steps
from league.events.services.check_in import check_in
from league.events.services.clock import add_time, start_clock
from league.events.services.drafts import swap_entries
from league.events.services.entries import return_entry, withdraw_entry
from league.events.services.prizes import add_prize
from league.events.services.rounds import withdraw_round
from league.events.step_words import SENTENCES, SILENT
from league.models import AuditEntry, Entry, Event, Round, Stage
from league.permissions import SERVICE, Actor
from league.results.services.seats import take_seat
from tests.factories import make_user
from tests.factories.events import drawn_round, enter, entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import event_of_scores, seat_at

pytestmark = pytest.mark.django_db


def texts(stage: Stage) -> list[str]:
    return [step.text for step in last_steps(stage.event, actor=SERVICE)]


def lines(stage: Stage) -> list[str]:
    return [group.text for group in grouped(last_steps(stage.event, actor=SERVICE, most=READ))]


def test_step_of_a_person_says_whom_it_was_about() -> None:
    stage = running_event(4)
    entry = Entry.objects.get(seed=1)
    withdraw_entry(entry, actor=SERVICE)
    return_entry(entry, actor=SERVICE)
    assert texts(stage)[:2] == ["Hráč A1 is back in the event", "Hráč A1 left the event"]


def test_step_of_a_result_says_who_got_what() -> None:
    stage = event_of_scores(4)
    match = published_round(stage).matches.get()
    enter(match, 10, 40, None, 30)
    names = dict(Entry.objects.values_list("pk", "player__full_name"))
    first, second, third, fourth = (names[entry] for entry in entries_at(match))
    assert texts(stage)[0] == (
        f"Table 1, round 1: result entered, {second} 40, {fourth} 30, {first} 10, {third} ×"
    )


def test_step_of_a_swap_names_both() -> None:
    stage = running_event(8)
    draft = drawn_round(stage)
    one, other = (entries_at(match)[0] for match in draft.matches.order_by("table"))
    swap_entries(draft, actor=SERVICE, first=one, second=other, version=draft.version)
    names = dict(Entry.objects.values_list("pk", "player__full_name"))
    assert texts(stage)[0] == f"Round 1: {names[one]} and {names[other]} changed places"


def test_unpublished_round_and_a_player_who_left_are_told_by_different_words() -> None:
    stage = running_event(8)
    withdraw_round(published_round(stage), actor=SERVICE)
    withdraw_entry(Entry.objects.get(seed=2), actor=SERVICE)
    left, unpublished = texts(stage)[:2]
    assert (left, unpublished) == ("Hráč B2 left the event", "Round 1: unpublished")


def test_steps_of_the_clock_name_the_round_or_the_table() -> None:
    stage = running_event(8)
    one = published_round(stage)
    Round.objects.update(length_s=3600)
    start_clock(one, actor=SERVICE)
    add_time(one, actor=SERVICE, seconds=300)
    add_time(one, actor=SERVICE, seconds=600, match=one.matches.get(table=2))
    assert texts(stage)[:3] == [
        "Table 2, round 1: 10 more minutes",
        "Round 1: 5 more minutes for everybody",
        "Round 1: clock started",
    ]


def test_results_that_tables_confirmed_are_one_line_with_all_of_them_in_it() -> None:
    stage = event_of_scores(12)
    for match in published_round(stage).matches.order_by("table"):
        confirm(hand_in(match, 40, 30, 20, 10, by="A"), "B")
    assert lines(stage)[:2] == ["3 results confirmed by the players", "Round 1: published"]
    group = grouped(last_steps(stage.event, actor=SERVICE, most=READ))[0]
    assert [step.table for step in group.steps] == [3, 2, 1]


def test_what_an_official_entered_and_what_tables_confirmed_are_two_lines() -> None:
    stage = event_of_scores(16)
    one, two, three, four = published_round(stage).matches.order_by("table")
    confirm(hand_in(one, 40, 30, 20, 10, by="A"), "B")
    enter(two, 4, 3, 2, 1)
    confirm(hand_in(three, 40, 30, 20, 10, by="A"), "B")
    enter(four, 4, 3, 2, 1)
    assert lines(stage)[:3] == [
        "2 results entered",
        "2 results confirmed by the players",
        "Round 1: published",
    ]


def test_steps_of_two_people_are_not_thrown_together() -> None:
    stage = running_event(4)
    Event.objects.update(status=Event.Status.OPEN)
    Entry.objects.update(status=Entry.Status.REGISTERED, seed=None)
    jana, petr = Actor(user=make_user()), Actor(user=make_user())
    one, two, three, four = Entry.objects.order_by("player__full_name")
    for actor, entry in ((jana, one), (jana, two), (petr, three), (jana, four)):
        check_in(entry, actor=actor)
    assert lines(stage) == ["3 people checked in", f"{three.player.full_name} checked in"]


def test_another_step_of_the_round_parts_what_came_before_and_after() -> None:
    stage = event_of_scores(8)
    one, two = published_round(stage).matches.order_by("table")
    Round.objects.update(length_s=3600)
    enter(one, 4, 3, 2, 1)
    start_clock(one.round, actor=SERVICE)
    enter(two, 4, 3, 2, 1)
    assert [line.split(",")[0] for line in lines(stage)[:3]] == [
        "Table 2",
        "Round 1: clock started",
        "Table 1",
    ]


def test_what_says_nothing_is_left_out() -> None:
    stage = event_of_scores(4)
    match = published_round(stage).matches.get()
    take_seat(seat_at(match), actor=Actor(device="phone"))
    hand_in(match, 4, 3, 2, 1, by="A")
    assert AuditEntry.objects.filter(action__in=SILENT).count() == 2
    assert texts(stage) == ["Round 1: published", "Round 1: drafted"]


def test_step_about_somebody_no_longer_entered_is_still_told() -> None:
    stage = running_event(4)
    entry = Entry.objects.get(seed=4)
    withdraw_entry(entry, actor=SERVICE)
    entry.delete()
    assert texts(stage)[0] == "Somebody no longer entered left the event"


def test_step_without_words_of_its_own_is_told_by_its_name() -> None:
    stage = running_event(4)
    add_prize(stage.event, actor=SERVICE, category=None, place=1, what="a cup")
    assert "add prize" not in SENTENCES
    assert texts(stage) == ["Add prize"]


def test_queries_do_not_grow_with_the_steps(django_assert_num_queries: object) -> None:
    stage = event_of_scores(40)
    for match in published_round(stage).matches.all():
        enter(match, 4, 3, 2, 1)
    with django_assert_num_queries(11):  # type: ignore[operator]
        assert len(last_steps(stage.event, actor=SERVICE, most=READ)) == 12
