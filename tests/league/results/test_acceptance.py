"""What counts without an opponent's tap: deadlines, closing a round; and reminders before that."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.errors import LeagueError
from league.events.services.rounds import close_round
from league.models import Match, Notice, Round, Ruling
from league.pairing.services import pair_round
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.results.services import acceptance, confirmations
from league.results.services.acceptance import accept_overdue
from league.results.services.claims import HandIn
from league.results.services.confirmations import remind_opponents
from league.results.services.entered_scores import restore_result
from league.results.services.submissions import submit
from tests.factories import make_user
from tests.factories.events import draft_round, enter, entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record, play_again
from tests.factories.tables import counting, other_table, record_of, seat_at, state, table

pytestmark = pytest.mark.django_db

UNREADABLE = '[Game "triolet"]\n[Players "2"]\nA what\n'


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let minutes pass for the sweep: rows that only grow keep the time they were written at."""

    def pass_minutes(minutes: int) -> None:
        now = timezone.now() + timedelta(minutes=minutes)
        for module in (acceptance, confirmations):
            monkeypatch.setattr(module, "timezone", Clock(now))

    return pass_minutes


class Clock:
    def __init__(self, now: Any) -> None:
        self._now = now

    def now(self) -> Any:
        return self._now


def test_what_nobody_contests_counts_at_the_deadline(later: Any) -> None:
    match = other_table(accepts_after_min=30)
    submission = hand_in(match, 2, 1)
    later(29)
    assert (accept_overdue(), counting(match)) == (0, None)
    later(31)
    assert accept_overdue() == 1
    result = counting(match)
    assert result is not None
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.submission, ruling.author) == ("deadline", submission, "")
    assert (result.ground, result.grade, result.ruling) == ("ruled", "ruled", ruling)
    assert accept_overdue() == 0


def test_event_without_a_deadline_waits(later: Any) -> None:
    match = other_table()
    hand_in(match, 2, 1)
    later(10_000)
    assert (accept_overdue(), counting(match)) == (0, None)


def test_dispute_and_contradiction_wait_beyond_the_deadline(later: Any) -> None:
    disputed = other_table(accepts_after_min=1)
    hand_in(disputed, 2, 1, by="A")
    hand_in(disputed, 1, 2, by="B")
    contradicted = table(accepts_after_min=1)
    hand_in_record(contradicted, UNREADABLE)
    pending = table(accepts_after_min=1)
    submit(
        pending,
        HandIn(seating=seating_of(pending), record=record_of()),
        actor=SERVICE,
        seat=seat_at(pending, "A"),
        client_key="k",
    )
    later(60)
    assert accept_overdue() == 0
    assert [state(match)[0] for match in (disputed, contradicted, pending)] == [
        "disputed",
        "contradicted",
        "handed_in",
    ]


def test_verified_record_keeps_its_grade_at_the_deadline(later: Any) -> None:
    match = table(accepts_after_min=1)
    hand_in_record(match, record_of())
    later(2)
    accept_overdue()
    assert state(match) == ("accepted", "verified", False)


def with_addresses(match: Match) -> None:
    for seat in match.seats.all():
        seat.player.user = make_user(f"player{seat.letter.lower()}", language="en")
        seat.player.save()


def reminded() -> list[str]:
    found = Notice.objects.filter(subject__contains="čeká na vás")
    return sorted(found.values_list("recipient", flat=True))


def test_opponents_are_reminded_once_for_each_version(later: Any) -> None:
    match = other_table()
    with_addresses(match)
    hand_in(match, 2, 1)
    later(9)
    assert (remind_opponents(), reminded()) == (0, [])
    later(11)
    assert (remind_opponents(), remind_opponents()) == (1, 0)
    assert reminded() == ["playerb@arbitr.example"]


def test_whoever_spoke_before_a_reopening_is_reminded_again(later: Any) -> None:
    match = other_table()
    with_addresses(match)
    confirm(hand_in(match, 2, 1), "B")
    play_again(match)
    hand_in(match, 2, 1)
    later(11)
    assert (remind_opponents(), reminded()) == (1, ["playerb@arbitr.example"])


def test_nobody_is_reminded_where_officials_confirm(later: Any) -> None:
    match = other_table(confirmation="officials")
    with_addresses(match)
    hand_in(match, 2, 1)
    later(60)
    assert (remind_opponents(), reminded()) == (0, [])


def test_closing_a_round_accepts_what_is_unconfirmed_by_a_ruling_each() -> None:
    stage = running_event(8, game="other", other_name="Dáma")
    published = published_round(stage)
    for match in published.matches.all():
        hand_in(match, 4, 3, 2, 1)
    official = make_user()
    close_round(published, actor=Actor(user=official))
    assert [(one.kind, one.author) for one in Ruling.objects.all()] == [
        ("closing", official.pk),
        ("closing", official.pk),
    ]
    assert {state(match) for match in published.matches.all()} == {("accepted", "ruled", False)}


def test_closing_a_round_stops_at_a_dispute_and_accepts_nothing() -> None:
    stage = running_event(8, game="other", other_name="Dáma")
    published = published_round(stage)
    first, second = published.matches.order_by("table")
    hand_in(first, 4, 3, 2, 1)
    hand_in(second, 4, 3, 2, 1, by="A")
    hand_in(second, 1, 2, 3, 4, by="B")
    with pytest.raises(LeagueError, match="Table 2 is disputed"):
        close_round(published, actor=SERVICE)
    assert (state(first)[0], state(second)[0]) == ("handed_in", "disputed")
    assert not Ruling.objects.exists()


def test_undoing_an_agreed_result_makes_its_acts_history() -> None:
    match = other_table()
    confirm(hand_in(match, 2, 1), "B")
    restore_result(match, actor=SERVICE, result=None)
    assert state(match) == ("waiting", "", True)
    confirm(hand_in(match, 2, 1), "B")
    assert state(match) == ("accepted", "confirmed", False)


def test_undoing_an_officials_entry_keeps_what_was_handed_in() -> None:
    match = other_table()
    hand_in(match, 2, 1)
    enter(match, 1, 2)
    restore_result(match, actor=SERVICE, result=None)
    assert state(match) == ("handed_in", "", True)


def test_changed_seats_are_balanced_in_the_next_round() -> None:
    """Two who exchanged the start: the one who began as paired second does not begin again."""
    played = {}
    for exchanged in (False, True):
        stage = running_event(2, stage={"rounds_planned": 3, "table_size": 2}, game="other")
        published = published_round(stage)
        match = published.matches.get()
        first, second = entries_at(match)
        seating = {"A": second, "B": first} if exchanged else {"A": first, "B": second}
        confirm(hand_in(match, 2, 1, seating=seating), "B")
        close_round(published, actor=SERVICE)
        draft = draft_round(stage, actor=SERVICE)
        pair_round(draft.pk)
        following = Round.objects.get(pk=draft.pk).matches.get()
        played[exchanged] = entries_at(following)[0] == seating["B"]
    assert played == {False: True, True: True}
