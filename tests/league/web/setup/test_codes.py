"""Codes: each leads to its table, is kept in the session alone, and can be made worthless."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import withdraw_round
from league.models import AuditEntry, Event, Match, Official, Stage, TableCode, User
from league.permissions import CODES_KEY, DEVICE_KEY, SERVICE, Actor
from league.results.services.seats import renew_match_code, renew_room_code, table_codes
from tests.factories import make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.factories.phones import phone_at, phone_with

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def stage() -> Stage:
    return running_event(8)


def official_of(stage: Stage) -> User:
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=Official.Role.ARBITER)
    return user


def scan(client: Client, code: str) -> Any:
    return client.get(reverse("code", args=[code]))


def card_of(stage: Stage, table: int) -> str:
    return table_codes(stage.event.club, range(table, table + 1))[table]


def asks_who(client: Client, match: Match) -> bool:
    return "Who are you?" in client.get(reverse("match", args=[match.pk])).content.decode()


def test_exchange_leads_to_where_the_code_belongs(client: Client, stage: Stage) -> None:
    match = published_round(stage).matches.get(table=2)
    event = Event.objects.get(pk=stage.event_id)
    places = [scan(client, code) for code in (card_of(stage, 2), match.code, event.room_code)]
    at_match = reverse("match", args=[match.pk])
    assert [each.headers["Location"] for each in places] == [
        *(at_match, at_match),
        reverse("event-find", args=[event.pk]),
    ]
    assert {each.headers["Cache-Control"] for each in places} == {
        "max-age=0, no-cache, no-store, must-revalidate, private"
    }


@pytest.mark.parametrize("kind", ["card", "slip", "room"])
def test_exchange_lets_in_to_the_table(client: Client, stage: Stage, kind: str) -> None:
    match = published_round(stage).matches.get(table=2)
    assert not asks_who(client, match)
    room = Event.objects.get(pk=stage.event_id).room_code
    codes = {"card": card_of(stage, 2), "slip": match.code, "room": room}
    scan(client, codes[kind])
    assert asks_who(client, match)
    assert asks_who(client, match.round.matches.get(table=1)) == (kind == "room")


def test_exchange_is_read_in_capitals_too(client: Client, stage: Stage) -> None:
    match = published_round(stage).matches.get(table=1)
    assert scan(client, match.code.upper()).status_code == 302
    assert client.session[CODES_KEY] == [match.code]


def test_exchange_makes_the_phone_known_once(client: Client, stage: Stage) -> None:
    matches = published_round(stage).matches.order_by("table")
    devices = []
    for match in matches:
        scan(client, match.code)
        devices.append(client.session[DEVICE_KEY])
    assert len(set(devices)) == 1
    assert client.session[CODES_KEY] == [match.code for match in matches]


def test_exchange_keeps_the_newest_twenty(client: Client, stage: Stage) -> None:
    codes = list(table_codes(stage.event.club, range(1, 23)).values())
    for code in [*codes, codes[5]]:
        scan(client, code)
    assert client.session[CODES_KEY] == [*codes[2:5], *codes[6:], codes[5]]


def test_exchange_of_a_withdrawn_match_leads_to_its_event(client: Client, stage: Stage) -> None:
    published = published_round(stage)
    code = published.matches.get(table=1).code
    withdraw_round(published, actor=SERVICE)
    assert scan(client, code).headers["Location"] == reverse("event-find", args=[stage.event_id])


def test_exchange_unknown_says_what_to_do(client: Client, stage: Stage) -> None:
    published_round(stage)
    response = scan(client, "zzzzzzzzzz")
    content = response.content.decode()
    assert response.status_code == 404
    assert "This code opens nothing" in content
    assert "ask at the desk" in content
    assert reverse("event-find", args=[stage.event_id]) in content
    assert CODES_KEY not in client.session


def test_exchange_of_a_draft_is_unknown(client: Client, stage: Stage) -> None:
    code = Event.objects.get(pk=stage.event_id).room_code
    Event.objects.update(status=Event.Status.DRAFT)
    assert "This code opens nothing" in scan(client, code).content.decode()
    assert CODES_KEY not in client.session


def test_exchange_is_slowed_by_address(
    client: Client, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.RATES, "code", (3, 600))
    answers = [scan(client, "zzzzzzzzzz").status_code for _ in range(3)]
    assert [*answers, scan(client, card_of(stage, 1)).status_code] == [404, 404, 404, 429]


def test_table_card_explains_when_nothing_is_played_there(client: Client, stage: Stage) -> None:
    assert scan(client, card_of(stage, 2)).headers["Location"] == reverse("scanned")
    content = client.get(reverse("scanned")).content.decode()
    assert "Nobody plays at this table now" in content
    assert stage.event.name in content


def test_table_card_leads_on_once_the_round_is_published(client: Client, stage: Stage) -> None:
    scan(client, card_of(stage, 2))
    match = published_round(stage).matches.get(table=2)
    assert client.get(reverse("scanned")).headers["Location"] == reverse("match", args=[match.pk])


def test_table_card_asks_which_event_where_two_use_the_table(client: Client) -> None:
    stages = [running_event(4), running_event(4)]
    Event.objects.update(club=stages[0].event.club)
    matches = [published_round(stage).matches.get() for stage in stages]
    stages[0].event.refresh_from_db()
    scan(client, card_of(stages[0], 1))
    content = client.get(reverse("scanned")).content.decode()
    assert "Which one is yours?" in content
    assert [reverse("match", args=[match.pk]) in content for match in matches] == [True, True]


def test_table_card_of_another_club_opens_nothing_here(client: Client, stage: Stage) -> None:
    match = published_round(stage).matches.get(table=1)
    scan(client, card_of(running_event(4), 1))
    assert not asks_who(client, match)


def test_renewal_shuts_out_whoever_holds_no_seat(stage: Stage) -> None:
    match = published_round(stage).matches.get(table=1)
    seated, other = phone_at(match, "A"), phone_with(match.code)
    assert asks_who(other, match)
    renew_match_code(match, actor=SERVICE)
    old = match.code
    match.refresh_from_db()
    assert not asks_who(other, match)
    seat = match.seats.get(letter="B")
    taken = other.post(reverse("seat-take", args=[seat.pk]), follow=True).content.decode()
    assert "Scan the code of your table again" in taken
    assert not hasattr(match.seats.get(letter="B"), "hold")
    assert "You are <strong>" in seated.get(reverse("match", args=[match.pk])).content.decode()
    assert [scan(Client(), code).status_code for code in (old, match.code)] == [404, 302]


def test_renewal_of_the_room_shuts_out_the_room(stage: Stage) -> None:
    match = published_round(stage).matches.get(table=1)
    event = Event.objects.get(pk=stage.event_id)
    phone = phone_with(event.room_code)
    before = asks_who(phone, match)
    renew_room_code(event, actor=SERVICE)
    assert (before, asks_who(phone, match)) == (True, False)


def test_renewal_is_done_by_officials_on_their_pages(client: Client, stage: Stage) -> None:
    match = published_round(stage).matches.get(table=1)
    event = Event.objects.get(pk=stage.event_id)
    before = (match.code, event.room_code, card_of(stage, 1))
    client.force_login(official_of(stage))
    renew = reverse("event-codes-renew", args=[event.pk])
    client.post(reverse("match-code-renew", args=[match.pk]))
    client.post(renew, {"what": "room"})
    client.post(renew, {"table": "1"})
    match.refresh_from_db()
    event.refresh_from_db()
    after = (match.code, event.room_code, card_of(stage, 1))
    assert not set(before) & set(after)
    renewals = AuditEntry.objects.filter(action__startswith="renew").order_by("pk")
    assert list(renewals.values_list("action", flat=True)) == [
        *("renew match code", "renew room code", "renew table code"),
    ]


@pytest.mark.parametrize("typed", ["", "0", "-1", "x", "100000"])
def test_renewal_of_no_table_changes_nothing(client: Client, stage: Stage, typed: str) -> None:
    client.force_login(official_of(stage))
    renew = reverse("event-codes-renew", args=[stage.event_id])
    content = client.post(renew, {"table": typed}, follow=True).content.decode()
    assert "Which table? Type its number." in content
    assert not TableCode.objects.exists()


# Whoever may read the codes: officials.
def pages(client: Client, stage: Stage, route: str, pk: str) -> list[str]:
    official = Client(headers={"Accept-Language": "en"})
    official.force_login(official_of(stage))
    return [each.get(reverse(route, args=[pk])).content.decode() for each in (client, official)]


def test_paper_and_screen_slips_have_a_code_for_officials_alone(
    client: Client, stage: Stage
) -> None:
    published = published_round(stage)
    public, printed = pages(client, stage, "print-slips", published.pk)
    tables = [len(re.findall(r"<b>Stůl \d</b>", page)) for page in (public, printed)]
    assert tables == [2, 2]
    assert [page.count('class="slip-code"') for page in (public, printed)] == [0, 2]


def test_paper_and_screen_big_screen_shows_the_room_code_to_officials_alone(
    client: Client, stage: Stage
) -> None:
    published_round(stage)
    public, shown = pages(client, stage, "event-projector", stage.event_id)
    assert ["room-panel" in page for page in (public, shown)] == [False, True]
    live = shown.partition("data-live=")[2].partition("data-live-status")[0]
    assert "room-panel" not in live


def test_paper_and_screen_open_big_screen_is_told_to_fetch_a_renewed_code(
    client: Client, stage: Stage
) -> None:
    """By the public part, which says that something changed and not what."""
    published_round(stage)
    arbiter = official_of(stage)
    screen = Client(headers={"Accept-Language": "en"})
    screen.force_login(arbiter)
    room = reverse("event-projector-room", args=[stage.event_id])
    live = reverse("live-projector", args=["en", stage.event_id])
    page = screen.get(reverse("event-projector", args=[stage.event_id])).content.decode()
    assert f'data-live-personal="{room}"' in page
    before = client.get(live).content.decode()
    renew_room_code(Event.objects.get(pk=stage.event_id), actor=Actor(user=arbiter))
    cache.clear()
    after = client.get(live).content.decode()
    assert re.findall('data-step="(.*?)"', before) != re.findall('data-step="(.*?)"', after)
    code = Event.objects.get(pk=stage.event_id).room_code
    shown = screen.get(room)
    assert f"/c/<wbr>{code}/" in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    assert [code in text for text in (page, before, after)] == [False, False, False]


def test_paper_and_screen_page_of_codes_shows_the_address_of_the_room(
    client: Client, stage: Stage
) -> None:
    code = Event.objects.get(pk=stage.event_id).room_code
    public, shown = pages(client, stage, "event-codes", stage.event_id)
    assert [f"/c/{code}/" in page for page in (public, shown)] == [False, True]


def test_no_public_page_fragment_or_answer_holds_a_code(client: Client, stage: Stage) -> None:
    played_round(stage)
    published = published_round(stage)
    enter(published.matches.get(table=2), 4, 3, 2, 1)
    cards = table_codes(stage.event.club, range(1, 3))
    room = Event.objects.get(pk=stage.event_id).room_code
    matches = Match.objects.filter(event=stage.event_id)
    codes = [room, *cards.values(), *matches.values_list("code", flat=True)]
    seen = crawl(client, stage)
    assert len(seen) > 30
    leaks = [(address, code) for address, text in seen.items() for code in codes if code in text]
    assert leaks == []


def test_crawl_would_find_a_code(client: Client, stage: Stage) -> None:
    published_round(stage)
    Event.objects.filter(pk=stage.event_id).update(about="planted")
    found = [address for address, text in crawl(client, stage).items() if "planted" in text]
    assert reverse("event", args=[stage.event_id]) in found


def crawl(client: Client, stage: Stage) -> dict[str, str]:
    """Every address of this event's that a page, a fragment or the API names to a visitor."""
    event = stage.event_id
    waiting = {
        reverse("event", args=[event]),
        reverse("event-projector", args=[event]),
        reverse("event-print", args=[event]),
        reverse("api-events-detail", args=[event]),
        reverse("api-events-rounds-list", args=[event]),
        *(reverse("api-rounds-detail", args=[each.pk]) for each in stage.rounds.all()),
        *(reverse("api-rounds-matches-list", args=[each.pk]) for each in stage.rounds.all()),
        *(reverse("print-slips", args=[each.pk]) for each in stage.rounds.all()),
        *(reverse("api-matches-detail", args=[each.pk]) for each in stage.event.matches.all()),
    }
    seen: dict[str, str] = {}
    while waiting:
        address = waiting.pop()
        response = client.get(address)
        content = b"".join(response) if response.streaming else response.content
        told = content.decode(errors="replace")  # files are no text
        seen[address] = told + response.headers.get("Location", "")
        named = re.findall(r'(?:href|data-live|data-live-personal)="(/[^"?#]*)', seen[address])
        ours = ("/events/", "/rounds/", "/matches/", "/live/", "/entries/", "/submissions/")
        waiting |= {each for each in named if each.startswith(ours)} - seen.keys()
    return seen
