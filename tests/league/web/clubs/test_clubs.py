"""Pages of clubs for those who run them: setting up, admins, members."""

import io
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.spreadsheets import read_table
from league.models import Club, ClubBox, Event, Player, User
from tests.conftest import OpenPage
from tests.factories import make_club, make_event, make_player, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client: Client) -> User:
    admin = make_user("jana", display_name="Jana")
    client.force_login(admin)
    return admin


@pytest.fixture
def club(admin: User) -> Club:
    return make_club("Hexa", admin=admin)


def text(response: Any) -> str:
    return str(response.content.decode())


def test_new_club_is_set_up_by_a_superuser(client: Client) -> None:
    client.force_login(make_user("root", is_superuser=True))
    assert reverse("club-new") in text(client.get(reverse("clubs")))
    client.post(reverse("club-new"), {"name": "Hexa", "country": "CZ", "admin": "root"})
    club = Club.objects.get()
    assert (club.name, [user.username for user in club.admins.all()]) == ("Hexa", ["root"])


def test_new_club_with_an_unknown_admin_keeps_what_was_typed(client: Client) -> None:
    client.force_login(make_user(is_superuser=True))
    response = client.post(reverse("club-new"), {"name": "Hexa", "admin": "nobody"})
    assert response.status_code == 422
    assert 'value="Hexa"' in text(response)
    assert "No account has this login name" in text(response)


def test_new_club_is_not_offered_to_others(client: Client, club: Club) -> None:
    assert reverse("club-new") not in text(client.get(reverse("clubs")))


def test_box_is_drawn_and_two_symbols_change_places(
    client: Client, club: Club, open_page: OpenPage
) -> None:
    address = reverse("club-box", args=[club.pk, "kaleidoskop"])
    page = text(open_page(address, queries=5, shows="Does your Kaleidoskop look like this?"))
    assert "?edition=standard&amp;first=0&amp;Corners=RGBOYP#box" in page
    tapped = text(open_page(f"{address}?first=0", queries=5, shows="Now tap the symbol"))
    assert "?edition=standard&amp;Corners=GRBOYP#box" in tapped
    changed = text(client.get(f"{address}?Corners=GRBOYP"))
    assert 'name="Corners" value="GRBOYP"' in changed
    response = client.post(address, {"edition": "standard", "Corners": "GRBOYP"}, follow=True)
    assert "Saved. New events and score sheets of the club use it." in text(response)
    assert club.boxes.get().tags == {"Corners": "GRBOYP"}
    assert 'value="GRBOYP"' in text(client.get(address))
    client.post(address, {"forget": "1"})
    assert not club.boxes.exists()


def test_box_of_every_game_is_asked_about_once(club: Club, open_page: OpenPage) -> None:
    address = reverse("club-boxes", args=[club.pk])
    assert text(open_page(address, queries=5)).count("Does yours look like ours?") == 4
    ClubBox.objects.create(club=club, game="polyssimo", edition="squares")
    page = text(open_page(address, queries=5, shows="Ranked by squares left."))
    assert page.count("Does yours look like ours?") == 3
    for game, shows in (("triolet", "another turn"), ("twisty", "tokens"), ("polyssimo", "pieces")):
        open_page(reverse("club-box", args=[club.pk, game]), queries=5, shows=shows)


def test_club_is_asked_about_the_games_that_it_plays_until_it_has_answered(
    client: Client, club: Club
) -> None:
    Event.objects.filter(pk=make_event(club).pk).update(game="kaleidoskop")
    asked = "Do your games look like ours?"
    assert asked in text(client.get(club.get_absolute_url()))
    ClubBox.objects.create(club=club, game="kaleidoskop")
    assert asked not in text(client.get(club.get_absolute_url()))
    make_event(make_club("Jiný", admin=None))
    client.logout()
    club.boxes.all().delete()
    assert asked not in text(client.get(club.get_absolute_url()))


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"edition": "standard", "Corners": "RRRRRR"}, "Corners names the six colours"),
        ({"edition": "nowhere", "Corners": "RGBOYP"}, "This game has no such edition."),
    ],
)
def test_box_that_cannot_be_is_refused_and_nothing_is_kept(
    client: Client, club: Club, sent: dict[str, str], why: str
) -> None:
    address = reverse("club-box", args=[club.pk, "kaleidoskop"])
    assert why in text(client.post(address, sent, follow=True))
    assert not club.boxes.exists()
    hostile = client.get(f"{address}?edition=<b>&first=99&Corners=<i>")
    assert 'value="RGBOYP"' in text(hostile)
    assert client.get(reverse("club-box", args=[club.pk, "chess"])).status_code == 404


def test_admins_are_added_and_removed(client: Client, club: Club, admin: User) -> None:
    petr = make_user("petr")
    client.post(reverse("club-admins", args=[club.pk]), {"who": "petr"})
    assert set(club.admins.all()) == {admin, petr}
    client.post(reverse("club-admin-remove", args=[club.pk]), {"user": petr.pk})
    assert set(club.admins.all()) == {admin}


def test_admins_last_one_stays(client: Client, club: Club, admin: User) -> None:
    address = reverse("club-admin-remove", args=[club.pk])
    response = client.post(address, {"user": admin.pk}, follow=True)
    assert "The last admin cannot be removed" in text(response)
    assert list(club.admins.all()) == [admin]


def test_admins_who_removes_oneself_is_led_out(client: Client, club: Club, admin: User) -> None:
    club.admins.add(make_user())
    address = reverse("club-admin-remove", args=[club.pk])
    response = client.post(address, {"user": admin.pk})
    assert response.headers["Location"] == club.get_absolute_url()


def test_admins_unknown_name_is_refused(client: Client, club: Club) -> None:
    response = client.post(reverse("club-admins", args=[club.pk]), {"who": "nobody"})
    assert response.status_code == 422
    assert 'value="nobody"' in text(response)


def test_members_are_shown_by_full_names_in_a_fixed_number_of_queries(
    club: Club, open_page: OpenPage
) -> None:
    for number in range(60):
        make_player(f"Jana Nováková {number}", club=club)
    make_player("Petr Dvořák", keeper=club)
    address = reverse("club-members", args=[club.pk])
    first = text(open_page(address, queries=8))
    assert "Jana Nováková 12" in first
    assert "Page 1 of 2" in first
    assert "Petr Dvořák" not in first
    assert "Petr Dvořák" in text(open_page(f"{address}?list=others", queries=8))


def test_members_are_found_without_accents(client: Client, club: Club) -> None:
    make_player("Jana Nováková", club=club)
    make_player("Petr Dvořák", club=club)
    address = reverse("club-members", args=[club.pk])
    content = text(client.get(address, {"q": "novakova"}))
    assert "Jana Nováková" in content
    assert "Petr Dvořák" not in content
    assert "Nobody fits" in text(client.get(address, {"q": "xyz"}))


def test_members_page_without_any_says_what_to_do(client: Client, club: Club) -> None:
    content = text(client.get(reverse("club-members", args=[club.pk])))
    assert "Add them one by one, or import the table you have." in content


def test_adding_leads_to_the_next_one(client: Client, club: Club) -> None:
    address = reverse("club-member-add", args=[club.pk])
    form = {"full_name": "Jana Nováková", "privacy": "initial"}
    response = client.post(address, form, follow=True)
    assert response.redirect_chain == [(address, 302)]
    assert "Jana Nováková is in the club. The next one?" in text(response)
    assert [player.full_name for player in club.players.all()] == ["Jana Nováková"]


def test_adding_of_a_namesake_asks_and_is_told(client: Client, club: Club) -> None:
    make_player("Jana Nováková", club=club)
    address = reverse("club-member-add", args=[club.pk])
    form = {"full_name": "novakova jana", "privacy": "full"}
    refused = client.post(address, form)
    assert refused.status_code == 422
    assert 'value="novakova jana"' in text(refused)
    assert 'name="is_namesake"' in text(refused)
    client.post(address, {**form, "is_namesake": "on"})
    assert club.players.count() == 2


def test_adding_warns_while_the_name_is_typed(client: Client, club: Club) -> None:
    make_player("Jana Nováková", club=club)
    make_player("Jana Novákov", club=make_club("Kocka"))
    address = reverse("club-alike", args=[club.pk])
    here = text(client.get(address, {"full_name": "Jana Nov"}))
    elsewhere = text(client.get(address, {"full_name": "Jana Novákov"}))
    nobody = text(client.get(address, {"full_name": "Petr Dvořák"}))
    assert "Jana Nováková" in here
    assert "Kocka" not in here
    assert ("Jana N.</bdi>" in elsewhere, "Kocka" in elsewhere) == (True, True)
    assert nobody.strip() == ""


def test_adding_page_asks_where_the_warning_is(
    open_page: OpenPage, client: Client, club: Club
) -> None:
    content = text(open_page(reverse("club-member-add", args=[club.pk]), queries=4))
    assert f'hx-get="{reverse("club-alike", args=[club.pk])}"' in content


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_download_holds_all_members_and_can_be_imported(
    client: Client, club: Club, kind: str
) -> None:
    make_player("Jana Nováková", club=club, user=make_user())
    make_player("=cmd|' /C calc'!A0", club=club, privacy=Player.Privacy.FULL)
    make_player("Petr Dvořák", keeper=club)
    response = client.get(reverse("members-table", args=[club.pk, kind]))
    assert f'filename="hexa.{kind}"' in response.headers["Content-Disposition"]
    assert read_table(response.content) == [
        ("Full name", "Shown to the public as", "Account"),
        ("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"),
        ("Jana Nováková", "Jana N.", "yes"),
    ]


def test_download_runs_no_formula(client: Client, club: Club) -> None:
    make_player("=1+1", club=club)
    table, text = (
        client.get(reverse("members-table", args=[club.pk, kind])) for kind in ("xlsx", "csv")
    )
    book = openpyxl.load_workbook(io.BytesIO(table.content))
    assert "'=1+1," in text.content.decode("utf-8-sig")
    assert "no-store" in text.headers["Cache-Control"]
    assert "f" not in {cell.data_type for row in book.active.iter_rows() for cell in row}
