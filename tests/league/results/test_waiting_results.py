"""What happens to results that nobody answers: reminders, the deadline, and their controls."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.models import Event, Match, Notice, Ruling, Submission
from league.permissions import SERVICE
from league.results.services import confirmations
from league.results.services.acceptance import accept_overdue
from league.results.services.confirmations import remind_opponents
from league.results.services.rulings import Decision, rule
from tests.factories import make_user
from tests.factories.events import published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import broken_record, lawful_record, other_table

pytestmark = pytest.mark.django_db


def state_of(match: Match) -> str:
    return Match.objects.values_list("state", flat=True).get(pk=match.pk)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Minutes pass; rows that were only ever added keep their times."""
    now = timezone.now

    def pass_(minutes: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(minutes=minutes))

    return pass_


def give_mail(match: Match, letter: str) -> str:
    user = make_user()
    player = match.seats.get(letter=letter).player
    player.user = user
    player.save()
    return user.email


def test_deadline_accepts_what_nobody_contests(later: Any) -> None:
    match = other_table(4, accepts_after_min=30)
    version = hand_in(match, 40, 35, 20, 10)
    later(29)
    assert accept_overdue() == 0
    later(31)
    assert accept_overdue() == 1
    assert state_of(match) == Match.State.ACCEPTED
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.author, ruling.submission) == (Ruling.Kind.DEADLINE, "", version)
    assert accept_overdue() == 0


def test_without_a_deadline_it_waits(later: Any) -> None:
    match = other_table(4)
    hand_in(match, 40, 35, 20, 10)
    later(100_000)
    assert accept_overdue() == 0
    assert state_of(match) == Match.State.HANDED_IN


def test_contested_result_is_not_accepted_by_time(later: Any) -> None:
    match = other_table(4, accepts_after_min=30)
    hand_in(match, 40, 35, 20, 10)
    hand_in(match, 40, 36, 20, 10, by="B")
    later(31)
    assert accept_overdue() == 0
    assert state_of(match) == Match.State.DISPUTED


def test_contradicted_record_is_not_accepted_by_time(later: Any) -> None:
    match = published_round(running_event(4, accepts_after_min=30)).matches.get()
    hand_in_record(match, broken_record(match))
    later(31)
    assert accept_overdue() == 0
    assert state_of(match) == Match.State.CONTRADICTED


def test_record_that_waits_for_the_rules_is_not_accepted_by_time(later: Any) -> None:
    match = published_round(running_event(4, accepts_after_min=30)).matches.get()
    hand_in_record(match, lawful_record(match), is_verified=False)
    later(31)
    assert accept_overdue() == 0


def test_time_does_not_stand_for_an_official(later: Any) -> None:
    match = other_table(4, accepts_after_min=30, confirmation="officials")
    hand_in(match, 40, 35, 20, 10)
    later(31)
    assert accept_overdue() == 0
    Event.objects.update(confirmation="any")  # the control
    assert accept_overdue() == 1
    assert state_of(match) == Match.State.ACCEPTED


def test_new_version_starts_the_time_anew(later: Any) -> None:
    match = other_table(4, accepts_after_min=30)
    hand_in(match, 40, 35, 20, 10)
    Submission.objects.get()
    later(20)
    hand_in(match, 41, 35, 20, 10)
    later(45)
    assert accept_overdue() == 0
    later(51)
    assert accept_overdue() == 1


def test_opponents_are_asked_and_reminded_once(later: Any) -> None:
    match = other_table(4)
    author, opponent = give_mail(match, "A"), give_mail(match, "B")
    hand_in(match, 40, 35, 20, 10, by="A")
    asked = list(Notice.objects.values_list("recipient", flat=True))
    assert asked == [opponent]
    assert remind_opponents() == 0  # too early
    later(11)
    assert remind_opponents() == 1
    assert remind_opponents() == 0
    assert list(Notice.objects.values_list("recipient", flat=True)) == [opponent, opponent]
    assert author not in Notice.objects.values_list("recipient", flat=True)


def test_nobody_is_asked_where_officials_confirm(later: Any) -> None:
    match = other_table(4, confirmation="officials")
    give_mail(match, "B")
    hand_in(match, 40, 35, 20, 10, by="A")
    later(11)
    assert remind_opponents() == 0
    assert not Notice.objects.exists()


def test_who_spoke_before_a_game_was_played_again_is_reminded(later: Any) -> None:
    match = other_table(4)
    opponent = give_mail(match, "B")
    hand_in(match, 40, 35, 20, 10, by="B")
    rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="Wrong board.")
    hand_in(match, 40, 30, 20, 10, by="A")
    before = Notice.objects.filter(recipient=opponent).count()
    later(confirmations.REMINDED_AFTER.total_seconds() // 60 + 1)
    assert remind_opponents() == 1
    assert Notice.objects.filter(recipient=opponent).count() == before + 1


def test_who_spoke_about_another_game_is_reminded_of_this_one(later: Any) -> None:
    match = other_table(4, games_per_match=2)
    opponent = give_mail(match, "B")
    confirm(hand_in(match, 40, 35, 20, 10, by="B"), "A")
    hand_in(match, 40, 35, 20, 10, by="A", game=2)
    before = Notice.objects.filter(recipient=opponent).count()
    later(11)
    assert remind_opponents() == 1
    assert Notice.objects.filter(recipient=opponent).count() == before + 1
