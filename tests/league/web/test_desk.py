"""The round desk in the browser's words: forms in, pages and pieces of pages out."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import publish_round
from league.models import AuditEntry, ByeRequest, Entry, Event, Job, Match, Official, Round, Stage
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

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


def run(client: Client, entries: int = 8, **settings: Any) -> Stage:
    """An event whose arbiter is at the desk."""
    stage = running_event(entries, **settings)
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=Official.Role.ARBITER)
    client.force_login(user)
    return stage


def address(route: str, stage: Stage, **parts: object) -> str:
    return reverse(route, kwargs={"pk": stage.event_id, **parts})


def desk(client: Client, stage: Stage) -> str:
    return client.get(address("desk", stage)).content.decode()


def step(client: Client, route: str, one: Round, **data: object) -> HttpResponse:
    """Without htmx."""
    given = {"version": one.version, **data}
    return client.post(address(route, one.stage, round_id=one.pk), given)


def piece(client: Client, route: str, one: Round, **data: object) -> HttpResponse:
    """With htmx."""
    given = {"version": one.version, **data}
    return client.post(address(route, one.stage, round_id=one.pk), given, headers=HTMX)


class TestQueries:
    """The number of queries does not grow with the number of tables."""

    @pytest.mark.parametrize("entries", [8, 40])
    def test_of_a_draft(self, client: Client, open_page: OpenPage, entries: int) -> None:
        stage = run(client, entries)
        drawn_round(stage)
        assert open_page(address("desk", stage), queries=17).status_code == 200

    @pytest.mark.parametrize("entries", [8, 40])
    def test_of_a_round_being_played(
        self, client: Client, open_page: OpenPage, entries: int
    ) -> None:
        stage = run(client, entries)
        published_round(stage)
        assert open_page(address("desk", stage), queries=17).status_code == 200

    def test_of_nothing_new(self, client: Client, open_page: OpenPage) -> None:
        stage = run(client)
        drawn_round(stage)
        seen = Event.objects.values_list("live_version", flat=True).get()
        response = open_page(f"{address('desk-live', stage)}?seen={seen}", queries=6)
        assert (response.status_code, response.content) == (204, b"")


class TestDrawing:
    def test_is_asked_for_and_shows_its_progress(self, client: Client) -> None:
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

    def test_plays_another_game_where_wanted(self, client: Client) -> None:
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
    def test_of_another_game_that_does_not_fit_says_so_beside_the_field(
        self, client: Client, wrong: dict[str, str], field: str
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

    def test_that_gave_up_says_why_and_is_tried_again(self, client: Client) -> None:
        stage = run(client)
        client.post(address("round-draft", stage))
        draft = Round.objects.get()
        Job.objects.update(state=Job.State.PARKED, reason="MemoryError: too large")
        assert "MemoryError: too large" in desk(client, stage)
        step(client, "round-redraw", draft)
        assert "MemoryError" not in desk(client, stage)

    def test_that_is_refused_says_why_and_offers_choices(self, client: Client) -> None:
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

    def test_goes_on_without_somebody(self, client: Client) -> None:
        stage = run(client, 3, stage={"kind": "swiss", "rounds_planned": 5})
        draft = drawn_round(stage)
        out = Entry.objects.get(seed=1)
        step(client, "round-sit-out", draft, entry=out.pk)
        pair_round(draft.pk)
        assert ByeRequest.objects.get().entry == out
        assert out.pk not in entries_at(draft.matches.get())

    def test_unlocks_all_tables(self, client: Client) -> None:
        draft = drawn_round(run(client))
        Match.objects.filter(table=1).update(is_locked=True)
        step(client, "round-redraw", draft, unlock="1")
        assert not Match.objects.filter(is_locked=True).exists()


class TestEditing:
    def test_swaps_two_and_says_what_that_costs(self, client: Client) -> None:
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

    def test_of_a_stale_page_is_refused_with_what_was_done(self, client: Client) -> None:
        draft = drawn_round(run(client))
        first, second = (entries_at(match)[0] for match in draft.matches.order_by("table"))
        piece(client, "round-swap", draft, first=first, second=second)
        response = piece(client, "round-publish", draft)
        assert response.status_code == 409
        assert "The last step was: swap in draft." in response.content.decode()
        draft.refresh_from_db()
        assert draft.status == Round.Status.DRAFT

    def test_by_two_taps_works_without_javascript(self, client: Client) -> None:
        draft = drawn_round(run(client))
        first = entries_at(draft.matches.get(table=1))[0]
        response = step(client, "round-swap", draft, first=first)
        content = client.get(response.headers["Location"]).content.decode()
        assert f'<input type="hidden" name="first" value="{first}">' in content
        assert content.count('aria-pressed="true"') == 1

    def test_of_a_draft_that_is_gone_is_refused(self, client: Client) -> None:
        draft = drawn_round(run(client))
        step(client, "round-discard", draft)
        response = client.post(
            address("round-swap", draft.stage, round_id=draft.pk),
            {"version": 1, "first": "a", "second": "b"},
            follow=True,
        )
        assert "thrown away in the meantime" in response.content.decode()

    def test_with_somebody_who_left_asks_to_draw_again(self, client: Client) -> None:
        draft = drawn_round(run(client))
        first, second = (entries_at(match)[0] for match in draft.matches.order_by("table"))
        Entry.objects.filter(pk=first).update(status=Entry.Status.WITHDRAWN)
        response = piece(client, "round-swap", draft, first=first, second=second)
        assert "no longer here" in response.content.decode()

    def test_locks_a_table_and_lets_it_go(self, client: Client) -> None:
        draft = drawn_round(run(client))
        match = draft.matches.get(table=2)
        lock = address("table-lock", draft.stage, match_id=match.pk)
        client.post(lock, {"version": draft.version, "is_locked": "1"})
        match.refresh_from_db()
        assert match.is_locked
        client.post(lock, {"version": draft.version + 1, "is_locked": ""})
        match.refresh_from_db()
        assert not match.is_locked

    def test_of_another_events_table_is_refused(self, client: Client) -> None:
        draft = drawn_round(run(client))
        other = drawn_round(running_event(8)).matches.get(table=1)
        client.post(
            address("table-lock", draft.stage, match_id=other.pk),
            {"version": draft.version, "is_locked": "1"},
        )
        other.refresh_from_db()
        assert not other.is_locked


class TestRound:
    def test_is_published_entered_closed_and_reopened(self, client: Client) -> None:
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

    def test_is_withdrawn_while_nothing_is_handed_in(self, client: Client) -> None:
        stage = run(client)
        published = published_round(stage)
        assert "2 tables with 8 players are told" in desk(client, stage)
        step(client, "round-withdraw", published)
        published.refresh_from_db()
        assert published.status == Round.Status.DRAFT

    def test_with_a_result_offers_no_withdrawal(self, client: Client) -> None:
        stage = run(client)
        published = published_round(stage)
        enter(published.matches.get(table=1), 4, 3, 2, 1)
        assert "Withdraw round 1" not in desk(client, stage)
        response = piece(client, "round-withdraw", published)
        assert "handed in already" in response.content.decode()

    def test_with_a_missing_result_is_not_closed(self, client: Client) -> None:
        published = published_round(run(client))
        response = piece(client, "round-close", published)
        assert response.status_code == 400
        assert "Tables 1, 2 have no result yet." in response.content.decode()

    def test_of_another_event_is_not_touched(self, client: Client) -> None:
        stage = run(client)
        other = drawn_round(running_event(8))
        client.post(address("round-publish", stage, round_id=other.pk), {"version": other.version})
        other.refresh_from_db()
        assert other.status == Round.Status.DRAFT

    def test_has_one_primary_action(self, client: Client) -> None:
        stage = run(client)
        assert desk(client, stage).count("button primary") == 1
        draft = drawn_round(stage)
        assert desk(client, stage).count("button primary") == 1
        publish_round(draft, actor=SERVICE, version=draft.version)
        assert desk(client, stage).count("button primary") == 1


class TestSteps:
    def test_are_undone(self, client: Client) -> None:
        stage = run(client)
        published = published_round(stage)
        content = client.get(address("desk-steps", stage)).content.decode()
        assert "publish round" in content
        publishing = AuditEntry.objects.get(action="publish round")
        client.post(address("desk-undo", stage), {"step": publishing.pk})
        published.refresh_from_db()
        assert published.status == Round.Status.DRAFT

    def test_that_would_lose_something_say_so(self, client: Client) -> None:
        stage = run(client)
        published = published_round(stage)
        enter(published.matches.get(table=1), 4, 3, 2, 1)
        content = client.get(address("desk-steps", stage), headers=HTMX).content.decode()
        assert "handed in already; it would be lost" in content

    def test_of_another_event_are_not_undone(self, client: Client) -> None:
        stage = run(client)
        other = published_round(running_event(8))
        publishing = AuditEntry.objects.get(action="publish round")
        response = client.post(address("desk-undo", stage), {"step": publishing.pk}, headers=HTMX)
        assert response.status_code == 409
        other.refresh_from_db()
        assert other.status == Round.Status.PUBLISHED


class TestClock:
    def turn(self, client: Client, one: Round, **data: object) -> Round:
        client.post(address("round-clock", one.stage, round_id=one.pk), data)
        one.refresh_from_db()
        return one

    def test_is_started_paused_and_reset(self, client: Client) -> None:
        one = published_round(run(client))
        assert self.turn(client, one, do="start").clock_started_at is not None
        assert self.turn(client, one, do="pause").clock_paused_at is not None
        assert self.turn(client, one, do="resume").clock_paused_at is None
        assert self.turn(client, one, do="add", minutes=5).clock_added_s == 300
        assert self.turn(client, one, do="reset").clock_started_at is None

    def test_gives_one_table_more_time(self, client: Client) -> None:
        one = published_round(run(client))
        match = one.matches.get(table=2)
        self.turn(client, one, do="add", minutes=5, table=match.pk)
        assert list(one.matches.order_by("table").values_list("added_s", flat=True)) == [0, 300]
        assert "5 min added" in desk(client, one.stage)

    def test_has_another_length_or_none(self, client: Client) -> None:
        one = published_round(run(client))
        assert self.turn(client, one, do="length", minutes=30).length_s == 1800
        assert self.turn(client, one, do="length", minutes="").length_s is None

    def test_says_the_rule(self, client: Client) -> None:
        stage = run(client)
        published_round(stage)
        assert "When time is called: finish the round of turns." in desk(client, stage)


class TestPlan:
    def test_shows_sizes_side_by_side_and_sets_one(self, client: Client) -> None:
        stage = run(client, 12)
        content = client.get(address("desk-plan", stage), headers=HTMX).content.decode()
        assert content.index("4 tables of 3") < content.index("3 tables of 4")
        assert content.count("Recommended") == 1
        response = client.post(address("desk-plan", stage), {"table_size": 3})
        assert response.headers["Location"] == address("desk", stage)
        stage.refresh_from_db()
        assert (stage.table_size, stage.keeps_schedule) == (3, False)
        assert AuditEntry.objects.filter(action="choose sizes of tables").count() == 1

    def test_is_chosen_before_the_first_round(self, client: Client) -> None:
        stage = run(client, 12)
        published_round(stage)
        client.post(address("desk-plan", stage), {"table_size": 3})
        stage.refresh_from_db()
        assert stage.table_size == 4
