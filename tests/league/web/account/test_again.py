"""Somebody whose session is gone: what was sent waits, and goes out once they are known again."""

import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.models import Club, Official, Player, User
from tests.conftest import OpenPage
from tests.factories import PASSWORD, make_club, make_user
from tests.factories.events import published_round, running_event
from tests.league.page_forms import PageForm, forms_in

pytestmark = pytest.mark.django_db
HELD = "/again/held/"
PART = {"HX-Request": "true"}


@pytest.fixture
def admin() -> User:
    return make_user("jana")


@pytest.fixture
def club(admin: User) -> Club:
    return make_club(admin=admin)


def add_member(client: Client, club: Club, **options: object) -> object:
    where = reverse("club-member-add", args=[club.pk])
    return client.post(where, {"full_name": "Žofie Nová", "privacy": "initial"}, **options)


def log_in(client: Client, **fields: str) -> object:
    return client.post(
        reverse("account_login"), {"login": "jana", "password": PASSWORD, "next": HELD, **fields}
    )


def held_form(client: Client) -> PageForm:
    page = client.get(HELD).content.decode()
    return next(form for form in forms_in(page, address=HELD) if "held" in form.fields)


def test_form_waits_until_its_sender_is_known(client: Client, club: Club) -> None:
    sent = add_member(client, club)
    assert (sent.status_code, sent.headers["Location"]) == (302, HELD)
    assert not Player.objects.exists()
    page = client.get(HELD).content.decode()
    assert "Žofie Nová" in page
    assert 'name="login"' in page

    assert log_in(client).headers["Location"] == HELD
    form = held_form(client)
    assert form.action == reverse("club-member-add", args=[club.pk])
    assert "data-send-at-once" in client.get(HELD).content.decode()
    client.post(form.action, form.data)
    assert Player.objects.get().full_name == "Žofie Nová"
    assert (
        "Nothing is waiting here"
        in client.get(HELD, headers={"Accept-Language": "en"}).content.decode()
    )


def test_form_of_a_page_that_is_hidden_from_others_waits_too(client: Client, admin: User) -> None:
    stage = running_event(4)
    Official.objects.create(event=stage.event, user=admin, role=Official.Role.ORGANISER)
    stage.event.status = "draft"
    stage.event.save()
    where = reverse("event-mine", args=[stage.event_id])
    assert client.post(where, {"action": "withdraw"}).headers["Location"] == HELD
    assert client.get(where).status_code == 404


def test_password_is_not_kept_and_a_file_is_asked_for_again(client: Client, club: Club) -> None:
    file = SimpleUploadedFile("clenove.csv", b"Jana Nova")
    where = reverse("club-import", args=[club.pk])
    client.post(where, {"file": file, "password": "kolik-je", "names": "Jana"})
    log_in(client)
    form = held_form(client)
    assert form.files == ["file"]
    assert form.fields.keys() >= {"names"}
    page = client.get(HELD).content.decode()
    assert "clenove.csv" in page
    assert "kolik-je" not in page
    assert "data-send-at-once" not in page


def test_page_of_what_waits_takes_few_queries(
    client: Client, club: Club, open_page: OpenPage
) -> None:
    add_member(client, club)
    open_page(HELD, queries=1, shows="Žofie Nová")


@pytest.mark.parametrize("headers", [PART, {"X-Requested-With": "live"}])
def test_part_of_a_page_is_told_in_place(club: Club, headers: dict[str, str]) -> None:
    client = Client()
    answer = add_member(client, club, headers=headers)
    assert (answer.status_code, answer.content) == (401, b"")
    assert client.get(reverse("club-members", args=[club.pk]), headers=headers).status_code == 401
    assert "held" not in client.session


def test_part_at_a_table_names_the_match(client: Client) -> None:
    match = published_round(running_event(4)).matches.all()[0]
    answer = client.post(reverse("hand-in", args=[match.pk]), headers=PART)
    assert (answer.status_code, answer.headers["X-At-Match"]) == (401, match.pk)
    dialog = client.get(reverse("again"), {"match": match.pk}).content.decode()
    assert 'name="code"' in dialog


def test_phone_that_lost_its_cookie_is_known_again_by_the_code(client: Client) -> None:
    """And by the seat that it takes: then its form goes out."""
    match = published_round(running_event(4)).matches.all()[0]
    where = reverse("match-pass", args=[match.pk])
    assert client.post(where, {"seat": "x"}).headers["Location"] == HELD
    told = client.post(
        reverse("again-code"), {"code": f"https://arbitr.example/c/{match.code.upper()}/"}
    )
    assert told.headers["Location"] == f"{HELD}#held"
    assert client.session["codes"] == [match.code]
    page = client.get(HELD).content.decode()
    assert reverse("match", args=[match.pk]) in page
    assert held_form(client).action == where


def test_form_with_an_old_mark_is_kept_and_sent_with_a_new_one(club: Club, admin: User) -> None:
    client = Client(enforce_csrf_checks=True, headers={"Origin": "http://testserver"})
    client.force_login(admin)
    old = {"csrfmiddlewaretoken": "x" * 64, "full_name": "Žofie Nová", "privacy": "initial"}
    where = reverse("club-member-add", args=[club.pk])
    assert client.post(where, old).headers["Location"] == HELD
    page = client.get(HELD).content.decode()
    [form] = [form for form in forms_in(page, address=HELD) if "held" in form.fields]
    client.post(form.action, form.data)
    assert Player.objects.get().full_name == "Žofie Nová"


@pytest.mark.parametrize("origin", ["https://evil.example", None])
def test_form_of_another_site_is_not_kept(club: Club, admin: User, origin: str | None) -> None:
    client = Client(enforce_csrf_checks=True, headers={"Origin": origin} if origin else None)
    client.force_login(admin)
    answer = add_member(client, club)
    assert answer.status_code == 403
    assert "held" not in client.session


def test_form_that_fails_again_is_not_sent_in_circles(club: Club, admin: User) -> None:
    client = Client(enforce_csrf_checks=True, headers={"Origin": "http://testserver"})
    client.force_login(admin)
    where = reverse("club-member-add", args=[club.pk])
    assert client.post(where, {"held": "1"}).status_code == 403


def test_session_tells_whose_browser_it_is(client: Client, admin: User) -> None:
    before = client.get(reverse("session")).json()
    client.force_login(admin)
    now = client.get(reverse("session"))
    page = client.get("/").content.decode()
    shown = re.search(r'data-who="([^"]*)"', page)
    assert (before["who"], shown and unescape(shown[1])) == ("", now.json()["who"])
    assert len(now.json()["token"]) == 64
    assert "no-store" in now.headers["Cache-Control"]


def test_what_is_made_for_an_account_is_stored_nowhere(
    client: Client, club: Club, admin: User
) -> None:
    public = client.get(reverse("club", args=[club.pk]))
    assert "Cache-Control" not in public.headers
    client.force_login(admin)
    for route in ("club", "club-members", "club-admins"):
        page = client.get(reverse(route, args=[club.pk]))
        assert page.headers["Cache-Control"] == "private, no-store"
    refused = client.get(reverse("staff-jobs"))
    assert (refused.status_code, refused.headers["Cache-Control"]) == (403, "private, no-store")
