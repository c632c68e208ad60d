"""What can still be reached: known cases, and no outcome outside of the bounds."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

from hypothesis import given, settings as configured, strategies as st

from league.series.inputs import Evening, EveningSide, EveningState, SeriesTerms
from league.series.reach import SeriesReach, evenings_left, reaches
from league.series.table import series_table
from tests.league.series.made_up import (
    made_up_evenings,
    made_up_guests,
    made_up_sides,
    made_up_terms,
)

NOBODY: frozenset[str] = frozenset()


def evening(*players: str, state: EveningState = EveningState.FINISHED) -> Evening:
    sides = tuple(
        EveningSide(player, (player,), rank) for rank, player in enumerate(players, start=1)
    )
    return Evening("".join(players), state, sides)


def reached(evenings: list[Evening], terms: SeriesTerms) -> dict[str, SeriesReach]:
    table = series_table(evenings, terms=terms, guests=NOBODY)
    return reaches(table, evenings, terms=terms, guests=NOBODY)


def test_left_are_the_unfinished_and_the_planned() -> None:
    evenings = [
        evening("a"),
        evening("b", state=EveningState.RUNNING),
        Evening("x", EveningState.TO_COME),
    ]
    assert [evenings_left(evenings, terms=SeriesTerms(planned=n)) for n in (None, 2, 3, 5)] == [
        *(2, 2, 2, 4)
    ]


def test_one_evening_left() -> None:
    found = reached(
        [evening("a", "b", "c"), evening("a", "c", "b")], SeriesTerms((5, 3, 1), planned=3)
    )
    assert found == {
        "a": SeriesReach(Fraction(10), Fraction(15), best=1, worst=1, newcomers_may_pass=False),
        "b": SeriesReach(Fraction(4), Fraction(9), best=2, worst=3, newcomers_may_pass=True),
        "c": SeriesReach(Fraction(4), Fraction(9), best=2, worst=3, newcomers_may_pass=True),
    }


def test_best_of_several_leaves_less_to_win() -> None:
    found = reached([evening("a", "b")], SeriesTerms((5, 3), best=1, bonus=1, planned=2))
    assert found["a"] == SeriesReach(
        Fraction(6), Fraction(7), best=1, worst=2, newcomers_may_pass=True
    )


def test_not_everybody_wins_the_same_evening() -> None:
    """A team of two may win it: two can draw level, and nothing is left for the others."""
    evenings = [evening("a"), evening("a"), *(evening(winner) for winner in "bcdef")]
    found = reached(evenings, SeriesTerms((6, 1), planned=8))
    assert {player: bound.worst for player, bound in found.items()} == {
        "a": 3,
        **dict.fromkeys("bcdef", 6),
    }


def test_at_the_end_everybody_has_the_own_rank() -> None:
    found = reached([evening("a", "b")], SeriesTerms((5, 3)))
    assert found == {
        "a": SeriesReach(Fraction(5), Fraction(5), 1, 1, newcomers_may_pass=False),
        "b": SeriesReach(Fraction(3), Fraction(3), 2, 2, newcomers_may_pass=False),
    }


@given(made_up_evenings(most=3), made_up_terms, made_up_guests, st.data())
def test_no_outcome_is_outside_of_the_bounds(
    evenings: list[Evening], terms: SeriesTerms, guests: frozenset[str], data: st.DataObject
) -> None:
    table = series_table(evenings, terms=terms, guests=guests)
    bounds = reaches(table, evenings, terms=terms, guests=guests)
    ended = [
        each
        if each.state is EveningState.FINISHED
        else replace(each, state=EveningState.FINISHED, sides=data.draw(made_up_sides()))
        for each in evenings
    ]
    for number in range((terms.planned or 0) - len(evenings)):
        ended.append(Evening(f"more {number}", EveningState.FINISHED, data.draw(made_up_sides())))
    final = {row.player: row for row in series_table(ended, terms=terms, guests=guests).rows}
    newcomers = final.keys() - bounds.keys()
    for player, bound in bounds.items():
        if player not in final:  # only in the running evening so far, and not at its end
            continue
        row = final[player]
        ahead = sum(final[other].rank < row.rank for other in newcomers)
        assert bound.least <= row.total <= bound.most
        assert bound.best <= row.rank
        assert row.rank - ahead <= bound.worst
        assert bound.newcomers_may_pass or not ahead


FEW = "abcd"
SMALL_TABLES = [
    tuple(EveningSide(player, (player,), rank) for rank, player in enumerate(order, start=1))
    for size in range(len(FEW) + 1)
    for order in permutations(FEW, size)
]
SMALL_TEAMS = [
    (
        EveningSide("1", pair, 1),
        EveningSide("2", tuple(player for player in FEW if player not in pair), 2),
    )
    for pair in combinations(FEW, 2)
]


@configured(max_examples=40)
@given(
    st.lists(st.sampled_from(SMALL_TABLES), min_size=1, max_size=3),
    st.sampled_from([(6, 1), (5, 3, 1), (25, 18, 15, 12)]),
    st.sampled_from([None, 1, 2]),
    st.integers(0, 2),
)
def test_bounds_hold_whatever_the_last_evening_brings(
    played: list[tuple[EveningSide, ...]], by_place: tuple[int, ...], best: int | None, bonus: int
) -> None:
    """All tables of four, and all teams of two: each rank that comes of one is possible."""
    terms = SeriesTerms(by_place, best=best, bonus=bonus, planned=len(played) + 1)
    evenings = [Evening(str(n), EveningState.FINISHED, sides) for n, sides in enumerate(played)]
    bounds = reached(evenings, terms)
    for sides in (*SMALL_TABLES, *SMALL_TEAMS):
        ended = [*evenings, Evening("last", EveningState.FINISHED, sides)]
        rows = series_table(ended, terms=terms, guests=NOBODY).rows
        known = [row for row in rows if row.player in bounds]
        for row in known:
            better = sum(other.rank < row.rank for other in known)
            assert better < bounds[row.player].worst
            assert bounds[row.player].best <= row.rank


@given(made_up_evenings(), made_up_terms, made_up_guests)
def test_present_rank_is_within_the_bounds(
    evenings: list[Evening], terms: SeriesTerms, guests: frozenset[str]
) -> None:
    """Of the finished evenings: a running one may still end otherwise."""
    strict = replace(terms, counts_running=False)
    table = series_table(evenings, terms=strict, guests=guests)
    bounds = reaches(table, evenings, terms=strict, guests=guests)
    assert all(bounds[r.player].best <= r.rank <= bounds[r.player].worst for r in table.rows)
