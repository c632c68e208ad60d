"""An event as everybody sees it: what its page says to whom, by how many queries."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.events.services.evening import say_ready
from league.events.services.rounds import withdraw_round
from league.models import Bye, Entry, Event, Match, Official, Player, Round, Stage
from league.permissions import ENTRIES_KEY, SERVICE
from league.standings.services import compute_standings
from tests.conftest import OpenPage
from tests.factories import make_event, make_player, make_user
from tests.factories.events import (
    drawn_round,
    enter,
    make_entries,
    played_round,
    published_round,
    running_event,
)
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


def event_text(client: Client, stage: Stage) -> str:
    return text_of(client, reverse("event", args=[stage.event_id]))


def step_kind(client: Client, event: Event) -> str:
    content = client.get(reverse("event-next", args=[event.pk])).content.decode()
    found = re.search(r'class="next-step"\s+data-kind="(\w+)"', content)
    assert found
    return found[1]


# With 120 entries and 30 tables.
@pytest.fixture
def big() -> Stage:
    stage = running_event(120)
    played_round(stage)
    published = published_round(stage)
    for match in list(published.matches.all())[:9]:
        enter(match, *range(100, 100 + match.seats.count()))
    compute_standings(stage.pk)
    return stage


def test_pages_of_an_event_take_a_fixed_number_of_queries(open_page: OpenPage, big: Stage) -> None:
    published = big.rounds.get(number=2)
    match = published.matches.get(table=1)
    entry = big.event.entries.get(seed=1)
    pages = [
        ("event", big.event_id, 21, "Round 2"),
        ("event-next", big.event_id, 12, "Find your table"),
        ("event-find", big.event_id, 13, "Find my table"),
        ("event-standings", big.event_id, 12, "After round 1"),
        ("event-projector", big.event_id, 13, "2. kolo"),
        ("round", published.pk, 11, "Round 2"),
        ("match", match.pk, 22, "Table 1"),
        ("entry-rounds", entry.pk, 18, "Hráč A."),
        ("print-names", published.pk, 8, "Hráč A."),
        ("print-tables", published.pk, 7, "Hráč A."),
        ("print-slips", published.pk, 7, "Umístění Podpis"),
        ("print-standings", big.event_id, 8, "Hráč A."),
    ]
    for route, pk, queries, shows in pages:
        cache.clear()  # or the version of a page before is still known
        open_page(reverse(route, args=[pk]), queries=queries, shows=shows)


def test_event_page_of_an_open_event_shows_who_is_coming(client: Client) -> None:
    event = make_event()
    make_entries(event, 2, status=Entry.Status.REGISTERED)
    Entry.objects.create(event=event, player=make_player("Eva M"), status=Entry.Status.APPLIED)
    text = text_of(client, event.get_absolute_url())
    assert "Who is coming 2 entries Hráč A. Hráč B. " in text
    assert "Eva" not in text


def test_event_page_of_a_running_event_shows_tables_states_and_standings(client: Client) -> None:
    stage = running_event(8)
    played_round(stage)
    published = published_round(stage)
    enter(published.matches.get(table=1), 90, 60, 75, 60)
    compute_standings(stage.pk)
    text = event_text(client, stage)
    assert "Round 2 1 of 2 tables still plays" in text
    assert re.search(
        r"Table 1 .*? 90 1st .*? accepted entered by an official Table 2 .*? waiting", text
    )
    assert "All 8, with tiebreaks" in text
    assert "Rounds played Round 1" in text


def test_event_page_tells_that_a_round_was_withdrawn(client: Client) -> None:
    stage = running_event(8)
    withdraw_round(published_round(stage), actor=SERVICE)
    Event.objects.update(time_zone="Asia/Tokyo")
    Round.objects.update(withdrawn_at="2026-03-03T10:42:00Z")
    text = event_text(client, stage)
    assert "Round 1 was taken back at 19:42. New tables are coming" in text
    assert "Table 1" not in text


def test_event_page_does_not_tell_of_a_draft(client: Client) -> None:
    stage = running_event(8)
    drawn_round(stage)
    text = event_text(client, stage)
    assert "The first tables appear here automatically." in text
    assert "Round 1" not in text


def test_event_page_shows_the_clock_of_the_round(client: Client) -> None:
    stage = running_event(8)
    published = published_round(stage)
    content = client.get(stage.event.get_absolute_url()).content.decode()
    assert 'data-clock="standing" data-left="2700"' in content
    started = timezone.now().replace(microsecond=0)
    Round.objects.filter(pk=published.pk).update(clock_started_at=started)
    content = client.get(stage.event.get_absolute_url()).content.decode()
    assert f'data-ends="{int(started.timestamp()) + 2700}000"' in content


def test_event_page_shows_full_names_to_nobody(client: Client) -> None:
    stage = running_event(3)
    Player.objects.filter(entries__seed=1).update(full_name="Jana Nováková")
    published_round(stage)
    official = make_user()
    Official.objects.create(event=stage.event, user=official, role=Official.Role.ORGANISER)
    for user in (None, official):
        if user:
            client.force_login(user)
        content = client.get(stage.event.get_absolute_url()).content.decode()
        assert ("Jana N." in content, "Nováková" in content) == (True, False)


def test_event_page_shows_half_points(client: Client) -> None:
    stage = running_event(4)
    published = published_round(stage)
    enter(published.matches.get(), 90, 60, 60, 30)
    compute_standings(stage.pk)
    assert "5½" in event_text(client, stage)


# One thing to do, by who looks and how the event stands.
def test_next_step_of_strangers(client: Client) -> None:
    event = make_event()
    kinds = {}
    for changes in (
        {"status": "open"},
        {"entry_limit": 2},
        {"has_waiting_list": False},
        {"sign_up": "desk"},
        {"status": "running"},
        {"status": "finished"},
    ):
        Event.objects.update(**changes)
        if "entry_limit" in changes:
            make_entries(event, 2)
        kinds[str(changes)] = step_kind(client, event)
    assert list(kinds.values()) == [
        *("sign_up", "sign_up_to_wait", "full", "desk_only", "watch", "finished"),
    ]


def test_next_step_of_a_player_before_the_start(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    event = make_event()  # starts tomorrow
    entry = Entry.objects.create(event=event, player=make_player(user=user))
    kinds = [step_kind(client, event)]
    Event.objects.update(starts_at=timezone.now() + timedelta(minutes=30))
    kinds.append(step_kind(client, event))
    for status in ("checked_in", "waitlisted", "applied", "withdrawn"):
        Entry.objects.filter(pk=entry.pk).update(status=status)
        kinds.append(step_kind(client, event))
    assert kinds == [
        *("registered", "check_in", "checked_in", "waitlisted", "applied", "withdrawn"),
    ]


def test_next_step_of_a_guest_is_known_by_the_browser(client: Client) -> None:
    event = make_event()
    [entry] = make_entries(event, 1, status=Entry.Status.REGISTERED)
    session = client.session
    session[ENTRIES_KEY] = [entry.pk]
    session.save()
    assert step_kind(client, event) == "registered"
    assert step_kind(Client(), event) == "sign_up"


def test_next_step_of_a_player_while_the_event_runs(client: Client) -> None:
    stage = running_event(5, stage={"table_size": 4})
    user = make_user()
    client.force_login(user)
    entry = stage.event.entries.get(seed=1)
    Player.objects.filter(pk=entry.player_id).update(user=user)
    kinds = [step_kind(client, stage.event)]
    published = published_round(stage)
    match = Match.objects.get(seats__entry=entry)
    kinds.append(step_kind(client, stage.event))
    assert f"Your table {match.table} Round 1 with" in event_text(client, stage)
    enter(match, *range(10, 10 + match.seats.count()))
    kinds.append(step_kind(client, stage.event))
    match.seats.all().delete()
    Bye.objects.create(round=published, entry=entry, kind=Bye.Kind.PAIRING)
    kinds.append(step_kind(client, stage.event))
    for status in ("registered", "withdrawn"):
        Entry.objects.filter(pk=entry.pk).update(status=status)
        kinds.append(step_kind(client, stage.event))
    Event.objects.update(status=Event.Status.FINISHED)
    kinds.append(step_kind(client, stage.event))
    assert kinds == [
        *("between", "table", "between", "sits_out", "come_to_desk", "withdrawn", "finished"),
    ]


def test_next_step_of_a_late_table_comes_before_the_next_round(client: Client) -> None:
    stage = running_event(8)
    first = published_round(stage)
    late = first.matches.get(table=1)
    enter(first.matches.get(table=2), 4, 3, 2, 1)
    published_round(stage)
    user = make_user()
    client.force_login(user)
    Player.objects.filter(seats__match=late, seats__letter="A").update(user=user)
    assert f"Your table {late.table} Round 1 with" in event_text(client, stage)


def test_phone_says_when_nobody_else_is_ready(client: Client) -> None:
    stage = running_event(5, stage={"kind": "open", "chain": ["MIN", "MEAN"]}, language="en")
    user = make_user()
    client.force_login(user)
    mine, other = stage.event.entries.select_related("event").order_by("seed")[:2]
    Player.objects.filter(pk=mine.player_id).update(user=user)
    say_ready(mine, actor=SERVICE)
    assert "Nobody else is ready at the moment." in event_text(client, stage)
    say_ready(other, actor=SERVICE)
    text = event_text(client, stage)
    assert "You are ready." in text
    assert "Nobody else is ready" not in text


@pytest.mark.parametrize("status", [Event.Status.FINISHED, Event.Status.ARCHIVED])
def test_organisers_repeat_an_evening_that_is_over_from_its_page(
    client: Client, status: Event.Status
) -> None:
    organiser = make_user()
    event = make_event(status=Event.Status.RUNNING, officials={Official.Role.ORGANISER: organiser})
    page, offer = event.get_absolute_url(), f"{reverse('event-clone', args=[event.pk])}?people"
    client.force_login(organiser)
    assert offer not in client.get(page).content.decode()
    Event.objects.update(status=status)
    assert offer in client.get(page).content.decode()
    assert "with_people" in client.get(offer).context["form"].initial
    client.logout()
    assert offer not in client.get(page).content.decode()


def test_tab_to_find_a_table_is_there_while_there_are_tables_to_find(client: Client) -> None:
    stage = running_event(4)
    match = published_round(stage).matches.get(table=1)
    tab = reverse("event-find", args=[stage.event_id])
    pages = (reverse("event-standings", args=[stage.event_id]), reverse("match", args=[match.pk]))
    for page in pages:
        assert f'href="{tab}"' in client.get(page).content.decode()
    stage.rounds.update(status=Round.Status.CLOSED)
    for page in pages:
        assert f'href="{tab}"' not in client.get(page).content.decode()
