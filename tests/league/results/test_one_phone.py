"""One phone speaks for two sides: it was passed round, whatever seats it held one after another."""

import pytest
from django.test import Client

from league.errors import LeagueError
from league.models import Confirmation, Match, Player, SeatHold, Submission
from league.models.public_id import new_public_id
from league.permissions import DEVICE_KEY, ENTRIES_KEY, SERVICE, Actor
from league.results.services.confirmations import confirm_submission
from league.results.services.rulings import Decision, rule
from league.results.services.seats import answer_request, take_seat
from league.results.services.submissions import submit
from tests.factories import make_user
from tests.factories.phones import actor_with, phone_at, phone_with
from tests.factories.submissions import confirm, hand_in, handed_in
from tests.factories.tables import counting, other_table, seat_at, state, table

pytestmark = pytest.mark.django_db
TABLE = Confirmation.How.TABLE


def said(match: Match, *scores: int, by: str, phone: Client) -> Submission:
    given = handed_in(match, *scores)
    seat = seat_at(match, by)
    actor = actor_with(phone)
    return submit(match, given, actor=actor, seat=seat, client_key=new_public_id())


def agree(version: Submission, *, by: str, phone: Client) -> None:
    seat = seat_at(version.match, by)
    confirm_submission(version, actor=actor_with(phone), seat=seat, digest=version.digest)


def test_phone_that_changed_its_seat_confirms_at_the_table() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    version = said(match, 200, 150, by="A", phone=phone)
    assert take_seat(seat_at(match, "B"), actor=actor_with(phone))
    agree(version, by="B", phone=phone)
    assert state(match) == ("accepted", "at_table", False)


def test_phone_that_changed_its_seat_says_the_same_at_the_table() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    said(match, 200, 150, by="A", phone=phone)
    assert take_seat(seat_at(match, "B"), actor=actor_with(phone))
    said(match, 200, 150, by="B", phone=phone)
    assert state(match) == ("accepted", "at_table", False)


def test_it_does_not_confirm_where_everybody_needs_a_phone() -> None:
    match = table(2, confirms_at_table=False)
    phone = phone_at(match, "A")
    version = said(match, 200, 150, by="A", phone=phone)
    assert take_seat(seat_at(match, "B"), actor=actor_with(phone))
    with pytest.raises(LeagueError, match="an official has to confirm"):
        agree(version, by="B", phone=phone)
    said(match, 200, 150, by="B", phone=phone)
    assert state(match) == ("handed_in", "", True)


def test_two_phones_are_two() -> None:
    match = table(2, confirms_at_table=False)
    one, other = phone_at(match, "A"), phone_at(match, "B")
    agree(said(match, 200, 150, by="A", phone=one), by="B", phone=other)
    assert state(match) == ("accepted", "confirmed", False)


def test_phone_that_sat_down_after_the_hand_in_speaks_at_the_table() -> None:
    match = table(2)
    version = said(match, 200, 150, by="A", phone=phone_at(match, "A"))
    agree(version, by="B", phone=phone_at(match, "B"))
    assert state(match) == ("accepted", "at_table", False)


def test_so_does_one_that_then_hands_in_the_same() -> None:
    match = table(2)
    said(match, 200, 150, by="A", phone=phone_at(match, "A"))
    said(match, 200, 150, by="B", phone=phone_at(match, "B"))
    assert state(match) == ("accepted", "at_table", False)


def test_correction_by_a_phone_that_came_late_makes_nothing_surer() -> None:
    match = table(2)
    first = phone_at(match, "A")
    said(match, 200, 150, by="A", phone=first)
    agree(said(match, 200, 151, by="B", phone=phone_at(match, "B")), by="A", phone=first)
    assert state(match) == ("accepted", "at_table", False)


def test_seat_handed_over_after_the_hand_in_speaks_at_the_table() -> None:
    match = table(2)
    one, other = phone_at(match, "A"), phone_at(match, "B")
    version = said(match, 200, 150, by="A", phone=one)
    newcomer = phone_with(match.code)
    assert not take_seat(seat_at(match, "B"), actor=actor_with(newcomer))
    hold = SeatHold.objects.select_related("seat__match").get(seat__letter="B")
    answer_request(hold, actor=actor_with(other), hands_over=True)
    agree(version, by="B", phone=newcomer)
    assert state(match) == ("accepted", "at_table", False)


def test_late_phone_is_told_why_an_official_has_to_confirm() -> None:
    match = table(2, confirms_at_table=False)
    version = said(match, 200, 150, by="A", phone=phone_at(match, "A"))
    with pytest.raises(LeagueError, match="after the result was handed in"):
        agree(version, by="B", phone=phone_at(match, "B"))
    assert state(match) == ("handed_in", "", True)


def test_account_is_somebody_whenever_it_comes() -> None:
    match = table(2)
    version = said(match, 200, 150, by="A", phone=phone_at(match, "A"))
    seat = seat_at(match, "B")
    user = make_user()
    Player.objects.filter(pk=seat.player_id).update(user=user)
    confirm_submission(
        version,
        actor=Actor(user=user, device=actor_with(phone_at(match, "B")).device),
        seat=seat_at(match, "B"),
        digest=version.digest,
    )
    assert state(match) == ("accepted", "confirmed", False)


def parents_phone(match: Match) -> Client:
    """It holds the seats of two children who play each other."""
    phone = phone_at(match, "A")
    session = phone.session
    session[ENTRIES_KEY] = [seat_at(match, letter).entry_id for letter in "AB"]
    session.save()
    assert take_seat(seat_at(match, "B"), actor=actor_with(phone))
    assert SeatHold.objects.filter(device=session[DEVICE_KEY]).count() == 2
    return phone


def test_phone_with_two_seats_is_one_voice() -> None:
    match = table(3)
    phone, third = parents_phone(match), phone_at(match, "C")
    version = said(match, 200, 150, 100, by="A", phone=phone)
    with pytest.raises(LeagueError, match="One phone is one voice"):
        agree(version, by="B", phone=phone)
    with pytest.raises(LeagueError, match="One phone is one voice"):
        said(match, 200, 150, 100, by="B", phone=phone)
    assert state(match) == ("handed_in", "", True)
    agree(version, by="C", phone=third)
    assert state(match) == ("accepted", "confirmed", False)


def test_phone_with_two_seats_is_passed_to_a_third_side() -> None:
    match = table(3)
    phone = parents_phone(match)
    version = said(match, 200, 150, 100, by="A", phone=phone)
    confirm_submission(
        version,
        actor=actor_with(phone),
        seat=seat_at(match, "C"),
        digest=version.digest,
        how=TABLE,
    )
    assert state(match) == ("accepted", "at_table", False)


def test_stranger_s_second_seat_is_another_place_and_not_one_more() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    assert take_seat(seat_at(match, "B"), actor=actor_with(phone))
    assert [hold.seat.letter for hold in SeatHold.objects.all()] == ["B"]


def test_phone_that_said_something_else_for_another_side_contests() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    said(match, 200, 150, by="A", phone=phone)
    assert take_seat(seat_at(match, "B"), actor=actor_with(phone))
    said(match, 150, 200, by="B", phone=phone)
    assert state(match) == ("disputed", "", True)


def test_said_again_at_the_table_is_no_more_than_that() -> None:
    match = table(2)
    confirm(hand_in(match, 200, 150), "B", how=TABLE)
    match = Match.objects.select_related("round__stage__event").get()
    rule(match, Decision("replay"), actor=SERVICE, reason="Played again.")  # type: ignore[arg-type]
    confirm(hand_in(match, 200, 150), "B", how=TABLE)
    assert state(match) == ("accepted", "at_table", False)


def test_equal_scores_in_the_next_game_are_confirmed_in_the_same_way() -> None:
    match = other_table(games_per_match=3)
    for game in (1, 2):
        confirm(hand_in(match, 5, 3, game=game), "B", how=TABLE)
    assert [counting(match, game=game).grade for game in (1, 2)] == ["at_table"] * 2  # type: ignore[union-attr]
    assert (Submission.objects.count(), Confirmation.objects.count()) == (2, 2)


def test_rows_name_no_phone() -> None:
    match = table(2)
    phone = phone_at(match, "A")
    version = said(match, 200, 150, by="A", phone=phone)
    assert version.phone
    assert actor_with(phone).device not in version.phone
