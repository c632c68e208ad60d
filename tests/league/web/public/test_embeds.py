"""Pages for the frames of other websites: who may frame them, what they show, and no cookies."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.events.services.rounds import withdraw_round
from league.events.services.seating import seat_table
from league.formats.contract import Format
from league.formats.registry import FORMATS, format_of
from league.live import mark_changed
from league.models import Club, Event, Player, Stage
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.conftest import OpenPage
from tests.factories import make_event, make_user
from tests.factories.events import enter, played_round, published_round, running_event
from tests.factories.submissions import hand_in_record
from tests.factories.tables import lawful_record, table
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db

ORIGINS = ["https://www.klub.cz", "http://localhost:9000"]


@pytest.fixture
def stage() -> Stage:
    stage = running_event(4, stage={"kind": "swiss", "rounds_planned": 3})
    played_round(stage)
    Club.objects.update(frame_origins=ORIGINS)
    return stage


def embed(stage: Stage, what: str = "standings", language: str = "en") -> str:
    return reverse(f"embed-{what}", args=[language, stage.event_id])


def shown(response: HttpResponse) -> str:
    return plain(response.content.decode())


def ancestors(response: HttpResponse) -> str:
    found = re.search(r"frame-ancestors ([^;]+)", response["Content-Security-Policy"])
    assert found
    return found[1]


def test_standings_by_public_names(open_page: OpenPage, stage: Stage) -> None:
    player = stage.event.entries.order_by("seed")[0].player
    Player.objects.filter(pk=player.pk).update(full_name="Jana Nováková")
    page = open_page(embed(stage), queries=8, shows="After round 1")
    text = shown(page)
    assert "Jana N." in text
    assert "Nováková" not in page.content.decode()
    assert stage.event.club.name in page.content.decode()


def test_tables_of_the_round_and_between_rounds_the_last(open_page: OpenPage, stage: Stage) -> None:
    assert "Round 1" in shown(open_page(embed(stage, "pairings"), queries=10))
    published_round(stage)
    text = shown(open_page(embed(stage, "pairings"), queries=9))
    assert "Round 2" in text
    assert "Round 1" not in text


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.key)
def test_every_format_has_both_from_its_opening_to_its_end(client: Client, format_: Format) -> None:
    stage = running_event(4, stage={"kind": format_.key})
    for status in (Event.Status.OPEN, Event.Status.RUNNING, Event.Status.FINISHED):
        Event.objects.update(status=status)
        assert "The table fills with the first results." in shown(client.get(embed(stage)))
        waits = "when the first round is published" if format_.has_rounds else "No game is being"
        assert waits in shown(client.get(embed(stage, "pairings")))


@pytest.mark.parametrize(
    ("kind", "says"),
    [("swiss", "After round 1"), ("knockout", "After: Semi-finals"), ("open", "As it stands now")],
)
def test_table_is_called_as_on_the_events_own_page(client: Client, kind: str, says: str) -> None:
    """Whether rounds have numbers, names, or there are none."""
    stage = running_event(4, stage={"kind": kind})
    if format_of(kind).has_rounds:
        played_round(stage)
    else:
        people = stage.event.entries.values_list("pk", flat=True)
        enter(seat_table(stage, list(people)[:2], actor=SERVICE, keeps_seats=True), 20, 10)
    compute_standings(stage.pk)
    names = ("live-standings", "embed-standings", "live-embed-standings")
    parts = [reverse(name, args=["en", stage.event_id]) for name in names]
    own, framed, live = (caption(client.get(part)) for part in parts)
    assert own.startswith(says)
    assert (framed, live) == (own, own)


def caption(page: HttpResponse) -> str:
    found = re.search(r'table-says">\s*(?:<span>)?(.*?)</', page.content.decode(), re.DOTALL)
    assert found
    return " ".join(found[1].split())


def test_next_events_of_the_club(open_page: OpenPage, stage: Stage) -> None:
    club = stage.event.club
    make_event(club, name="Vánoční turnaj")
    make_event(club, name="Tajný turnaj", status=Event.Status.DRAFT)
    make_event(club, name="Loňský turnaj", status=Event.Status.FINISHED)
    make_event(name="Cizí turnaj")
    text = shown(open_page(reverse("embed-events", args=["en", club.pk]), queries=3))
    assert "Vánoční turnaj" in text
    assert not [name for name in ("Tajný", "Loňský", "Cizí") if name in text]


def test_bracket(open_page: OpenPage) -> None:
    stage = running_event(4, stage={"kind": "knockout"})
    published_round(stage)
    page = open_page(embed(stage, "bracket"), queries=15)
    assert "<svg" in page.content.decode()


def test_replay_with_its_boards(client: Client) -> None:
    match = table(2)
    submission = hand_in_record(match, lawful_record(match))
    page = client.get(reverse("embed-replay", args=["en", submission.pk]))
    assert page.status_code == 200
    found = re.search(r'data-drawings="([^"]+)"', page.content.decode())
    assert found
    assert found[1].startswith("/embed/en/replays/")
    boards = client.get(found[1])
    assert boards.json()["moves"]
    again = client.get(found[1], headers={"If-None-Match": boards["ETag"]})
    assert (again.status_code, dict(page.cookies), dict(boards.cookies)) == (304, {}, {})


@pytest.mark.parametrize("what", ["standings", "pairings", "bracket"])
def test_only_named_origins_may_frame_it(client: Client, stage: Stage, what: str) -> None:
    page = client.get(embed(stage, what))
    assert ancestors(page) == "'self' https://www.klub.cz http://localhost:9000"
    assert "X-Frame-Options" not in page

    Club.objects.update(frame_origins=[])
    page = client.get(embed(stage, what))
    assert (ancestors(page), page["X-Frame-Options"]) == ("'self'", "SAMEORIGIN")


def test_nothing_else_may_be_framed(client: Client, stage: Stage) -> None:
    user = make_user("eva", is_superuser=True)
    client.force_login(user)
    for address in (
        "/",
        reverse("event", args=[stage.event_id]),
        reverse("event-standings", args=[stage.event_id]),
        reverse("event-website", args=[stage.event_id]),
        reverse("club-website", args=[stage.event.club_id]),
        reverse("live-standings", args=["en", stage.event_id]),
        reverse("club-feed", args=["en", stage.event.club_id]),
        reverse("embed-standings", args=["en", "bcdfghjkmn"]),
        f"/api/v1/events/{stage.event_id}",
    ):
        assert ancestors(client.get(address)) == "'none'", address


@pytest.mark.parametrize("what", ["standings", "pairings", "bracket"])
@pytest.mark.parametrize(
    "change", [{"status": "draft"}, {"practice_of": "bcdfghjkmn"}, {"wiped_at": "2026-01-01T00Z"}]
)
def test_what_is_not_public_is_refused(
    client: Client, stage: Stage, what: str, change: dict[str, str]
) -> None:
    assert client.get(embed(stage, what)).status_code == 200
    Event.objects.filter(pk=stage.event_id).update(**change)
    client.force_login(make_user("eva", is_superuser=True))
    page = client.get(embed(stage, what))
    assert (page.status_code, ancestors(page), page["X-Frame-Options"]) == (404, "'none'", "DENY")
    assert stage.event.name not in page.content.decode()
    if what != "bracket":
        part = client.get(reverse(f"live-embed-{what}", args=["en", stage.event_id]))
        assert part.status_code == 404


def test_no_cookie_is_set_and_nothing_depends_on_one(client: Client, stage: Stage) -> None:
    addresses = [
        embed(stage),
        embed(stage, "pairings"),
        reverse("embed-events", args=["en", stage.event.club_id]),
        reverse("live-embed-standings", args=["en", stage.event_id]),
    ]
    before = [client.get(address).content for address in addresses]
    client.force_login(make_user("eva", is_superuser=True, language="cs"))
    answers = [client.get(address) for address in addresses]
    assert [answer.content for answer in answers] == before
    for answer in answers:
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")


def test_language_and_colours_are_in_the_address(client: Client, stage: Stage) -> None:
    for language, words in {"cs": "Po 1. kole", "sk": "Po 1. kole", "en": "After round 1"}.items():
        page = client.get(embed(stage, language=language), {"theme": "dark"}).content.decode()
        assert words in plain(page)
        assert f'lang="{language}"' in page
        assert 'data-theme="dark"' in page
    other = client.get(embed(stage), {"theme": '"><script>'}).content.decode()
    assert "data-theme" not in other


REFUSED = {  # address -> language of what is refused there, whoever asked before
    "/embed/cs/events/bcdfghjkmn/standings/": "cs",
    "/embed/en/events/bcdfghjkmn/standings/": "en",
    "/live/sk/nothing/": "sk",
    "/feeds/en/clubs/bcdfghjkmn/": "en",
    "/embed/de/events/bcdfghjkmn/standings/": "cs",
}


@pytest.mark.parametrize("before", ["cs", "sk", "en"])
@pytest.mark.parametrize(("address", "language"), REFUSED.items())
def test_refusal_is_in_the_language_of_the_address(
    client: Client, before: str, address: str, language: str
) -> None:
    client.get("/", headers={"Accept-Language": before})
    page = client.get(address, headers={"Accept-Language": "en" if language != "en" else "sk"})
    assert page.status_code == 404
    assert f'<html lang="{language}"' in page.content.decode()
    assert "Accept-Language" not in page.get("Vary", "")


def test_rows_are_as_many_as_asked_for(client: Client) -> None:
    stage = running_event(12, stage={"kind": "swiss", "rounds_planned": 3})
    played_round(stage)

    def rows(**query: str) -> int:
        return client.get(embed(stage), query).content.decode().count("data-entry=")

    assert [rows(), rows(rows="5"), rows(rows="10"), rows(rows="7"), rows(rows="x")] == [
        *(12, 5, 10),
        *(12, 12),
    ]
    page = client.get(embed(stage), {"rows": "5"}).content.decode()
    part = re.search(r'data-live="([^"]+)"', page)
    assert part
    assert client.get(part[1]).content.decode().count("data-entry=") == 5
    assert "The whole table, 12 rows" in plain(page)


def test_it_follows_by_the_usual_polling(client: Client, stage: Stage) -> None:
    page = client.get(embed(stage)).content.decode()
    part = re.search(r'data-live="([^"]+)" data-etag="([^"]+)"', page)
    assert part
    tag = part[2].replace("&quot;", '"')
    assert client.get(part[1], headers={"If-None-Match": tag}).status_code == 304

    for match in published_round(stage).matches.all():
        enter(match, 20, 10)
    compute_standings(stage.pk)
    cache.clear()
    changed = client.get(part[1], headers={"If-None-Match": tag})
    assert "After round 2" in plain(changed.content.decode())


def test_list_of_events_is_asked_for_by_version(
    client: Client, stage: Stage, django_assert_num_queries: Any
) -> None:
    address = reverse("live-club-events", args=["en", stage.event.club_id])
    tag = client.get(address)["ETag"]
    with django_assert_num_queries(1):
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    mark_changed(stage.event_id)
    cache.clear()
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


# The feed.

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def feed(client: Client, club: Club, language: str = "en", **headers: str) -> HttpResponse:
    cache.clear()
    return client.get(reverse("club-feed", args=[language, club.pk]), headers=headers)


def test_feed_tells_what_happened(client: Client, stage: Stage) -> None:
    event = stage.event
    published_round(stage)
    make_event(event.club, name="Tajný turnaj", status=Event.Status.DRAFT)
    answer = feed(client, event.club)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)
    entries = {
        entry.findtext("a:id", "", ATOM): entry.findtext("a:title", "", ATOM)
        for entry in root.findall("a:entry", ATOM)
    }
    assert entries == {
        f"urn:arbitr:news:{event.pk}:opened": "Úterní večer: open for entries",
        f"urn:arbitr:news:{event.pk}:round:1": "Úterní večer: tables of round 1",
        f"urn:arbitr:news:{event.pk}:round:2": "Úterní večer: tables of round 2",
        f"urn:arbitr:news:{event.pk}:standings:1": "Úterní večer: standings after round 1",
    }
    assert root.findtext("a:id", "", ATOM) == f"urn:arbitr:club:{event.club_id}"
    links = {link.get("rel"): link.get("href") for link in root.findall("a:link", ATOM)}
    assert links["self"] == f"{settings.SITE_URL}/feeds/en/clubs/{event.club_id}/"
    # What RFC 4287 wants of every feed and every entry.
    for place in (root, *root.findall("a:entry", ATOM)):
        assert all(place.findtext(f"a:{name}", "", ATOM) for name in ("id", "title", "updated"))
    assert root.findtext("a:author/a:name", "", ATOM) == event.club.name
    assert "Hráč" not in answer.content.decode()


def test_feed_calls_rounds_by_their_names_and_leaves_single_tables_out(client: Client) -> None:
    cup = running_event(4, stage={"kind": "knockout"})
    played_round(cup)
    compute_standings(cup.pk)
    evening = running_event(4, stage={"kind": "open"})
    Event.objects.filter(pk=evening.event_id).update(club=cup.event.club_id, name="Volný večer")
    people = evening.event.entries.values_list("pk", flat=True)
    enter(seat_table(evening, list(people)[:2], actor=SERVICE, keeps_seats=True), 20, 10)
    compute_standings(evening.pk)

    def titles(language: str) -> set[str]:
        root = ElementTree.fromstring(feed(client, cup.event.club, language).content)
        return {entry.findtext("a:title", "", ATOM) for entry in root.findall("a:entry", ATOM)}

    assert titles("en") == {
        "Úterní večer: open for entries",
        "Úterní večer: Semi-finals, tables",
        "Úterní večer: Semi-finals, standings",
        "Volný večer: open for entries",
    }
    assert "Úterní večer: Semifinále, stoly" in titles("cs")


def test_feed_is_unchanged_until_something_happens(client: Client, stage: Stage) -> None:
    club = stage.event.club
    first = feed(client, club)
    again = feed(client, club, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, dict(first.cookies)) == (304, {})
    assert first["Access-Control-Allow-Origin"] == "*"

    round_ = published_round(stage)
    assert "round:2" in feed(client, club, **{"If-None-Match": first["ETag"]}).content.decode()
    withdraw_round(round_, actor=SERVICE)
    assert "round:2" not in feed(client, club).content.decode()


def test_feed_of_an_empty_club_is_the_same_tomorrow(client: Client) -> None:
    club = Club.objects.create(name="Nový <klub> & spol.")
    assert feed(client, club).content == feed(client, club).content
    root = ElementTree.fromstring(feed(client, club, "cs").content)
    assert root.findtext("a:title", "", ATOM) == "Nový <klub> & spol."
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "cs"
