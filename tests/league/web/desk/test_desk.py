"""The round desk in the browser's words: drawing, playing, and every step back."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import publish_round
from league.models import AuditEntry, ByeRequest, Entry, Event, Job, Match, Official, Round
from league.pairing.services import pair_round
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories import make_user
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    played_round,
    published_round,
    running_event,
)
from tests.league.web.desk.at_desk import HTMX, address, desk, piece, run, step

pytestmark = pytest.mark.django_db


# The number of queries does not grow with the number of tables.
@pytest.mark.parametrize("entries", [8, 40])
def test_desk_with_a_draft_takes_few_queries(
    client: Client, open_page: OpenPage, entries: int
) -> None:
    stage = run(client, entries)
    drawn_round(stage)
    open_page(address("desk", stage), queries=21, shows="Draft of round 1")


@pytest.mark.parametrize("entries", [8, 40])
def test_desk_with_a_round_being_played_takes_few_queries(
    client: Client, open_page: OpenPage, entries: int
) -> None:
    stage = run(client, entries)
    published_round(stage)
    open_page(address("desk", stage), queries=21, shows="Round 1 is being played")


def test_desk_without_news_takes_few_queries_and_says_nothing(
    client: Client, open_page: OpenPage
) -> None:
    stage = run(client)
    drawn_round(stage)
    seen = f"{Event.objects.values_list('live_version', flat=True).get()}-0"
    response = open_page(f"{address('desk-live', stage)}?seen={seen}", queries=7, status=204)
    assert response.content == b""


def test_drawing_is_asked_for_and_shows_its_progress(client: Client) -> None:
    stage = run(client)
    response = client.post(address("round-draft", stage))
    assert response.headers["Location"] == address("desk", stage)
    draft = Round.objects.get()
    Round.objects.update(draw_progress=40)
    content = desk(client, stage)
    assert "Round 1 is being drawn" in content
    assert 'value="40"' in content
    pair_round(draft.pk)
    content = client.get(address("desk-live", stage), headers=HTMX).content.decode()
    assert "Draft of round 1" in content
    assert "<html" not in content


def test_drawing_plays_another_game_where_wanted(client: Client) -> None:
    stage = run(client)
    client.post(
        address("round-draft", stage),
        {
            "own_game": "1",
            "game": "other",
            "other_name": "Carcassonne",
            "other_least": "2",
            "other_most": "3",
            "other_scoring": "higher",
        },
    )
    draft = Round.objects.get()
    assert (draft.plays_own_game, draft.game_here.name) == (True, "Carcassonne")
    pair_round(draft.pk)
    assert {match.seats.count() for match in draft.matches.all()} <= {2, 3}
    assert "Carcassonne" in desk(client, stage)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"other_name": ""}, "#id_other_name"),
        ({"other_least": "4"}, "#id_other_most"),
        ({"other_most": "5"}, "#id_other_most"),
    ],
)
def test_drawing_of_another_game_that_does_not_fit_says_so_beside_the_field(
    client: Client, wrong: dict[str, str], field: str
) -> None:
    stage = run(client)
    typed = {
        "own_game": "1",
        "game": "other",
        "other_name": "Azul",
        "other_least": "2",
        "other_most": "3",
        "other_scoring": "higher",
    }
    response = client.post(address("round-draft", stage), typed | wrong)
    content = response.content.decode()
    assert response.status_code == 422
    assert re.findall(r'<li>\s*<a href="(#[^"]+)"', content) == [field]
    assert f'id="{field[1:]}_error"' in content
    assert not Round.objects.exists()


def test_drawing_that_gave_up_says_why_and_is_tried_again(client: Client) -> None:
    stage = run(client)
    client.post(address("round-draft", stage))
    draft = Round.objects.get()
    Job.objects.update(state=Job.State.PARKED, reason="MemoryError: too large")
    assert "MemoryError: too large" in desk(client, stage)
    step(client, "round-redraw", draft)
    assert "MemoryError" not in desk(client, stage)


def test_drawing_that_is_refused_says_why_and_offers_choices(client: Client) -> None:
    stage = run(client, 2, stage={"kind": "swiss", "rounds_planned": 5})
    played_round(stage)
    draft = drawn_round(stage)
    content = desk(client, stage)
    assert "Round 2 cannot be drawn" in content
    assert "somebody would have to meet twice" in content
    assert "Let people meet again" in content
    step(client, "round-redraw", draft, allowances="allow_repeats")
    pair_round(draft.pk)
    assert "Draft of round 2" in desk(client, stage)


def test_drawing_goes_on_without_somebody(client: Client) -> None:
    stage = run(client, 3, stage={"kind": "swiss", "rounds_planned": 5})
    draft = drawn_round(stage)
    out = Entry.objects.get(seed=1)
    step(client, "round-sit-out", draft, entry=out.pk)
    pair_round(draft.pk)
    assert ByeRequest.objects.get().entry == out
    assert out.pk not in entries_at(draft.matches.get())


def test_drawing_unlocks_all_tables(client: Client) -> None:
    draft = drawn_round(run(client))
    Match.objects.filter(table=1).update(is_locked=True)
    step(client, "round-redraw", draft, unlock="1")
    assert not Match.objects.filter(is_locked=True).exists()


def test_round_is_published_entered_closed_and_reopened(client: Client) -> None:
    stage = run(client)
    draft = drawn_round(stage)
    assert "Publish round 1" in desk(client, stage)
    step(client, "round-publish", draft)
    content = desk(client, stage)
    assert "0 of 2 tables are in" in content
    assert "Still missing: tables 1, 2." in content
    assert "Close round 1" not in content
    for match in draft.matches.all():
        enter(match, 4, 3, 2, 1)
    draft.refresh_from_db()
    assert "Close round 1" in desk(client, stage)
    step(client, "round-close", draft)
    draft.refresh_from_db()
    assert draft.status == Round.Status.CLOSED
    content = desk(client, stage)
    assert "Draft round 2" in content
    assert "Reopen round 1" in content
    step(client, "round-reopen", draft)
    draft.refresh_from_db()
    assert draft.status == Round.Status.PUBLISHED


def test_round_is_withdrawn_while_nothing_is_handed_in(client: Client) -> None:
    stage = run(client)
    published = published_round(stage)
    assert "2 tables with 8 players are told" in desk(client, stage)
    step(client, "round-withdraw", published)
    published.refresh_from_db()
    assert published.status == Round.Status.DRAFT


def test_round_with_a_result_offers_no_withdrawal(client: Client) -> None:
    stage = run(client)
    published = published_round(stage)
    enter(published.matches.get(table=1), 4, 3, 2, 1)
    assert "Unpublish round 1" not in desk(client, stage)
    response = piece(client, "round-withdraw", published)
    assert "already been handed in" in response.content.decode()


def test_round_with_a_missing_result_is_not_closed(client: Client) -> None:
    published = published_round(run(client))
    response = piece(client, "round-close", published)
    assert response.status_code == 400
    assert "Tables 1, 2 have no result yet." in response.content.decode()


def test_round_of_another_event_is_not_touched(client: Client) -> None:
    stage = run(client)
    other = drawn_round(running_event(8))
    client.post(address("round-publish", stage, round_id=other.pk), {"version": other.version})
    other.refresh_from_db()
    assert other.status == Round.Status.DRAFT


def test_round_has_one_primary_action(client: Client) -> None:
    stage = run(client)
    assert desk(client, stage).count("button primary") == 1
    draft = drawn_round(stage)
    assert desk(client, stage).count("button primary") == 1
    publish_round(draft, actor=SERVICE, version=draft.version)
    assert desk(client, stage).count("button primary") == 1


def test_steps_are_undone(client: Client) -> None:
    stage = run(client)
    published = published_round(stage)
    content = client.get(address("desk-steps", stage)).content.decode()
    assert "Round 1: published" in content
    publishing = AuditEntry.objects.get(action="publish round")
    client.post(address("desk-undo", stage), {"step": publishing.pk})
    published.refresh_from_db()
    assert published.status == Round.Status.DRAFT


def test_steps_that_would_lose_something_say_so(client: Client) -> None:
    stage = run(client)
    published = published_round(stage)
    enter(published.matches.get(table=1), 4, 3, 2, 1)
    content = client.get(address("desk-steps", stage), headers=HTMX).content.decode()
    assert "already been handed in; it would be lost" in content


def test_steps_hindered_by_the_same_say_it_once(client: Client) -> None:
    stage = run(client)
    played_round(stage)
    Event.objects.update(status=Event.Status.FINISHED)
    content = client.get(address("desk-steps", stage)).content.decode()
    hindrances = re.findall(r'<p class="meta">(The event[^<]*)</p>', content)
    assert len(hindrances) == 1


def test_sound_of_the_clock_is_offered_while_the_event_runs(client: Client) -> None:
    stage = run(client)
    assert "data-clock-sound" in desk(client, stage)
    Event.objects.update(status=Event.Status.FINISHED)
    assert "data-clock-sound" not in desk(client, stage)


def test_steps_of_another_event_are_not_undone(client: Client) -> None:
    stage = run(client)
    other = published_round(running_event(8))
    publishing = AuditEntry.objects.get(action="publish round")
    response = client.post(address("desk-undo", stage), {"step": publishing.pk}, headers=HTMX)
    assert response.status_code == 409
    other.refresh_from_db()
    assert other.status == Round.Status.PUBLISHED


OFFICIALS_PAGES = (
    *("console", "desk", "desk-steps", "desk-plan", "event-check-in", "event-entries"),
    *("event-codes", "event-print", "event-prizes", "event-settings", "event-officials"),
    *("event-apart", "event-categories", "event-categorise", "event-chain", "event-clone"),
    *("event-standings", "event"),
)


@pytest.mark.parametrize("route", OFFICIALS_PAGES)
def test_bar_of_officials_leads_everywhere_from_each_of_their_pages(
    client: Client, route: str
) -> None:
    stage = running_event(8)
    published_round(stage)
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=Official.Role.ORGANISER)
    client.force_login(user)
    content = client.get(address(route, stage)).content.decode()
    bar = content.partition('aria-label="For officials"')[2].partition("</nav>")[0]
    reached = re.findall(r'href="([^"]+)"', bar)
    names = ("event-results", "event-check-in", "event-projector", "event-codes", "event-print")
    assert {address(name, stage) for name in names} <= set(reached)
    assert {client.get(link, follow=True).status_code for link in reached} == {200}


def test_bar_of_officials_is_on_the_pages_of_a_table(client: Client) -> None:
    stage = run(client)
    one = published_round(stage)
    match = one.matches.first()
    assert match is not None
    for link in (
        address("scores", stage, round_id=one.pk),
        reverse("match-rule", args=[match.pk]),
        reverse("match", args=[match.pk]),
    ):
        assert 'aria-label="For officials"' in client.get(link).content.decode()


def test_results_lead_to_the_round_at_hand(client: Client) -> None:
    stage = run(client)
    where = address("event-results", stage)
    assert client.get(where).headers["Location"] == address("desk", stage)
    first = played_round(stage)
    drawn_round(stage)
    assert client.get(where).headers["Location"] == address("scores", stage, round_id=first.pk)
    draft = Round.objects.get(status=Round.Status.DRAFT)
    publish_round(draft, actor=SERVICE, version=draft.version)
    assert client.get(where).headers["Location"] == address("scores", stage, round_id=draft.pk)


def test_desk_says_that_players_hand_in_by_phone_and_shows_the_code(client: Client) -> None:
    stage = run(client)
    published_round(stage)
    content = desk(client, stage)
    assert "Players hand in results by phone" in content
    assert f"/c/{stage.event.room_code}/" in content
    assert content.count("<svg") > 1
    Event.objects.update(status=Event.Status.FINISHED)
    assert stage.event.room_code not in desk(client, stage)
