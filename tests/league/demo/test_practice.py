"""A rehearsal: sample players in a copy that counts for nothing, and is wiped as a whole."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.queries import players_of, players_shown
from league.demo.services.practice import make_up_results, start_practice
from league.errors import LeagueError
from league.events.queries.events import coming_events, events_shown
from league.events.queries.people import events_to_bring_from, last_event
from league.events.queries.tables import results_in
from league.events.services.clock import start_clock
from league.events.services.removal import discard_event, wipe_practice
from league.events.services.rounds import close_round, draft_round, publish_round
from league.models import AuditEntry, Event, Match, Player, RatedGame, Round, Scope
from league.pairing.services import pair_round
from league.permissions import SERVICE, VISITOR, Actor, may
from league.statistics.queries import game_statistics
from tests.factories import make_club, make_event, make_token, make_user
from tests.factories.events import make_entries

pytestmark = pytest.mark.django_db


def origin(**fields: Any) -> Event:
    club = make_club(admin=make_user("jana"))
    event = make_event(club, status=Event.Status.OPEN)
    Event.objects.filter(pk=event.pk).update(**{"game": "triolet", **fields})
    return Event.objects.get(pk=event.pk)


def published(practice: Event) -> Round:
    draft = Round.objects.get(stage__event=practice, status=Round.Status.DRAFT)
    pair_round(draft.pk)
    draft = Round.objects.select_related("stage__event").get(pk=draft.pk)
    publish_round(draft, actor=SERVICE, version=draft.version)
    return Round.objects.select_related("stage__event").get(pk=draft.pk)


def state_of(event: Event) -> dict[str, Any]:
    row = Event.objects.filter(pk=event.pk).values().get()
    return {**row, "entries": list(event.entries.values_list("pk", "status"))}


@pytest.mark.parametrize("game", ["kaleidoskop", "triolet", "twisty", "polyssimo", "other"])
def test_practice_is_played_and_wiped_and_the_event_is_as_before(game: str) -> None:
    event = origin(game=game, other_name="Dáma" if game == "other" else "")
    make_entries(event, 3)
    before = state_of(event)

    practice, is_new = start_practice(event, actor=SERVICE)
    assert (practice.status, practice.practice_of, is_new) == ("running", event.pk, True)
    assert practice.entries.filter(status="checked_in").count() == 8
    assert all("Ukázka" in player.full_name for player in Player.objects.filter(is_sample=True))
    round_ = published(practice)
    tables = Match.objects.filter(event=practice).count()
    assert make_up_results(practice, actor=SERVICE) == tables
    assert not Match.objects.filter(event=practice).exclude(state="accepted").exists()
    close_round(round_, actor=SERVICE)

    wipe_practice(practice, actor=SERVICE)
    assert state_of(event) == before
    jana = Actor(user=event.club.admins.get())
    assert list(events_shown(jana)) == [event]
    practice.refresh_from_db()
    rights = ("see_event", "run_event", "see_as_official")
    assert [may(jana, right, practice) for right in rights] == [False] * 3
    assert AuditEntry.objects.filter(event=practice.pk, action="wipe practice").exists()


def test_practice_is_in_no_list_and_no_figure_of_the_public() -> None:
    event = origin()
    practice, _is_new = start_practice(event, actor=SERVICE)
    Event.objects.filter(pk=practice.pk).update(is_rated=True)  # whatever its settings say
    practice.refresh_from_db()
    round_ = published(practice)
    make_up_results(practice, actor=SERVICE)
    close_round(round_, actor=SERVICE)
    assert list(events_shown(VISITOR)) == [event]
    assert list(coming_events(Actor(user=event.club.admins.get()))) == [event]
    assert not may(VISITOR, "see_event", practice)
    assert players_shown().count() == 0
    assert players_of(event.club).count() == 0
    assert last_event(event.club) is None
    assert events_to_bring_from(event) == []
    assert RatedGame.objects.count() == 0
    assert game_statistics("triolet") is None
    phone = Actor(codes=frozenset({practice.room_code}))  # that the organiser tries it with
    assert may(phone, "see_event", practice)


def test_practice_is_begun_once() -> None:
    event = origin()
    first, _is_new = start_practice(event, actor=SERVICE)
    assert start_practice(event, actor=SERVICE) == (first, False)
    wipe_practice(first, actor=SERVICE)
    with pytest.raises(LeagueError, match="wiped in the meantime"):
        wipe_practice(first, actor=SERVICE)
    again, is_new = start_practice(event, actor=SERVICE)
    assert (again.pk != first.pk, is_new) == (True, True)


@pytest.mark.parametrize("status", ["running", "finished", "archived"])
def test_practice_of_an_event_that_has_started_is_refused(status: str) -> None:
    with pytest.raises(LeagueError, match="too late to practise"):
        start_practice(origin(status=status), actor=SERVICE)
    assert Event.objects.count() == 1


def test_practice_of_what_is_none_is_refused() -> None:
    event = origin()
    with pytest.raises(LeagueError, match="only in a practice"):
        make_up_results(event, actor=SERVICE)
    with pytest.raises(LeagueError, match="Only a practice can be wiped"):
        wipe_practice(event, actor=SERVICE)
    practice, _is_new = start_practice(event, actor=SERVICE)
    with pytest.raises(LeagueError, match="already a practice"):
        start_practice(practice, actor=SERVICE)
    with pytest.raises(LeagueError, match="No table is being played"):
        make_up_results(practice, actor=SERVICE)


def test_practice_goes_with_the_draft_that_is_thrown_away() -> None:
    event = origin(status="draft")
    practice, _is_new = start_practice(event, actor=SERVICE)
    discard_event(event, actor=SERVICE)
    practice.refresh_from_db()
    assert practice.wiped_at is not None


@pytest.mark.parametrize("kind", ["swiss", "round_robin", "tables"])
def test_practice_is_drawn_in_every_format(kind: str) -> None:
    event = origin()
    event.stages.update(kind=kind, rounds_planned=3)
    practice, _is_new = start_practice(event, actor=SERVICE)
    assert published(practice).matches.exists()


def test_practice_over_the_api(client: Client) -> None:
    event = origin()
    _token, secret = make_token(event.club.admins.get(), Scope.READ, Scope.EVENTS)
    headers = {"Authorization": f"Bearer {secret}", "Accept-Language": "en"}
    address = f"/api/v1/events/{event.pk}/practice"
    made = client.post(address, headers=headers, content_type="application/json")
    assert (made.status_code, made.json()["practice_of"]) == (201, event.pk)
    repeated = client.post(address, headers=headers, content_type="application/json")
    assert (repeated.status_code, repeated.json()["id"]) == (200, made.json()["id"])
    practice = Event.objects.get(practice_of=event.pk)
    results = f"/api/v1/events/{practice.pk}/practice/results"
    refused = client.post(results, headers=headers, content_type="application/json")
    assert "No table is being played" in refused.json()["detail"]
    published(practice)
    assert client.post(results, headers=headers, content_type="application/json").json() == {
        "tables": 2
    }
    assert client.delete(address, headers=headers).status_code == 204
    assert client.get(f"/api/v1/events/{practice.pk}", headers=headers).status_code == 404
    gone = client.delete(address, headers=headers)
    assert "There is no practice" in gone.json()["detail"]


def test_results_are_made_up_where_tables_play_and_not_before(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    event = origin()
    client.force_login(event.club.admins.get())
    practice, _is_new = start_practice(event, actor=SERVICE)

    def offered() -> list[bool]:
        pages = (reverse(route, args=[practice.pk]) for route in ("console", "desk"))
        return ["Make up results" in client.get(page).content.decode() for page in pages]

    assert offered() == [False, False]  # nobody sits yet
    round_ = published(practice)
    assert offered() == [False, False]
    start_clock(round_, actor=SERVICE)
    assert offered() == [True, True]
    desk = reverse("desk", args=[practice.pk])
    made_up = client.post(reverse("practice-results", args=[practice.pk]), {"back": "desk"})
    assert made_up.headers["Location"] == desk
    assert offered() == [False, False]


def test_practice_is_told_on_all_its_pages_and_wiped_from_there(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    event = origin()
    client.force_login(event.club.admins.get())
    console = reverse("console", args=[event.pk])
    assert "Try it with sample players" in client.get(console).content.decode()
    led_to = client.post(reverse("practice-start", args=[event.pk])).headers["Location"]
    practice = Event.objects.get(practice_of=event.pk)
    assert led_to == reverse("console", args=[practice.pk])
    published(practice)
    for route in ("console", "desk", "event", "event-settings", "event-standings", "event-codes"):
        page = client.get(reverse(route, args=[practice.pk])).content.decode()
        assert "The players are made up" in page, route
    assert "Go on with the practice" in client.get(console).content.decode()
    stranger = Client(headers={"Accept-Language": "en"})
    assert stranger.get(practice.get_absolute_url()).status_code == 404
    assert client.post(reverse("practice-wipe", args=[practice.pk])).headers["Location"] == console
    match = practice.matches.all()[0]
    gone = [practice.get_absolute_url(), led_to, reverse("match", args=[match.pk])]
    gone += [f"/live/en/events/{practice.pk}/", reverse("match-rule", args=[match.pk])]
    assert {client.get(address).status_code for address in gone} <= {403, 404}


@pytest.mark.parametrize("game", ["kaleidoskop", "triolet", "twisty", "polyssimo"])
def test_made_up_results_differ_from_table_to_table_and_round_to_round(game: str) -> None:
    practice, _is_new = start_practice(origin(game=game), actor=SERVICE)
    close_round(with_results(published(practice)), actor=SERVICE)
    draft_round(practice.stages.get(), actor=SERVICE)
    with_results(published(practice))
    played = results_in(Round.objects.filter(stage__event=practice))
    scores = [
        sorted(side["score"] or 0 for side in sides if not side["forfeited"])
        for [sides] in played.values()
    ]
    assert len(scores) == 4
    assert len({tuple(figures) for figures in scores}) == 4, scores


def with_results(published_: Round) -> Round:
    make_up_results(published_.stage.event, actor=SERVICE)
    return Round.objects.select_related("stage__event").get(pk=published_.pk)
