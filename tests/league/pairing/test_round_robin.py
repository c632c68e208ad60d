"""Round robin by the printed Berger tables, and what any number of entries is promised."""

from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import given, strategies as st

from league.pairing.field import Entrant, Pairing
from league.pairing.round_robin import berger_round, round_robin_rounds

# FIDE Handbook C.05, annex 1: Berger tables. The higher number of each is also the bye of an odd
# field: a round of 3 is one of 4 without the fourth.
PRINTED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
}


def schedule(count: int, *, double: bool = False) -> list[Pairing]:
    entrants = [Entrant(str(seed), seed) for seed in range(count, 0, -1)]
    rounds = range(1, round_robin_rounds(count, double=double) + 1)
    return [berger_round(entrants, round_number=number, double=double) for number in rounds]


def printed(count: int) -> list[list[tuple[str, ...]]]:
    rows = PRINTED[count].strip().splitlines()
    return [[tuple(pair.split("-")) for pair in row.split()] for row in rows]


def tables(pairing: Pairing) -> list[tuple[str, ...]]:
    return [table.entries for table in pairing.tables]


def starts(rounds: list[Pairing], entry: str) -> list[bool]:
    return [t.entries[0] == entry for r in rounds for t in r.tables if entry in t.entries]


@pytest.mark.parametrize("count", PRINTED)
def test_even_field_follows_the_printed_table(count: int) -> None:
    assert [tables(pairing) for pairing in schedule(count)] == printed(count)


@pytest.mark.parametrize("count", PRINTED)
def test_odd_field_gives_the_bye_to_who_would_meet_the_last(count: int) -> None:
    rounds = schedule(count - 1)

    for pairing, row in zip(rounds, printed(count), strict=True):
        (missed,) = (pair for pair in row if str(count) in pair)
        assert tables(pairing) == [pair for pair in row if pair != missed]
        assert pairing.byes == tuple(entry for entry in missed if entry != str(count))


@given(count=st.integers(0, 20), double=st.booleans())
def test_everybody_meets_everybody(count: int, double: bool) -> None:
    rounds = schedule(count, double=double)
    met = [pair for pairing in rounds for pair in tables(pairing)]
    names = [str(seed) for seed in range(1, count + 1)]

    once = [tuple(sorted(pair)) for pair in combinations(names, 2)]
    assert sorted(tuple(sorted(pair)) for pair in met) == sorted(once * (2 if double else 1))
    assert len(set(met)) == len(met)  # the second time with the start turned
    for pairing in rounds:
        seated = [entry for pair in tables(pairing) for entry in pair]
        assert sorted([*seated, *pairing.byes]) == sorted(names)


@given(count=st.integers(2, 20))
def test_starts_are_shared_evenly(count: int) -> None:
    single, double = schedule(count), schedule(count, double=True)

    for seed in range(1, count + 1):
        balance = [1 if started else -1 for started in starts(single, str(seed))]
        assert abs(sum(balance)) <= 1
        assert sum(1 if started else -1 for started in starts(double, str(seed))) == 0


@given(count=st.integers(3, 20))
def test_nobody_starts_three_times_running_in_a_double_round_robin(count: int) -> None:
    rounds = schedule(count, double=True)

    for seed in range(1, count + 1):
        longest = max(len(list(run)) for _, run in groupby(starts(rounds, str(seed))))
        assert longest <= 2


def test_three_running_would_come_of_the_plain_order() -> None:
    """The control of the test above: the cycle as printed, then turned."""
    plain = printed(8) + [[pair[::-1] for pair in row] for row in printed(8)]
    first = [pair[0] == "1" for row in plain for pair in row if "1" in pair]

    assert any(one == two == three for (one, two), (_, three) in pairwise(pairwise(first)))


def test_double_of_two_is_there_and_back() -> None:
    assert [tables(pairing) for pairing in schedule(2, double=True)] == [[("1", "2")], [("2", "1")]]


@pytest.mark.parametrize("number", [0, 4])
def test_round_outside_the_schedule_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"round {number} of a round robin of 3"):
        berger_round([Entrant(str(seed), seed) for seed in range(1, 5)], round_number=number)
