"""Steps at the desk, taken back where nothing would be lost."""

import pytest

from league.errors import LeagueError
from league.events.queries.steps import last_steps
from league.events.services.clock import add_time, start_clock
from league.events.services.drafts import lock_table, swap_entries
from league.events.services.entries import withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round
from league.events.services.undo import rights_to_undo, undo_step, why_not_undone
from league.models import AuditEntry, Event, Match, Round, Ruling, Stage
from league.permissions import SERVICE
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_event
from tests.factories.events import (
    drawn_round,
    enter,
    entries_at,
    make_entries,
    published_round,
    running_event,
)
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import event_of_scores
from tests.league.events.rows import entered, statuses

pytestmark = pytest.mark.django_db


def step(action: str) -> AuditEntry:
    found = AuditEntry.objects.filter(action=action).first()
    assert found is not None
    return found


def reason(given: AuditEntry) -> str | None:
    status = Event.objects.values_list("status", flat=True).get(pk=given.event)
    return why_not_undone([given], held=rights_to_undo([given]), status=status)[0]


def undo(action: str) -> None:
    undo_step(step(action), actor=SERVICE)


def test_start_of_an_event_is_undone_only_before_a_round_is_published() -> None:
    event = make_event(status=Event.Status.OPEN)
    make_entries(event, 4)
    event.entries.update(seed=None)
    move_event(event, to=Event.Status.RUNNING, actor=SERVICE, version=event.version)
    assert reason(step("move event")) is None
    published_round(Stage.objects.select_related("event").get(event=event))
    assert "A round is published" in str(reason(step("move event")))


def test_published_round_becomes_a_draft_again() -> None:
    published = published_round(running_event(8))
    undo("publish round")
    published.refresh_from_db()
    assert published.status == Round.Status.DRAFT


def test_published_round_with_a_result_says_what_would_be_lost() -> None:
    published = published_round(running_event(8))
    enter(published.matches.get(table=1), 4, 3, 2, 1)
    assert "handed in" in str(reason(step("publish round")))
    with pytest.raises(LeagueError, match="handed in"):
        undo("publish round")


def test_entered_result_is_taken_back_and_the_one_before_counts_again() -> None:
    stage = running_event(4)
    match = published_round(stage).matches.get()
    enter(match, 40, 30, 20, 10)
    enter(match, 10, 20, 30, 40)
    undo("enter result")
    compute_standings(stage.pk)
    assert published_rows(stage)[0].entry == entries_at(match)[0]
    undo_step(AuditEntry.objects.filter(action="enter result").last(), actor=SERVICE)
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.WAITING, True)


def test_older_entry_of_a_result_is_not_taken_back() -> None:
    match = published_round(running_event(4)).matches.get()
    enter(match, 40, 30, 20, 10)
    first = step("enter result")
    enter(match, 10, 20, 30, 40)
    assert reason(first) == "It has been changed again since then."


def test_closed_round_reopens_and_closes_again() -> None:
    published = published_round(running_event(4))
    enter(published.matches.get(), 4, 3, 2, 1)
    close_round(published, actor=SERVICE)
    undo("close round")
    published.refresh_from_db()
    assert published.status == Round.Status.PUBLISHED
    undo("reopen round")
    published.refresh_from_db()
    assert published.status == Round.Status.CLOSED


def test_swap_is_swapped_back_while_it_is_the_last_step_of_the_draft() -> None:
    draft = drawn_round(running_event(8))
    tables = [list(entries_at(match)) for match in draft.matches.order_by("table")]
    first, second = tables[0][0], tables[1][0]
    swap_entries(draft, actor=SERVICE, first=first, second=second, version=draft.version)
    undo("swap in draft")
    assert [list(entries_at(match)) for match in draft.matches.order_by("table")] == tables


def test_lock_is_undone() -> None:
    draft = drawn_round(running_event(8))
    match = draft.matches.get(table=1)
    lock_table(match, actor=SERVICE, is_locked=True, version=draft.version)
    undo("lock table")
    match.refresh_from_db()
    assert not match.is_locked


def test_started_clock_stands_again() -> None:
    published = published_round(running_event(8))
    start_clock(published, actor=SERVICE)
    undo("start clock")
    published.refresh_from_db()
    assert published.clock_started_at is None


def test_started_clock_is_not_reset_once_a_table_got_more_time() -> None:
    published = published_round(running_event(8))
    start_clock(published, actor=SERVICE)
    add_time(published, actor=SERVICE, seconds=60, match=published.matches.all()[0])
    with pytest.raises(LeagueError, match="changed again"):
        undo("start clock")
    published.refresh_from_db()
    assert published.clock_started_at is not None


def test_withdrawn_entry_that_was_here_is_here_again() -> None:
    event = make_event(status=Event.Status.OPEN)
    (jana,) = entered(event, "Jana Nováková", is_here=True)
    withdraw_entry(jana, actor=SERVICE)
    undo("withdraw entry")
    assert statuses(event) == {"Jana Nováková": "checked_in"}


def test_draft_is_thrown_away_by_undoing_it() -> None:
    drawn_round(running_event(8))
    undo("draft round")
    assert not Round.objects.exists()
    assert reason(step("draft round")) == "What this was about no longer exists."


def test_last_steps_name_table_round_and_reason() -> None:
    published = published_round(running_event(8))
    enter(published.matches.get(table=2), 4, 3, 2, 1)
    newest, *_rest = steps = last_steps(published.stage.event, actor=SERVICE)
    assert (newest.entry.action, newest.table, newest.round) == ("enter result", 2, 1)
    assert newest.hindrance is None
    assert [each.entry.action for each in steps] == ["enter result", "publish round", "draft round"]
    assert steps[1].hindrance is not None


# Taken back where nothing is lost: the result before counts again.
def test_rulings_ruling_over_a_dispute_leaves_the_dispute() -> None:
    match = published_round(event_of_scores(4)).matches.get()
    version = hand_in(match, 40, 35, 20, 10, by="A")
    hand_in(match, 40, 36, 20, 10, by="B")
    settle(match, Decision(Ruling.Kind.ACCEPT, submission=version))
    undo("rule")
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.DISPUTED, True)


def test_rulings_correction_gives_the_result_before() -> None:
    stage = event_of_scores(4)
    match = published_round(stage).matches.get()
    enter(match, 40, 30, 20, 10)
    before = match.games.get().result
    settle(match, scores_of(match, 10, 20, 30, 40))
    undo("rule")
    assert match.games.get().result == before
    compute_standings(stage.pk)
    assert published_rows(stage)[0].entry == entries_at(match)[0]


def test_rulings_game_that_was_to_be_played_again_counts_again() -> None:
    match = published_round(event_of_scores(4)).matches.get()
    confirm(hand_in(match, 40, 35, 20, 10))
    before = match.games.get().result
    settle(match, Decision(Ruling.Kind.REPLAY))
    undo("rule: play again")
    match.refresh_from_db()
    assert (match.state, match.games.get().result) == (Match.State.ACCEPTED, before)


def test_rulings_dispute_that_was_to_be_played_again_is_a_dispute_again() -> None:
    match = published_round(event_of_scores(4)).matches.get()
    hand_in(match, 40, 35, 20, 10, by="A")
    hand_in(match, 40, 36, 20, 10, by="B")
    settle(match, Decision(Ruling.Kind.REPLAY))
    undo("rule: play again")
    match.refresh_from_db()
    assert match.state == Match.State.DISPUTED


def test_rulings_playing_again_stays_once_something_was_handed_in() -> None:
    match = published_round(event_of_scores(4)).matches.get()
    hand_in(match, 40, 35, 20, 10)
    settle(match, Decision(Ruling.Kind.REPLAY))
    hand_in(match, 1, 2, 3, 4)
    assert "it would be lost" in str(reason(step("rule: play again")))


def test_rulings_what_a_table_agreed_on_is_not_undone_by_a_tap() -> None:
    match = published_round(event_of_scores(4)).matches.get()
    confirm(hand_in(match, 40, 35, 20, 10))
    assert "settle it by a ruling" in str(reason(step("enter result")))
    assert "only says what happened" in str(reason(step("confirm")))
    assert "only says what happened" in str(reason(step("hand in")))


def test_rulings_closing_is_undone_and_what_it_accepted_can_be_taken_back_then() -> None:
    published = published_round(event_of_scores(4))
    match = published.matches.get()
    hand_in(match, 40, 35, 20, 10)
    close_round(published, actor=SERVICE)
    assert "The round is closed" in str(reason(step("enter result")))
    undo("close round")
    undo("enter result")
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.HANDED_IN, True)


def settle(match: Match, decision: Decision) -> None:
    match.refresh_from_db()
    rule(match, decision, actor=SERVICE, reason="So it was.")


def scores_of(match: Match, *given: int) -> Decision:
    marks = dict(zip(entries_at(match), map(Mark, given), strict=True))
    return Decision(Ruling.Kind.SCORES, marks=marks)
