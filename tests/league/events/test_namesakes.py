"""Two people of one name: told apart for officials, and for the public by a rule they know."""

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.events import entry_names
from league.events.queries.namesakes import official_names
from league.events.services.entries import Registration, enter_player, sign_up
from league.models import Club, Entry, Event, Official, Player, User
from league.permissions import SERVICE, Actor
from league.player_notes import keep_note
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import played_round, running_event
from tests.league.events.rows import entered
from tests.league.web.reading import plain

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return make_user()


@pytest.fixture
def arbiter() -> User:
    return make_user()


@pytest.fixture
def event(admin: User, arbiter: User) -> Event:
    """With two of one name, of whom the club keeps the years."""
    club = make_club(admin=admin)
    Club.objects.update(keeps_notes=True)
    club.refresh_from_db()
    made = make_event(club, officials={Official.Role.ARBITER: arbiter})
    for year, note in ((2012, ""), (2009, "brýle")):
        player = make_player("Jana Nováková", club=club)
        keep_note(player, actor=SERVICE, birth_year=year, text=note)
        enter(made, player)
    return made


def enter(event: Event, player: Player) -> Entry:
    registration = Registration(player=player)
    return enter_player(event, actor=SERVICE, registration=registration, is_namesake=True)


def test_admins_of_the_club_see_the_year_or_the_note_beside_a_namesake(
    event: Event, admin: User, arbiter: User
) -> None:
    entered(event, "Petr Dvořák")
    assert list(official_names(event, reader=Actor(user=admin)).values()) == [
        "Jana Nováková (2012)",
        "Jana Nováková (2009, brýle)",
        "Petr Dvořák",
    ]
    numbered = ["Jana Nováková (1)", "Jana Nováková (2)", "Petr Dvořák"]
    assert list(official_names(event, reader=Actor(user=arbiter)).values()) == numbered


def test_namesakes_with_the_same_note_stay_numbered(event: Event, admin: User) -> None:
    twin = make_player("Jana Nováková", club=event.club)
    keep_note(twin, actor=SERVICE, birth_year=2012, text="")
    enter(event, twin)
    assert list(official_names(event, reader=Actor(user=admin)).values()) == [
        "Jana Nováková (1)",
        "Jana Nováková (2009, brýle)",
        "Jana Nováková (3)",
    ]


def test_desk_shows_which_of_the_two_it_is(client: Client, event: Event, admin: User) -> None:
    client.force_login(admin)
    page = client.get(reverse("event-check-in", args=[event.pk])).content.decode()
    assert "Jana Nováková (2012)" in page
    assert "Jana Nováková (2009, brýle)" in page


def test_guest_of_that_name_is_asked_about_with_years_and_notes(
    client: Client, event: Event, admin: User
) -> None:
    sign_up(event, actor=Actor(), registration=Registration(full_name="Jana Nováková"))
    client.force_login(admin)
    listed = client.get(reverse("event-check-in", args=[event.pk]), {"show": "applied"})
    [row] = listed.context["page_obj"].object_list
    assert {each.hint for each in row.perhaps} == {"2012", "2009, brýle"}


def test_public_is_told_by_town_and_never_by_year(event: Event) -> None:
    other = make_club("Kocka")
    Club.objects.filter(pk=other.pk).update(town="Brno")
    enter(event, make_player("Jana Nováková", club=other))
    assert list(entry_names(event).values()) == ["Jana N. (1)", "Jana N. (2)", "Jana N. (Brno)"]


def test_public_names_do_not_depend_on_those_who_wait(event: Event) -> None:
    entered(event, "Petr Dvořák")
    sign_up(event, actor=Actor(), registration=Registration(full_name="Petr Dvořák"))
    assert list(entry_names(event).values())[2:] == ["Petr D.", "Petr D."]


def test_guest_reads_on_my_entry_how_they_are_shown_and_why(event: Event) -> None:
    phone = Client(headers={"Accept-Language": "en"})
    phone.post(reverse("event-sign-up", args=[event.pk]), {"full_name": "Jana Nedbalová"})
    Entry.objects.filter(status="applied").update(status="registered")
    text = plain(phone.get(reverse("event-mine", args=[event.pk])).content.decode())
    assert "Jana Ne." in text
    assert "a few more letters of the surname are shown" in text
    Player.objects.filter(full_name="Jana Nedbalová").update(full_name="Jana Nováková")
    text = plain(phone.get(reverse("event-mine", args=[event.pk])).content.decode())
    assert "Jana N. " in text


def test_organiser_has_standings_and_prints_with_full_names(
    client: Client, admin: User, arbiter: User
) -> None:
    stage = running_event(4)
    round_ = played_round(stage)
    event = stage.event
    Official.objects.create(event=event, user=arbiter, role=Official.Role.ARBITER)
    Player.objects.filter(entries__event=event, entries__seed=1).update(full_name="Celé Jméno")
    pages = [
        reverse("event-standings", args=[event.pk]),
        reverse("print-standings", args=[event.pk]),
        reverse("print-tables", args=[round_.pk]),
        reverse("print-names", args=[round_.pk]),
    ]

    def have_it() -> list[bool]:
        shown = [client.get(page, {"names": "full"}).content.decode() for page in pages]
        return ["Celé Jméno" in content for content in shown]

    assert have_it() == [False] * 4  # the public asks in vain
    client.force_login(arbiter)
    assert have_it() == [True] * 4
    assert "Celé Jméno" not in client.get(pages[0]).content.decode()
    assert "data-live=" not in client.get(pages[0], {"names": "full"}).content.decode()
