"""Pages of series: for everybody, and for those who run them."""

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs.spreadsheets import read_table
from league.models import Club, Event, Player, Series, User
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.series import evening_of, make_series
from tests.league.web.reading import errors_on, is_nowhere, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user("jana")


@pytest.fixture
def club(admin: User) -> Club:
    return make_club("Hexa", admin=admin)


@pytest.fixture
def people(club: Club) -> list[Player]:
    return [make_player(name, club=club) for name in ("Adam Bílý", "Bára Černá", "Cyril Dub")]


@pytest.fixture
def series(club: Club, people: list[Player]) -> Series:
    """Two evenings of which one counts; Adam leads."""
    a, b, c = people
    series = make_series(club, name="Podzimní liga", best=1, planned=3)
    evening_of(series, a, b, c, name="Večer 1")
    evening_of(series, b, a, name="Večer 2")
    return series


def page(name: str, series: Series, *parts: object) -> str:
    return reverse(name, args=[series.pk, *parts])


def test_public_pages_table_has_ranks_drops_and_medals(client: Client, series: Series) -> None:
    markup = client.get(page("series", series)).content.decode()
    assert markup.count("<s ") == 4  # two dropped results, in the matrix and folded
    assert 'data-medal="1"' in markup
    text = text_of(client, page("series", series))
    assert "1 evening to come" in text
    assert "won by Adam B." in text
    assert "The best evening of each player counts; the others are struck through." in text


def test_public_pages_table_takes_a_fixed_number_of_queries(
    open_page: OpenPage, series: Series, people: list[Player]
) -> None:
    # Series, evenings, stages, standings, entries, players.
    open_page(page("series", series), queries=7, shows="Podzimní liga")
    evening_of(series, *people)
    evening_of(series, *(make_player(f"Host {number}") for number in range(9)))
    open_page(page("series", series), queries=7, shows="Podzimní liga")


def test_public_pages_many_rows_page(client: Client, series: Series) -> None:
    evening_of(series, *(make_player(f"Hráč {number}") for number in range(60)))
    assert "Page 1 of 2" in text_of(client, page("series", series))
    assert "Page 2 of 2" in text_of(client, page("series", series) + "?page=2")


def test_public_pages_game_has_a_tab_of_its_own(
    client: Client, series: Series, people: list[Player]
) -> None:
    assert "All games" not in text_of(client, page("series", series))
    evening_of(series, people[2], game="twisty")
    text = text_of(client, page("series", series) + "?game=twisty")
    assert "All games" in text
    assert "Cyril D." in text
    assert "Adam B." not in text


def test_public_pages_row_says_what_counted_and_why(
    client: Client, series: Series, people: list[Player]
) -> None:
    text = text_of(client, page("series-row", series, people[0].pk))
    assert "Rank 2 with 25 points" in text
    assert "place 2 of 2 · 9 points in the evening" in text
    assert "Dropped: only the best evening counts" in text
    assert (
        "Bára Č. stands above: equal points and places, and place 1 against 2 in the last" in text
    )
    assert "Cyril D. stands below: 15 points against 25." in text
    assert "Points 25–25 Final rank 1–3" in text


def test_public_pages_nobody_else_has_a_row(client: Client, series: Series) -> None:
    assert is_nowhere(client, page("series-row", series, make_player().pk))


def test_public_pages_empty_series_says_what_comes(client: Client, club: Club, admin: User) -> None:
    series = make_series(club)
    assert "No evening is announced yet." in text_of(client, page("series", series))
    client.force_login(admin)
    assert "Say which evenings belong to the series." in text_of(client, page("series", series))


def test_public_pages_is_found_from_club_event_and_list(client: Client, series: Series) -> None:
    event = Event.objects.get(name="Večer 1")
    for address in (
        series.club.get_absolute_url(),
        event.get_absolute_url(),
        reverse("all-series"),
    ):
        markup = client.get(address).content.decode()
        assert series.get_absolute_url() in markup
        assert "Podzimní liga" in markup
    assert reverse("all-series") in client.get(reverse("events")).content.decode()


def test_public_pages_list_without_any_says_so(client: Client) -> None:
    assert "No series yet" in text_of(client, reverse("all-series"))


def test_public_pages_print_has_everybody(client: Client, series: Series) -> None:
    text = text_of(client, page("series-print", series))
    assert all(name in text for name in ("Adam B.", "Bára Č.", "Cyril D."))


def test_public_pages_download_runs_nothing(client: Client, series: Series) -> None:
    evil = make_player("=1+1", privacy=Player.Privacy.FULL)
    evening_of(series, evil, name="@Večer")
    response = client.get(reverse("series-table", args=[series.pk, "csv"]))
    assert response.headers["Content-Disposition"] == 'attachment; filename="podzimni-liga.csv"'
    assert b"'=1+1" in response.content
    rows = read_table(response.content)
    assert rows[0][:3] == ("Rank", "Name", "Total without [dropped evenings]")
    assert rows[1][1] == "=1+1"  # who won the last evening


@pytest.fixture
def _logged_in(client: Client, admin: User) -> None:
    client.force_login(admin)


def fields(**changed: Any) -> dict[str, Any]:
    return {
        "name": "Liga",
        "about": "",
        "scheme": "classic",
        "own_points": "",
        "best": "4",
        "planned": "",
        "bonus": "0",
        "guests": "count",
        **changed,
    }


@pytest.mark.usefixtures("_logged_in")
def test_running_new_series_leads_to_its_evenings(client: Client, club: Club) -> None:
    address = reverse("series-new", args=[club.pk])
    assert address in client.get(club.get_absolute_url()).content.decode()
    sent = fields(scheme="own", own_points="10, 8 6–5")
    response = client.post(address, sent, follow=True)
    made = Series.objects.get()
    assert (made.name, made.best, made.own_points) == ("Liga", 4, [10, 8, 6, 5])
    assert response.redirect_chain == [(page("series-evenings", made), 302)]


@pytest.mark.usefixtures("_logged_in")
@pytest.mark.parametrize("numbers", ["", "8 10", "ten"])
def test_running_wrong_numbers_are_refused_and_kept(
    client: Client, club: Club, numbers: str
) -> None:
    sent = fields(scheme="own", own_points=numbers)
    response = client.post(reverse("series-new", args=[club.pk]), sent)
    assert response.status_code == 422
    assert list(errors_on(response)) == ["own_points"]
    assert 'value="Liga"' in response.content.decode()
    assert not Series.objects.exists()


@pytest.mark.usefixtures("_logged_in")
def test_running_edit_saves_and_notices_others(client: Client, series: Series) -> None:
    address = page("series-edit", series)
    sent = fields(name="Zimní liga")
    stored = Series.objects.get()
    assert client.post(address, {**sent, "version": stored.version}).status_code == 302
    assert Series.objects.get().name == "Zimní liga"
    late = client.post(address, {**sent, "version": stored.version, "name": "Jarní"})
    assert late.status_code == 422
    assert "Somebody changed this" in str(errors_on(late))
    assert 'value="Jarní"' in late.content.decode()
    assert Series.objects.get().name == "Zimní liga"


@pytest.mark.usefixtures("_logged_in")
def test_running_event_is_added(client: Client, series: Series, club: Club) -> None:
    event = make_event(club, name="Večer 3")
    foreign = make_event(make_club("Jiný"), name="cizí")
    address = page("series-evenings", series)
    assert "cizí" not in text_of(client, address)
    day = timezone.localtime(event.starts_at)
    in_slovak = text_of(client, address, headers={"Accept-Language": "sk"})
    assert f"Večer 3 ({day.day}. {day.month}. {day.year}, {club})" in in_slovak
    client.post(address, {"event": event.pk})
    refused = client.post(address, {"event": foreign.pk})
    assert (refused.status_code, list(errors_on(refused))) == (422, ["event"])
    assert list(series.evenings.values_list("event__name", flat=True)) == [
        *("Večer 1", "Večer 2", "Večer 3")
    ]


@pytest.mark.usefixtures("_logged_in")
def test_running_evenings_change_places_and_leave(client: Client, series: Series) -> None:
    first, second = (each.event_id for each in series.evenings.order_by("order"))
    client.post(page("series-evening-move", series), {"event": first, "later": ""})
    assert [each.event_id for each in series.evenings.order_by("order")] == [second, first]
    client.post(page("series-evening-move", series), {"event": first, "earlier": ""})
    address = page("series-evening-remove", series)
    response = client.post(address, {"event": first}, follow=True)
    assert "you can add it again" in response.content.decode()
    assert [each.event_id for each in series.evenings.all()] == [second]
    again = client.post(address, {"event": first}, follow=True)
    assert "no longer in the series" in again.content.decode()


@pytest.mark.usefixtures("_logged_in")
def test_running_next_evening_is_offered_a_week_later(client: Client, series: Series) -> None:
    at = datetime(2026, 10, 20, 18, 30, tzinfo=ZoneInfo("Europe/Prague"))
    for number, event in enumerate(Event.objects.order_by("name")):
        Event.objects.filter(pk=event.pk).update(starts_at=at + timedelta(days=14 * number))
    address = page("series-next", series)
    markup = client.get(address).content.decode()
    assert 'value="Večer 3"' in markup
    assert 'value="2026-11-17"' in markup  # a fortnight after the last one
    sent = {"name": "Večer 3", "date": "2026-11-17", "time": "18:30"}
    response = client.post(address, sent)
    made = Event.objects.get(name="Večer 3")
    assert (made.status, made.club) == (Event.Status.DRAFT, series.club)
    assert response.headers["Location"] == reverse("event-settings", args=[made.pk])
    assert made in series.events.all()


@pytest.mark.usefixtures("_logged_in")
def test_running_next_evening_takes_the_same_people_and_is_made_once(
    client: Client, series: Series
) -> None:
    address = page("series-next", series)
    markup = client.get(address).content.decode()
    assert 'name="with_people"' in markup
    [key] = re.findall(r'name="client_key" value="([^"]+)"', markup)
    sent = {"name": "Večer 3", "date": "2026-11-17", "time": "18:30"}
    for _time in range(2):
        response = client.post(address, {**sent, "with_people": "on", "client_key": key})
    made = Event.objects.get(name="Večer 3")
    names = made.entries.values_list("player__full_name", flat=True)
    assert sorted(names) == ["Adam Bílý", "Bára Černá"]
    assert response.headers["Location"] == reverse("event-check-in", args=[made.pk])
    assert series.evenings.count() == 3


@pytest.mark.usefixtures("_logged_in")
def test_running_next_evening_without_one_before_leads_to_adding(
    client: Client, club: Club
) -> None:
    series = make_series(club)
    response = client.get(page("series-next", series), follow=True)
    assert "There is no evening to copy yet." in response.content.decode()
    assert "No evenings yet" in response.content.decode()


@pytest.mark.usefixtures("_logged_in")
def test_running_archive_and_back(client: Client, series: Series) -> None:
    client.post(page("series-archive", series))
    assert Series.objects.get().is_archived
    assert "Take out of the archive" in text_of(client, page("series", series))
    assert "Next evening" not in text_of(client, page("series", series))
    for name in ("series-edit", "series-evenings", "series-next"):
        response = client.get(page(name, series), follow=True)
        assert response.redirect_chain == [(page("series", series), 302)]
        assert "The series is archived." in response.content.decode()
    client.post(page("series-archive", series))
    assert not Series.objects.get().is_archived


@pytest.mark.usefixtures("_logged_in")
def test_running_guest_is_named_by_hand(
    client: Client, series: Series, people: list[Player]
) -> None:
    address = page("series-row", series, people[0].pk)
    assert "Count as a guest" not in text_of(client, address)
    Series.objects.update(guests=Series.Guests.APART)
    assert "Count as a guest" in text_of(client, address)
    client.post(page("series-guest", series, people[0].pk), {"guest": ""})
    assert "A guest with 25 points" in text_of(client, address)
    client.post(page("series-guest", series, people[0].pk), {"ours": ""})
    assert "Rank 2 with 25 points" in text_of(client, address)
