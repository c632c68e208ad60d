"""What a seating gives up: spec/pairing-and-tiebreaks.md 2.2."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from league.pairing.cost import Cost, Situation, cost_of, pair_cost, table_cost
from league.pairing.field import Entrant, Meeting, PairingRemark, Past, PastBye, TableDrawn
from league.pairing.matrix import REACH, Scale, cost_matrix
from league.pairing.remarks import least_repeats, remarks_on, repeats_in
from tests.league.pairing.exact import vector_of
from tests.league.pairing.situations import entrants, random_situation, random_tables

SEEDS = st.integers(0, 10**6)

FIELD = (
    Entrant("ann", seed=1, points_12=120, club="Brno"),
    Entrant("bob", seed=2, points_12=96, club="Brno"),
    Entrant("cid", seed=3, points_12=24),
    Entrant("dan", seed=4),
    Entrant("eve", seed=5),
)
PAST = Past(
    meetings=(
        Meeting(1, ("ann", "bob", "cid")),
        Meeting(1, ("dan", "eve")),
        Meeting(2, ("ann", "cid", "dan")),
        Meeting(2, ("bob", "eve"), was_played=False),
    ),
    byes=(PastBye(1, "ann", kind="pairing"), PastBye(2, "ann", kind="half")),
)
SITUATION = Situation(
    FIELD,
    round_number=3,
    past=PAST,
    forbidden=frozenset({frozenset(("cid", "eve"))}),
    early_rounds=3,
)


def seated(*tables: str) -> tuple[TableDrawn, ...]:
    return tuple(TableDrawn(tuple(table.split())) for table in tables)


def test_costs_compare_from_the_first_number() -> None:
    assert Cost(forbidden=1) > Cost(again=9) > Cost(leaders=99) > Cost(spread=999)
    assert Cost(spread=1) > Cost(club_mates=9)
    assert Cost(1, 2, 3, 4, 5) + Cost(1, 1, 1, 1, 1) == Cost(2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("pair", "cost"),
    [
        ("ann bob", Cost(again=96, spread=24 * 4, club_mates=1)),  # met in round 1
        ("ann cid", Cost(again=96 + 7 + 2, spread=96 * 4)),  # met in both rounds
        ("bob eve", Cost(spread=96 * 4)),  # their table was forfeited
        ("cid eve", Cost(forbidden=1, spread=24 * 3)),  # the third of five: second quarter
        ("dan eve", Cost(again=96)),
    ],
)
def test_pair_cost(pair: str, cost: Cost) -> None:
    one, two = pair.split()
    assert pair_cost(one, two, situation=SITUATION) == cost
    assert pair_cost(two, one, situation=SITUATION) == cost


def test_short_table_counts_who_sat_at_one_before() -> None:
    """dan and eve sat at two in round 1; in round 2 bob and eve forfeited theirs."""
    entries = ("bob", "eve")
    assert SITUATION.turns == {"dan": 2, "eve": 2}
    again = table_cost(entries, situation=SITUATION, full=3).again
    assert again == 8 * (0 + 1) + 8 * (2**2 + 3**2)  # bob's first turn, and eve's second
    assert table_cost(entries, situation=SITUATION, full=2).again == 0


def test_club_mates_count_in_early_rounds_only() -> None:
    late = replace(SITUATION, early_rounds=2)
    assert pair_cost("ann", "bob", situation=late).club_mates == 0


def test_remarks_name_everything_given_up() -> None:
    tables = seated("ann bob cid", "dan eve")
    assert remarks_on(tables, situation=SITUATION, byes=()) == (
        PairingRemark("repeat", ("ann", "bob"), {"times": 1, "at_once": 0}),
        PairingRemark("repeat", ("ann", "cid"), {"times": 2, "at_once": 1}),
        PairingRemark("repeat", ("bob", "cid"), {"times": 1, "at_once": 0}),
        PairingRemark("repeat", ("dan", "eve"), {"times": 1, "at_once": 0}),
        PairingRemark("repeat_unavoidable", (), {"repeats": 1}),
        PairingRemark("short_again", ("dan",), {"times": 1}),
        PairingRemark("short_again", ("eve",), {"times": 1}),
        PairingRemark("spread", ("ann", "bob", "cid"), {"points_12": 96}),
        PairingRemark("club_mates", ("ann", "bob")),
    )


def test_club_with_more_people_than_tables_is_no_remark() -> None:
    """Three of one club at two tables: some must meet. With two of them, it is a remark."""
    hosts = [replace(entrant, club="hosts") for entrant in FIELD[:3]]
    three = Situation((*hosts, *FIELD[3:]), early_rounds=1)
    two = Situation((*hosts[:2], *FIELD[2:]), early_rounds=1)
    tables = seated("ann bob dan", "cid eve")
    codes = [{remark.code for remark in remarks_on(tables, situation=s)} for s in (three, two)]
    assert codes == [{"spread"}, {"spread", "club_mates"}]


def test_remarks_on_forbidden_pairs_and_byes() -> None:
    remarks = remarks_on(seated("cid eve"), situation=SITUATION, byes=("ann", "bob"))
    assert remarks == (
        PairingRemark("forbidden", ("cid", "eve")),
        PairingRemark("spread", ("cid", "eve"), {"points_12": 24}),
        PairingRemark("bye", ("ann",), {"times": 1}),  # the half-point bye was asked for
        PairingRemark("bye", ("bob",), {"times": 0}),
    )


def test_remarks_on_a_fresh_field_are_none() -> None:
    assert remarks_on(seated("e1 e2 e3", "e4 e5 e6"), situation=Situation(entrants(6))) == ()


@given(seed=SEEDS, n=st.integers(3, 14), rounds=st.integers(0, 5))
def test_cost_equals_the_spec_written_down_again(seed: int, n: int, rounds: int) -> None:
    situation = random_situation(seed, n=n, rounds=rounds, clubs=2, forbidden=3)
    tables = random_tables(Random(seed), [each.id for each in situation.entrants])
    full = max(map(len, tables))
    for table in tables:
        cost = table_cost(table, situation=situation, full=full)
        assert cost.numbers == vector_of(table, situation=situation, full=full)


@given(
    seed=SEEDS, n=st.integers(2, 12), rounds=st.integers(0, 5), scale=st.sampled_from((1, 10**9))
)
def test_matrix_equals_cost(seed: int, n: int, rounds: int, scale: int) -> None:
    """With points in the thousand millions, too, where 64 bits are not enough."""
    situation = random_situation(seed, n=n, rounds=rounds, clubs=2, forbidden=3)
    field = tuple(replace(e, points_12=e.points_12 * scale) for e in situation.entrants)
    situation = replace(situation, entrants=field)
    order = tuple(entrant.id for entrant in field)
    matrix = cost_matrix(order, situation=situation, full=4)
    for row, one in enumerate(order):
        for size in (2, 3):
            short = matrix.scale.unpack(int(matrix.short[size][row]))
            assert short == Cost(again=situation.short_cost(one, size=size))
        for column, two in enumerate(order):
            cost = Cost() if one == two else pair_cost(one, two, situation=situation)
            assert matrix.scale.unpack(int(matrix.pairs[row, column])) == cost


def test_matrix_takes_long_numbers_only_when_needed() -> None:
    far = Situation((Entrant("a", seed=1, points_12=10**16), Entrant("b", seed=2)))
    assert cost_matrix(("a", "b"), situation=far, full=2).pairs.dtype == np.dtype(object)
    assert cost_matrix(("ann", "bob"), situation=SITUATION, full=3).pairs.dtype == np.dtype(
        np.int64
    )


DIGITS = st.integers(-REACH * 7, REACH * 7)
CHANGES = st.builds(Cost, DIGITS, DIGITS, DIGITS, DIGITS, DIGITS)


@given(one=CHANGES, two=CHANGES)
def test_packed_changes_compare_as_costs_do(one: Cost, two: Cost) -> None:
    scale = Scale.for_largest(Cost(14, 14, 14, 14, 14))
    assert scale.unpack(scale.pack(one)) == one
    assert (scale.pack(one) < scale.pack(two)) == (one < two)


def test_seating_costs_the_sum_of_its_tables() -> None:
    one, two = seated("ann bob cid", "dan eve")
    assert cost_of((one, two), situation=SITUATION) == table_cost(
        one.entries, situation=SITUATION, full=3
    ) + table_cost(two.entries, situation=SITUATION, full=3)
    assert cost_of((), situation=SITUATION) == Cost()


@given(seed=SEEDS, n=st.sampled_from((3, 5, 9, 10, 11, 12, 13, 16, 20)), rounds=st.integers(1, 6))
def test_no_seating_beats_the_bound(seed: int, n: int, rounds: int) -> None:
    situation = random_situation(seed, n=n, rounds=rounds)
    tables = random_tables(Random(seed + 1), [each.id for each in situation.entrants])
    least = least_repeats(situation, sizes=tuple(map(len, tables)))
    assert least <= repeats_in(tuple(map(TableDrawn, tables)), situation=situation)


def test_bound_when_everybody_has_met_everybody() -> None:
    """On an open evening, so that entries sat at many tables of one round."""
    ids = [f"e{number}" for number in range(1, 15)]
    meetings = tuple(Meeting(1, (one, two)) for one in ids for two in ids if one < two)
    situation = Situation(entrants(14), round_number=14, past=Past(meetings))
    assert least_repeats(situation, sizes=(2,) * 7) == 7


def test_bound_counts_whoever_sat_out_as_a_table() -> None:
    meetings = tuple(Meeting(1, tuple(f"e{4 * t + s}" for s in range(1, 5))) for t in range(3))
    thirteen = Situation(entrants(13), round_number=2, past=Past(meetings))
    assert least_repeats(thirteen, sizes=(4, 4, 4)) == 0
    assert least_repeats(thirteen, sizes=(13,)) == 18
