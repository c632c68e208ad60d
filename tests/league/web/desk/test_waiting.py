"""What waits for an official, where it is listed: console, desk, score entry, closing a round."""

from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from league.events.services.rounds import close_round
from league.models import AuditEntry, Event, Flag, Job, Match, Round, Ruling, SeatHold, Stage
from league.permissions import SERVICE, Actor
from league.results.seating import number_of
from league.results.services.seats import take_seat
from tests.conftest import OpenPage
from tests.factories.events import enter, published_round
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import (
    OTHER_GAME,
    broken_record,
    event_of_scores,
    lawful_record,
    seat_at,
)
from tests.league.web.desk.test_desk import HTMX, address, run
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def text(response: HttpResponse) -> str:
    return unescape(" ".join(response.content.decode().split()))


def shown(client: Client, stage: Stage, route: str = "console") -> str:
    return text(client.get(address(route, stage)))


def tables(client: Client, entries: int = 8, **fields: object) -> tuple[Stage, list[Match]]:
    """A round of a game of scores that is being played."""
    stage = run(client, entries, **OTHER_GAME, **fields)
    return stage, list(published_round(stage).matches.order_by("table"))


def accept(client: Client, match: Match, submission: str, **more: object) -> HttpResponse:
    match.refresh_from_db()
    where = address("table-accept", match.round.stage, match_id=match.pk)
    given = {"version": match.version, "submission": submission, **more}
    return client.post(where, given, headers=HTMX)


def close(client: Client, one: Round, *accepts: str) -> HttpResponse:
    one.refresh_from_db()
    where = address("round-close", one.stage, round_id=one.pk)
    return client.post(where, {"version": one.version, "accepts": accepts}, headers=HTMX)


def test_console_dispute_comes_first_with_what_it_is_about(client: Client) -> None:
    stage, [one, two] = tables(client)
    hand_in(one, 40, 35, 20, 10, by="A")
    hand_in(two, 4, 3, 2, 1, by="A")
    hand_in(two, 4, 3, 2, 0, by="B")
    content = shown(client, stage)
    assert "Table 2 of round 1 needs you" in content
    assert ": 4 3 2 1; " in content
    assert ": 4 3 2 0" in content
    assert "Settle table 1" not in content  # waits for its opponents
    assert content.count("button primary") == 1


def test_console_contradiction_says_the_line(client: Client) -> None:
    stage = run(client, 4)
    match = published_round(stage).matches.get()
    hand_in_record(match, broken_record(match))
    assert "The record breaks a rule of the game. Line 4:" in shown(client, stage)


def test_console_what_only_an_official_may_confirm_is_accepted_with_one_tap(client: Client) -> None:
    stage, [one, _two] = tables(client, confirmation="officials")
    version = hand_in(one, 40, 35, 20, 10)
    content = shown(client, stage)
    assert "Table 1 of round 1: 40 35 20 10" in content
    assert "Only an official may confirm it." in content
    one.refresh_from_db()
    response = client.post(
        address("table-accept", stage, match_id=one.pk),
        {"version": one.version, "submission": version.pk, "back": "console"},
    )
    assert response.headers["Location"] == address("console", stage)
    one.refresh_from_db()
    assert one.state == Match.State.ACCEPTED


def test_console_scores_without_the_record_that_is_asked_for_wait_for_an_official(
    client: Client,
) -> None:
    stage, [one, _two] = tables(client)
    version = hand_in(one, 40, 35, 20, 10)
    assert "without the record" not in shown(client, stage)
    Event.objects.update(records="required", game="triolet")
    content = shown(client, stage)
    assert "Handed in without the record that this event asks for." in content
    assert version.pk in content


def test_console_flags_are_told_in_a_sentence_until_they_are_seen(client: Client) -> None:
    stage = run(client, 8)
    one, two = published_round(stage).matches.order_by("table")
    hand_in_record(one, lawful_record(one))
    hand_in_record(two, lawful_record(one))
    said = "Round 1, table 2: the record is the same as that of another table: Round 1, table 1."
    assert said in shown(client, stage)
    flag = Flag.objects.get(match=two, code=Flag.Code.COPY)
    where = address("flag-seen", stage, flag_id=flag.pk)
    client.post(where, {"back": "console"})
    assert said not in shown(client, stage)
    assert AuditEntry.objects.filter(action="see flag").count() == 1


def test_console_seat_that_another_phone_asks_for_is_handed_over(client: Client) -> None:
    stage, [one, _two] = tables(client)
    seat = seat_at(one)
    assert take_seat(seat, actor=Actor(device="old"))
    assert not take_seat(seat, actor=Actor(device="new"))
    assert f"another phone asks for the seat of {seat.player.full_name}" in shown(client, stage)
    where = address("hold-answer", stage, hold_id=SeatHold.objects.get().pk)
    client.post(where, {"answer": "yes", "back": "console"})
    assert SeatHold.objects.get().device == "new"
    assert "another phone asks" not in shown(client, stage)


def test_console_seat_is_not_handed_to_a_phone_that_asked_since(client: Client) -> None:
    stage, [one, _two] = tables(client)
    seat = seat_at(one)
    for device in ("old", "new"):
        take_seat(seat, actor=Actor(device=device))
    number = number_of("new", seat=seat.pk)
    assert f"It shows the number {number}." in shown(client, stage)
    take_seat(seat, actor=Actor(device="stranger"))
    where = address("hold-answer", stage, hold_id=SeatHold.objects.get().pk)
    client.post(where, {"answer": "yes", "back": "console", "asker": number})
    assert SeatHold.objects.get().device == "old"


def test_console_seat_that_is_refused_stays(client: Client) -> None:
    stage, [one, _two] = tables(client)
    take_seat(seat_at(one), actor=Actor(device="old"))
    take_seat(seat_at(one), actor=Actor(device="new"))
    where = address("hold-answer", stage, hold_id=SeatHold.objects.get().pk)
    client.post(where, {"answer": "no", "back": "console"})
    assert (SeatHold.objects.get().device, SeatHold.objects.get().asked_by) == ("old", "")


def test_console_work_that_stopped_is_tried_again_by_an_arbiter(client: Client) -> None:
    stage = run(client, 4)
    match = published_round(stage).matches.get()
    version = hand_in_record(match, lawful_record(match), is_verified=False)
    job = Job.objects.get(kind=Job.Kind.VERIFY_SUBMISSION, object_id=version.pk)
    Job.objects.filter(pk=job.pk).update(state=Job.State.PARKED, reason="Boom: no memory")
    content = shown(client, stage)
    assert "Work has stopped: verify a record" in content
    assert "Boom: no memory" in content
    client.post(address("work-retry", stage, job_id=job.pk), {"back": "console"})
    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.WAITING, 0)
    assert "Work has stopped" not in shown(client, stage)


def test_console_work_of_another_event_is_not_tried_again(client: Client) -> None:
    other = run(client, 4)
    match = published_round(other).matches.get()
    version = hand_in_record(match, lawful_record(match), is_verified=False)
    job = Job.objects.get(kind=Job.Kind.VERIFY_SUBMISSION, object_id=version.pk)
    Job.objects.filter(pk=job.pk).update(state=Job.State.PARKED)
    stage = run(client, 4)
    client.post(address("work-retry", stage, job_id=job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.PARKED


@pytest.mark.parametrize("entries", [8, 40])
def test_console_takes_few_queries_with_everything_waiting(
    client: Client, open_page: OpenPage, entries: int
) -> None:
    stage, found = tables(client, entries, confirmation="officials")
    for number, match in enumerate(found):
        hand_in(match, 4, 3, 2, 1, by="A")
        if number % 2:
            hand_in(match, 4, 3, 2, 0, by="B")
    open_page(address("console", stage), queries=30, shows="needs you disputed")


def test_desk_table_shows_what_was_handed_in_and_is_accepted(client: Client) -> None:
    stage, [one, _two] = tables(client)
    version = hand_in(one, 40, 35, 20, 10)
    content = shown(client, stage, "desk")
    assert "handed in: 40 35 20 10, waits for confirmation" in content
    answer = text(accept(client, one, version.pk))
    assert "Table 1 is accepted." in answer
    one.refresh_from_db()
    assert one.state == Match.State.ACCEPTED
    assert Ruling.objects.get().kind == Ruling.Kind.ACCEPT


def test_desk_old_page_accepts_nothing(client: Client) -> None:
    _stage, [one, _two] = tables(client)
    version = hand_in(one, 40, 35, 20, 10)
    one.refresh_from_db()
    seen = one.version
    hand_in(one, 40, 36, 20, 10, by="B")
    response = accept(client, one, version.pk, version=seen)
    assert response.status_code == 409
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("entries", [8, 40])
def test_desk_takes_few_queries_with_everything_handed_in(
    client: Client, open_page: OpenPage, entries: int
) -> None:
    stage, found = tables(client, entries)
    for match in found:
        hand_in(match, 4, 3, 2, 1)
    open_page(address("desk", stage), queries=26, shows="Accept and close round 1")


def test_score_entry_row_shows_what_was_handed_in_and_is_accepted(client: Client) -> None:
    stage, [one, _two] = tables(client)
    version = hand_in(one, 40, 35, 20, 10)
    where = address("scores", stage, round_id=one.round_id)
    assert "handed in: 40 35 20 10, waits for confirmation" in text(client.get(where))
    one.refresh_from_db()
    response = client.post(
        f"{address('table-accept', stage, match_id=one.pk)}?back=scores",
        {"version": one.version, "submission": version.pk, "game": 1},
        headers=HTMX,
    )
    answer = text(response)
    assert "waits for confirmation" not in answer
    assert 'value="40"' in answer
    assert "1 of 2 tables are in." in answer


def test_score_entry_refusal_is_told_in_the_row(client: Client) -> None:
    stage, [one, _two] = tables(client)
    version = hand_in(one, 40, 35, 20, 10)
    response = client.post(
        f"{address('table-accept', stage, match_id=one.pk)}?back=scores",
        {"version": 1, "submission": version.pk, "game": 1},
        headers=HTMX,
    )
    assert response.status_code == 422
    assert "in the meantime" in text(response)


@pytest.mark.parametrize("entries", [8, 40])
def test_score_entry_takes_few_queries_with_everything_handed_in(
    client: Client, open_page: OpenPage, entries: int
) -> None:
    stage, found = tables(client, entries)
    for match in found:
        hand_in(match, 4, 3, 2, 1)
    where = address("scores", stage, round_id=found[0].round_id)
    open_page(where, queries=20, shows="handed in: 4 3 2 1, waits for confirmation")


def test_closing_lists_what_is_unconfirmed_and_accepts_it_in_one_step(client: Client) -> None:
    stage, [one, two] = tables(client)
    versions = [hand_in(one, 4, 3, 2, 1), hand_in(two, 8, 7, 6, 5)]
    assert "All results of round 1 are handed in" in shown(client, stage)
    content = shown(client, stage, "desk")
    assert "Tables 1, 2 are handed in and not confirmed: they are accepted as they are." in content
    names = [seat.player.full_name for seat in two.seats.order_by("letter")]
    listed = " , ".join(f"{name} {mark}" for name, mark in zip(names, "8765", strict=True))
    assert f"Table 2: {listed}" in plain(content)
    close(client, one.round, *(version.pk for version in versions))
    assert Round.objects.get().status == Round.Status.CLOSED
    rulings = Ruling.objects.values_list("kind", "submission")
    assert sorted(rulings) == sorted(("closing", version.pk) for version in versions)


def test_closing_what_came_in_since_is_not_accepted_unseen(client: Client) -> None:
    _stage, [one, two] = tables(client)
    enter(one, 4, 3, 2, 1)
    seen = hand_in(two, 8, 7, 6, 5)
    newer = hand_in(two, 8, 7, 6, 4)
    response = close(client, one.round, seen.pk)
    assert "The result of table 2 has just come in" in text(response)
    assert Round.objects.get().status == Round.Status.PUBLISHED
    close(client, one.round, newer.pk)
    assert Round.objects.get().status == Round.Status.CLOSED


def test_closing_disputes_and_missing_tables_block_with_links(client: Client) -> None:
    stage, [one, _two] = tables(client)
    hand_in(one, 4, 3, 2, 1, by="A")
    hand_in(one, 4, 3, 2, 0, by="B")
    content = shown(client, stage, "desk")
    assert "Settle table 1" in content
    assert "Still missing: table 2." in content
    assert f"/matches/{one.pk}/rule/" in content
    assert "Close round" not in content
    answer = text(close(client, one.round))
    assert "Table 1 is disputed: settle it first. Table 2 has no result yet." in answer
    assert Round.objects.get().status == Round.Status.PUBLISHED


def test_closing_confirmed_tables_need_no_list(client: Client) -> None:
    stage, [one, two] = tables(client)
    for match in (one, two):
        confirm(hand_in(match, 4, 3, 2, 1))
    content = shown(client, stage, "desk")
    assert "not confirmed" not in content
    close(client, one.round)
    assert Round.objects.get().status == Round.Status.CLOSED
    assert not Ruling.objects.exists()


def test_service_closes_with_everything_handed_in() -> None:
    """As the API does: without a list, what is uncontested is accepted."""
    published = published_round(event_of_scores(4))
    hand_in(published.matches.get(), 4, 3, 2, 1)
    close_round(published, actor=SERVICE)
    assert Match.objects.get().state == Match.State.ACCEPTED
