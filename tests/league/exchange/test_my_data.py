"""Everything that is kept about somebody, for the person alone."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts import create_token, open_calendar
from league.exchange.queries.my_data import my_data, my_data_file
from league.models import Entry, Handover, Match, Notice, Player, PlayerNote, Seat, User
from league.notices import write_mail
from league.permissions import Actor
from league.ratings.services import recompute_ratings
from tests.factories import PASSWORD, make_player, make_user
from tests.factories.submissions import confirm, hand_in_record
from tests.factories.tables import lawful_record, seat_at, table

pytestmark = pytest.mark.django_db

# Rows that point at an account or a player, and where they are told; or why they are not.
TOLD = {
    "account.EmailAddress.user": "account",
    "mfa.Authenticator.user": "account",
    "usersessions.UserSession.user": "account",
    "league.ApiToken.user": "account",
    "league.CalendarLink.user": "account",
    "league.ClubAdmin.user": "roles",
    "league.Official.user": "roles",
    "league.Handover.by": "roles",
    "league.SentFile.user": "roles",
    "league.Player.user": "player",
    "league.PlayerNote.player": "player",
    "league.Rating.player": "player",
    "league.RatingChange.player": "player",
    "league.SeriesGuest.player": "player",
    "league.Entry.player": "entries",
    "league.Entry.partner": "entries",
    "league.Entry.signed_up_by": "signed_up_for_others",
    "league.Seat.player": "entries",
    "league.Notice.user": "messages",
    "admin.LogEntry.user": "operators alone, whose work it is",
}


def test_every_row_about_a_person_is_told() -> None:
    """A new table that names an account or a player needs a line above, and a place in the file."""
    pointing = {
        f"{field.model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if (field.many_to_one or field.one_to_one)
        and field.concrete
        and field.related_model in (User, Player)
    }
    assert pointing - set(TOLD) == set()


@pytest.fixture
def jana() -> User:
    return make_user("jana")


@pytest.fixture
def match(jana: User) -> Match:
    played = table(2)
    mine = seat_at(played, "A")
    Player.objects.filter(pk=mine.player_id).update(user=jana, full_name="Jana Nováková")
    record = hand_in_record(played, lawful_record(played), by="A")
    confirm(record, "B")
    return played


def in_zip(data: bytes) -> tuple[dict[str, Any], list[str]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        return json.loads(archive.read("my-data.json")), names


def test_file_tells_account_player_entries_and_records(jana: User, match: Match) -> None:
    create_token(jana, actor=Actor(user=jana), name="Web", scopes=["read"], days=30)
    open_calendar(jana, actor=Actor(user=jana))
    PlayerNote.objects.create(player=Player.objects.get(user=jana), birth_year=2014)
    Handover.objects.create(event=match.event, who="Laptop of Jana", by=jana)
    told, names = in_zip(b"".join(my_data_file(jana).parts))
    assert told["account"]["username"] == "jana"
    assert [token["name"] for token in told["account"]["api_tokens"]] == ["Web"]
    assert told["player"]["kept_by_the_club"][0]["birth_year"] == 2014
    assert [each["who"] for each in told["roles"]["events_taken_along"]] == ["Laptop of Jana"]
    [entry] = told["entries"]
    assert [(each["table"], each["seat"]) for each in entry["matches"]] == [(match.table, "A")]
    assert entry["matches"][0]["games"][0]["place"] in (1, 2)
    assert len(told["results"]["handed_in"]) == 1
    assert "create token" in {each["action"] for each in told["done"]}
    assert len(names) == 2


def test_file_holds_no_secret_and_nobody_else(jana: User, match: Match) -> None:
    _token, secret = create_token(jana, actor=Actor(user=jana), name="W", scopes=["read"], days=3)
    other = seat_at(match, "B").player
    Player.objects.filter(pk=other.pk).update(full_name="Petr Cizí")
    text = json.dumps(my_data(jana), default=str)
    assert [word for word in (secret, jana.password, "digest", "Petr Cizí") if word in text] == []


def test_children_who_were_signed_up_are_told(jana: User, match: Match) -> None:
    child = make_player("Eva Nováková")
    Entry.objects.create(event=match.event, player=child, signed_up_by=jana)
    [entry] = my_data(jana)["signed_up_for_others"]
    assert entry["players"] == ["Eva Nováková"]
    assert my_data(make_user("petr"))["signed_up_for_others"] == []


def downloaded(client: Client, user: User) -> tuple[dict[str, Any], list[str]]:
    """Over HTTP, after who they are was asked once more."""
    client.force_login(user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    sent = client.post(reverse("my-data"))
    assert sent.headers["Content-Disposition"].endswith('"my-data.zip"')
    assert "no-store" in sent.headers["Cache-Control"]
    return in_zip(b"".join(sent.streaming_content))


def test_guardian_downloads_all_of_a_child_by_name(
    client: Client, jana: User, match: Match
) -> None:
    child = seat_at(match, "B").player
    Player.objects.filter(pk=child.pk).update(full_name="Eva Nováková")
    PlayerNote.objects.create(player=child, birth_year=2014, text="forgets her glasses")
    Entry.objects.filter(player=child).update(signed_up_by=jana, status=Entry.Status.CHECKED_IN)
    elsewhere = table(2)
    Seat.objects.filter(pk=seat_at(elsewhere, "A").pk).update(player=child)
    confirm(hand_in_record(elsewhere, lawful_record(elsewhere), by="A"), "B")
    recompute_ratings(match.event.game)

    told, names = downloaded(client, jana)

    [told_child] = told["people_signed_up"]
    assert (told_child["id"], told_child["full_name"]) == (child.pk, "Eva Nováková")
    assert [rating["game"] for rating in told_child["ratings"]] == [match.event.game]
    assert {change["match"] for change in told_child["rated_games"]} == {match.pk, elsewhere.pk}
    assert [entry["players"] for entry in told["signed_up_for_others"]] == [["Eva Nováková"]]
    folders = {name.split("/")[1] for name in names if name.startswith("records/")}
    assert folders == {match.event_id, elsewhere.event_id}
    whole = json.dumps(told, ensure_ascii=False)
    assert [word for word in ("2014", "forgets her glasses") if word in whole] == []


@pytest.mark.parametrize("why", ["account", "applied", "erased", "entered by others"])
def test_nobody_else_s_data_comes_by_signing_them_up(jana: User, match: Match, why: str) -> None:
    child = seat_at(match, "B").player
    Entry.objects.filter(player=child).update(signed_up_by=jana, status=Entry.Status.CHECKED_IN)
    assert [each["id"] for each in my_data(jana)["people_signed_up"]] == [child.pk]  # the control
    if why == "account":
        Player.objects.filter(pk=child.pk).update(user=make_user("eva"))
    elif why == "applied":
        Entry.objects.filter(player=child).update(status=Entry.Status.APPLIED)
    elif why == "erased":
        Player.objects.filter(pk=child.pk).update(erased_at=timezone.now())
    else:
        Entry.objects.filter(player=child).update(signed_up_by=make_user("petr"))
    assert my_data(jana)["people_signed_up"] == []


def test_messages_to_the_address_are_told(jana: User) -> None:
    write_mail(recipient=jana.email, subject="Kolo 2", body="Stůl 3")
    assert Notice.objects.count() == 1
    [message] = my_data(jana)["messages"]
    assert message["subject"] == "Kolo 2"


def test_number_of_queries_does_not_grow_with_matches(
    jana: User, match: Match, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(35):
        my_data(jana)


def test_page_gives_the_file_by_post_alone(client: Client, jana: User) -> None:
    client.force_login(jana)
    page = reverse("my-data")
    asked = client.get(page)
    assert asked.status_code == 302  # who they are is asked once more
    client.logout()
    assert client.post(page).status_code == 302
