"""Solo: everybody begins games alone, a verified record counts at once, the best ones rank."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.registry import rules_of
from games.verify import verify
from league.errors import LeagueError
from league.events.queries.recheck import differences_of_stage
from league.events.services import stages
from league.events.services.entries import Registration, sign_up, withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.own_games import give_up_own_game, start_own_game
from league.events.services.seating import dissolve_table
from league.models import Entry, Event, Match, Player, Result, Sheet, Stage, Submission
from league.permissions import SERVICE, Actor
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_token, make_user
from tests.factories.events import played_round, published_round, running_event
from tests.factories.sheets import ended, sheet_at
from tests.factories.submissions import hand_in, hand_in_record
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db
BEST = 2


@pytest.fixture
def stage() -> Stage:
    return running_event(
        3,
        stage={"kind": "solo", "chain": ["BEST", "BEST-GAME"], "best_games": BEST},
        game="kaleidoskop",
        variant="solo",
        records="required",
        sign_up="guests",
        language="en",
    )


def record(seed: int) -> str:
    rules = rules_of("kaleidoskop")
    assert rules is not None
    return rules.random_play.game(seed, players=1, variant="solo")


def keys_of(seed: int) -> Sequence[int]:
    [side] = verify(record(seed).encode()).sides
    return side.standing.keys


def entry_of(stage: Stage, seed: int) -> Entry:
    return Entry.objects.select_related("event", "player").get(event=stage.event_id, seed=seed)


def begun(entry: Entry) -> Match:
    match = start_own_game(entry, actor=SERVICE)
    return Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)


def played(entry: Entry, *seeds: int) -> list[Submission]:
    return [hand_in_record(begun(entry), record(seed)) for seed in seeds]


def test_verified_record_counts_without_anybody_else(stage: Stage) -> None:
    [submission] = played(entry_of(stage, 1), 1)
    match = Match.objects.get(pk=submission.match_id)
    assert (match.state, match.is_open) == ("accepted", False)
    assert match.results.get().ground == Result.Ground.SOLO


def test_second_tap_finds_the_game_under_way(stage: Stage) -> None:
    first = begun(entry_of(stage, 1))
    assert begun(entry_of(stage, 1)) == first
    assert begun(entry_of(stage, 2)) != first
    dissolve_table(first.round, actor=SERVICE)
    assert begun(entry_of(stage, 1)) != first


def test_best_games_rank_by_score_and_then_by_the_six_colours(stage: Stage) -> None:
    """Sums of the best two by (score, colours); a third game drops out."""
    by_entry = {1: (1, 2, 3), 2: (4, 5), 3: (6,)}
    for seed, games in by_entry.items():
        played(entry_of(stage, seed), *games)
    compute_standings(stage.pk)
    expected = {}
    for seed, games in by_entry.items():
        best = sorted((keys_of(game) for game in games), reverse=True)[:BEST]
        expected[seed] = tuple(map(sum, zip(*best, strict=True)))
    rows = {row.entry: row for row in published_rows(stage)}
    for seed, summed in expected.items():
        row = rows[entry_of(stage, seed).pk]
        assert [int(value) for value in row.values["BEST-GAME"]] == list(summed)
        assert (
            int(row.values["BEST"][0]) == summed[0] * 12 or int(row.values["BEST"][0]) == summed[0]
        )
        assert row.rank == 1 + sum(other > summed for other in expected.values())
    assert list(differences_of_stage(stage)) == []


def test_scores_without_a_record_wait_for_an_official(stage: Stage) -> None:
    entry = entry_of(stage, 1)
    match = begun(entry)
    figures = dict.fromkeys(("red", "orange", "yellow", "green", "blue", "purple"), 3)
    hand_in(match, figures={entry.pk: figures})
    match.refresh_from_db()
    assert (match.state, match.results.count()) == ("handed_in", 0)


def test_no_game_is_begun_after_the_last_day(stage: Stage) -> None:
    entry = entry_of(stage, 1)
    under_way = begun(entry)
    yesterday = timezone.now().date() - timedelta(days=1)
    Stage.objects.filter(pk=stage.pk).update(plays_until=yesterday)
    with pytest.raises(LeagueError, match="time for new games is over"):
        begun(entry_of(stage, 2))
    assert begun(entry) == under_way  # what was begun may be finished
    hand_in_record(under_way, record(1))
    Stage.objects.filter(pk=stage.pk).update(plays_until=yesterday + timedelta(days=2))
    assert begun(entry_of(stage, 2))


@pytest.mark.parametrize("do", [start_own_game, give_up_own_game])
def test_games_are_begun_and_given_up_only_where_the_format_lets_people(do: Any) -> None:
    tables = running_event(4)
    published_round(tables)
    entry = tables.event.entries.select_related("event").first()
    assert entry is not None
    with pytest.raises(LeagueError, match="made by the organisers"):
        do(entry, actor=SERVICE)


def test_people_join_while_it_runs_and_play_without_the_desk(stage: Stage) -> None:
    user = make_user("nova", display_name="Nina Nová")
    late = sign_up(
        stage.event, actor=Actor(user=user), registration=Registration(full_name="Nina Nová")
    )
    assert late.status == Entry.Status.REGISTERED
    played(late, 7)
    late.refresh_from_db()
    assert (late.status, late.first_round) == (Entry.Status.CHECKED_IN, 1)
    compute_standings(stage.pk)
    assert late.pk in {row.entry for row in published_rows(stage)}
    tables = running_event(4, sign_up="guests")
    with pytest.raises(LeagueError, match="not open for entries"):
        sign_up(tables.event, actor=Actor(user=user), registration=Registration(full_name="N N"))


def test_whoever_left_begins_no_game_and_keeps_what_was_played(stage: Stage) -> None:
    entry = entry_of(stage, 1)
    played(entry, 1)
    withdraw_entry(entry, actor=SERVICE, is_confirmed=True)
    with pytest.raises(LeagueError):
        begun(entry_of(stage, 1))
    compute_standings(stage.pk)
    assert published_rows(stage)[0].entry == entry.pk


def test_game_is_given_up_as_if_never_begun_or_without_points(stage: Stage) -> None:
    entry = entry_of(stage, 1)
    begun(entry)
    give_up_own_game(entry, actor=SERVICE)
    assert not Match.objects.filter(event=stage.event_id).exists()
    match = begun(entry)
    ended(sheet_at(match), by="time")
    give_up_own_game(entry, actor=SERVICE)
    match.refresh_from_db()
    assert (match.state, match.rulings.get().remark.reason) == (
        "accepted",
        "Given up by the player.",
    )
    played(entry, 1)
    compute_standings(stage.pk)
    assert published_rows(stage)[0].values["BEST"] == (keys_of(1)[0],)
    with pytest.raises(LeagueError, match="no game under way"):
        give_up_own_game(entry, actor=SERVICE)


def test_event_is_finished_once_no_game_is_under_way(stage: Stage) -> None:
    played(entry_of(stage, 1), 1)
    match = begun(entry_of(stage, 2))
    event = Event.objects.get(pk=stage.event_id)
    with pytest.raises(LeagueError):
        move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    dissolve_table(match.round, actor=SERVICE)
    event.refresh_from_db()
    move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)


def test_guest_signs_up_and_plays_from_one_phone(client: Client, stage: Stage) -> None:
    """While it runs: entered, approved, one tap, and the score sheet is open."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = reverse("event", args=[stage.event_id])
    assert "Enter this event" in text_of(client, page)
    client.post(reverse("event-sign-up", args=[stage.event_id]), {"full_name": "Ota Malý"})
    entry = Entry.objects.get(event=stage.event_id, player__full_name="Ota Malý")
    Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.REGISTERED)
    assert "Play a game" in text_of(client, page)
    answer = client.post(reverse("own-game", args=[entry.pk]))
    sheet = Sheet.objects.get(match__seats__entry=entry)
    assert answer["Location"] == reverse("sheet", args=[sheet.pk])
    assert "Go on with your game" in text_of(client, page)
    paper = client.post(reverse("own-game", args=[entry.pk]), {"paper": "1"})
    assert paper["Location"] == reverse("hand-in", args=[sheet.match_id])


def test_stranger_begins_no_game_of_others(client: Client, stage: Stage) -> None:
    address = reverse("own-game", args=[entry_of(stage, 1).pk])
    client.post(address)
    client.force_login(make_user("stranger"))
    assert client.post(address).status_code == 404
    assert not Match.objects.filter(event=stage.event_id).exists()


def test_player_begins_a_game_over_the_api(client: Client, stage: Stage) -> None:
    user = make_user("eva")
    entry = entry_of(stage, 1)
    entry.player.user = user
    entry.player.save()
    _token, secret = make_token(user, "read", "play")
    asks: dict[str, Any] = {
        "content_type": "application/json",
        "headers": {"authorization": f"Bearer {secret}"},
    }
    answer = client.post(reverse("api-entries-own-game", args=[entry.pk]), **asks)
    match = Match.objects.get(event=stage.event_id)
    assert answer.json() == {"match": match.pk, "table": 1}
    other = reverse("api-entries-own-game", args=[entry_of(stage, 2).pk])
    refused = client.post(other, **asks)
    assert refused.json()["status"] == 403


def test_desk_begins_a_game_for_somebody_and_gives_it_up(client: Client, stage: Stage) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(make_user("root", is_superuser=True))
    entry = entry_of(stage, 1)
    page = reverse("entry", args=[entry.pk])
    assert "Begin a game" in text_of(client, page)
    client.post(reverse("own-game", args=[entry.pk]))
    assert Match.objects.get(event=stage.event_id).is_open
    assert "Give up this game" in text_of(client, page)
    client.post(reverse("own-game-given-up", args=[entry.pk]))
    assert not Match.objects.filter(event=stage.event_id).exists()


def test_later_stage_is_for_those_who_went_on(client: Client) -> None:
    first = running_event(
        8,
        stage={"kind": "swiss", "rounds_planned": 1, "chain": ["WON"]},
        sign_up="guests",
        language="en",
    )
    values = {"kind": "solo", "takes": "places", "takes_places": 4, "plays_own_game": True}
    values |= {"game": "kaleidoskop", "variant": "solo"}
    later = stages.add_stage(first.event, actor=SERVICE, values=values)
    played_round(first)
    stages.begin_stage(later, actor=SERVICE)
    stage = Stage.objects.select_related("event").get(pk=later.pk)
    inside = list(stage.places.values_list("entry", flat=True))
    here = stage.event.entries.select_related("event", "player")
    outsider, insider = here.exclude(pk__in=inside)[0], here.get(pk=inside[0])
    with pytest.raises(LeagueError, match="Only those who went on"):
        start_own_game(outsider, actor=SERVICE)
    assert start_own_game(insider, actor=SERVICE).is_open
    with pytest.raises(LeagueError, match="not open for entries"):
        sign_up(stage.event, actor=Actor(), registration=Registration(full_name="Nová Tvář"))
    page = reverse("event", args=[stage.event_id])
    sign_up_page = reverse("event-sign-up", args=[stage.event_id])
    assert sign_up_page not in client.get(page).content.decode()
    for entry, step in ((outsider, "did_not_go_on"), (insider, "own_game")):
        user = make_user()
        client.force_login(user)
        Player.objects.filter(pk=entry.player_id).update(user=user)
        content = client.get(page).content.decode()
        assert f'data-kind="{step}"' in content
        assert reverse("own-game", args=[entry.pk]) + '"' not in content


def test_big_screen_says_how_to_begin_where_nobody_is_seated(stage: Stage, client: Client) -> None:
    evening = running_event(4, stage={"kind": "open", "chain": ["MIN", "MEAN"]}, language="en")
    told = {
        shown.format.key: text_of(client, reverse("event-projector", args=[shown.event_id]))
        for shown in (stage, evening)
    }
    assert "Tap “Play a game” on your phone" in told["solo"]
    assert "ready" not in told["solo"]
    assert "Tap “ready” on your phone" in told["open"]
