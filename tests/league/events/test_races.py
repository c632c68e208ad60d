"""Two officials at the same moment, on PostgreSQL: one outcome; and what happens with the lock off.

Everything in an event is written under its row's lock (`changing_event`). The controls take that
lock away and let both read before either writes. The seven races of promise 1 are in
tests/league/results/test_races.py.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from league.errors import LeagueError, Stale
from league.events.services import rounds, undo
from league.models import AuditEntry, Event, Match, Result, Round, Submission
from league.permissions import SERVICE
from league.results.services import entered_scores as results
from league.results.sides import Mark
from tests.factories.events import entries_at, published_round, running_event
from tests.league.test_concurrency import WAIT_S, at_once

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

RUNS = 20


def together(*actions: Callable[[], Any]) -> list[Any]:
    start = threading.Barrier(len(actions))

    def at_the_mark(action: Callable[[], Any]) -> Any:
        start.wait(WAIT_S)
        return action()

    return at_once(*[lambda action=action: at_the_mark(action) for action in actions])


class NoLock:
    """What stands in for the lock in a control: all have read before one goes on."""

    def __init__(self, users: int) -> None:
        self.has_read = threading.Barrier(users)

    @contextmanager
    def changing_event(self, event_id: str) -> Iterator[Event]:
        with transaction.atomic():
            yield Event.objects.get(pk=event_id)

    def after(self, reading: Callable[..., Any]) -> Callable[..., Any]:
        def read_and_wait(*args: Any, **kwargs: Any) -> Any:
            found = reading(*args, **kwargs)
            self.has_read.wait(WAIT_S)
            return found

        return read_and_wait


def test_draft_by_two_makes_one() -> None:
    for _ in range(RUNS):
        stage = running_event(8)
        outcomes = together(*[partial(rounds.draft_round, stage, actor=SERVICE)] * 2)
        assert sorted(map(type, outcomes), key=str) == [LeagueError, Round]
        assert stage.rounds.count() == 1


def test_draft_by_two_is_stopped_by_the_database_without_the_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = running_event(8)
    unlocked = NoLock(users=2)
    monkeypatch.setattr(rounds, "changing_event", unlocked.changing_event)
    monkeypatch.setattr(rounds, "_next_number", unlocked.after(rounds._next_number))
    outcomes = together(*[partial(rounds.draft_round, stage, actor=SERVICE)] * 2)
    assert sorted(map(type, outcomes), key=str) == [IntegrityError, Round]


def enter(match: Match, *, key: str, scores: tuple[int, ...] = (104, 103, 102, 101)) -> Result:
    marks = dict(zip(entries_at(match), map(Mark, scores), strict=True))
    slip = results.TypedSlip(marks)
    return results.enter_scores(match, slip, actor=SERVICE, client_key=key, version=match.version)


def test_result_by_two_officials_is_entered_once() -> None:
    for _ in range(RUNS):
        match = published_round(running_event(4)).matches.get()
        outcomes = together(
            partial(enter, match, key="one"),
            partial(enter, match, key="two", scores=(101, 102, 103, 104)),
        )
        assert sorted(map(type, outcomes), key=str) == [Stale, Result]
        assert match.results.count() == 1


def test_result_sent_twice_is_stored_once_and_answered_twice() -> None:
    for _ in range(RUNS):
        match = published_round(running_event(4)).matches.get()
        first, second = together(*[partial(enter, match, key="same")] * 2)
        assert first == second == match.results.get()


def test_result_and_withdrawal_do_not_both_happen() -> None:
    for _ in range(RUNS):
        published = published_round(running_event(4))
        match = published.matches.get()
        outcomes = together(
            partial(enter, match, key="one"),
            partial(rounds.withdraw_round, published, actor=SERVICE),
        )
        assert sum(isinstance(each, LeagueError) for each in outcomes) == 1
        published.refresh_from_db()
        handed_in = Submission.objects.filter(match=match).exists()
        assert handed_in == (published.status == Round.Status.PUBLISHED)


def test_result_and_withdrawal_would_both_happen_without_the_lock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    published = published_round(running_event(4))
    match = published.matches.get()
    unlocked = NoLock(users=2)
    monkeypatch.setattr(rounds, "changing_event", unlocked.changing_event)
    monkeypatch.setattr(results, "changing_event", unlocked.changing_event)
    monkeypatch.setattr(rounds, "_check_no_draft", unlocked.after(rounds._check_no_draft))
    counted = results.counted_results
    checked = unlocked.after(counted.check_open_for_results)
    monkeypatch.setattr(counted, "check_open_for_results", checked)
    together(
        partial(enter, match, key="one"),
        partial(rounds.withdraw_round, published, actor=SERVICE),
    )
    published.refresh_from_db()
    assert Submission.objects.filter(match=match).exists()
    assert published.status == Round.Status.DRAFT


def a_result_to_undo() -> tuple[Match, AuditEntry]:
    match = published_round(running_event(4)).matches.get()
    enter(match, key="one")
    return Match.objects.get(pk=match.pk), AuditEntry.objects.get(
        action="enter result", object_id=match.pk
    )


def counting(match: Match) -> Result | None:
    return match.games.select_related("result").get().result


def test_undo_takes_back_nothing_that_was_entered_meanwhile() -> None:
    for _ in range(RUNS):
        match, step = a_result_to_undo()
        _undone, entered = together(
            partial(undo.undo_step, step, actor=SERVICE),
            partial(enter, match, key="two", scores=(101, 102, 103, 104)),
        )
        # Undone first, the table is another version, and what is typed is refused as stale.
        assert counting(match) == (entered if isinstance(entered, Result) else None)


def test_undo_takes_back_another_result_without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    match, step = a_result_to_undo()
    read = undo._why_not

    def read_and_another_enters(*args: Any, **kwargs: Any) -> str | None:
        reason = read(*args, **kwargs)
        enter(match, key="two", scores=(101, 102, 103, 104))
        return reason

    monkeypatch.setattr(undo, "_why_not", read_and_another_enters)
    undo.undo_step(step, actor=SERVICE)
    assert (counting(match), match.results.count()) == (None, 2)
