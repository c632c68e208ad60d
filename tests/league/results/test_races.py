"""Two people at one table at the same moment, on PostgreSQL: one outcome, never a mix (promise 1).

Each scenario runs many times with the event's lock, and once without it as a control: then both
read before either writes, and what is stored contradicts itself. Publishing by two at once is in
tests/league/events/test_races.py.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from typing import Any

import pytest

from league.errors import LeagueError, Stale
from league.events.queries.audit_results import differences_of_match
from league.events.services import rounds
from league.models import Confirmation, Match, Official, Result, Round, Ruling, Submission
from league.permissions import SERVICE
from league.results.marks import Mark
from league.results.services import confirming, entering, handing_in, ruling
from tests.factories import make_token, make_user
from tests.factories.events import entries_at, published_round, running_event
from tests.factories.handing_in import handed_in
from tests.factories.tables import seat_at
from tests.league.events.test_races import NoLock, together

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]

RUNS, RUNS_IN_CHAOS = 20, 143  # seven scenarios
Action = Callable[[], Any]


@dataclass(frozen=True)
class Race:
    """Two actions at one table, and what must be true of their outcomes."""

    match: Match
    actions: tuple[Action, Action]
    is_one_outcome: Callable[[list[Any]], bool]

    def run(self) -> bool:
        """Whether there was one outcome, and the rows of the match agree with each other."""
        outcomes = together(*self.actions)
        is_bug = any(
            isinstance(one, Exception) and not isinstance(one, LeagueError) for one in outcomes
        )
        match = Match.objects.select_related("event", "round__stage__event").get(pk=self.match.pk)
        is_draft = match.round.status == Round.Status.DRAFT
        return (
            not is_bug
            and self.is_one_outcome(outcomes)
            and has_distinct_acts(match)
            and (is_draft or not list(differences_of_match(match)))
        )


def has_distinct_acts(match: Match) -> bool:
    numbers = [
        *Submission.objects.filter(match=match).values_list("number", flat=True),
        *Confirmation.objects.filter(seat__match=match).values_list("number", flat=True),
        *Ruling.objects.filter(match=match).values_list("number", flat=True),
    ]
    return len(set(numbers)) == len(numbers)


def new_table(seats: int = 3) -> Match:
    stage = running_event(seats, game="other", other_name="Dáma", stage={"table_size": seats})
    return published_round(stage).matches.get()


def submits(match: Match, letter: str, *scores: int, key: str = "") -> Action:
    return partial(
        handing_in.submit,
        match,
        handed_in(match, *scores),
        actor=SERVICE,
        seat=seat_at(match, letter),
        client_key=key or letter,
    )


def confirms(submission: Submission, letter: str) -> Action:
    return partial(
        confirming.confirm_submission,
        submission,
        actor=SERVICE,
        seat=seat_at(submission.match, letter),
        digest=submission.digest,
    )


def rules(match: Match, *scores: int) -> Action:
    marks = dict(zip(entries_at(match), map(Mark, scores), strict=True))
    seen = Match.objects.get(pk=match.pk).version
    decision = ruling.Decision(Ruling.Kind.SCORES, marks=marks)
    return partial(ruling.rule, match, decision, actor=SERVICE, reason="So it was.", version=seen)


def refused(outcomes: list[Any]) -> list[bool]:
    return [isinstance(one, LeagueError) for one in outcomes]


def state_of(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def submit_and_submit() -> Race:
    match = new_table()
    actions = submits(match, "A", 3, 2, 1), submits(match, "B", 1, 2, 3)
    return Race(
        match,
        actions,
        lambda outcomes: refused(outcomes) == [False, False] and state_of(match) == "disputed",
    )


def submit_and_confirm() -> Race:
    """Either the first version counts and the second comes too late, or they are in dispute."""
    match = new_table()
    first = submits(match, "A", 3, 2, 1, key="first")()
    return Race(
        match,
        (submits(match, "A", 1, 2, 3, key="second"), confirms(first, "B")),
        lambda outcomes: (
            match.results.count() == refused(outcomes)[0]
            and state_of(match) == ("accepted" if refused(outcomes)[0] else "disputed")
        ),
    )


def confirm_and_confirm() -> Race:
    match = new_table()
    first = submits(match, "A", 3, 2, 1)()
    return Race(
        match,
        (confirms(first, "B"), confirms(first, "C")),
        lambda outcomes: outcomes == [None, None] and match.results.count() == 1,
    )


def rule_and_confirm() -> Race:
    match = new_table()
    first = submits(match, "A", 3, 2, 1)()
    return Race(
        match,
        (rules(match, 1, 2, 3), confirms(first, "B")),
        lambda outcomes: outcomes[1] is None and match.results.count() == 1,
    )


def rule_and_rule() -> Race:
    match = new_table()
    return Race(
        match,
        (rules(match, 1, 2, 3), rules(match, 3, 2, 1)),
        lambda outcomes: (
            sorted(map(type, outcomes), key=str) == [Stale, Ruling] and match.results.count() == 1
        ),
    )


def withdraw_and_submit() -> Race:
    match = new_table()
    return Race(
        match,
        (partial(rounds.withdraw_round, match.round, actor=SERVICE), submits(match, "A", 3, 2, 1)),
        lambda outcomes: (
            sorted(refused(outcomes)) == [False, True]
            and match.submissions.exists()
            == (Round.objects.get(pk=match.round_id).status == Round.Status.PUBLISHED)
        ),
    )


RACES = [
    submit_and_submit,
    submit_and_confirm,
    confirm_and_confirm,
    rule_and_confirm,
    rule_and_rule,
    withdraw_and_submit,
]


@pytest.mark.parametrize("prepare", RACES, ids=lambda race: race.__name__)
def test_race_has_one_outcome(
    prepare: Callable[[], Race], is_chaos: bool, figures: dict[str, str]
) -> None:
    runs = RUNS_IN_CHAOS if is_chaos else RUNS
    breaks = sum(not prepare().run() for _ in range(runs))
    figures[f"race {prepare.__name__}"] = f"{runs} runs, {breaks} breaks"
    assert breaks == 0


@pytest.mark.parametrize("prepare", RACES, ids=lambda race: race.__name__)
def test_race_breaks_without_the_lock(
    prepare: Callable[[], Race], monkeypatch: pytest.MonkeyPatch
) -> None:
    race = prepare()
    unlocked = NoLock(users=2)
    for module in (handing_in, confirming, ruling, rounds):
        monkeypatch.setattr(module, "changing_event", unlocked.changing_event)
    for module in (handing_in, confirming, ruling):
        monkeypatch.setattr(module, "stored_match", unlocked.after(module.stored_match))
    monkeypatch.setattr(rounds, "_check_no_draft", unlocked.after(rounds._check_no_draft))
    assert not race.run()


class TestOverHttp:
    """Two officials with the API, against a server with a thread and a connection for each."""

    @pytest.fixture
    def table(self, live_server: Any, settings: Any) -> tuple[Match, Callable[..., int]]:
        match = new_table()
        official = make_user()
        Official.objects.create(event=match.event, user=official, role=Official.Role.ARBITER)
        _token, secret = make_token(official, "read", "events")
        host = live_server.url.removeprefix("http://")

        def post(of: Match, key: str, *scores: int) -> int:
            connection = HTTPConnection(host, timeout=30)
            marks = dict(zip(entries_at(of), map(str, scores), strict=True))
            body = {"scores": marks, "client_key": key, "version": of.version}
            connection.request(
                "POST",
                f"/api/v1/matches/{of.pk}/scores",
                body=json.dumps(body),
                headers={"Authorization": f"Bearer {secret}", "Content-Type": "application/json"},
            )
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer.status

        return match, post

    def test_one_entry_is_stored_and_the_other_told(
        self, table: tuple[Match, Callable[..., int]]
    ) -> None:
        match, post = table
        statuses = together(
            partial(post, match, "one", 3, 2, 1), partial(post, match, "two", 1, 2, 3)
        )
        assert sorted(statuses) == [200, 409]
        assert match.results.count() == 1
        assert list(differences_of_match(Match.objects.get(pk=match.pk))) == []

    def test_both_would_be_stored_without_the_lock(
        self, table: tuple[Match, Callable[..., int]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        match, post = table
        unlocked = NoLock(users=2)
        monkeypatch.setattr(entering, "changing_event", unlocked.changing_event)
        monkeypatch.setattr(entering, "_check", unlocked.after(entering._check))
        statuses = together(
            partial(post, match, "one", 3, 2, 1), partial(post, match, "two", 1, 2, 3)
        )
        assert sorted(statuses) != [200, 409]
        assert Result.objects.filter(match=match).count() >= 1
