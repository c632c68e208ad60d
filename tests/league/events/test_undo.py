"""Steps at the desk, taken back where nothing would be lost."""

import pytest

from league.errors import LeagueError
from league.events.queries.steps import last_steps
from league.events.services.clock import start_clock
from league.events.services.drafts import lock_table, swap_entries
from league.events.services.rounds import close_round
from league.events.services.undo import undo_step, why_not_undone
from league.models import AuditEntry, Match, Round
from league.permissions import SERVICE
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories.events import drawn_round, enter, entries_at, published_round, running_event

pytestmark = pytest.mark.django_db


def step(action: str) -> AuditEntry:
    found = AuditEntry.objects.filter(action=action).first()
    assert found is not None
    return found


def reason(given: AuditEntry) -> str | None:
    return why_not_undone([given], is_organiser=True)[0]


def undo(action: str) -> None:
    undo_step(step(action), actor=SERVICE)


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
    assert reason(first) == "It was changed again since then."


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


def test_draft_is_thrown_away_by_undoing_it() -> None:
    drawn_round(running_event(8))
    undo("draft round")
    assert not Round.objects.exists()
    assert reason(step("draft round")) == "What this was about is no longer there."


def test_last_steps_name_table_round_and_reason() -> None:
    published = published_round(running_event(8))
    enter(published.matches.get(table=2), 4, 3, 2, 1)
    newest, *_rest = steps = last_steps(published.stage.event, is_organiser=True)
    assert (newest.entry.action, newest.table, newest.round) == ("enter result", 2, 1)
    assert newest.hindrance is None
    assert [each.entry.action for each in steps] == ["enter result", "publish round", "draft round"]
    assert steps[1].hindrance is not None
