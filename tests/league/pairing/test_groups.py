"""Who is in which group: sizes, the snake, and whom it keeps apart."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from league.pairing.field import Entrant
from league.pairing.groups import by_name, divide, group_name, group_sizes, members_of


def field_of(number: int, *, clubs: str = "") -> list[Entrant]:
    """With clubs by the letter at their number; a point is no club."""
    told = clubs.ljust(number, ".").replace(".", " ")
    return [Entrant(f"e{seed}", seed, club=told[seed - 1].strip()) for seed in range(1, number + 1)]


def grouped(division: dict[str, str]) -> list[str]:
    """Starting numbers, group by group."""
    return [
        " ".join(entry.removeprefix("e") for entry in members)
        for members in members_of(division).values()
    ]


@pytest.mark.parametrize(
    ("entries", "group_size", "sizes"),
    [
        (16, 4, [4, 4, 4, 4]),
        (14, 4, [4, 4, 3, 3]),
        (13, 4, [4, 3, 3, 3]),
        (5, 4, [5]),  # not three and two
        (6, 4, [3, 3]),
        (9, 5, [5, 4]),
        (7, 3, [4, 3]),  # not three, two and two
        (8, 3, [4, 4]),
        (5, 2, [3, 2]),
        (2, 4, [2]),
        (1, 4, [1]),
    ],
)
def test_groups_are_full_or_one_short_and_never_of_two(
    entries: int, group_size: int, sizes: list[int]
) -> None:
    assert group_sizes(entries, group_size=group_size) == sizes


@given(st.integers(1, 300), st.integers(2, 24))
def test_sizes_cover_the_field_and_differ_by_one_at_most(entries: int, group_size: int) -> None:
    sizes = group_sizes(entries, group_size=group_size)
    assert sum(sizes) == entries
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= min(3, group_size, entries)
    if max(sizes) > group_size:  # only where one group more would have been too small
        assert entries // (len(sizes) + 1) < min(3, group_size)


def test_names_go_on_behind_z() -> None:
    names = [group_name(number) for number in range(703)]
    assert [names[at] for at in (0, 25, 26, 27, 52, 701, 702)] == [
        *("A", "Z", "AA", "AB", "BA", "ZZ", "AAA")
    ]
    assert sorted(names, key=by_name) == names
    assert sorted(names) != names
    assert len(set(names)) == len(names)


def test_snake_goes_there_and_back() -> None:
    assert grouped(divide(field_of(16), group_size=4)) == [
        *("1 8 9 16", "2 7 10 15"),
        *("3 6 11 14", "4 5 12 13"),
    ]


def test_snake_of_an_uneven_field_goes_on_where_it_turns() -> None:
    assert grouped(divide(field_of(14), group_size=4)) == [
        *("1 8 9", "2 7 10"),
        *("3 6 11 14", "4 5 12 13"),
    ]


def test_club_mates_of_a_pot_change_places_and_the_stronger_stay() -> None:
    """1 and 8 are mates: 8 goes to the next group, whose 7 comes instead."""
    before = divide(field_of(16), group_size=4)
    after = divide(field_of(16, clubs="x......x"), group_size=4)
    changed = {entry for entry in before if before[entry] != after[entry]}
    assert changed == {"e7", "e8"}
    assert (after["e8"], after["e7"]) == ("B", "A")


def test_pair_kept_apart_counts_more_than_club_mates() -> None:
    """e8 may be with a mate or with e1; everywhere else is a mate of theirs."""
    entrants = field_of(8, clubs=".xxx...x")
    for apart, group in (([], "A"), ([("e1", "e8")], "B")):
        assert divide(entrants, group_size=2, apart=apart)["e8"] == group


def test_pair_that_cannot_be_parted_within_its_pot_stays() -> None:
    """One group holds everybody."""
    assert set(divide(field_of(4), group_size=4, apart=[("e1", "e2")]).values()) == {"A"}


def test_last_pot_may_go_to_any_group() -> None:
    """Nine in two groups of four and five: the last one goes to where no mate is."""
    alone = divide(field_of(9), group_size=5)
    assert alone["e9"] == "A"
    assert divide(field_of(9, clubs="x.......x"), group_size=5)["e9"] == "B"


def test_seed_decides_among_equally_good_changes() -> None:
    entrants = field_of(12, clubs=".x..x")  # 5 is in the group of 2, and as near to 1 as to 3
    found = {divide(entrants, group_size=4, seed=seed)["e5"] for seed in range(20)}
    assert found == {"A", "C"}


fields = st.lists(st.sampled_from("abcde."), min_size=2, max_size=40).map("".join)


@given(fields, st.integers(2, 7), st.integers(0, 99), st.randoms(use_true_random=False))
def test_division_is_fair_and_depends_on_nothing_else(
    clubs: str, group_size: int, seed: int, random: object
) -> None:
    entrants = field_of(len(clubs), clubs=clubs)
    apart = [("e1", f"e{len(clubs)}")]
    division = divide(entrants, group_size=group_size, apart=apart, seed=seed)
    shuffled = list(entrants)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert divide(shuffled, group_size=group_size, apart=apart, seed=seed) == division
    sizes = group_sizes(len(clubs), group_size=group_size)
    assert sorted(Counter(division.values()).values(), reverse=True) == sizes
    for start in range(0, len(clubs), len(sizes)):  # the pots, which nobody leaves
        pot = [division[entrant.id] for entrant in entrants[start : start + len(sizes)]]
        assert len(set(pot)) == len(pot)


@given(fields, st.integers(2, 7))
def test_nobody_is_with_more_mates_than_by_the_snake(clubs: str, group_size: int) -> None:
    entrants = field_of(len(clubs), clubs=clubs)
    snake = divide(field_of(len(clubs)), group_size=group_size)
    division = divide(entrants, group_size=group_size)
    assert pairs_of_mates(entrants, division) <= pairs_of_mates(entrants, snake)


def pairs_of_mates(entrants: list[Entrant], division: dict[str, str]) -> int:
    return sum(
        first.club == second.club != "" and division[first.id] == division[second.id]
        for first, second in combinations(entrants, 2)
    )


def test_big_field_is_divided_at_once() -> None:
    entrants = field_of(2000, clubs="abcdefghijklmnopqrst" * 100)
    division = divide(entrants, group_size=4)
    assert pairs_of_mates(entrants, division) == 0


def test_pair_that_met_before_is_parted_before_club_mates_and_after_those_kept_apart() -> None:
    """By the snake 1, 4, 5 and 8 are together: 4 changes places with 3 of its own pot."""
    assert grouped(divide(field_of(8), group_size=4)) == ["1 4 5 8", "2 3 6 7"]
    assert grouped(divide(field_of(8), group_size=4, met=[("e1", "e4")])) == ["1 3 5 8", "2 4 6 7"]
    mates = field_of(8, clubs=".xxx...x")  # wherever e8 is not with e1, a mate of theirs is
    assert divide(mates, group_size=2)["e8"] == "A"
    assert divide(mates, group_size=2, met=[("e1", "e8")])["e8"] == "B"
    both = divide(field_of(4), group_size=2, apart=[("e1", "e4")], met=[("e1", "e3")])
    assert both["e4"] != both["e1"]
