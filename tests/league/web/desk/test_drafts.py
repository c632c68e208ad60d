"""At the desk: a draft edited by hand, the clock, and the sizes of tables."""

import pytest
from django.test import Client

from league.models import AuditEntry, Entry, Round
from tests.factories.events import (
    drawn_round,
    entries_at,
    played_round,
    published_round,
    running_event,
)
from tests.league.web.desk.at_desk import HTMX, address, desk, piece, run, step

pytestmark = pytest.mark.django_db


def test_editing_swaps_two_and_says_what_that_costs(client: Client) -> None:
    stage = run(client)
    played_round(stage)
    draft = drawn_round(stage)
    first, second = (entries_at(match)[0] for match in draft.matches.order_by("table"))
    response = piece(client, "round-swap", draft, first=first, second=second)
    content = response.content.decode()
    assert response.status_code == 200
    assert content.lstrip().startswith('<div id="desk"')
    assert "Swapped." in content
    assert "edited by hand" in content
    assert [entries_at(m)[0] for m in draft.matches.order_by("table")] == [second, first]


def test_editing_of_a_stale_page_is_refused_with_what_was_done(client: Client) -> None:
    draft = drawn_round(run(client))
    first, second = (entries_at(match)[0] for match in draft.matches.order_by("table"))
    piece(client, "round-swap", draft, first=first, second=second)
    response = piece(client, "round-publish", draft)
    assert response.status_code == 409
    assert "changed places." in response.content.decode()
    draft.refresh_from_db()
    assert draft.status == Round.Status.DRAFT


def test_editing_by_two_taps_works_without_javascript(client: Client) -> None:
    draft = drawn_round(run(client))
    first = entries_at(draft.matches.get(table=1))[0]
    response = step(client, "round-swap", draft, first=first)
    content = client.get(response.headers["Location"]).content.decode()
    assert f'<input type="hidden" name="first" value="{first}">' in content
    assert content.count('aria-pressed="true"') == 1


def test_editing_of_a_draft_that_is_gone_is_refused(client: Client) -> None:
    draft = drawn_round(run(client))
    step(client, "round-discard", draft)
    response = client.post(
        address("round-swap", draft.stage, round_id=draft.pk),
        {"version": 1, "first": "a", "second": "b"},
        follow=True,
    )
    assert "thrown away in the meantime" in response.content.decode()


def test_editing_with_somebody_who_left_asks_to_draw_again(client: Client) -> None:
    draft = drawn_round(run(client))
    first, second = (entries_at(match)[0] for match in draft.matches.order_by("table"))
    Entry.objects.filter(pk=first).update(status=Entry.Status.WITHDRAWN)
    response = piece(client, "round-swap", draft, first=first, second=second)
    assert "no longer here" in response.content.decode()


def test_editing_locks_a_table_and_lets_it_go(client: Client) -> None:
    draft = drawn_round(run(client))
    match = draft.matches.get(table=2)
    lock = address("table-lock", draft.stage, match_id=match.pk)
    client.post(lock, {"version": draft.version, "is_locked": "1"})
    match.refresh_from_db()
    assert match.is_locked
    client.post(lock, {"version": draft.version + 1, "is_locked": ""})
    match.refresh_from_db()
    assert not match.is_locked


def test_editing_of_another_events_table_is_refused(client: Client) -> None:
    draft = drawn_round(run(client))
    other = drawn_round(running_event(8)).matches.get(table=1)
    client.post(
        address("table-lock", draft.stage, match_id=other.pk),
        {"version": draft.version, "is_locked": "1"},
    )
    other.refresh_from_db()
    assert not other.is_locked


def turn(client: Client, one: Round, **data: object) -> Round:
    client.post(address("round-clock", one.stage, round_id=one.pk), data)
    one.refresh_from_db()
    return one


def test_clock_is_started_paused_and_reset(client: Client) -> None:
    one = published_round(run(client))
    assert turn(client, one, do="start").clock_started_at is not None
    assert turn(client, one, do="pause").clock_paused_at is not None
    assert turn(client, one, do="resume").clock_paused_at is None
    assert turn(client, one, do="add", minutes=5).clock_added_s == 300
    assert turn(client, one, do="reset").clock_started_at is None


def test_clock_gives_one_table_more_time(client: Client) -> None:
    one = published_round(run(client))
    match = one.matches.get(table=2)
    turn(client, one, do="add", minutes=5, table=match.pk)
    assert list(one.matches.order_by("table").values_list("added_s", flat=True)) == [0, 300]
    assert "5 min added" in desk(client, one.stage)


def test_clock_has_another_length_or_none(client: Client) -> None:
    one = published_round(run(client))
    assert turn(client, one, do="length", minutes=30).length_s == 1800
    assert turn(client, one, do="length", minutes="").length_s is None


def test_clock_says_the_rule(client: Client) -> None:
    stage = run(client)
    published_round(stage)
    assert "When time is called: finish the round of turns." in desk(client, stage)


def test_plan_shows_sizes_side_by_side_and_sets_one(client: Client) -> None:
    stage = run(client, 12)
    content = client.get(address("desk-plan", stage), headers=HTMX).content.decode()
    assert content.index("4 tables of 3") < content.index("3 tables of 4")
    assert content.count("Recommended") == 1
    response = client.post(address("desk-plan", stage), {"table_size": 3})
    assert response.headers["Location"] == address("desk", stage)
    stage.refresh_from_db()
    assert (stage.table_size, stage.keeps_schedule) == (3, False)
    assert AuditEntry.objects.filter(action="choose sizes of tables").count() == 1


def test_plan_is_chosen_before_the_first_round(client: Client) -> None:
    stage = run(client, 12)
    published_round(stage)
    client.post(address("desk-plan", stage), {"table_size": 3})
    stage.refresh_from_db()
    assert stage.table_size == 4
