"""A table calls an official: once, until somebody came, or nobody is needed any more."""

import pytest

from league.errors import LeagueError, Stale
from league.events.services.rounds import close_round, withdraw_round
from league.models import AuditEntry, Call, Event
from league.permissions import SERVICE
from league.results.services.calls import answer_call, call_official, cancel_call, open_call
from tests.factories.submissions import confirm, hand_in, object_to
from tests.factories.tables import other_table

pytestmark = pytest.mark.django_db


def test_call_is_answered_and_settled() -> None:
    match = other_table(2)
    call = call_official(match, actor=SERVICE)
    answer_call(call, actor=SERVICE, is_settled=False)
    came = Call.objects.get().coming_at
    assert came is not None
    answer_call(call, actor=SERVICE, is_settled=False)  # a second official
    assert Call.objects.get().coming_at == came
    answer_call(call, actor=SERVICE, is_settled=True)
    assert (Call.objects.get().ended, open_call(match)) == ("settled", None)
    with pytest.raises(Stale, match="already over"):
        answer_call(call, actor=SERVICE, is_settled=True)
    done = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(done)[-3:] == ["call official", "come to table", "settle call"]


def test_second_tap_is_the_same_call() -> None:
    match = other_table(2)
    assert call_official(match, actor=SERVICE) == call_official(match, actor=SERVICE)
    cancel_call(match, actor=SERVICE)
    cancel_call(match, actor=SERVICE)  # nothing is open
    assert Call.objects.get().ended == "cancelled"
    call_official(match, actor=SERVICE)
    assert Call.objects.count() == 2


def test_dispute_is_not_called_off() -> None:
    match = other_table(2)
    object_to(hand_in(match, 5, 3))
    with pytest.raises(LeagueError, match="an official has to decide"):
        cancel_call(match, actor=SERVICE)
    assert open_call(match) is not None


def test_call_that_was_asked_for_outlives_the_result() -> None:
    match = other_table(2)
    call_official(match, actor=SERVICE)
    confirm(hand_in(match, 5, 3), "B")
    assert open_call(match) is not None
    close_round(match.round, actor=SERVICE)
    assert open_call(match) is None


def test_call_ends_with_the_round_that_is_unpublished() -> None:
    match = other_table(2)
    call_official(match, actor=SERVICE)
    withdraw_round(match.round, actor=SERVICE)
    assert (Call.objects.get().ended, open_call(match)) == ("cancelled", None)


@pytest.mark.parametrize("is_closed", [True, False])
def test_nobody_is_called_where_nothing_is_played(is_closed: bool) -> None:
    match = other_table(2)
    if is_closed:
        confirm(hand_in(match, 5, 3), "B")
        close_round(match.round, actor=SERVICE)
    else:
        Event.objects.update(status=Event.Status.FINISHED)
    with pytest.raises(LeagueError, match="go to the desk"):
        call_official(match, actor=SERVICE)
    assert not Call.objects.exists()
