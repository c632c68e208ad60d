"""Two people of one name: told apart for officials, and for the public by a rule they know."""

import pytest
from django.test import Client
from django.urls import reverse

from league.events.queries.entries import entry_names
from league.events.queries.namesakes import official_names
from league.events.services.categories import add_category
from league.events.services.check_in import request_bye
from league.events.services.entries import Registration, enter_player, sign_up
from league.events.services.prizes import add_prize
from league.models import Club, Entry, Event, Official, Player, Stage, User
from league.permissions import SERVICE, Actor
from league.player_notes import keep_note
from tests.factories import make_club, make_event, make_player, make_user
from tests.factories.events import played_round, published_round, running_event
from tests.league.api.asking import Program
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


@pytest.fixture
def sat_down(event: Event) -> Event:
    """The two play their second round; two more of one name are in the club alone."""
    for year in (2001, 2002):
        player = make_player("Petra Malá", club=event.club)
        keep_note(player, actor=SERVICE, birth_year=year, text="")
    Event.objects.update(status=Event.Status.RUNNING, game="triolet", entry_fee=50)
    entered(event, "Petr Dvořák", "Ivan Starý")
    for seed, entry in enumerate(event.entries.order_by("created_at"), start=1):
        Entry.objects.filter(pk=entry.pk).update(seed=seed, status=Entry.Status.CHECKED_IN)
    Stage.objects.update(seed=1)
    stage = Stage.objects.select_related("event").get(event=event)
    played_round(stage)
    published_round(stage)
    for place in (1, 2):
        add_prize(event, actor=SERVICE, category=None, place=place, what="Pohár")
    return Event.objects.get(pk=event.pk)


OFFICIALS_PAGES = [
    *("desk", "scores", "event-prizes", "event-apart", "event-check-in", "event-categorise"),
    *("event-fees", "match-rule", "print-slips", "print-names", "print-standings"),
]


@pytest.mark.parametrize("where", OFFICIALS_PAGES)
def test_every_page_of_officials_tells_the_two_apart(
    client: Client, sat_down: Event, admin: User, arbiter: User, where: str
) -> None:
    add_category(sat_down, actor=SERVICE, name="Junioři")
    second = sat_down.entries.order_by("created_at")[1]
    match = sat_down.matches.get(round__number=2, seats__entry=second)
    of_round = {name: [match.round_id] for name in ("print-slips", "print-names")}
    of = {"match-rule": [match.pk], "scores": [sat_down.pk, match.round_id], **of_round}
    address = reverse(where, args=of.get(where, [sat_down.pk]))

    def shown(to: User) -> str:
        client.force_login(to)
        return client.get(address, {"names": "full"}, follow=True).content.decode()

    assert "Jana Nováková (2009, brýle)" in shown(admin)
    assert "Jana Nováková (2)" not in shown(admin)
    if "Jana Nováková" in (seen := shown(arbiter)):
        assert "Jana Nováková (2)" in seen
    assert "brýle" not in seen


def test_steps_and_absences_tell_them_apart_and_the_api_numbers_them(
    client: Client, sat_down: Event, admin: User
) -> None:
    second = sat_down.entries.order_by("created_at")[1]
    request_bye(second, actor=SERVICE, round_number=3)
    client.force_login(admin)
    for page in ("desk-steps", "console"):
        shown = client.get(reverse(page, args=[sat_down.pk])).content.decode()
        assert "Jana Nováková (2009, brýle)" in shown
    steps = Program.of(admin, "read", "events").get(f"events/{sat_down.pk}/steps").content.decode()
    assert "Jana Nov" in steps
    assert "2009" not in steps


def test_members_of_one_name_are_told_apart_where_they_are_ticked_tapped_and_asked_about(
    client: Client, sat_down: Event, admin: User, arbiter: User
) -> None:
    asked = {"full_name": "Petra Mala", "names": "Petra Malá"}
    for where in ("event-people", "event-check-in", "event-enter"):
        address = reverse(where, args=[sat_down.pk])
        for user, years in ((admin, True), (arbiter, False)):
            client.force_login(user)
            pages = [client.get(address), client.post(address, asked)]
            seen = [page.content.decode() for page in pages if page.status_code in (200, 422)]
            assert seen
            for page in seen:
                assert [">2001<" in page, ">2002<" in page] == [years] * 2
