"""One phone speaks for two sides: it was passed round, whatever seats it held one after another."""

import pytest
from django.test import Client

from league.errors import LeagueError
from league.models import Confirmation, Match, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from league.results.services.confirmations import confirm_submission
from league.results.services.rulings import Decision, rule
from league.results.services.seats import take_seat
from league.results.services.submissions import submit
from tests.factories.phones import actor_with, phone_at
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
    with pytest.raises(LeagueError, match="a phone of their own"):
        agree(version, by="B", phone=phone)
    said(match, 200, 150, by="B", phone=phone)
    assert state(match) == ("handed_in", "", True)


def test_two_phones_are_two() -> None:
    match = table(2, confirms_at_table=False)
    version = said(match, 200, 150, by="A", phone=phone_at(match, "A"))
    agree(version, by="B", phone=phone_at(match, "B"))
    assert state(match) == ("accepted", "confirmed", False)


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
