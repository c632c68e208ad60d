"""Two people at the same moment, over HTTP on PostgreSQL: one outcome, never a mix (promise 1).

Real posts to a live server, with a thread and a connection for each, and a pause between reading
and writing. Each scenario runs many times with the event's lock, and once without it as a control:
then both read before either writes, and what is stored contradicts itself.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from typing import Any

import pytest

from league.events.queries.recheck import differences_of_match
from league.events.services import rounds
from league.models import AuditEntry, Call, Confirmation, Dissent, Match, Round, Ruling, Submission
from league.results.services import (
    confirmations,
    counted_results,
    objections,
    rulings,
    submissions,
)
from tests.factories.events import drawn_round
from tests.league.api.asking import Program
from tests.league.api.tables import Table
from tests.league.events.test_races import NoLock, together

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

TRIES = 3
RUNS, RUNS_IN_CHAOS = 10, 112  # nine scenarios
PAUSE_S = 0.01
OTHER_GAME = {"game": "other", "other_name": "Dáma", "stage": {"table_size": 3}}
Action = Callable[[], int]  # gives the status of the answer
Prepare = Callable[["Server"], "Race"]


@dataclass(frozen=True)
class Server:
    host: str

    def post(self, program: Program, path: str, **body: object) -> int:
        connection = HTTPConnection(self.host, timeout=60)
        headers = {"Authorization": f"Bearer {program.secret}", "Content-Type": "application/json"}
        connection.request("POST", f"/api/v1/{path}", body=json.dumps(body), headers=headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status


@dataclass(frozen=True)
class Race:
    """Two posts about one table, and what must be true of their answers and of what is stored."""

    match: Match
    actions: tuple[Action, Action]
    is_one_outcome: Callable[[list[int]], bool]

    def run(self) -> bool:
        """Whether there was one outcome, and the rows of the match agree with each other."""
        statuses = together(*self.actions)
        match = Match.objects.select_related("event", "round__stage__event").get(pk=self.match.pk)
        is_draft = match.round.status == Round.Status.DRAFT
        return (
            all(isinstance(each, int) and each < 500 for each in statuses)
            and self.is_one_outcome(statuses)
            and has_distinct_acts(match)
            and (is_draft or not list(differences_of_match(match)))
        )


def has_distinct_acts(match: Match) -> bool:
    numbers = [
        *Submission.objects.filter(match=match).values_list("number", flat=True),
        *Confirmation.objects.filter(seat__match=match).values_list("number", flat=True),
        *Dissent.objects.filter(seat__match=match).values_list("number", flat=True),
        *Ruling.objects.filter(match=match).values_list("number", flat=True),
    ]
    return len(set(numbers)) == len(numbers)


def marks(table: Table, *scores: int) -> dict[str, str]:
    return dict(zip(table.entries, map(str, scores), strict=True))


def submits(server: Server, table: Table, letter: str, *scores: int, key: str = "") -> Action:
    return partial(
        server.post,
        table.players[letter],
        f"{table.path}/submissions",
        client_key=key or letter,
        seating=table.seating,
        marks=marks(table, *scores),
    )


def confirms(server: Server, table: Table, letter: str) -> Action:
    """What was handed in first."""
    first = table.match.submissions.get()
    path = f"submissions/{first.pk}/confirmations"
    return partial(server.post, table.players[letter], path, digest=first.digest)


def objects(server: Server, table: Table, letter: str) -> Action:
    """To what was handed in first."""
    first = table.match.submissions.get()
    path = f"submissions/{first.pk}/dissents"
    return partial(server.post, table.players[letter], path, digest=first.digest)


def rules(server: Server, table: Table, *scores: int) -> Action:
    return partial(
        server.post,
        table.desk,
        f"{table.path}/rulings",
        kind="scores",
        marks=marks(table, *scores),
        reason="So it was.",
        version=table.version(),
    )


def withdraws(server: Server, table: Table) -> Action:
    version = table.match.round.version
    path = f"rounds/{table.match.round_id}/withdraw"
    return partial(server.post, table.desk, path, version=version)


def refused(statuses: list[int]) -> list[bool]:
    return [400 <= status < 500 for status in statuses]


def state_of(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def submit_and_submit(server: Server) -> Race:
    table = Table.of(3, **OTHER_GAME)
    actions = submits(server, table, "A", 3, 2, 1), submits(server, table, "B", 1, 2, 3)
    return Race(
        table.match,
        actions,
        lambda given: refused(given) == [False, False] and state_of(table.match) == "disputed",
    )


def submit_and_confirm(server: Server) -> Race:
    """Either the first version counts and the second comes too late, or they are in dispute."""
    table = Table.of(3, **OTHER_GAME)
    submits(server, table, "A", 3, 2, 1, key="first")()

    def is_one(statuses: list[int]) -> bool:
        is_late, is_stale = refused(statuses)
        expected = "accepted" if is_late else "handed_in" if is_stale else "disputed"
        return table.match.results.count() == is_late and state_of(table.match) == expected

    actions = submits(server, table, "A", 1, 2, 3, key="second"), confirms(server, table, "B")
    return Race(table.match, actions, is_one)


def confirm_and_confirm(server: Server) -> Race:
    table = Table.of(3, **OTHER_GAME)
    submits(server, table, "A", 3, 2, 1)()
    actions = confirms(server, table, "B"), confirms(server, table, "C")
    return Race(
        table.match,
        actions,
        lambda given: refused(given) == [False, False] and table.match.results.count() == 1,
    )


def object_and_confirm(server: Server) -> Race:
    """The version is disputed, or counts and is contested; what is said is never lost."""
    table = Table.of(3, **OTHER_GAME)
    submits(server, table, "A", 3, 2, 1)()

    def is_one(statuses: list[int]) -> bool:
        match = Match.objects.get(pk=table.match.pk)
        is_told = (match.state, match.is_contested) in [("disputed", False), ("accepted", True)]
        said = Dissent.objects.filter(seat__match=match).count() == 1
        return refused(statuses) == [False, False] and is_told and said

    return Race(table.match, (objects(server, table, "C"), confirms(server, table, "B")), is_one)


def object_and_object(server: Server) -> Race:
    """One seat taps twice."""
    table = Table.of(3, **OTHER_GAME)
    submits(server, table, "A", 3, 2, 1)()
    tap = objects(server, table, "C")

    def is_one(statuses: list[int]) -> bool:
        rows = Dissent.objects.filter(seat__match=table.match).count()
        calls = Call.objects.filter(match=table.match).count()
        return refused(statuses) == [False, False] and (rows, calls) == (1, 1)

    return Race(table.match, (tap, tap), is_one)


def rule_and_confirm(server: Server) -> Race:
    """One of them comes too late, and is told."""
    table = Table.of(3, **OTHER_GAME)
    submits(server, table, "A", 3, 2, 1)()
    actions = rules(server, table, 1, 2, 3), confirms(server, table, "B")
    return Race(
        table.match,
        actions,
        lambda given: sorted(refused(given)) == [False, True] and table.match.results.count() == 1,
    )


def rule_and_rule(server: Server) -> Race:
    table = Table.of(3, **OTHER_GAME)
    actions = rules(server, table, 1, 2, 3), rules(server, table, 3, 2, 1)
    return Race(
        table.match,
        actions,
        lambda given: sorted(given) == [201, 409] and table.match.results.count() == 1,
    )


def withdraw_and_submit(server: Server) -> Race:
    table = Table.of(3, **OTHER_GAME)
    match = table.match
    return Race(
        match,
        (withdraws(server, table), submits(server, table, "A", 3, 2, 1)),
        lambda given: (
            sorted(refused(given)) == [False, True]
            and match.submissions.exists()
            == (Round.objects.get(pk=match.round_id).status == Round.Status.PUBLISHED)
        ),
    )


def publish_and_publish(server: Server) -> Race:
    """Of the next round: the first one's table is what is audited."""
    table = Table.of(3, **OTHER_GAME)
    draft = drawn_round(table.match.round.stage)
    path = f"rounds/{draft.pk}/publish"
    publish = partial(server.post, table.desk, path, version=draft.version)

    def is_one(statuses: list[int]) -> bool:
        done = AuditEntry.objects.filter(action="publish round", object_id=draft.pk)
        return sorted(statuses) == [200, 409] and done.count() == 1

    return Race(table.match, (publish, publish), is_one)


RACES = [
    submit_and_submit,
    submit_and_confirm,
    confirm_and_confirm,
    object_and_confirm,
    object_and_object,
    rule_and_confirm,
    rule_and_rule,
    withdraw_and_submit,
    publish_and_publish,
]
READINGS = [
    *((module, "stored_match") for module in (counted_results, confirmations)),
    (rounds, "_check_no_draft"),
    (rounds, "_draft"),
]


@pytest.fixture
def server(live_server: Any) -> Server:
    return Server(live_server.url.removeprefix("http://"))


@pytest.mark.parametrize("prepare", RACES, ids=lambda race: race.__name__)
def test_race_has_one_outcome(
    prepare: Prepare,
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    is_chaos: bool,
    figures: dict[str, str],
) -> None:
    for module, name in READINGS:
        monkeypatch.setattr(module, name, pausing_after(getattr(module, name)))
    runs = RUNS_IN_CHAOS if is_chaos else RUNS
    breaks = sum(not prepare(server).run() for _ in range(runs))
    figures[f"race {prepare.__name__}"] = f"{runs} runs, {breaks} breaks"
    assert breaks == 0


def pausing_after(reading: Callable[..., Any]) -> Callable[..., Any]:
    def read_and_pause(*args: Any, **kwargs: Any) -> Any:
        found = reading(*args, **kwargs)
        time.sleep(PAUSE_S)
        return found

    return read_and_pause


@pytest.mark.parametrize("prepare", RACES, ids=lambda race: race.__name__)
def test_race_breaks_without_the_lock(
    prepare: Prepare, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not all(runs_without_lock(prepare(server), monkeypatch) for _ in range(TRIES))


def runs_without_lock(race: Race, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether it came to one outcome all the same, as on a busy machine it may."""
    unlocked = NoLock(users=2)
    with monkeypatch.context() as patch:
        for module in (submissions, confirmations, objections, rulings, rounds):
            patch.setattr(module, "changing_event", unlocked.changing_event)
        for module, name in READINGS:
            patch.setattr(module, name, unlocked.after(getattr(module, name)))
        return race.run()
