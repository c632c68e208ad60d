"""Handing in a game at a table: the form, what it refuses, and that nothing typed is lost."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.models import Event, Match, Player, Submission
from league.results.queries import entries_at, seating_of
from tests.factories import make_user
from tests.factories.events import enter
from tests.factories.phones import HTMX, hand_in_on, phone_at, phone_with, typed_points, typed_seats
from tests.factories.tables import other_table, record_of, seat_at, table
from tests.league.web.reading import errors_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table(2)


def address(match: Match, query: str = "") -> str:
    return reverse("hand-in", args=[match.pk]) + query


def page(client: Client, match: Match, query: str = "") -> str:
    return client.get(address(match, query)).content.decode()


def test_table_proposes_the_seats_of_the_pairing(match: Match, open_page: Any) -> None:
    content = page(phone_at(match, "A"), match)
    seats = [seat_at(match, letter).pk for letter in "AB"]
    assert re.findall(r'<option value="(\w+)"[^>]*selected>', content) == seats


def test_second_game_has_the_seats_turned() -> None:
    match = table(2, games_per_match=2)
    content = page(phone_at(match, "A"), match, "?game=2")
    seats = [seat_at(match, letter).pk for letter in "BA"]
    assert re.findall(r'<option value="(\w+)"[^>]*selected>', content) == seats


def test_hand_in_takes_few_queries(match: Match, django_assert_num_queries: Any) -> None:
    client = phone_at(match, "A")
    client.get(address(match))
    with django_assert_num_queries(15):
        shown = page(client, match)
    assert "Hand in the result" in shown


def test_whoever_has_only_read_the_code_takes_a_seat_first(match: Match) -> None:
    response = phone_with(match.code).get(address(match))
    assert response.headers["Location"] == reverse("match", args=[match.pk])
    assert Submission.objects.count() == 0


def test_stranger_is_asked_who_it_is_and_stores_nothing(match: Match) -> None:
    response = hand_in_on(Client(), match, typed_points(match, 200, 150))
    assert response.headers["Location"] == reverse("held")
    assert Submission.objects.count() == 0


def test_account_of_a_player_needs_no_code(client: Client, match: Match) -> None:
    user = make_user()
    Player.objects.filter(seats=seat_at(match, "B")).update(user=user)
    client.force_login(user)
    hand_in_on(client, match, typed_points(match, 200, 150))
    [stored] = Submission.objects.all()
    assert (stored.seat, stored.author) == (seat_at(match, "B"), user.pk)


def test_scores_are_handed_in_and_lead_back_to_the_match(match: Match) -> None:
    response = hand_in_on(phone_at(match, "A"), match, typed_points(match, 200, 150))

    assert response.headers["Location"] == reverse("match", args=[match.pk])
    [stored] = Submission.objects.all()
    assert stored.seating == seating_of(match)
    assert [stored.claims[entry]["score"] for entry in entries_at(match)] == [200, 150]
    match.refresh_from_db()
    assert match.state == Match.State.HANDED_IN


def test_htmx_is_told_where_to_go(match: Match) -> None:
    response = hand_in_on(phone_at(match, "A"), match, typed_points(match, 200, 150), headers=HTMX)
    assert response.headers["HX-Redirect"] == reverse("match", args=[match.pk])


def test_the_same_sent_twice_is_stored_once(match: Match) -> None:
    client, typed = phone_at(match, "A"), typed_points(match, 200, 150)
    first, second = hand_in_on(client, match, typed), hand_in_on(client, match, typed)
    assert (first.status_code, second.status_code) == (302, 302)
    assert Submission.objects.count() == 1


def test_key_sent_with_other_scores_is_refused_with_a_fresh_key(match: Match) -> None:
    client, typed = phone_at(match, "A"), typed_points(match, 200, 150)
    hand_in_on(client, match, typed)
    other = {**typed_points(match, 190, 150), "client_key": typed["client_key"]}

    response = hand_in_on(client, match, other)

    assert response.status_code == 422
    form = response.context["form"]
    assert form["client_key"].value() != typed["client_key"]
    again = hand_in_on(client, match, {**other, "client_key": form["client_key"].value()})
    assert again.status_code == 302
    assert Submission.objects.count() == 2


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_was_typed_stays_beside_what_is_missing(match: Match, headers: Any) -> None:
    _first, second = entries_at(match)
    typed = {**typed_points(match, 200, 150), f"figure-{second}-points": ""}

    response = hand_in_on(phone_at(match, "A"), match, typed, headers=headers)

    content = response.content.decode()
    assert response.status_code == 422
    assert errors_on(response) == {f"figure-{second}-points": ["Missing: Points"]}
    assert 'value="200"' in content
    assert ("<html" in content) is (not headers)
    assert Submission.objects.count() == 0


@pytest.mark.parametrize(
    ("points", "field", "sentence"),
    [
        ((99_999, 150), 0, "Points can be"),
        ((3, 4), None, "Together that is 7"),
        (("many", 150), 0, "Write a whole number."),
    ],
)
def test_impossible_points_are_refused_beside_their_field(
    match: Match, points: Any, field: int | None, sentence: str
) -> None:
    response = hand_in_on(phone_at(match, "A"), match, typed_points(match, *points))
    name = "__all__" if field is None else f"figure-{entries_at(match)[field]}-points"
    [(at, [said])] = errors_on(response).items()
    assert (at, said.startswith(sentence)) == (name, True)
    assert Submission.objects.count() == 0


def test_person_at_two_seats_is_refused(match: Match) -> None:
    seat = seat_at(match, "A").pk
    typed = {**typed_points(match, 200, 150), "seat-0": seat, "seat-1": seat}
    response = hand_in_on(phone_at(match, "A"), match, typed)
    assert errors_on(response) == {
        "seat-0": ["Each person sits at one seat: somebody is here twice."]
    }


def test_seat_of_another_table_is_refused(match: Match) -> None:
    typed = {**typed_points(match, 200, 150), "seat-0": seat_at(table(2), "A").pk}
    assert list(errors_on(hand_in_on(phone_at(match, "A"), match, typed))) == ["seat-0"]


def test_changed_order_is_kept_as_they_sat(match: Match) -> None:
    hand_in_on(
        phone_at(match, "A"), match, {**typed_points(match, 200, 150), **typed_seats(match, "BA")}
    )
    [stored] = Submission.objects.all()
    first, second = entries_at(match)
    assert stored.seating == {"A": second, "B": first}
    assert stored.claims[first]["score"] == 200


def test_whoever_did_not_come_forfeits_without_scores(match: Match) -> None:
    first, second = entries_at(match)
    typed = {"way": "scores", "client_key": "k", **typed_seats(match), "absent": [second]}
    response = hand_in_on(phone_at(match, "A"), match, typed)
    assert response.status_code == 302
    [stored] = Submission.objects.all()
    assert stored.seating == {"A": first}
    assert {entry: claim["score"] for entry, claim in stored.claims.items()} == {
        second: None,
        first: 0,
    }
    match.refresh_from_db()
    assert match.state == Match.State.HANDED_IN  # nobody else said so


def test_nobody_came_is_refused_and_left_to_officials(match: Match) -> None:
    typed = {
        "way": "record",
        "client_key": "k",
        **typed_seats(match),
        "absent": list(entries_at(match)),
    }
    response = hand_in_on(phone_at(match, "A"), match, typed)
    assert response.status_code == 422
    assert "Somebody must have come." in response.content.decode()
    assert not Submission.objects.exists()


def test_others_move_up_where_one_of_three_is_missing() -> None:
    match = table(3)
    first, second, third = entries_at(match)
    typed = {**typed_points(match, 150, 140, 130), "absent": [second]}
    assert hand_in_on(phone_at(match, "A"), match, typed).status_code == 302
    [stored] = Submission.objects.all()
    assert stored.seating == {"A": first, "B": third}
    assert {e: c["score"] for e, c in stored.claims.items()} == {
        second: None,
        first: 150,
        third: 130,
    }


def test_time_called_is_kept_and_said_in_the_record(match: Match) -> None:
    client = phone_at(match, "A")
    hand_in_on(client, match, {**typed_points(match, 40, 30), "is_time": "on"})
    record = record_of(players=2).splitlines()
    typed = {"way": "record", "client_key": "r", **typed_seats(match), "is_time": "on"}
    hand_in_on(client, match, {**typed, "record": "\n".join(record[:8])})
    scores, with_record = Submission.objects.order_by("number")
    assert (scores.termination, with_record.termination) == ("time", "time")
    assert with_record.record.startswith('[Termination "time"]')


@pytest.mark.parametrize(
    ("records", "first", "offers_record", "warns"),
    [
        (Event.Records.REQUIRED, "record", True, True),
        (Event.Records.ENCOURAGED, "scores", True, False),
        (Event.Records.OFF, "scores", False, False),
    ],
)
def test_event_says_which_way_is_offered(
    records: str, first: str, *, offers_record: bool, warns: bool
) -> None:
    match = table(2, records=records)
    response = phone_at(match, "A").get(address(match))
    content = response.content.decode()
    assert response.context["form"].chosen_way == first
    assert ('name="record"' in content) is offers_record
    assert ("an official has to accept" in content) is warns


def test_table_is_told_that_it_needs_a_record_and_others_are_not() -> None:
    """On its page, where it opens the sheet, where it hands in, and over the API."""
    match = table(2, records="required", records_where="tables", records_tables=1)
    phone = phone_at(match, "A")
    for tables, is_told in ((1, True), (0, False)):
        Event.objects.update(records_tables=tables)
        for route in ("match", "match-sheet", "hand-in"):
            content = phone.get(reverse(route, args=[match.pk])).content.decode()
            assert ("This table needs the record of its game" in content) is is_told, route
        asked = phone.get(f"/api/v1/matches/{match.pk}/tally")
        assert asked.json()["needs_record"] is is_told


def test_event_without_records_stores_none(match: Match) -> None:
    Event.objects.update(records=Event.Records.OFF)
    typed = {"way": "record", "client_key": "k", "record": "x", **typed_seats(match)}
    response = hand_in_on(phone_at(match, "A"), match, typed)
    assert "record is not one of the available choices." in errors_on(response)["way"][0]
    assert not Submission.objects.exists()


def test_game_that_counts_is_not_handed_in_again(match: Match) -> None:
    client = phone_at(match, "A")
    enter(match, 200, 150)
    assert client.get(address(match)).headers["Location"] == reverse("match", args=[match.pk])
    response = hand_in_on(client, match, typed_points(match, 190, 150))
    [[said]] = errors_on(response).values()
    assert said.startswith("This result already counts.")


def test_next_game_is_offered_after_the_first() -> None:
    match = table(2, games_per_match=2)
    enter(match, 200, 150, game=1)
    client = phone_at(match, "A")
    assert client.get(address(match)).context["table"].game == 2
    hand_in_on(client, match, {**typed_points(match, 200, 150), "game": "2"})
    assert Submission.objects.get(by="seat").game == 2


def test_unknown_game_is_the_next_one(match: Match) -> None:
    client = phone_at(match, "A")
    for game in ("7", "0", "x", "²"):
        assert client.get(address(match, f"?game={game}")).context["table"].game == 1


def test_correction_starts_from_the_version(match: Match) -> None:
    client = phone_at(match, "A")
    hand_in_on(
        client,
        match,
        {**typed_points(match, 200, 150), **typed_seats(match, "BA"), "is_time": "on"},
    )
    [stored] = Submission.objects.all()
    form = client.get(address(match, f"?from={stored.pk}")).context["form"]
    first, second = entries_at(match)
    assert (form.chosen_way, form["is_time"].value(), form["basis"].value()) == (
        "scores",
        True,
        stored.pk,
    )
    assert [form[f"figure-{e}-points"].value() for e in (first, second)] == [200, 150]
    assert [person.entry for person in form.order] == [second, first]


def test_correction_names_the_version_it_corrects(match: Match) -> None:
    client = phone_at(match, "A")
    hand_in_on(client, match, typed_points(match, 200, 150))
    [first] = Submission.objects.all()
    hand_in_on(client, match, {**typed_points(match, 190, 150), "basis": first.pk})
    assert Submission.objects.order_by("number").last().basis == first


def test_version_of_another_match_is_no_start(match: Match) -> None:
    other = table(2)
    hand_in_on(phone_at(other, "A"), other, typed_points(other, 200, 150))
    [stored] = Submission.objects.all()
    assert phone_at(match, "A").get(address(match, f"?from={stored.pk}")).context["form"][
        "basis"
    ].value() in (None, "")


def test_table_that_hands_in_all_the_time_is_slowed(match: Match, settings: Any) -> None:
    settings.RATES = {**settings.RATES, "hand-in": (1, 600)}
    client = phone_at(match, "A")
    hand_in_on(client, match, typed_points(match, 200, 150))
    response = hand_in_on(client, match, typed_points(match, 190, 150))
    [[said]] = errors_on(response).values()
    assert said.startswith("Too many attempts.")
    assert Submission.objects.count() == 1


def test_page_is_not_for_a_game_that_nobody_has_to_play() -> None:
    match = other_table(2, games_per_match=3)
    phone = phone_at(match, "A")
    for game in (1, 2):
        enter(match, 5, 3, game=game)
    page = phone.get(reverse("hand-in", args=[match.pk]))
    assert page.headers["Location"] == reverse("match", args=[match.pk])
