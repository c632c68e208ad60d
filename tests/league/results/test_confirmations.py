"""Confirming: who may, on what they saw, and what it makes count."""

import pytest

from league.errors import LeagueError, Stale
from league.models import Confirmation, Match, Submission
from league.permissions import SERVICE
from league.results.services.confirmations import confirm_submission
from league.results.services.verification import verify_submission
from tests.factories.submissions import confirm, hand_in, hand_in_record, play_again
from tests.factories.tables import (
    broken_record,
    counting,
    other_table,
    record_of,
    seat_at,
    state,
    table,
)

pytestmark = pytest.mark.django_db
AT_TABLE = Confirmation.How.TABLE


def test_one_opponent_is_enough_where_any_is() -> None:
    match = table()
    submission = hand_in(match, 60, 50, 40, 30)
    confirm(submission, "D")
    result = counting(match)
    assert result is not None
    assert (result.submission, result.ground, result.grade) == (
        submission,
        "confirmed",
        "confirmed",
    )
    assert [side["rank"] for side in result.sides] == [1, 2, 3, 4]
    assert state(match) == ("accepted", "confirmed", False)


def test_all_opponents_are_needed_where_all_are() -> None:
    match = table(confirmation="all")
    submission = hand_in(match, 60, 50, 40, 30)
    for letter in "BC":
        confirm(submission, letter)
        assert counting(match) is None
    confirm(submission, "D")
    assert state(match) == ("accepted", "confirmed", False)


def test_nobody_at_the_table_is_enough_where_officials_confirm() -> None:
    match = table(confirmation="officials")
    submission = hand_in(match, 60, 50, 40, 30)
    for letter in "BCD":
        confirm(submission, letter)
    assert state(match) == ("handed_in", "", True)


def test_scores_are_not_enough_where_records_are_required() -> None:
    match = table(records="required")
    confirm(hand_in(match, 60, 50, 40, 30), "B")
    assert state(match) == ("handed_in", "", True)


def test_own_side_is_refused() -> None:
    match = table()
    with pytest.raises(LeagueError, match="Somebody else at the table"):
        confirm(hand_in(match, 60, 50, 40, 30, by="B"), "B")
    assert not Confirmation.objects.exists()


def test_contradicted_version_is_confirmed_by_nobody() -> None:
    match = table(2)
    submission = hand_in_record(match, broken_record(match))
    with pytest.raises(LeagueError, match="The rules contradict this version"):
        confirm(submission)
    with pytest.raises(LeagueError, match="The rules contradict this version"):
        confirm(submission, how=AT_TABLE)
    assert not Confirmation.objects.exists()
    assert state(match) == ("contradicted", "", True)


def test_partner_of_a_team_is_the_own_side() -> None:
    match = table()
    partner = seat_at(match, "C")
    partner.entry = seat_at(match, "A").entry
    partner.save()
    submission = hand_in_record(match, record_of(), by="A", seating=teams_of(match))
    with pytest.raises(LeagueError, match="Somebody else at the table"):
        confirm(submission, "C")


def teams_of(match: Match) -> dict[str, str]:
    return {seat.letter: seat.entry_id for seat in match.seats.all()}


def test_seat_of_another_table_is_refused() -> None:
    submission = hand_in(table(), 60, 50, 40, 30)
    stranger = seat_at(table(), "B")
    with pytest.raises(LeagueError, match="another table"):
        confirm_submission(submission, actor=SERVICE, seat=stranger, digest=submission.digest)


def test_other_data_than_what_is_stored_is_stale() -> None:
    match = table()
    submission = hand_in(match, 60, 50, 40, 30)
    with pytest.raises(Stale):
        confirm_submission(submission, actor=SERVICE, seat=seat_at(match, "B"), digest="0" * 64)


def test_phone_passed_round_gives_a_grade_of_its_own() -> None:
    match = table()
    confirm(hand_in(match, 60, 50, 40, 30), "B", how=AT_TABLE)
    assert state(match) == ("accepted", "at_table", False)


def test_phone_passed_round_may_be_forbidden() -> None:
    match = table(confirms_at_table=False)
    with pytest.raises(LeagueError, match="a phone of their own"):
        confirm(hand_in(match, 60, 50, 40, 30), "B", how=AT_TABLE)


def test_same_version_handed_in_by_both_counts() -> None:
    match = table()
    hand_in(match, 60, 50, 40, 30, by="A")
    hand_in(match, 60, 50, 40, 30, by="C")
    assert state(match) == ("accepted", "confirmed", False)


def test_confirming_twice_is_one_confirmation() -> None:
    match = table(confirmation="all")
    submission = hand_in(match, 60, 50, 40, 30)
    confirm(submission, "B")
    confirm(submission, "B")
    assert Confirmation.objects.count() == 1


def test_confirming_what_counts_already_changes_nothing() -> None:
    match = table()
    submission = hand_in(match, 60, 50, 40, 30)
    confirm(submission, "B")
    confirm(submission, "C")
    assert (Confirmation.objects.count(), match.results.count()) == (1, 1)


def test_other_version_disputes_and_giving_in_settles() -> None:
    match = table()
    hand_in(match, 60, 50, 40, 30, by="A")
    other = hand_in(match, 30, 40, 50, 60, by="B")
    assert state(match) == ("disputed", "", True)
    confirm(other, "C")
    assert state(match) == ("disputed", "", True)
    confirm(other, "A")
    result = counting(match)
    assert result is not None
    assert result.submission == other
    assert state(match) == ("accepted", "confirmed", False)


def test_back_to_a_version_confirmed_before_is_said_anew() -> None:
    match = table(confirmation="all")
    first = hand_in(match, 60, 50, 40, 30, by="A")
    confirm(first, "B")
    hand_in(match, 30, 40, 50, 60, by="B")
    assert state(match)[0] == "disputed"
    confirm(first, "B")
    assert state(match)[0] == "handed_in"
    again = Submission.objects.order_by("number").last()
    assert again is not None
    assert (again.basis, again.digest, again.seat) == (first, first.digest, seat_at(match, "B"))
    confirm(first, "C")
    confirm(first, "D")
    assert state(match) == ("accepted", "confirmed", False)


def test_back_to_a_verified_record_needs_no_second_verdict_to_count() -> None:
    match = table(confirmation="all")
    first = hand_in_record(match, record_of())
    confirm(first, "B")
    hand_in(match, 30, 40, 50, 60, by="B")
    confirm(first, "B")
    confirm(first, "C")
    confirm(first, "D")
    result = counting(match)
    assert result is not None
    assert (result.submission, result.grade) == (first, "verified")
    again = Submission.objects.exclude(record="").order_by("number").last()
    assert again is not None
    verify_submission(again.pk)
    assert match.results.count() == 1


def test_version_from_before_a_reopening_is_stale() -> None:
    match = table()
    submission = hand_in(match, 60, 50, 40, 30)
    confirm(submission, "B")
    play_again(match)
    assert state(match) == ("waiting", "", True)
    with pytest.raises(Stale, match="reopened"):
        confirm(submission, "C")


def test_same_version_after_a_reopening_is_confirmed_anew() -> None:
    match = other_table()
    confirm(hand_in(match, 2, 1, by="A"), "B")
    play_again(match)
    again = hand_in(match, 2, 1, by="A")
    assert state(match) == ("handed_in", "", True)
    confirm(again, "B")
    result = counting(match)
    assert result is not None
    assert (result.submission, state(match)) == (again, ("accepted", "confirmed", False))
