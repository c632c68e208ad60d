"""One event, one time: its own zone on every page and door, named where the reader's differs."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts import update_profile
from league.clubs.services.clubs import edit_club
from league.events.services.announcements import announce
from league.models import Club, Event, Notice, Stage
from league.permissions import SERVICE, Actor
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import played_round, published_round, running_event
from tests.league.api.asking import NOBODY, Program, refusal
from tests.league.web.reading import errors_on, text_of

pytestmark = pytest.mark.django_db
PRAGUE = "20:00"  # in summer


@pytest.fixture
def event() -> Event:
    event = make_event()
    event.starts_at = datetime(2026, 7, 1, 18, 0, tzinfo=UTC)
    event.save()
    return event


@pytest.mark.parametrize(
    ("cookie", "is_named"),
    [
        ("", False),
        ("Europe/Bratislava", False),  # the same clocks
        ("UTC", True),
        ("America%2FNew_York", True),
        ("../../etc/passwd", False),
    ],
)
def test_time_of_an_event_is_its_own_on_every_page(
    client: Client, event: Event, cookie: str, is_named: bool
) -> None:
    client.cookies["tz"] = cookie
    for address in (
        event.get_absolute_url(),
        reverse("events"),
        event.club.get_absolute_url(),
        reverse("event-sign-up", args=[event.pk]),
    ):
        text = text_of(client, address)
        assert PRAGUE in text, address
        assert ("(Europe/Prague)" in text) == is_named, address
        assert "UTC" not in text


def test_time_of_an_event_is_its_own_for_an_account_elsewhere(client: Client, event: Event) -> None:
    client.force_login(make_user(time_zone="Asia/Tokyo"))
    assert f"{PRAGUE} (Europe/Prague)" in text_of(client, event.get_absolute_url())


def test_day_of_an_event_is_that_of_the_place(client: Client, event: Event) -> None:
    """Half past eleven in the evening of the last day of June is July in the service's zone."""
    Event.objects.update(time_zone="Atlantic/Azores", starts_at="2026-06-30T23:30:00Z")
    text = text_of(client, reverse("events"))
    assert re.search(r"June 2026 30 Jun 2026 .*Tue 23:30 \(Atlantic/Azores\)", text)


@pytest.mark.parametrize(
    ("language", "written"), [("cs", "1. 7. 2026, 20:00"), ("sk", "1. 7. 2026, 20:00")]
)
def test_date_is_in_the_form_of_the_reader(
    client: Client, event: Event, language: str, written: str
) -> None:
    text = text_of(client, event.get_absolute_url(), headers={"accept-language": language})
    assert written in text


def test_api_tells_the_offset_of_the_place(event: Event) -> None:
    """Whoever asks: a list and the event alone, and what happened in it."""
    reader = Program.of(make_user(time_zone="Asia/Tokyo"))
    for answer in (
        NOBODY.get("events").json()["results"][0],
        reader.get(f"events/{event.pk}").json(),
    ):
        assert answer["starts_at"] == "2026-07-01T20:00:00+02:00"


def test_new_event_is_in_the_time_of_its_club(client: Client) -> None:
    """Opened on holiday: what is typed is what the clocks of the club show."""
    admin = make_user(time_zone="America/New_York")
    client.force_login(admin)
    club = make_club(admin=admin)
    Club.objects.update(country="SK")
    address = reverse("event-new", args=[club.pk]) + "?template=evening"
    typed = {"name": "Utorok", "date": "2026-12-01", "time": "18:00", "game": "twisty"}
    client.post(address, typed)
    made = Event.objects.get()
    assert (made.time_zone, made.language) == ("Europe/Bratislava", "sk")
    assert made.starts_at == datetime(2026, 12, 1, 17, tzinfo=UTC)
    assert "18:00 (Europe/Bratislava)" in text_of(client, made.get_absolute_url())


def test_club_has_the_zone_of_its_country_until_it_says_otherwise(client: Client) -> None:
    admin = make_user()
    club = make_club(admin=admin)
    desk = Program.of(admin, "read", "clubs")
    assert desk.get(f"clubs/{club.pk}").json()["time_zone"] == "Europe/Prague"
    client.force_login(admin)
    typed = {"name": "Hexa", "country": "SK", "version": 1, "time_zone": ""}
    client.post(reverse("club-edit", args=[club.pk]), typed)
    assert desk.get(f"clubs/{club.pk}").json()["time_zone"] == "Europe/Bratislava"
    desk.patch(f"clubs/{club.pk}", time_zone="Atlantic/Azores", version=2)
    assert Club.objects.get().zone == "Atlantic/Azores"


def test_club_refuses_a_zone_that_there_is_not(client: Client) -> None:
    admin = make_user()
    club = make_club(admin=admin)
    client.force_login(admin)
    typed = {"name": "Hexa", "version": 1, "time_zone": "Mars/Olympus"}
    refused = client.post(reverse("club-edit", args=[club.pk]), typed)
    assert errors_on(refused) == {"time_zone": ["Choose a time zone from the list."]}
    answer = Program.of(admin, "read", "clubs").patch(
        f"clubs/{club.pk}", time_zone="Mars/Olympus", version=1
    )
    assert refusal(answer) == (400, "invalid")
    assert "time_zone" in answer.json()["errors"]
    assert Club.objects.get().time_zone == ""


def test_list_of_zones_is_made_once_and_keeps_what_is_stored(client: Client) -> None:
    user = make_user(time_zone="UTC")  # not offered, but chosen by a program
    client.force_login(user)
    page = client.get(reverse("me")).content.decode()
    assert page.count(" selected>UTC<") == 1
    update_profile(
        user, actor=Actor(user=user), display_name="", language="", time_zone="Asia/Tokyo"
    )
    page = client.get(reverse("me")).content.decode()
    assert '<option value="Asia/Tokyo" selected>Asia/Tokyo</option>' in page
    assert page.count(" selected>") == 2  # and the language


@pytest.fixture
def stage() -> Stage:
    """A Slovak evening, opened by an English reader."""
    return running_event(4, language="sk", starts_at="2026-07-01T18:00:00Z")


def test_paper_and_screen_speak_the_language_of_the_event(client: Client, stage: Stage) -> None:
    played_round(stage)
    round_ = published_round(stage)
    for route, pk, words in (
        ("print-tables", round_.pk, "2. kolo · 1. 7. 2026"),
        ("print-slips", round_.pk, "Stôl"),
        ("print-standings", stage.event.pk, "Poradie"),
    ):
        text = text_of(client, reverse(route, args=[pk]))
        assert words in text
        assert "Print this page" in text  # the frame is the reader's
        assert not re.search(r"\b(Round|Table|Points|Standings after)\b", text)
    page = client.get(reverse("event-projector", args=[stage.event.pk])).content.decode()
    assert '<html lang="sk"' in page
    assert f"/live/sk/events/{stage.event.pk}/" in page


def test_mail_about_an_event_speaks_its_language(stage: Stage) -> None:
    """Whatever the account's own: it is forwarded, and read aloud in the club."""
    reader = make_user(language="en")
    player = make_player("Eva Malá", user=reader)
    stage.event.entries.filter(seed=1).update(player=player)
    announce(stage.event, actor=SERVICE, text="Začíname o šiestej.")
    assert Notice.objects.get().subject.startswith("Správa od usporiadateľov")


def test_edit_of_a_club_keeps_its_zone_where_nothing_is_said() -> None:
    club = make_club()
    edit_club(club, actor=SERVICE, version=1, changes={"time_zone": "Asia/Tokyo"})
    edit_club(club, actor=SERVICE, version=2, changes={"town": "Brno"})
    assert Club.objects.get().time_zone == "Asia/Tokyo"
