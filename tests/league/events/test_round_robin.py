"""A round robin is as long as its schedule, and told so everywhere; a Swiss that should be one."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import LeagueError
from league.events.services.lifecycle import freeze_seeds
from league.events.services.rounds import close_round, draft_round
from league.events.services.settings import edit_event
from league.models import AuditEntry, Entry, Event, Stage
from league.permissions import SERVICE
from league.standings.queries import planned_rounds
from league.standings.services import compute_standings
from tests.factories import make_club, make_event, make_user
from tests.factories.events import drawn_round, enter, make_entries, played_round, published_round
from tests.league.api.asking import NOBODY, Program
from tests.league.web.reading import plain, text_of

pytestmark = pytest.mark.django_db
CHAIN = ["DE", "WON", "SB", "GAME"]


@pytest.fixture(autouse=True)
def _pages_in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def organiser(client: Client) -> Any:
    user = make_user()
    client.force_login(user)
    return user


def robin(players: int, *, organiser: Any = None, kind: str = "round_robin") -> Stage:
    """Started, with the number of rounds that its template says."""
    event = make_event(make_club(admin=organiser), status=Event.Status.OPEN)
    Event.objects.update(game="triolet")
    Stage.objects.update(kind=kind, chain=CHAIN, rounds_planned=7, seed=1)
    make_entries(event, players)
    if kind == "round_robin":
        Entry.objects.update(seed=None)
        Stage.objects.update(seeding="entered")
        freeze_seeds(event)
        Event.objects.update(status=Event.Status.RUNNING)
    return Stage.objects.select_related("event").get()


def play_all(stage: Stage) -> None:
    for _round in range(planned_rounds(stage)):
        played_round(stage)


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5), (6, 5), (8, 7)])
def test_length_is_that_of_the_schedule(players: int, rounds: int) -> None:
    stage = robin(players)
    assert (planned_rounds(stage), stage.rounds_planned) == (rounds, rounds)


def test_length_cannot_be_set(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    with pytest.raises(LeagueError, match="as long as its number of players"):
        edit_event(stage.event, actor=SERVICE, version=1, changes={"rounds_planned": 9})
    page = client.get(reverse("event-setting", args=[stage.event_id, "format"])).content.decode()
    [kind] = (
        re.findall(r'value="round_robin"[^>]*data-shows="([^"]*)"', page)
        or re.findall(r'data-shows="([^"]*)"[^>]*value="round_robin"', page)
        or [""]
    )
    assert "rounds_planned" not in kind
    assert "rounds_planned" in page  # asked for by the formats that need it


def test_end_is_told_everywhere(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    event = stage.event
    assert NOBODY.get(f"events/{event.pk}").json()["is_played_out"] is False
    play_all(stage)
    page = text_of(client, event.get_absolute_url())
    assert "All 3 rounds are played." in page
    assert "Final standings" in page
    assert "The next tables appear" not in page
    assert "all rounds played" in text_of(client, reverse("events"))
    assert "Everybody has met everybody. Finish the event." in text_of(
        client, reverse("desk", args=[event.pk])
    )
    told = NOBODY.get(f"events/{event.pk}").json()
    assert (told["is_played_out"], told["stage"]["rounds_planned"]) == (True, 3)
    assert NOBODY.get("events").json()["results"][0]["is_played_out"] is True
    assert NOBODY.get(f"events/{event.pk}/standings").json()["is_final"] is True
    with pytest.raises(LeagueError, match="Everybody has met everybody"):
        draft_round(stage, actor=SERVICE)


def test_drafts_of_two_do_not_talk_of_short_tables(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser)
    drawn_round(stage)
    page = text_of(client, reverse("desk", args=[stage.event_id]))
    assert "Everybody meets as the schedule says." in page
    assert "short table" not in page


def test_direct_encounter_and_games_can_be_read(client: Client) -> None:
    """Each wins by the smaller starting number but for the first: three are equal on top."""
    stage = robin(4)
    for _number in range(3):
        round_ = published_round(stage)
        for match in round_.matches.all():
            seeds = list(match.seats.order_by("letter").values_list("entry__seed", flat=True))
            wins = {(1, 2): 2, (1, 3): 1, (1, 4): 1, (2, 3): 2, (2, 4): 4, (3, 4): 3}
            winner = wins[tuple(sorted(seeds))]
            enter(match, *(20 if seed == winner else 10 for seed in seeds))
        close_round(round_, actor=SERVICE)
    compute_standings(stage.pk)
    text = text_of(client, reverse("event-standings", args=[stage.event_id]))
    assert "won against Hráč A." in text
    assert "lost to Hráč B." in text
    assert "2 of 3" in text
    rows = NOBODY.get(f"events/{stage.event_id}/standings").json()["rows"]
    assert rows[0]["texts"]["WON"].endswith("of 3")
    assert rows[0]["texts"]["DE"].startswith("won against")
    why = NOBODY.get(f"entries/{rows[0]['entry']}/explanation").json()
    assert [t["told"] for t in why["tiebreaks"] if t["key"] == "DE"] == [rows[0]["texts"]["DE"]]


def test_columns_that_say_nothing_are_not_shown(client: Client) -> None:
    """Before a result, everybody has the same, and every rank is open to everybody."""
    stage = robin(6)
    published_round(stage)
    compute_standings(stage.pk)
    page = text_of(client, reverse("event-standings", args=[stage.event_id]))
    assert "Sonneborn" not in page
    assert "1–6" not in page


def test_swiss_with_a_round_for_every_opponent_is_pointed_out(
    client: Client, organiser: Any
) -> None:
    stage = robin(6, organiser=organiser, kind="swiss")
    Stage.objects.update(rounds_planned=5, chain=["BH-C1", "BH", "WON", "DE", "GAME"])
    event = stage.event
    for route in ("console", "event-settings"):
        text = text_of(client, reverse(route, args=[event.pk]))
        assert "Players: 6, rounds: 5." in text
        assert "Rounds: 5. Nobody can join once it has started." in text
    told = Program.of(organiser).get(f"events/{event.pk}/plans").json()["caution"]
    assert (told["offer"], told["text"][:22]) == ("round_robin", "Players: 6, rounds: 5.")
    offered = {"kind": "round_robin", "version": event.version}
    client.post(reverse("event-format", args=[event.pk]), offered)
    stage.refresh_from_db()
    assert (stage.kind, stage.chain) == ("round_robin", CHAIN)
    assert AuditEntry.objects.filter(event=event.pk).exists()
    assert "Change to" not in text_of(client, reverse("console", args=[event.pk]))


def test_swiss_of_a_usual_length_is_left_alone(client: Client, organiser: Any) -> None:
    stage = robin(9, organiser=organiser, kind="swiss")
    assert "Change to" not in text_of(client, reverse("console", args=[stage.event_id]))


def test_format_offered_on_an_old_page_is_refused(client: Client, organiser: Any) -> None:
    stage = robin(4, organiser=organiser, kind="swiss")
    for sent in ({"kind": "round_robin", "version": 99}, {"kind": "chess", "version": 1}):
        page = client.post(reverse("event-format", args=[stage.event_id]), sent, follow=True)
        assert "The format is changed." not in plain(page.content.decode())
    stage.refresh_from_db()
    assert stage.kind == "swiss"
    assert Entry.objects.count() == 4
