"""Calendars of events, clubs and seasons, and the secret one of somebody's own matches."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts import calendar_secret, close_calendar, open_calendar
from league.exchange.queries.calendars import (
    club_calendar,
    event_calendar,
    personal_calendar,
    season_calendar,
)
from league.exchange.table_files import FileSent
from league.models import CalendarLink, Entry, Event, Season, User
from league.permissions import Actor
from league.seasons.queries.seasons import divisions_of, today_in
from league.seasons.services.match_days import set_day
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.seasons import open_match, running_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def jana() -> User:
    return make_user("jana")


def text_of(file: FileSent) -> str:
    return b"".join(file.parts).decode().replace("\r\n ", "")


def soon(**fields: object) -> Event:
    event = make_event(fields.pop("club", None))  # type: ignore[arg-type]
    Event.objects.filter(pk=event.pk).update(**fields)
    return Event.objects.select_related("club").get(pk=event.pk)


def test_event_tells_place_and_hours() -> None:
    event = soon(name="Čtvrteční večer", place="U Kalendáře, Brno")
    text = text_of(event_calendar(event))
    assert "SUMMARY:Čtvrteční večer" in text
    assert "LOCATION:U Kalendáře\\, Brno" in text
    assert "DTSTART;TZID=Europe/Prague:" in text
    assert f"/events/{event.pk}/" in text


def test_changed_event_has_a_higher_sequence_and_the_same_uid() -> None:
    event = soon()
    before = text_of(event_calendar(event)).splitlines()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1, name="Jinak")
    after = text_of(event_calendar(Event.objects.get(pk=event.pk))).splitlines()
    uid = [line for line in before if line.startswith("UID")]
    assert uid == [line for line in after if line.startswith("UID")]
    assert (f"SEQUENCE:{event.version}" in before, f"SEQUENCE:{event.version + 1}" in after) == (
        True,
        True,
    )


def test_club_has_its_public_events_and_no_drafts() -> None:
    club = make_club()
    for name, status in (("Veřejný", Event.Status.OPEN), ("Tajný", Event.Status.DRAFT)):
        soon(club=club, name=name, status=status)
    soon(club=club, name="Dávný", starts_at=timezone.now() - timedelta(days=800))
    text = text_of(club_calendar(club))
    assert ("Veřejný" in text, "Tajný" in text, "Dávný" in text) == (True, False, False)


def test_club_has_the_rounds_of_its_seasons() -> None:
    season = running_season(4)
    text = text_of(club_calendar(season.club))
    assert text.count("BEGIN:VEVENT") == season.round_dates.count()


def test_division_has_its_matches_and_not_those_of_others() -> None:
    season = running_season(4, 3)
    upper, lower = divisions_of(season)
    whole = uids(text_of(season_calendar(season)))

    told = [uids(text_of(event_calendar(division.event))) for division in (upper, lower)]

    assert [len(each) for each in told] == [6, 3]  # of 4, and of 3: each meets each
    assert told[0] | told[1] == whole
    first = text_of(event_calendar(upper.event))
    assert f"DTSTART;VALUE=DATE:{today_in(season):%Y%m%d}" in first
    assert "TZID" not in first


def uids(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.startswith("UID:")}


def test_day_agreed_on_makes_another_version_of_the_match() -> None:
    season = running_season(4)
    match = open_match(season)
    old = text_of(season_calendar(season))
    day = timezone.localdate() + timedelta(days=2)
    set_day(match, actor=Actor(user=make_user(is_superuser=True)), play_on=day)
    new = text_of(season_calendar(Season.objects.get(pk=season.pk)))
    assert f"DTSTART;VALUE=DATE:{day:%Y%m%d}" in new
    assert sorted(line for line in old.splitlines() if line.startswith("UID")) == sorted(
        line for line in new.splitlines() if line.startswith("UID")
    )
    assert old.count("SEQUENCE") == new.count("SEQUENCE")
    assert sequences(new) > sequences(old)


def sequences(text: str) -> int:
    return sum(int(line[9:]) for line in text.splitlines() if line.startswith("SEQUENCE:"))


def test_own_calendar_has_my_events_and_those_of_my_children(jana: User) -> None:
    mine, childs, left, others = (soon(name=name) for name in ("Můj", "Dětský", "Zrušený", "Cizí"))
    me = make_player("Jana Nováková", user=jana)
    Entry.objects.create(event=mine, player=me)
    Entry.objects.create(event=childs, player=make_player("Eva Nováková"), signed_up_by=jana)
    Entry.objects.create(event=left, player=me, status=Entry.Status.WITHDRAWN)
    Entry.objects.create(event=others, player=make_player("Petr Dvořák"))
    text = text_of(personal_calendar(jana))
    assert [name in text for name in ("Můj", "Dětský", "Zrušený", "Cizí")] == [1, 1, 1, 0]
    cancelled = text.split("SUMMARY:Zrušený")[1].split("END:VEVENT")[0]
    assert ("STATUS:CANCELLED" in cancelled, text.count("CANCELLED")) == (True, 1)


def test_own_calendar_has_my_matches_of_a_season(jana: User) -> None:
    season = running_season(4)
    entry = open_match(season).seats.get(letter="A").entry
    entry.player.user = jana
    entry.player.save()
    assert text_of(personal_calendar(jana)).count("BEGIN:VEVENT") == 3  # of three opponents


def test_secret_address_works_until_it_is_taken_back(client: Client, jana: User) -> None:
    link = open_calendar(jana, actor=Actor(user=jana))
    key = f"{link.pk}-{calendar_secret(link)}"
    answer = client.get(reverse("own-calendar", args=[key]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert "no-store" in answer["Cache-Control"]
    assert client.get(reverse("own-calendar", args=[f"{link.pk}-x"])).status_code == 404
    renewed = open_calendar(jana, actor=Actor(user=jana))
    assert client.get(reverse("own-calendar", args=[key])).status_code == 404
    newer = reverse("own-calendar", args=[f"{renewed.pk}-{calendar_secret(renewed)}"])
    assert client.get(newer).status_code == 200
    close_calendar(jana, actor=Actor(user=jana))
    assert client.get(newer).status_code == 404


def test_page_makes_and_takes_back_the_address(client: Client, jana: User) -> None:
    client.force_login(jana)
    page = reverse("my-calendar")
    assert "webcal:" not in client.get(page).content.decode()
    client.post(page, {"do": "open"})
    link = CalendarLink.objects.get(user=jana)
    assert calendar_secret(link) in client.get(page).content.decode()
    client.post(page, {"do": "close"})
    assert not CalendarLink.objects.exists()


def test_feeds_are_open_to_all(client: Client) -> None:
    season = running_season(4)
    event = soon()
    for address in (
        reverse("event-calendar", args=[event.pk]),
        reverse("api-events-files-calendar", args=[event.pk]),
        reverse("club-calendar", args=[season.club_id]),
        reverse("api-clubs-files-calendar", args=[season.club_id]),
        reverse("api-seasons-files-calendar", args=[season.pk]),
    ):
        assert client.get(address).content.startswith(b"BEGIN:VCALENDAR"), address
