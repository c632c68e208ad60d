"""Everything that is kept about somebody, for the person alone."""

import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts import create_token, open_calendar
from league.exchange.queries.my_data import my_data, my_data_file
from league.models import (
    Entry,
    Handover,
    Match,
    Notice,
    Player,
    PlayerNote,
    PlayOff,
    Postponement,
    PrizeDecision,
    Readiness,
    Ruling,
    SeasonLeave,
    Seat,
    StageGame,
    User,
)
from league.notices import write_mail
from league.permissions import Actor
from league.ratings.services import recompute_ratings
from league.results.services.rulings import Decision, rule
from league.seasons.queries.seasons import divisions_of
from tests.factories import PASSWORD, make_player, make_user
from tests.factories.events import marks_of
from tests.factories.seasons import make_season
from tests.factories.submissions import confirm, hand_in_record, object_to
from tests.factories.tables import lawful_record, seat_at, table

pytestmark = pytest.mark.django_db
DAY = date(2026, 12, 3)

# Rows that name an account, a player, an entry or a seat, and where they are told; or, with a space
# in it, why they are not.
TOLD = {
    "account.EmailAddress.user": "account.emails",
    "mfa.Authenticator.user": "account.keys_and_second_steps",
    "usersessions.UserSession.user": "account.devices",
    "league.ApiToken.user": "account.api_tokens",
    "league.CalendarLink.user": "account.calendar_address_made",
    "league.ClubAdmin.user": "roles.clubs_run",
    "league.Official.user": "roles.official_at",
    "league.Handover.by": "roles.events_taken_along",
    "league.SentFile.user": "roles.files_sent",
    "league.Player.user": "player",
    "league.PlayerNote.player": "player.kept_by_the_club",
    "league.Rating.player": "player.ratings",
    "league.RatingChange.player": "player.rated_games",
    "league.RatingChange.entry": "player.rated_games",
    "league.SeriesGuest.player": "player.guest_in_series",
    "league.Entry.player": "entries",
    "league.Entry.partner": "entries",
    "league.Entry.signed_up_by": "signed_up_for_others",
    "league.ByeRequest.entry": "entries.byes_asked_for",
    "league.Bye.entry": "entries.byes",
    "league.StageEntry.entry": "entries.later_stages",
    "league.Readiness.entry": "entries.ready_to_play",
    "league.SeasonLeave.entry": "entries.leaves",
    "league.PlayOff.holder": "entries.play_offs",
    "league.PlayOff.challenger": "entries.play_offs",
    "league.PlayOff.winner": "entries.play_offs",
    "league.PrizeDecision.entries": "entries.ties_for_prizes",
    "league.Seat.player": "entries.matches",
    "league.Seat.entry": "entries.matches",
    "league.Postponement.entry": "entries.matches.days",
    "league.Postponement.author": "decided.days_of_matches",
    "league.Submission.seat": "results.handed_in",
    "league.Submission.author": "results.handed_in",
    "league.Confirmation.seat": "results.confirmed",
    "league.Confirmation.author": "results.confirmed",
    "league.Dissent.seat": "results.objected",
    "league.Dissent.author": "results.objected",
    "league.Ruling.author": "decided.rulings",
    "league.Result.author": "decided.results",
    "league.ChainChange.by": "decided.tiebreaks",
    "league.Notice.user": "messages",
    "league.AuditEntry.actor": "done",
    "admin.LogEntry.user": "operators alone, whose work it is",
    "league.KeepApart.first": "withheld: it tells of the other, too",
    "league.KeepApart.second": "withheld: it tells of the other, too",
    "league.SeatHold.seat": "a phone by a random name, gone with the codes of the event",
    "league.EntryRounds.entry": "computed from the results, which are told",
}
NAMES_ACCOUNTS = {"author", "by", "actor"}  # by an id without a key, so that rows outlive people
NO_ACCOUNT = {"league.Submission.by"}  # official or player


def test_every_row_about_a_person_is_told() -> None:
    """A new table that names somebody needs a line above, and a place in the file."""
    pointing = {
        f"{field.model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if field.concrete and (_names_somebody(field) or field.name in NAMES_ACCOUNTS)
    }
    assert pointing - NO_ACCOUNT - TOLD.keys() == set()


def _names_somebody(field: Any) -> bool:
    is_pointer = field.many_to_one or field.one_to_one
    return is_pointer and field.related_model in (User, Player, Entry, Seat)


def test_every_place_is_in_the_file(jana: User, match: Match) -> None:
    told = my_data(jana) | {"signed_up_for_others": []}
    missing = [place for place in TOLD.values() if " " not in place and not is_in(told, place)]
    assert missing == []
    assert not is_in(told, "entries.matches.nonsense")


def is_in(told: Any, place: str) -> bool:
    """Of a list, in its first row."""
    for name in place.split("."):
        told = told[0] if isinstance(told, list) else told
        if name not in told:
            return False
        told = told[name]
    return True


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


def test_all_that_hangs_on_an_entry_is_told(jana: User, match: Match) -> None:
    entry, other = seat_at(match, "A").entry, seat_at(match, "B").entry
    stage = match.round.stage
    rule(
        match,
        Decision(Ruling.Kind.CORRECT, marks=marks_of(match, 170, 140)),
        actor=Actor(user=jana),
        reason="Counted again.",
        private="Petr was angry.",
    )
    game = StageGame.objects.create(stage=stage, game="other", other_name="Dáma")
    Readiness.objects.create(stage=stage, entry=entry, is_paused=True, wishes=["", game.pk])
    for said_by in (entry, other, None):
        number = match.postponements.count() + 1
        words = {"kind": "asked", "play_on": DAY, "entry": said_by, "author": jana.pk}
        Postponement.objects.create(match=match, number=number, **words)
    season = make_season(3, 3)
    upper, _lower = divisions_of(season)
    PlayOff.objects.create(division=upper, holder=other, challenger=entry, winner=entry)
    SeasonLeave.objects.create(season=season, entry=entry, kind="paused", order=2)
    ties = [entry.pk, other.pk]
    PrizeDecision.objects.create(event=match.event, how=PrizeDecision.How.LOTS, entries=ties)

    data = my_data(jana)

    [told] = data["entries"]
    [played] = told["matches"]
    assert [each["reason"] for each in played["rulings"]] == ["Counted again."]
    assert [each["by"] for each in played["days"]] == ["entry", "opponent", "official"]
    assert told["ready_to_play"]["wishes"] == [match.event.game_played.name, str(game)]
    assert [(each["part"], each["won"]) for each in told["play_offs"]] == [("challenger", True)]
    assert [(each["kind"], each["division"]) for each in told["leaves"]] == [("paused", 2)]
    assert [(each["how"], each["place"]) for each in told["ties_for_prizes"]] == [("lots", 1)]
    assert [each["reason"] for each in data["decided"]["rulings"]] == ["Counted again."]
    assert len(data["decided"]["results"]) == 1
    assert [each["play_on"] for each in data["decided"]["days_of_matches"]] == [DAY] * 3
    assert "angry" not in json.dumps(data, default=str)
    assert any("Remarks of officials" in each for each in data["withheld"])


def test_what_was_said_from_a_seat_of_a_child_is_told(jana: User, match: Match) -> None:
    mine, child = seat_at(match, "A").player, seat_at(match, "B").player
    assert my_data(jana)["results"]["confirmed"] == []
    Entry.objects.filter(player=child).update(signed_up_by=jana, status=Entry.Status.CHECKED_IN)
    second, third = table(2), table(2)
    for elsewhere, letter in ((second, "A"), (third, "B")):
        Seat.objects.filter(pk=seat_at(elsewhere, letter).pk).update(player=child)
    hand_in_record(second, lawful_record(second), by="A")
    object_to(hand_in_record(third, lawful_record(third), by="A"), "B")
    told = my_data(jana)["results"]
    assert [each["player"] for each in told["confirmed"]] == [child.pk]
    assert [each["player"] for each in told["objected"]] == [child.pk]
    assert {each["player"] for each in told["handed_in"]} == {mine.pk, child.pk}


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
    told = my_data(jana)  # the control
    assert [each["id"] for each in told["people_signed_up"]] == [child.pk]
    assert [each["player"] for each in told["results"]["confirmed"]] == [child.pk]
    if why == "account":
        Player.objects.filter(pk=child.pk).update(user=make_user("eva"))
    elif why == "applied":
        Entry.objects.filter(player=child).update(status=Entry.Status.APPLIED)
    elif why == "erased":
        Player.objects.filter(pk=child.pk).update(erased_at=timezone.now())
    else:
        Entry.objects.filter(player=child).update(signed_up_by=make_user("petr"))
    told = my_data(jana)
    assert (told["people_signed_up"], told["results"]["confirmed"]) == ([], [])


def test_messages_to_the_address_are_told(jana: User) -> None:
    write_mail(recipient=jana.email, subject="Kolo 2", body="Stůl 3")
    assert Notice.objects.count() == 1
    [message] = my_data(jana)["messages"]
    assert message["subject"] == "Kolo 2"


def test_number_of_queries_does_not_grow_with_matches(
    jana: User, match: Match, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(40):
        my_data(jana)


def test_page_gives_the_file_by_post_alone(client: Client, jana: User) -> None:
    client.force_login(jana)
    page = reverse("my-data")
    asked = client.get(page)
    assert asked.status_code == 302  # who they are is asked once more
    client.logout()
    assert client.post(page).status_code == 302
