"""Whatever is corrected in whatever order, ratings end as counted from scratch."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from league import tasks
from league.errors import LeagueError
from league.events.services.settings import edit_event
from league.models import (
    Event,
    Job,
    Match,
    RatedGame,
    Round,
    Ruling,
)
from league.permissions import SERVICE
from league.ratings import services
from league.ratings.queries.rated_games import redo_of
from league.ratings.services import compute_ratings, recompute_ratings
from league.ratings.skill import changes
from league.results.services.entered_scores import clear_result
from league.results.services.rulings import Decision, rule
from tests.factories import make_player
from tests.factories.events import (
    entries_at,
    marks_of,
    published_round,
    replace_result,
    running_event,
)
from tests.league.ratings.rated import history, numbers, sound

# Compares sums; the services that read and write them run on both databases.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


class Club:
    """Two events of one game whose results come, are corrected and go as a test says."""

    def __init__(self, lots: random.Random) -> None:
        self.lots = lots
        people = [make_player(f"Hráč {n}") for n in range(6)]
        self.matches: list[Match] = []
        for day in range(2):
            stage = running_event(6, stage={"table_size": 2 + day})
            for entry, player in zip(stage.event.entries.order_by("seed"), people, strict=True):
                entry.player = player
                entry.save()
            for hour in range(2):
                published = published_round(stage)
                Round.objects.filter(pk=published.pk).update(
                    published_at=published.published_at - timedelta(days=9 - day, hours=-hour)
                )
                self.matches += published.matches.order_by("table")
                for match in published.matches.all():
                    self.enter(match)
        self.late: list[tuple[RatedGame, object, object]] = []

    def step(self, name: str) -> None:
        with suppress(LeagueError):
            getattr(self, name)(self.lots.choice(self.matches))

    def enter(self, match: Match) -> None:
        scores = [self.lots.choice([None, 1, 2, 3, 4]) for _ in entries_at(match)]
        if any(scores):
            replace_result(match, *scores)
        else:
            forfeit = Decision(Ruling.Kind.FORFEIT, marks=marks_of(match, *scores))
            rule(match, forfeit, actor=SERVICE, reason="Nobody came.")

    def clear(self, match: Match) -> None:
        clear_result(match, actor=SERVICE)

    def unrate(self, match: Match) -> None:
        stored = Event.objects.get(pk=match.event_id)
        changed = {"is_rated": not stored.is_rated}
        edit_event(stored, actor=SERVICE, version=stored.version, changes=changed)

    def run(self, _match: Match) -> None:
        for job in Job.objects.filter(kind=Job.Kind.COMPUTE_RATINGS, state=Job.State.WAITING):
            tasks.compute_ratings(job.pk)

    def read(self, _match: Match) -> None:
        row = RatedGame.objects.get()
        redo = redo_of(row, since=row.redo_from)
        made = changes(redo.games, known=redo.known, first_order=redo.first_order)
        self.late.append((row, redo, made))

    def publish(self, _match: Match) -> None:
        if self.late:
            services._publish(*self.lots.choice(self.late))  # type: ignore[arg-type]


STEPS = ("enter", "enter", "clear", "unrate", "run", "run", "read", "publish")


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(STEPS), min_size=3, max_size=25), st.integers(0, 10**6))
def test_any_order_of_corrections_ends_as_counting_from_scratch(
    steps: list[str], seed: int
) -> None:
    with undone():
        club = Club(random.Random(seed))
        seen = [0]
        for name in steps:
            club.step(name)
            seen.append(RatedGame.objects.get().published_version)
        compute_ratings("triolet")
        assert seen == sorted(seen), "never backwards"
        incremental = history(), numbers()
        assert sound()
        recompute_ratings("triolet")
        assert (history(), numbers()) == incremental, "to the bit"
