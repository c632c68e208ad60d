"""How many tables of which size: spec/pairing-and-tiebreaks.md 2.1 and the plans of 2.2."""

import pytest
from hypothesis import given, strategies as st

from league.pairing.plan import SizePlan, drawn_plan, least_over, plans
from league.pairing.sizes import SizeMix, SizeRules, mix_around, size_mixes, table_sizes

ENTRIES = st.integers(0, 60)
RULES = st.builds(
    SizeRules,
    prefer=st.integers(2, 4),
    least=st.integers(2, 3),
    most=st.integers(3, 4),
    boards=st.none() | st.integers(0, 20),
)


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
        (13, (4, 3, 3, 3)),
    ],
)
def test_table_sizes_prefer_fours(n: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(n, rules=SizeRules()) == SizeMix(sizes)


@pytest.mark.parametrize("n", [n for n in range(3, 200) if n != 5])
def test_table_sizes_follow_the_formula(n: int) -> None:
    threes = -n % 4
    fours = (n - 3 * threes) // 4
    assert table_sizes(n, rules=SizeRules()) == SizeMix((4,) * fours + (3,) * threes)


@pytest.mark.parametrize(
    ("n", "rules", "mix"),
    [
        (1, SizeRules(), SizeMix((), byes=1)),
        (2, SizeRules(), SizeMix((2,))),
        (2, SizeRules(least=3), SizeMix((), byes=2)),
        (5, SizeRules(), SizeMix((3, 2))),
        (5, SizeRules(least=3), SizeMix((4,), byes=1)),
        (5, SizeRules(least=3, most=3), SizeMix((3,), byes=2)),
        (12, SizeRules(prefer=3), SizeMix((3, 3, 3, 3))),
        (8, SizeRules(prefer=3), SizeMix((4, 4))),
        (8, SizeRules(prefer=3, most=3), SizeMix((3, 3, 2))),
        (7, SizeRules(prefer=2), SizeMix((3, 2, 2))),
        (13, SizeRules(boards=3), SizeMix((4, 4, 4), byes=1)),
        (12, SizeRules(prefer=3, boards=3), SizeMix((4, 4, 4))),
        (6, SizeRules(boards=0), SizeMix((), byes=6)),
        (9, SizeRules(least=4), SizeMix((4, 4), byes=1)),
    ],
)
def test_table_sizes_special(n: int, rules: SizeRules, mix: SizeMix) -> None:
    assert table_sizes(n, rules=rules) == mix


@given(n=ENTRIES, rules=RULES)
def test_every_mix_seats_everybody_within_the_rules(n: int, rules: SizeRules) -> None:
    for mix in size_mixes(n, rules=rules):
        assert mix.seats + mix.byes == n
        assert set(mix.sizes) <= set(range(rules.least, rules.most + 1))
        assert rules.boards is None or mix.boards <= rules.boards


@given(n=ENTRIES, rules=RULES)
def test_preferred_mix_comes_first_and_none_twice(n: int, rules: SizeRules) -> None:
    mixes = size_mixes(n, rules=rules)
    assert mixes[0] == table_sizes(n, rules=rules)
    assert len(set(mixes)) == len(mixes)


def test_size_mixes_are_side_by_side() -> None:
    assert size_mixes(12, rules=SizeRules()) == (SizeMix((4, 4, 4)), SizeMix((3, 3, 3, 3)))
    assert size_mixes(5, rules=SizeRules()) == (SizeMix((3, 2)),)
    assert size_mixes(6, rules=SizeRules(prefer=2)) == (SizeMix((2, 2, 2)), SizeMix((3, 3)))


def test_mix_around_locked_tables() -> None:
    assert mix_around(13, locked=(4,), rules=SizeRules()) == SizeMix((4, 3, 3, 3))
    assert mix_around(9, locked=(4,), rules=SizeRules()) == SizeMix((4, 3, 2))
    assert mix_around(9, locked=(4,), rules=SizeRules(boards=2)) == SizeMix((4, 4), byes=1)


def test_mix_counts_its_short_tables() -> None:
    mix = SizeMix((4, 4, 3), byes=1)
    assert (mix.seats, mix.boards, mix.full, mix.short) == (11, 3, 4, 1)


@pytest.mark.parametrize(("n", "repeats"), [(10, 1), (11, 2), (12, 3)])
def test_fours_repeat_at_once(n: int, repeats: int) -> None:
    """Spec 2.2: a table of four from round 2 on needs four earlier tables."""
    mix = table_sizes(n, rules=SizeRules())
    assert least_over(mix, rounds=2) == repeats
    assert drawn_plan(mix, rounds=2, seed=1).repeats == repeats


def test_plans_recommend_fewest_repeats_first() -> None:
    fours, threes = SizeMix((4, 4, 4)), SizeMix((3, 3, 3, 3))
    assert plans(12, rounds=2, rules=SizeRules(), seed=1) == (
        SizePlan(threes, rounds=2, repeats=0, least=0),
        SizePlan(threes, rounds=2, repeats=0, least=0, is_fixed=True),
        SizePlan(fours, rounds=2, repeats=3, least=3),
    )


def test_plans_recommend_fewest_tables_among_equals() -> None:
    boards = [plan.mix.boards for plan in plans(24, rounds=3, rules=SizeRules(), seed=1)]
    assert boards == [6, 6, 7, 8, 8]


@given(n=st.integers(3, 12), rounds=st.integers(1, 3), seed=st.integers(0, 99))
def test_plan_never_beats_its_bound(n: int, rounds: int, seed: int) -> None:
    for plan in plans(n, rounds=rounds, rules=SizeRules(), seed=seed):
        assert plan.least <= plan.repeats


def test_plans_for_too_few() -> None:
    assert plans(1, rounds=3, rules=SizeRules(), seed=1) == ()
