"""Who did not come and who confirms on somebody else's phone: nobody alone decides a match."""

import pytest

from league.errors import LeagueError
from league.models import Confirmation, Match, Result, Submission
from league.models.public_id import new_public_id
from league.permissions import Actor
from league.results.queries import entries_at
from league.results.services.claims import HandIn
from league.results.services.confirmations import confirm_submission
from league.results.services.submissions import submit
from league.results.states import AcceptanceTerms, Outcome, Stance, agreement_of
from tests.factories.phones import actor_with, phone_at
from tests.factories.submissions import hand_in
from tests.factories.tables import seat_at, table

pytestmark = pytest.mark.django_db
TABLE = Confirmation.How.TABLE


@pytest.fixture
def match() -> Match:
    return table(2)


def nobody_else_came(match: Match, *absent: str) -> Submission:
    came = [entry for entry in entries_at(match) if entry not in absent]
    given = HandIn(seating=dict(zip("AB", came, strict=False)), absent=frozenset(absent))
    return submit(match, given, actor=Actor(), seat=seat_at(match, "A"), client_key=new_public_id())


def test_forfeit_said_by_one_counts_once_the_other_says_so(match: Match) -> None:
    submission = nobody_else_came(match, entries_at(match)[1])
    assert Result.objects.count() == 0
    confirm_submission(
        submission, actor=Actor(), seat=seat_at(match, "B"), digest=submission.digest
    )
    [result] = Result.objects.all()
    assert [side["forfeited"] for side in result.sides].count(True) == 1


def test_record_of_one_who_stayed_alone_does_not_win_the_match() -> None:
    alone = AcceptanceTerms(sides=("a",), confirmation="any", has_absent=True)
    by_right = AcceptanceTerms(sides=("a",), confirmation="any")
    acts, outcomes = [Stance(1, "a", "d")], {"d": Outcome.VERIFIED}
    assert not agreement_of(acts, outcomes, terms=alone).accepted
    assert agreement_of(acts, outcomes, terms=by_right).accepted


def test_absent_side_does_not_confirm_on_another_phone(match: Match) -> None:
    actor = actor_with(phone_at(match, "A"))
    submission = nobody_else_came(match, entries_at(match)[1])
    with pytest.raises(LeagueError, match="Anyone who did not come"):
        confirm_submission(
            submission,
            actor=actor,
            seat=seat_at(match, "B"),
            digest=submission.digest,
            how=TABLE,
        )


def test_phone_without_a_seat_here_is_not_passed_round(match: Match) -> None:
    submission = hand_in(match, 200, 150)
    stranger = actor_with(phone_at(table(2), "A"))
    with pytest.raises(LeagueError, match="Only a phone that holds a seat"):
        confirm_submission(
            submission,
            actor=stranger,
            seat=seat_at(match, "B"),
            digest=submission.digest,
            how=TABLE,
        )
    own = actor_with(phone_at(match, "A"))
    confirm_submission(
        submission, actor=own, seat=seat_at(match, "B"), digest=submission.digest, how=TABLE
    )
    assert Result.objects.get().grade == "at_table"


def test_team_with_a_chair_too_many_is_refused(match: Match) -> None:
    first, second = entries_at(match)
    wrong = HandIn(seating={"A": first, "B": second, "C": second})
    with pytest.raises(LeagueError, match="Say where everybody at the table"):
        submit(match, wrong, actor=Actor(), seat=seat_at(match, "A"), client_key="k")
