"""Pages: what they show to whom, in which language and zone, by how many queries."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.audit import log_action
from league.models import Club, Event, Player
from league.notices import write_mail
from league.permissions import SERVICE
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user
from tests.league.web.reading import text_of

pytestmark = pytest.mark.django_db


# The number of queries does not grow with the number of rows.
@pytest.fixture
def _many_rows() -> None:
    for number in range(12):
        club = make_club(f"Klub {number}")
        make_event(club)
        for name in ("Jana Nováková", "Eva Malá", "Petr Dvořák"):
            make_player(name, club=club)


@pytest.mark.usefixtures("_many_rows")
@pytest.mark.parametrize(("route", "queries"), [("home", 5), ("clubs", 2), ("events", 2)])
def test_lists_take_few_queries(open_page: OpenPage, route: str, queries: int) -> None:
    open_page(reverse(route), queries=queries, shows="Klub 4")


@pytest.mark.usefixtures("_many_rows")
def test_club_takes_few_queries(open_page: OpenPage) -> None:
    club = Club.objects.all()[0]
    open_page(club.get_absolute_url(), queries=6, shows="Jana N.")


@pytest.mark.usefixtures("_many_rows")
def test_player_takes_few_queries(open_page: OpenPage) -> None:
    player = Player.objects.all()[0]
    open_page(player.get_absolute_url(), queries=3, shows=player.public_name)


@pytest.mark.usefixtures("_many_rows")
def test_event_takes_few_queries(open_page: OpenPage) -> None:
    event = Event.objects.all()[0]
    open_page(event.get_absolute_url(), queries=9, shows="Enter this event")


@pytest.mark.usefixtures("_many_rows")
def test_operations_take_few_queries(open_page: OpenPage, client: Client) -> None:
    client.force_login(make_user(is_superuser=True))
    for number in range(9):
        write_mail(recipient=f"p{number}@arbitr.example", subject="Stůl", body="4")
        log_action(SERVICE, "test", Club.objects.all()[number])
    open_page(reverse("staff-jobs"), queries=5, shows="waiting 9")
    open_page(reverse("staff-mail"), queries=4, shows="p8@arbitr.example Stůl waiting")
    open_page(reverse("staff-audit"), queries=4, shows="the service test club")


def test_clubs_are_found_by_name_and_town(client: Client) -> None:
    make_club("Hexa")
    make_club("Kocka")
    content = client.get(reverse("clubs"), {"q": "hex"}).content.decode()
    assert "Hexa" in content
    assert "Kocka" not in content


@pytest.mark.parametrize("query", ["x" * 100, "<script>", "'; DROP TABLE"])
def test_odd_search_finds_nothing(client: Client, query: str) -> None:
    make_club()
    assert "No club fits" in text_of(client, reverse("clubs") + "?q=" + query)


@pytest.mark.parametrize("query", ["%00", "x" * 500])
def test_search_that_cannot_be_meant_finds_all(client: Client, query: str) -> None:
    assert make_club("Hexa").name in text_of(client, reverse("clubs") + "?q=" + query)


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999", ""])
def test_page_that_does_not_exist_shows_the_nearest(client: Client, page: str) -> None:
    make_club("Hexa")
    assert "Hexa" in client.get(reverse("clubs"), {"page": page}).content.decode()


def test_full_name_is_for_the_player_and_the_clubs_admins(client: Client) -> None:
    admin, self_, stranger = make_user(), make_user(), make_user()
    player = make_player("Jana Nováková", club=make_club(admin=admin), user=self_)
    shown = {}
    for name, user in {"admin": admin, "self": self_, "stranger": stranger}.items():
        client.force_login(user)
        shown[name] = "Nováková" in client.get(player.get_absolute_url()).content.decode()
    client.logout()
    shown["public"] = "Nováková" in client.get(player.get_absolute_url()).content.decode()
    assert shown == {"admin": True, "self": True, "stranger": False, "public": False}


@pytest.fixture
def club(client: Client) -> Club:
    admin = make_user()
    client.force_login(admin)
    return make_club("Hexa", admin=admin)


def form(**fields: Any) -> dict[str, Any]:
    return {"name": "Hexa", "town": "Brno", "country": "CZ", "version": 1, **fields}


def test_club_edit_is_saved(client: Client, club: Club) -> None:
    response = client.post(reverse("club-edit", args=[club.pk]), form(about="Úterý"))
    assert response.headers["Location"] == club.get_absolute_url()
    club.refresh_from_db()
    assert (club.town, club.about, club.version) == ("Brno", "Úterý", 2)


def test_club_edit_of_a_stale_page_is_refused_and_keeps_what_was_typed(
    client: Client, club: Club
) -> None:
    address = reverse("club-edit", args=[club.pk])
    client.post(address, form(town="Praha"))

    response = client.post(address, form(town="Olomouc", about="Moje slova"))

    content = response.content.decode()
    assert response.status_code == 422
    assert "Somebody changed this in the meantime" in content
    assert "Moje slova" in content
    assert 'name="version" value="2"' in content
    assert Club.objects.get().town == "Praha"
    client.post(address, form(town="Olomouc", version=2))
    assert Club.objects.get().town == "Olomouc"


def test_club_edit_with_an_error_keeps_what_was_typed(client: Client, club: Club) -> None:
    response = client.post(reverse("club-edit", args=[club.pk]), form(name="", about="Moje slova"))
    assert response.status_code == 422
    assert "Moje slova" in response.content.decode()


def test_language_follows_the_browser(client: Client) -> None:
    response = client.get("/", headers={"Accept-Language": "sk"})
    assert '<html lang="sk"' in response.content.decode()


def test_language_is_czech_where_the_browser_speaks_none_of_ours(client: Client) -> None:
    response = client.get("/", headers={"Accept-Language": "fr"})
    assert '<html lang="cs"' in response.content.decode()


def test_language_is_chosen_and_kept_in_the_account(client: Client) -> None:
    user = make_user()
    client.force_login(user)

    response = client.post(reverse("set_language"), {"language": "sk", "next": "/clubs/"})

    assert response.headers["Location"] == "/clubs/"
    assert '<html lang="sk"' in client.get("/").content.decode()
    user.refresh_from_db()
    assert user.language == "sk"
    elsewhere = Client()
    elsewhere.force_login(user)
    assert '<html lang="sk"' in elsewhere.get("/").content.decode()


def test_language_leads_to_no_other_site(client: Client) -> None:
    response = client.post(
        reverse("set_language"), {"language": "sk", "next": "https://evil.example/"}
    )
    assert response.headers["Location"] == "/"


def test_language_that_does_not_exist_changes_nothing(client: Client) -> None:
    client.force_login(user := make_user())
    client.post(reverse("set_language"), {"language": "xx"})
    user.refresh_from_db()
    assert user.language == ""
