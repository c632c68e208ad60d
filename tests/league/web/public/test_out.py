"""Somebody who is out of a bracket, or did not go on to the next stage: no table is promised."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.events.services import stages
from league.models import Entry, Match, Player, Stage, User
from league.permissions import SERVICE
from tests.factories import make_user
from tests.factories.events import enter, entries_at, played_round, published_round, running_event
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db

SWISS = {"kind": "swiss", "rounds_planned": 1, "chain": ["BH", "WON"]}
GROUPS = {"kind": "groups", "group_size": 4}
FINALS = {"kind": "knockout", "name": "Finals", "takes": "places", "takes_places": 2}
PROMISE = "Your next table appears here automatically."
OUT = "You have no more matches in this bracket."
LEFT = "You did not go on to the next stage."


@pytest.fixture
def user(client: Client) -> User:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    user = make_user()
    client.force_login(user)
    return user


def knockout(entries: int, *, kind: str = "knockout", **stage: object) -> Stage:
    return running_event(entries, stage={"kind": kind, "chain": ["BRACKET"], **stage})


def is_of(user: User, stage: Stage, *, seed: int) -> Entry:
    Player.objects.filter(user=user).update(user=None)
    entry = stage.event.entries.get(seed=seed)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    return entry


def win(stage: Stage, *, by: int, over: int) -> None:
    """Of a match that is played now."""
    match = Match.objects.filter(round__stage=stage, is_open=True, seats__entry__seed=over).get()
    seeds = dict(stage.event.entries.values_list("pk", "seed"))
    enter(match, *(90 if seeds[entry] == by else 60 for entry in entries_at(match)))


def step_of(client: Client, stage: Stage) -> tuple[str, str]:
    """Its kind, and what the page of the event says."""
    address = reverse("event-next", args=[stage.event_id])
    found = re.search(r'data-kind="(\w+)"', client.get(address).content.decode())
    assert found
    return found[1], text_of(client, address)


def test_who_lost_in_a_knockout_is_told_the_place_before_the_table_is_made(
    client: Client, user: User
) -> None:
    stage = knockout(8)
    entry = is_of(user, stage, seed=8)
    published_round(stage)
    win(stage, by=1, over=8)
    kind, text = step_of(client, stage)
    assert kind == "out"
    assert f"{OUT} Your place: 5 to 8, shared." in text
    assert PROMISE not in text
    html = client.get(reverse("event-next", args=[stage.event_id])).content.decode()
    assert f"{reverse('event-bracket', args=[stage.event_id])}?entry={entry.pk}" in html


def test_who_won_waits_for_the_next_table(client: Client, user: User) -> None:
    stage = knockout(8)
    is_of(user, stage, seed=1)
    published_round(stage)
    win(stage, by=1, over=8)
    kind, text = step_of(client, stage)
    assert (kind, PROMISE in text) == ("between", True)


def test_who_lost_the_semi_final_waits_for_the_third_place_if_it_is_played(
    client: Client, user: User
) -> None:
    kinds = {}
    for places in (4, 2):
        stage = knockout(4, places_played=places)
        is_of(user, stage, seed=4)
        published_round(stage)
        win(stage, by=1, over=4)
        kinds[places] = step_of(client, stage)[0]
    assert kinds == {4: "between", 2: "out"}


def test_who_won_the_final_is_told_so_while_its_round_is_open(client: Client, user: User) -> None:
    stage = knockout(4)
    is_of(user, stage, seed=1)
    played_round(stage)
    published_round(stage)
    win(stage, by=1, over=2)
    kind, text = step_of(client, stage)
    assert (kind, "Your place: 1." in text) == ("out", True)


def test_double_elimination_ends_with_the_second_loss(client: Client, user: User) -> None:
    stage = knockout(4, kind="double_elimination")
    is_of(user, stage, seed=4)
    played_round(stage)
    assert step_of(client, stage)[0] == "between"
    published_round(stage)
    assert step_of(client, stage)[0] == "table"
    win(stage, by=3, over=4)
    assert step_of(client, stage)[0] == "out"


def test_best_of_a_table_go_on_and_the_others_are_out(client: Client, user: User) -> None:
    stage = knockout(8, bracket_seats=4, bracket_advance=2)
    kinds = {}
    published_round(stage)
    for match in Match.objects.filter(round__stage=stage):
        enter(match, 90, 80, 70, 60)
    match = Match.objects.filter(round__stage=stage).order_by("table")[0]
    seeds = dict(stage.event.entries.values_list("pk", "seed"))
    for place, entry in enumerate(entries_at(match), start=1):
        is_of(user, stage, seed=seeds[entry] or 0)
        kinds[place] = step_of(client, stage)[0]
    assert kinds == {1: "between", 2: "between", 3: "out", 4: "out"}


def test_who_does_not_go_on_is_told_once_the_next_stage_has_begun(
    client: Client, user: User
) -> None:
    stage = running_event(8, stage=GROUPS)
    finals = stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    for _ in range(3):
        played_round(stage)
    is_of(user, stage, seed=8)
    kind, text = step_of(client, stage)
    assert (kind, PROMISE in text) == ("stage_over", False)
    assert "Who goes on is decided now, and the next tables appear here." in text
    stages.begin_stage(finals, actor=SERVICE)
    kind, text = step_of(client, stage)
    assert (kind, PROMISE in text) == ("did_not_go_on", False)
    assert re.search(rf"{LEFT} Your rank in group \w: 4 See the standings", text)
    is_of(user, stage, seed=1)
    assert step_of(client, stage)[0] == "between"


def test_who_is_out_of_a_bracket_may_come_back_in_the_stage_behind_it(
    client: Client, user: User
) -> None:
    stage = knockout(4, places_played=2)
    stages.add_stage(stage.event, actor=SERVICE, values={"kind": "tables", "takes": "all"})
    is_of(user, stage, seed=4)
    published_round(stage)
    win(stage, by=1, over=4)
    kind, text = step_of(client, stage)
    assert kind == "out"
    assert "Who plays in the next stage is decided when this one is over." in text


@pytest.mark.parametrize("kind", ["open", "solo"])
def test_nothing_is_begun_in_a_stage_that_somebody_did_not_come_to(
    client: Client, user: User, kind: str
) -> None:
    stage = running_event(6, stage=SWISS)
    later = {"kind": kind, "takes": "places", "takes_places": 4}
    if kind == "solo":
        later |= {"plays_own_game": True, "game": "kaleidoskop", "variant": "solo"}
    finals = stages.add_stage(stage.event, actor=SERVICE, values=later)
    played_round(stage)
    stages.begin_stage(finals, actor=SERVICE)
    kinds = []
    for seed in (1, 6):
        is_of(user, stage, seed=seed)
        kinds.append(step_of(client, stage)[0])
    assert kinds == [{"open": "ready", "solo": "begin"}[kind], "did_not_go_on"]


def test_page_asks_again_when_the_next_stage_begins(client: Client) -> None:
    stage = running_event(6, stage=SWISS)
    finals = stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    played_round(stage)

    def step() -> str:
        html = client.get(reverse("event", args=[stage.event_id])).content.decode()
        return html.partition('data-step="')[2].partition('"')[0]

    before = step()
    stages.begin_stage(finals, actor=SERVICE)
    assert step() != before


def test_home_promises_no_table_to_who_is_out(client: Client, user: User) -> None:
    stage = knockout(8)
    is_of(user, stage, seed=8)
    published_round(stage)
    win(stage, by=2, over=7)
    seen = client.get(reverse("home-now")).content.decode().partition("?seen=")[2].partition('"')[0]
    win(stage, by=1, over=8)
    text = text_of(client, reverse("home-now") + f"?seen={seen}")
    assert OUT in text
    assert PROMISE not in text


def test_home_promises_no_table_to_who_did_not_go_on(client: Client, user: User) -> None:
    stage = running_event(6, stage=SWISS)
    finals = stages.add_stage(stage.event, actor=SERVICE, values=FINALS)
    is_of(user, stage, seed=6)
    played_round(stage)
    assert PROMISE in text_of(client, "/")
    stages.begin_stage(finals, actor=SERVICE)
    text = text_of(client, "/")
    assert LEFT in text
    assert PROMISE not in text
