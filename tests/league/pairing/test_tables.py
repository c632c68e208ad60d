"""Who sits together and who sits out: spec/pairing-and-tiebreaks.md 2.1 and 2.2.

Small fields are held against the exact solver in `exact`, larger ones against the greedy start.
"""

from collections import Counter
from dataclasses import replace
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.pairing.cost import Situation, cost_of
from league.pairing.field import (
    Meeting,
    NoPairing,
    Pairing,
    PairingRemark,
    Past,
    PastBye,
    TableDrawn,
)
from league.pairing.matrix import cost_matrix
from league.pairing.remarks import remarks_on
from league.pairing.search import Seating, cheapest, improve
from league.pairing.sizes import SizeMix, SizeRules, mix_around, size_mixes, table_sizes
from league.pairing.tables import greedy_tables, pair_tables
from tests.league.pairing.exact import exact_cost
from tests.league.pairing.situations import entrants, fours, played, random_situation

SEEDS = st.integers(0, 10**6)


def paired(situation: Situation, *, mix: SizeMix, seed: int = 1, **kwargs: object) -> Pairing:
    pairing = pair_tables(situation, mix=mix, seed=seed, **kwargs)  # type: ignore[arg-type]
    assert isinstance(pairing, Pairing)
    return pairing


def companies(pairing: Pairing) -> set[frozenset[str]]:
    return {frozenset(table.entries) for table in pairing.tables}


@settings(max_examples=150)
@given(
    seed=SEEDS,
    n=st.integers(2, 12),
    rounds=st.integers(0, 7),
    clubs=st.integers(0, 3),
    forbidden=st.sampled_from((0, 0, 2, 5, 12)),
    prefer=st.integers(2, 4),
)
def test_small_field_costs_what_the_exact_solver_says(
    seed: int, n: int, rounds: int, clubs: int, forbidden: int, prefer: int
) -> None:
    situation = random_situation(seed, n=n, rounds=rounds, clubs=clubs, forbidden=forbidden)
    mix = Random(seed).choice(size_mixes(n, rules=SizeRules(prefer=prefer)))
    exact = exact_cost(situation, mix.sizes)
    pairing = pair_tables(situation, mix=mix, seed=seed)
    if isinstance(pairing, NoPairing):
        assert exact[0] > 0
    else:
        assert cost_of(pairing.tables, situation=situation).numbers == exact


@pytest.mark.parametrize("seed", range(20))
def test_search_alone_repeats_no_more_than_the_exact_solver(seed: int) -> None:
    """Without the exhaustive pass of small fields, which larger ones have to do without."""
    n = 8 + seed % 5
    situation = random_situation(seed, n=n, rounds=1 + seed % 6, clubs=2)
    order = tuple(entrant.id for entrant in situation.entrants)
    start = greedy_tables(situation, mix=fours(n), seed=seed)
    groups = [[order.index(entry) for entry in table.entries] for table in start]
    matrix = cost_matrix(order, situation=situation, full=fours(n).full)
    seating = Seating(groups, matrix=matrix)
    before = cost_of(start, situation=situation)
    cost = improve(seating, cost=before, stirs=200, random=Random(seed))
    tables = [TableDrawn(tuple(order[row] for row in group)) for group in seating.groups]
    assert cost == cost_of(tables, situation=situation)
    assert cost.again == exact_cost(situation, fours(n).sizes)[1]


@settings(max_examples=6)
@given(seed=SEEDS, n=st.integers(13, 200), rounds=st.integers(1, 6), forbidden=st.integers(0, 9))
def test_large_field_never_costs_more_than_greedy(
    seed: int, n: int, rounds: int, forbidden: int
) -> None:
    situation = random_situation(seed, n=n, rounds=rounds, clubs=4, forbidden=forbidden)
    pairing = paired(situation, mix=fours(n), seed=seed)
    cost = cost_of(pairing.tables, situation=situation)
    assert cost.forbidden == 0
    assert cost <= cost_of(greedy_tables(situation, mix=fours(n), seed=seed), situation=situation)


@settings(max_examples=15)
@given(
    seed=SEEDS,
    n=st.integers(3, 20),
    boards=st.none() | st.integers(1, 8),
    least=st.integers(2, 3),
    rounds=st.integers(0, 4),
)
def test_everybody_is_seated_once_or_sits_out(
    seed: int, n: int, boards: int | None, least: int, rounds: int
) -> None:
    situation = random_situation(seed, n=n, rounds=rounds)
    mix = table_sizes(n, rules=SizeRules(boards=boards, least=least))
    pairing = paired(situation, mix=mix, seed=seed)
    seated = list(chain.from_iterable(table.entries for table in pairing.tables))
    assert Counter((*seated, *pairing.byes)) == Counter(e.id for e in situation.entrants)
    assert sorted(len(table.entries) for table in pairing.tables) == sorted(mix.sizes)


@settings(max_examples=6)
@given(seed=SEEDS, n=st.integers(10, 18))
def test_seed_and_field_decide_everything(seed: int, n: int) -> None:
    situation = random_situation(seed, n=n, rounds=2, clubs=2)
    shuffled = replace(situation, entrants=tuple(reversed(situation.entrants)))
    first = pair_tables(situation, mix=fours(n), seed=seed)
    assert pair_tables(situation, mix=fours(n), seed=seed) == first
    assert pair_tables(shuffled, mix=fours(n), seed=seed) == first


def test_other_seed_draws_other_tables() -> None:
    situation = Situation(entrants(16))
    one, two = (paired(situation, mix=fours(16), seed=seed) for seed in (1, 2))
    assert companies(one) != companies(two)


@settings(max_examples=10)
@given(seed=SEEDS, n=st.integers(4, 11), boards=st.integers(1, 2))
def test_nobody_sits_out_twice_before_all_did(seed: int, n: int, boards: int) -> None:
    mix = table_sizes(n, rules=SizeRules(boards=boards, least=3))
    past = Past()
    for number in range(1, 8):
        situation = Situation(entrants(n), round_number=number, past=past)
        past = played(past, paired(situation, mix=mix, seed=seed), round_number=number)
        had = Counter(bye.entry for bye in past.byes)
        times = [had[entrant.id] for entrant in entrants(n)]
        assert max(times) - min(times) <= 1


def test_bye_goes_to_who_asked_for_none_and_has_fewest_points() -> None:
    field = tuple(replace(each, points_12=12 * each.seed) for each in entrants(5))
    past = Past(byes=(PastBye(1, "e1", kind="pairing"), PastBye(2, "e2", kind="half")))
    situation = Situation(field, round_number=3, past=past)
    pairing = paired(situation, mix=table_sizes(5, rules=SizeRules(least=3)))
    assert pairing.byes == ("e3",)
    assert pairing.remarks[-1] == PairingRemark("bye", ("e3",), {"times": 0})


def test_short_table_rotates() -> None:
    """Fifteen have one table of three: no entry sits at it twice while no repeat forces it."""
    past = Past()
    for number in range(1, 4):
        situation = Situation(entrants(15), round_number=number, past=past)
        past = played(past, paired(situation, mix=fours(15)), round_number=number)
    short = [entry for m in past.meetings if len(m.entries) == 3 for entry in m.entries]
    assert len(set(short)) == 9


def test_twelve_in_fours_say_that_repeats_are_unavoidable() -> None:
    first = paired(Situation(entrants(12)), mix=fours(12))
    past = played(Past(), first, round_number=1)
    situation = Situation(entrants(12), round_number=2, past=past)
    second = paired(situation, mix=fours(12))
    assert [remark.code for remark in second.remarks] == ["repeat"] * 3 + ["repeat_unavoidable"]
    assert second.remarks[-1].gaps == {"repeats": 3}
    threes = paired(situation, mix=SizeMix((3, 3, 3, 3)))
    assert threes.remarks == ()


def test_forfeited_meeting_may_be_paired_again() -> None:
    everybody = tuple(each.id for each in entrants(4))
    for was_played, again in ((False, 0), (True, 6 * (8 * 12 + 2))):
        past = Past((Meeting(1, everybody, was_played=was_played),))
        situation = Situation(entrants(4), round_number=2, past=past)
        pairing = paired(situation, mix=fours(4))
        assert cost_of(pairing.tables, situation=situation).again == again


def test_leaders_meet_at_the_first_table() -> None:
    field = tuple(replace(each, points_12=12 * (each.seed // 4)) for each in entrants(15))
    pairing = paired(Situation(field, round_number=2), mix=fours(15))
    points = {each.id: each.points_12 for each in field}
    best = [max(points[entry] for entry in table.entries) for table in pairing.tables]
    assert best == sorted(best, reverse=True)


def test_club_mates_are_kept_apart_in_early_rounds() -> None:
    field = tuple(replace(each, club=str(each.seed % 4)) for each in entrants(16))
    situation = Situation(field, early_rounds=1)
    assert paired(situation, mix=fours(16)).remarks == ()
    late = replace(situation, early_rounds=0)
    drawn = paired(late, mix=fours(16))
    assert remarks_on(drawn.tables, situation=situation) != ()


def test_forbidden_pairs_are_kept_apart() -> None:
    pairs = combinations([f"e{number}" for number in range(1, 5)], 2)
    situation = Situation(entrants(16), forbidden=frozenset(map(frozenset, pairs)))
    pairing = paired(situation, mix=fours(16))
    assert cost_of(pairing.tables, situation=situation).forbidden == 0


@pytest.mark.parametrize("n", [8, 20])
def test_no_pairing_when_a_pair_cannot_be_kept_apart(n: int) -> None:
    """Who may meet nobody cannot be seated."""
    alone = frozenset(frozenset(("e1", f"e{number}")) for number in range(2, n + 1))
    situation = Situation(entrants(n), forbidden=alone)
    pairing = pair_tables(situation, mix=fours(n), seed=1)
    assert isinstance(pairing, NoPairing)
    assert pairing.reason.code == "cannot_keep_apart"
    assert "e1" in pairing.reason.entries
    assert pairing.choices == ("drop_keep_apart", "give_bye")


def test_one_of_a_forbidden_pair_sits_out_if_that_helps() -> None:
    situation = Situation(entrants(5), forbidden=frozenset({frozenset(("e1", "e2"))}))
    mix = table_sizes(5, rules=SizeRules(least=3))
    assert paired(situation, mix=mix).byes == ("e2",)
    had = Past(byes=(PastBye(1, "e1", kind="pairing"), PastBye(2, "e2", kind="pairing")))
    assert isinstance(pair_tables(replace(situation, past=had), mix=mix, seed=1), NoPairing)


def test_locked_tables_stay() -> None:
    locked = TableDrawn(("e3", "e1", "e9"), is_locked=True)
    forbidden = frozenset({frozenset(("e1", "e3"))})
    situation = Situation(entrants(13), forbidden=forbidden)
    mix = mix_around(13, locked=(3,), rules=SizeRules())
    pairing = paired(situation, mix=mix, locked=(locked,))
    assert locked in pairing.tables
    assert sorted(len(table.entries) for table in pairing.tables) == [3, 3, 3, 4]
    assert pairing.remarks == (PairingRemark("forbidden", ("e3", "e1")),)


def test_everything_locked_is_nothing_to_search() -> None:
    locked = (TableDrawn(("e2", "e1", "e3"), is_locked=True),)
    assert paired(Situation(entrants(3)), mix=SizeMix((3,)), locked=locked).tables == locked


def test_mix_must_fit_the_field() -> None:
    with pytest.raises(ValueError, match="7 entries do not fill"):
        pair_tables(Situation(entrants(7)), mix=SizeMix((4, 4)), seed=1)


def test_too_few_get_no_pairing() -> None:
    assert pair_tables(Situation(entrants(1)), mix=fours(1), seed=1) == NoPairing(
        PairingRemark("too_few"), choices=("finish_stage",)
    )


def test_progress_is_told() -> None:
    told: list[float] = []
    situation = random_situation(5, n=20, rounds=3)
    paired(situation, mix=fours(20), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_exhaustive_search_finds_nothing_below_the_limit() -> None:
    pairs = [[0, 1, 5, 5], [1, 0, 5, 5], [5, 5, 0, 2], [5, 5, 2, 0]]
    found = cheapest((2, 2), pairs=pairs, short={}, limit=4)
    assert found == [(0, 1), (2, 3)]
    assert cheapest((2, 2), pairs=pairs, short={}, limit=3) is None


@pytest.mark.parametrize("scale", [10**15, 10**30])
def test_points_beyond_64_bits_are_paired_too(scale: int) -> None:
    field = tuple(replace(each, points_12=each.seed // 5) for each in entrants(14))
    far = tuple(replace(each, points_12=each.points_12 * scale) for each in field)
    near = paired(Situation(field, round_number=2), mix=fours(14))
    assert paired(Situation(far, round_number=2), mix=fours(14)).tables == near.tables
