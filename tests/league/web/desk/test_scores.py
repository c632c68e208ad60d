"""Results typed by an official: row by row, with and without JavaScript."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import close_round
from league.models import Match, Result, Round, Submission
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    played_round,
    published_round,
    running_event,
)
from tests.factories.submissions import hand_in
from tests.league.web.desk.test_desk import HTMX, address, run
from tests.league.web.reading import is_nowhere

pytestmark = pytest.mark.django_db


def results(one: Round) -> str:
    return address("scores", one.stage, round_id=one.pk)


def form(match: Match, *marks: str, **data: object) -> dict[str, object]:
    """What the row's form sends; time was called, so that few points are possible."""
    sent = {"game": 1, "version": match.version, "client_key": f"key-{'-'.join(marks)}"}
    sent |= {"is_by_time": "on", **data}
    return sent | dict(zip(entries_at(match), marks, strict=False))


def save(client: Client, match: Match, *marks: str, **data: object) -> HttpResponse:
    match.refresh_from_db()
    return client.post(
        address("table-scores", match.round.stage, match_id=match.pk),
        form(match, *marks, **data),
        headers=HTMX,
    )


def ranks(match: Match, game: int = 1) -> list[int]:
    """In the order of the seats."""
    sides = match.games.get(number=game).result.sides
    by_entry = {side["entry"]: side["rank"] for side in sides}
    return [by_entry[entry] for entry in entries_at(match)]


@pytest.mark.parametrize("entries", [8, 40])
def test_score_entry_takes_few_queries(client: Client, open_page: OpenPage, entries: int) -> None:
    stage = run(client, entries)
    published = published_round(stage)
    open_page(results(published), queries=15, shows="Results of round 1")


def test_page_shows_what_is_stored_with_places_and_ties(client: Client) -> None:
    published = published_round(run(client, 4))
    enter(published.matches.get(), 40, 30, 30, None)
    content = client.get(results(published)).content.decode()
    assert "1 of 1 tables are in." in content
    assert content.count("2.–3.") == 2
    assert "no-show" in content
    assert 'value="40"' in content
    assert 'value="x"' in content


def test_score_entry_of_a_draft_is_not_there(client: Client) -> None:
    draft = drawn_round(run(client))
    assert is_nowhere(client, results(draft))


def test_page_of_a_closed_round_says_what_a_correction_does(client: Client) -> None:
    played = played_round(run(client))
    content = client.get(results(played)).content.decode()
    assert "published tables stay" in content


@pytest.fixture
def row_match(client: Client) -> Match:
    published = published_round(run(client, 4))
    return published.matches.get()


def test_row_is_saved_and_answered_with_places(client: Client, row_match: Match) -> None:
    response = save(client, row_match, "18", "18+", "x", "5")
    content = response.content.decode()
    assert response.status_code == 200
    assert "data-saved" in content
    assert "1 of 1 tables are in." in content
    row_match.refresh_from_db()
    assert (row_match.state, ranks(row_match)) == (Match.State.ACCEPTED, [2, 1, 4, 3])


def test_row_sent_twice_is_stored_once(client: Client, row_match: Match) -> None:
    sent = form(row_match, "4", "3", "2", "1")
    where = address("table-scores", row_match.round.stage, match_id=row_match.pk)
    for _ in range(2):
        assert client.post(where, sent, headers=HTMX).status_code == 200
    assert (Submission.objects.count(), Result.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("marks", "fault"),
    [
        (("4", "", "2", "1"), "Missing."),
        (("4", "many", "2", "1"), "Neither a number nor x."),
        (("4", "123456789", "2", "1"), "8"),
    ],
)
def test_row_with_a_fault_keeps_what_was_typed(
    client: Client, row_match: Match, marks: tuple[str, ...], fault: str
) -> None:
    response = save(client, row_match, *marks)
    content = response.content.decode()
    assert response.status_code == 422
    assert fault in content
    assert 'value="4"' in content
    assert "data-fault" in content
    assert not Result.objects.exists()


def test_row_of_a_stale_page_is_refused(client: Client, row_match: Match) -> None:
    old = row_match.version
    save(client, row_match, "4", "3", "2", "1")
    response = save(client, row_match, "1", "2", "3", "4", version=old)
    assert response.status_code == 422
    assert "Somebody entered this table in the meantime" in response.content.decode()
    assert ranks(row_match) == [1, 2, 3, 4]


def test_row_without_a_version_is_refused(client: Client, row_match: Match) -> None:
    response = save(client, row_match, "4", "3", "2", "1", version="")
    assert response.status_code == 422
    assert not Result.objects.exists()


def test_row_is_corrected(client: Client, row_match: Match) -> None:
    save(client, row_match, "4", "3", "2", "1")
    save(client, row_match, "1", "2", "3", "4")
    assert ranks(row_match) == [4, 3, 2, 1]
    assert Result.objects.count() == 2


def test_row_is_taken_back(client: Client, row_match: Match) -> None:
    save(client, row_match, "4", "3", "2", "1")
    row_match.refresh_from_db()
    response = client.post(
        address("table-clear", row_match.round.stage, match_id=row_match.pk),
        {"game": 1, "version": row_match.version},
        headers=HTMX,
    )
    assert response.status_code == 200
    assert "data-saved" not in response.content.decode()
    row_match.refresh_from_db()
    assert row_match.state == Match.State.WAITING


def test_row_of_a_closed_round_is_not_taken_back(client: Client, row_match: Match) -> None:
    save(client, row_match, "4", "3", "2", "1")
    close_round(Round.objects.get(), actor=SERVICE)
    row_match.refresh_from_db()
    response = client.post(
        address("table-clear", row_match.round.stage, match_id=row_match.pk),
        {"game": 1, "version": row_match.version},
        headers=HTMX,
    )
    assert response.status_code == 422
    assert "The round is closed." in response.content.decode()


def test_row_of_another_event_is_not_found(client: Client, row_match: Match) -> None:
    other = published_round(running_event(4)).matches.get()
    where = reverse("table-scores", args=[row_match.event_id, other.pk])
    assert client.post(where, form(other, "4", "3", "2", "1")).status_code == 404


def places(client: Client, match: Match, *marks: str) -> str:
    where = address("table-places", match.round.stage, match_id=match.pk)
    return client.get(where, form(match, *marks), headers=HTMX).content.decode()


def test_places_are_shown_while_typing(client: Client) -> None:
    match = published_round(run(client, 4)).matches.get()
    content = places(client, match, "40", "30", "30")
    assert (content.count("1.<"), content.count("2.–3.")) == (1, 2)
    assert not Result.objects.exists()


def test_places_show_what_a_correction_changes(client: Client) -> None:
    match = published_round(run(client, 4)).matches.get()
    enter(match, 40, 30, 20, 10)
    content = places(client, match, "40", "45", "20", "10")
    assert "30 → 45" in content
    assert "40 →" not in content


def test_places_take_few_queries(client: Client, open_page: OpenPage) -> None:
    match = published_round(run(client, 8)).matches.all()[0]
    where = address("table-places", match.round.stage, match_id=match.pk)
    open_page(where, queries=11, data=form(match, "4", "3"), shows="Place 1. Place 2.")


def post(client: Client, match: Match, *marks: str, **options: Any) -> HttpResponse:
    where = address("table-scores", match.round.stage, match_id=match.pk)
    return client.post(where, form(match, *marks), **options)


def test_without_java_script_row_is_saved(client: Client) -> None:
    match = published_round(run(client, 4)).matches.get()
    response = post(client, match, "4", "3", "2", "1")
    where = results(match.round)
    assert response.headers["Location"] == f"{where}#line"
    assert ranks(match) == [1, 2, 3, 4]


def test_without_java_script_row_with_a_fault_is_shown_on_the_page(client: Client) -> None:
    match = published_round(run(client, 8)).matches.get(table=2)
    response = post(client, match, "4", "many", "2", "1")
    content = response.content.decode()
    assert response.status_code == 422
    assert 'value="many"' in content
    assert content.count("Neither a number nor x.") == 1


def test_without_java_script_line_enters_a_table(client: Client) -> None:
    match = published_round(run(client, 8)).matches.get(table=2)
    where = results(match.round)
    client.post(where, {"line": "2 4 3 2 1 t"})
    assert ranks(match) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("9 4 3 2 1", "There is no such table in this round."),
        ("a 4 3 2 1", "Start with the number of the table."),
        ("2 4 3 2", "Missing."),
        ("2 4 3 2 1 5", "Table 2 has 4 fields, and these are 5 numbers."),
        ("2 4 3 2 1 5 t", "Table 2 has 4 fields, and these are 5 numbers."),
        ("2 4 3 2 1", "Together that is 10"),
        ("2 x x x x", "Somebody must have come."),
    ],
)
def test_without_java_script_line_with_a_fault_is_refused(
    client: Client, line: str, fault: str
) -> None:
    published = published_round(run(client, 8))
    where = results(published)
    response = client.post(where, {"line": line})
    assert response.status_code == 422
    assert fault in response.content.decode()
    assert not Result.objects.exists()


def test_without_java_script_number_alone_leads_to_the_row(client: Client) -> None:
    published = published_round(run(client, 8))
    response = client.post(results(published), {"line": "2"})
    assert response.headers["Location"].endswith("#table-2")


@pytest.fixture
def match(client: Client) -> Match:
    stage = run(client, 2, stage={"kind": "swiss"}, games_per_match=3)
    return published_round(stage).matches.get()


def test_several_games_have_a_form_each_and_decide_together(client: Client, match: Match) -> None:
    content = client.get(results(match.round)).content.decode()
    assert content.count("data-game") == 3
    save(client, match, "9", "5")
    response = save(client, match, "9", "5", game=2, client_key="two")
    match.refresh_from_db()
    assert match.state == Match.State.ACCEPTED
    other = f'id="version-{match.pk}-3"'
    assert other in response.content.decode()


def test_several_games_that_is_not_in_the_match_is_refused(client: Client, match: Match) -> None:
    response = save(client, match, "9", "5", game=4)
    assert response.status_code == 422
    assert not Result.objects.exists()


def test_places_only_must_fit_together(client: Client) -> None:
    stage = run(client, 4, game="other", other_name="Dixit", other_scoring="places")
    match = published_round(stage).matches.get()
    response = save(client, match, "1", "3", "3", "4")
    assert "do not fit together" in response.content.decode()
    assert save(client, match, "1", "2", "2", "4").status_code == 200
    assert ranks(match) == [1, 2, 2, 4]


def test_enter_saves_what_was_typed_where_a_version_could_be_accepted(client: Client) -> None:
    """A browser takes the first button of a form for the one that was meant."""
    published = published_round(run(client, 4))
    hand_in(published.matches.get(), 104, 103, 102, 101)
    page = client.get(results(published)).content.decode()
    buttons = re.findall(r"<button[^>]*>", page.partition("data-game")[2])
    assert "formaction" not in buttons[0]
    assert any("formaction" in button for button in buttons), "there is a version to accept"
