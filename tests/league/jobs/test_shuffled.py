"""Jobs in any order, repeated, late or dropped, while results come in: promise 5.

What a worker does in two halves (computing, then publishing) is also done in halves here, with
anything in between, as if it had been held up.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from league import tasks
from league.errors import LeagueError
from league.events.queries.recheck import differences
from league.models import Job, Match, Stage, Submission
from league.permissions import SERVICE
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from league.standings import services as standings
from league.standings.renewal import Renewed
from tests.factories.events import entries_at, published_round, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import record_of

# Compares sums; the services that read and write them run on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
WORK = {
    Job.Kind.VERIFY_SUBMISSION: tasks.verify_submission,
    Job.Kind.COMPUTE_STANDINGS: tasks.compute_standings,
    Job.Kind.COMPUTE_RATINGS: tasks.compute_ratings,
}
STEPS = ("record", "scores", "confirm", "rule", "run", "run", "repeat", "compute", "publish")


class Evening:
    """A published round whose results and jobs come as a test says."""

    def __init__(self, lots: random.Random) -> None:
        self.lots = lots
        self.stage = running_event(6, stage={"table_size": 2})
        self.matches = list(published_round(self.stage).matches.order_by("table"))
        self.computed: list[tuple[Stage, Renewed]] = []

    def step(self, name: str) -> None:
        with suppress(LeagueError):  # somebody may come too late with it
            getattr(self, name)(self.lots.choice(self.matches))

    def record(self, match: Match) -> None:
        hand_in_record(match, record_of(self.lots.randrange(9), players=2), is_verified=False)

    def scores(self, match: Match) -> None:
        hand_in(match, 200 + self.lots.randrange(3), 150, by="B")

    def confirm(self, match: Match) -> None:
        handed_in = list(Submission.objects.filter(match=match, seat__isnull=False))
        if handed_in:
            chosen = self.lots.choice(handed_in)
            confirm(chosen, "B" if chosen.seat and chosen.seat.letter == "A" else "A")

    def rule(self, match: Match) -> None:
        marks = {entry: Mark(100 + self.lots.randrange(100)) for entry in entries_at(match)}
        rule(match, Decision("scores", marks=marks), actor=SERVICE, reason="So it was.")

    def run(self, _match: Match) -> None:
        self._work(Job.objects.filter(state=Job.State.WAITING))

    def repeat(self, _match: Match) -> None:
        self._work(Job.objects.all())

    def compute(self, _match: Match) -> None:
        stage = Stage.objects.select_related("event").get(pk=self.stage.pk)
        self.computed.append((stage, standings._renewed(stage)))

    def publish(self, _match: Match) -> None:
        if self.computed:
            stage, tables = self.lots.choice(self.computed)
            standings._publish(stage, tables, version=stage.wanted_version)

    def sweep(self) -> None:
        """What is left, by the next workers."""
        while waiting := list(Job.objects.filter(state=Job.State.WAITING, kind__in=WORK)):
            for job in waiting:
                WORK[Job.Kind(job.kind)](job.pk)

    def published_version(self) -> int:
        return Stage.objects.get(pk=self.stage.pk).published_version

    def _work(self, jobs: object) -> None:
        found = [job for job in jobs if job.kind in WORK]  # type: ignore[attr-defined]
        if found:
            job = self.lots.choice(found)
            WORK[Job.Kind(job.kind)](job.pk)


@contextmanager
def undone() -> Iterator[None]:
    """Each example begins with an empty database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(STEPS), min_size=5, max_size=30), st.integers(0, 10**6))
def test_standings_never_go_back_and_end_right(steps: list[str], seed: int) -> None:
    with undone():
        evening = Evening(random.Random(seed))
        seen = [evening.published_version()]
        for name in steps:
            evening.step(name)
            seen.append(evening.published_version())
        evening.sweep()
        seen.append(evening.published_version())
        assert seen == sorted(seen)
        assert list(differences()) == []


def test_without_the_comparison_an_older_table_would_be_published() -> None:
    evening = Evening(random.Random(1))
    evening.compute(evening.matches[0])
    evening.rule(evening.matches[0])
    evening.sweep()
    newest = evening.published_version()
    stage, tables = evening.computed[0]
    Stage.objects.filter(pk=stage.pk).update(published_version=stage.published_version)
    standings._publish(stage, tables, version=stage.wanted_version)
    assert evening.published_version() < newest
    assert [one.code for one in differences()] == ["behind"]
