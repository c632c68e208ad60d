"""Whole simulated events: what the database gives to the engine, confirmed for every key."""

from dataclasses import replace

import pytest

from league.demo.services.simulation import EventPlan, simulate_event
from league.events.queries.events import first_stage
from league.standings.inputs import OtherGame
from league.standings.queries import inputs_of, scheme_of
from league.standings.table import standings
from tests.league.standings.naive_ratings import NaiveRatings
from tests.league.standings.test_naive import FOR_TABLES, FOR_TWO, points_of, values_of

pytestmark = pytest.mark.django_db

FEW, MANY = 50, 200  # in the Swiss; the many with --chaos


def confirm(plan: EventPlan, keys: dict[str, object]) -> int:
    """How many values both calculations gave."""
    stage = first_stage(simulate_event(plan))
    found = inputs_of(stage)
    inputs = replace(found, rules=OtherGame(found.rules.higher_score_wins))
    scheme = scheme_of(stage)
    naive = NaiveRatings(inputs, scheme)
    rows = standings(inputs, chain=list(keys), scheme=scheme)
    assert points_of(rows) == {entry: naive.points(entry) for entry in naive.ids}
    for key, compute in keys.items():
        assert values_of(rows, key) == compute(naive), key  # type: ignore[operator]
    return len(rows) * len(keys)


@pytest.mark.sqlite  # compares sums; what reads and writes them runs on both
def test_swiss_of_nine_rounds(is_chaos: bool, figures: dict[str, str]) -> None:
    entries = MANY if is_chaos else FEW
    plan = EventPlan("swiss", entries=entries, rounds=9, seed=1, game="kaleidoskop")
    confirmed = confirm(plan, {**FOR_TWO, **{key: FOR_TABLES[key] for key in ("GAME", "PLACES")}})
    figures["tiebreaks computed twice, Swiss"] = f"{entries} entries, {confirmed} values agree"
    assert confirmed == entries * (len(FOR_TWO) + 2)


@pytest.mark.sqlite  # compares sums; what reads and writes them runs on both
def test_evening_at_tables(figures: dict[str, str]) -> None:
    plan = EventPlan("tables", entries=40, rounds=5, seed=1, game="triolet")
    confirmed = confirm(plan, dict(FOR_TABLES))
    figures["tiebreaks computed twice, tables"] = f"40 entries, {confirmed} values agree"
    assert confirmed == 40 * len(FOR_TABLES)
