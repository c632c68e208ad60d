"""A stage without rounds is closed, so that the next can begin; opened again; both to the end."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.registry import rules_of
from league.errors import LeagueError, Stale
from league.events.queries.events import is_played_out
from league.events.queries.stages import coming_stage, field_proposed, final_order, is_stage_over
from league.events.services import evening, stages
from league.events.services.lifecycle import move_event
from league.events.services.own_games import start_own_game
from league.events.services.undo import undo_step
from league.models import AuditEntry, Entry, Event, Match, Official, Readiness, Round, Stage
from league.permissions import SERVICE, Actor
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import enter, entries_at, played_round, running_event
from tests.factories.submissions import hand_in_record
from tests.league.api.asking import Program
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db

EVENING = {"kind": "open", "chain": ["MIN", "MEAN"], "least_games": 1, "rounds_planned": 1}
KNOCKOUT = {"kind": "knockout", "name": "Final", "takes": "places", "takes_places": 4}


@pytest.fixture
def stage() -> Stage:
    """An open evening of eight, two tables of four played; four of them are to go on."""
    stage = running_event(8, stage=EVENING)
    stages.add_stage(stage.event, actor=SERVICE, values=KNOCKOUT)
    for seeds in ((1, 2, 3, 4), (5, 6, 7, 8)):
        seat_and_play(stage, *seeds)
    compute_standings(stage.pk)
    return stage


def seat(stage: Stage, *seeds: int) -> Match:
    entries = stage.event.entries.filter(seed__in=seeds).values_list("pk", flat=True)
    return evening.make_table_now(stage.event, actor=SERVICE, entries=list(entries), game="")


def seat_and_play(stage: Stage, *seeds: int) -> None:
    """The lower seed is ahead."""
    match = seat(stage, *seeds)
    played = Entry.objects.in_bulk(entries_at(match))
    enter(match, *(200 - (played[entry].seed or 0) for entry in entries_at(match)))


def final_of(stage: Stage) -> Stage:
    return Stage.objects.select_related("event").get(event=stage.event_id, order=2)


def again(stage: Stage) -> Stage:
    return Stage.objects.select_related("event").get(pk=stage.pk)


def statuses(stage: Stage) -> set[str]:
    return set(stage.rounds.values_list("status", flat=True))


def test_next_stage_cannot_begin_while_the_evening_goes_on(stage: Stage) -> None:
    with pytest.raises(LeagueError, match="Close it first"):
        stages.begin_stage(final_of(stage), actor=SERVICE)
    assert coming_stage(stage.event) is None
    assert not field_proposed(final_of(stage)).is_due


def test_evening_leads_to_a_knockout_that_is_played_to_its_end(stage: Stage) -> None:
    stages.close_stage(stage, actor=SERVICE)
    assert statuses(stage) == {Round.Status.CLOSED}
    assert coming_stage(stage.event) == final_of(stage)
    compute_standings(stage.pk)
    order = [row.entry for row in published_rows(again(stage))]
    stages.begin_stage(final_of(stage), actor=SERVICE)
    knockout = final_of(stage)
    assert [place.entry_id for place in knockout.places.order_by("seed")] == order[:4]
    played_round(knockout)
    played_round(knockout)
    assert is_played_out(stage.event)
    places = final_order(stage.event)
    assert [row.entry for row in places[4:]] == order[4:]
    assert {row.came_to for row in places[:4]} == {2}
    event = Event.objects.get(pk=stage.event_id)
    over = move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    assert over.status == Event.Status.FINISHED


def test_solo_leads_to_a_swiss_that_is_played_to_its_end() -> None:
    solo = running_event(
        4,
        stage={"kind": "solo", "chain": ["BEST", "BEST-GAME"], "best_games": 1},
        game="kaleidoskop",
        variant="solo",
        records="required",
    )
    values = {
        "kind": "swiss",
        "rounds_planned": 2,
        "takes": "all",
        "plays_own_game": True,
        "game": "triolet",
        "variant": "base",
    }
    stages.add_stage(solo.event, actor=SERVICE, values=values)
    rules = rules_of("kaleidoskop")
    assert rules is not None
    for entry in solo.event.entries.select_related("event", "player").order_by("seed"):
        match = start_own_game(entry, actor=SERVICE)
        record = rules.random_play.game(entry.seed or 0, players=1, variant="solo")
        hand_in_record(Match.objects.select_related("round__stage__event").get(pk=match.pk), record)
    stages.close_stage(solo, actor=SERVICE)
    compute_standings(solo.pk)
    with pytest.raises(LeagueError, match="time for new games is over"):
        start_own_game(solo.event.entries.select_related("event")[0], actor=SERVICE)
    order = [row.entry for row in published_rows(again(solo))]
    swiss = stages.begin_stage(final_of(solo), actor=SERVICE)
    assert [place.entry_id for place in swiss.places.order_by("seed")] == order
    played_round(final_of(solo))
    played_round(final_of(solo))
    assert is_stage_over(final_of(solo))
    assert len(final_order(solo.event)) == 4


def test_closed_stage_makes_no_tables(stage: Stage) -> None:
    person = stage.event.entries.select_related("event").get(seed=1)
    evening.say_ready(person, actor=SERVICE)
    stages.close_stage(stage, actor=SERVICE)
    assert not Readiness.objects.filter(since__isnull=False).exists()
    for refused in (
        lambda: seat(stage, 1, 5),
        lambda: evening.say_ready(person, actor=SERVICE),
        lambda: evening.everybody_ready(stage.event, actor=SERVICE),
    ):
        with pytest.raises(LeagueError, match="closed"):
            refused()
    assert stage.rounds.count() == 2


def test_stage_with_a_table_without_a_result_is_not_closed(stage: Stage) -> None:
    seat(stage, 1, 5, 6)
    with pytest.raises(LeagueError, match="1 table has no result"):
        stages.close_stage(stage, actor=SERVICE)
    assert again(stage).closed_at is None
    assert statuses(stage) == {Round.Status.PUBLISHED}


def test_stage_is_not_closed_where_nothing_follows_or_rounds_are_drawn(stage: Stage) -> None:
    stages.remove_stage(final_of(stage), actor=SERVICE)
    with pytest.raises(LeagueError, match="Finish the event instead"):
        stages.close_stage(stage, actor=SERVICE)
    groups = running_event(4, stage={"kind": "swiss"})
    later = stages.add_stage(groups.event, actor=SERVICE, values=KNOCKOUT)
    with pytest.raises(LeagueError, match="Close its rounds"):
        stages.close_stage(groups, actor=SERVICE)
    with pytest.raises(Stale):
        stages.close_stage(later, actor=SERVICE)


def test_stage_nobody_has_played_in_is_not_closed() -> None:
    stage = running_event(4, stage={"kind": "open", "chain": ["MEAN"]})
    stages.add_stage(stage.event, actor=SERVICE, values=KNOCKOUT)
    with pytest.raises(LeagueError, match="No table has played"):
        stages.close_stage(stage, actor=SERVICE)


def test_closing_is_undone_and_people_play_on(stage: Stage) -> None:
    organiser = make_user()
    Official.objects.create(event=stage.event, user=organiser, role=Official.Role.ORGANISER)
    stages.close_stage(stage, actor=Actor(user=organiser))
    step = AuditEntry.objects.get(action="close stage")
    undo_step(step, actor=Actor(user=organiser))
    assert again(stage).closed_at is None
    assert statuses(stage) == {Round.Status.PUBLISHED}
    seat_and_play(stage, 1, 5)


def test_closing_is_not_undone_once_the_next_stage_has_begun(stage: Stage) -> None:
    stages.close_stage(stage, actor=SERVICE)
    compute_standings(stage.pk)
    stages.begin_stage(final_of(stage), actor=SERVICE)
    step = AuditEntry.objects.get(action="close stage")
    with pytest.raises(LeagueError, match="next stage has begun"):
        undo_step(step, actor=SERVICE)
    stages.take_back_stage(final_of(stage), actor=SERVICE)
    stages.reopen_stage(again(stage), actor=SERVICE)
    assert again(stage).closed_at is None


def test_tables_closed_before_stay_closed_when_the_stage_is_opened_again(stage: Stage) -> None:
    earlier = timezone.now() - timedelta(hours=1)
    first = stage.rounds.order_by("number")[0]
    Round.objects.filter(pk=first.pk).update(status=Round.Status.CLOSED, closed_at=earlier)
    stages.close_stage(stage, actor=SERVICE)
    stages.reopen_stage(again(stage), actor=SERVICE)
    first.refresh_from_db()
    assert (first.status, first.closed_at) == (Round.Status.CLOSED, earlier)


def test_event_that_is_over_and_reopened_plays_its_evening_on(stage: Stage) -> None:
    for to in (Event.Status.FINISHED, Event.Status.RUNNING):
        event = Event.objects.get(pk=stage.event_id)
        move_event(event, to=to, actor=SERVICE, version=event.version)
    assert coming_stage(Event.objects.get(pk=stage.event_id)) is None
    seat_and_play(again(stage), 1, 5)


@pytest.fixture
def desk(client: Client, stage: Stage) -> Client:
    organiser = make_user()
    Official.objects.create(event=stage.event, user=organiser, role=Official.Role.ORGANISER)
    client.force_login(organiser)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_desk_closes_the_stage_says_what_follows_and_opens_it_again(
    desk: Client, stage: Stage
) -> None:
    event = stage.event_id
    shown = text_of(desk, reverse("desk", args=[event]))
    assert "Then you choose who goes on to the next stage, Final" in shown
    assert "Close the evening" not in shown
    assert "close this stage at the desk" in text_of(desk, reverse("console", args=[event]))
    desk.post(reverse("stage-close", args=[event]))
    said = text_of(desk, reverse("desk", args=[event]))
    assert "The stage is closed. See who goes on." in said
    assert "This stage is closed" in said
    assert "Next stage: Final" in text_of(desk, reverse("console", args=[event]))
    desk.post(reverse("stage-reopen", args=[event]))
    assert again(stage).closed_at is None


def test_who_was_ready_is_told_that_nothing_is_to_do(desk: Client, stage: Stage) -> None:
    entry = stage.event.entries.get(seed=1)
    player = make_user()
    entry.player.user = player
    entry.player.save()
    stages.close_stage(stage, actor=SERVICE)
    desk.force_login(player)
    shown = text_of(desk, reverse("event", args=[stage.event_id]))
    assert "Nothing to do now." in shown
    assert "I’m ready" not in shown


def test_api_closes_a_stage_and_opens_it_again(stage: Stage) -> None:
    organiser = make_user()
    Official.objects.create(event=stage.event, user=organiser, role=Official.Role.ORGANISER)
    asking = Program.of(organiser)
    address = f"events/{stage.event_id}/stages/1/close"
    closed = asking.post(address)
    assert closed.status_code == 200
    assert closed.json()["closed_at"] is not None
    assert asking.post(address).status_code == 400
    assert asking.delete(address).status_code == 204
    assert again(stage).closed_at is None
