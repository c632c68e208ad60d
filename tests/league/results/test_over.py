"""What is over stays as it is: decided matches, closed rounds, archived events."""

import pytest

from league.errors import LeagueError
from league.events.services.rounds import close_round
from league.models import Event, Match, Result, Ruling, Submission
from league.permissions import SERVICE
from league.results.services.entered_scores import clear_result, restore_result
from league.results.services.rulings import Decision, rule
from tests.factories.events import enter, replace_result
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import counting, other_table, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def decided() -> Match:
    """Best of three, two games won: the third is not played."""
    match = other_table(games_per_match=3)
    for game in (1, 2):
        confirm(hand_in(match, 5, game, game=game), "B")
    assert state(match) == ("accepted", "confirmed", False)
    return match


def test_game_that_nobody_has_to_play_is_not_handed_in(decided: Match) -> None:
    with pytest.raises(LeagueError, match="This match is over"):
        hand_in(decided, 3, 5, game=3)
    assert Submission.objects.count() == 2


def test_nothing_is_handed_in_after_the_round_was_closed(decided: Match) -> None:
    close_round(decided.round, actor=SERVICE)
    with pytest.raises(LeagueError, match="This match is over"):
        hand_in(decided, 3, 5, game=3)


def test_third_game_handed_in_before_the_second_does_not_count_once_it_is_decided() -> None:
    match = other_table(games_per_match=3)
    third = hand_in(match, 3, 5, game=3)
    for game in (1, 2):
        confirm(hand_in(match, 5, game, game=game), "B")
    with pytest.raises(LeagueError, match="This match is over"):
        confirm(third, "B")
    assert counting(match, game=3) is None


def test_result_of_an_archived_event_stays() -> None:
    match = other_table()
    confirm(hand_in(match, 5, 3), "B")
    [result] = Result.objects.all()
    Event.objects.update(status=Event.Status.ARCHIVED)
    match = Match.objects.select_related("event", "round__stage__event").get()
    deeds = (
        lambda: enter(match, 3, 5),
        lambda: clear_result(match, actor=SERVICE),
        lambda: restore_result(match, actor=SERVICE, result=None),
        lambda: rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="Again."),
    )
    for deed in deeds:
        with pytest.raises(LeagueError, match="archived"):
            deed()
    assert counting(match) == result
    Event.objects.update(status=Event.Status.FINISHED)  # the control
    replace_result(match, 3, 5)
    assert counting(match) != result
