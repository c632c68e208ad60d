"""Entries of different groups: who is the best third, and one order over all groups."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from league.standings.across import across_groups, left_out, one_order
from league.standings.field import Field, field_of
from league.standings.inputs import EntryInput, Inputs, RoundInput, RoundOutcome, Settings
from league.standings.points import duel
from league.standings.table import Row, standings
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import match

# Group A of four, B of three: c has 2 points of three matches, z 1 of two.
GROUPS = {"a": "A", "b": "A", "c": "A", "d": "A", "x": "B", "y": "B", "z": "B"}
ENTRIES = tuple(EntryInput(e, seed, group=g) for seed, (e, g) in enumerate(GROUPS.items(), 1))
FREE = RoundOutcome.PAIRING_BYE
ROUNDS = (
    RoundInput(1, (match("ad", 9, 1), match("bc", 5, 4), match("xy", 6, 2)), {"z": FREE}),
    RoundInput(2, (match("ac", 7, 3), match("bd", 5, 5), match("yz", 4, 4)), {"x": FREE}),
    RoundInput(3, (match("ab", 5, 8), match("cd", 6, 1), match("xz", 7, 0)), {"y": FREE}),
)
SCHEME = replace(duel(), bye_12=0, half_bye_12=0)
ROBIN = Settings(forfeits_are_games=True)


def field(*rounds: RoundInput, seed: int = 0) -> Field:
    inputs = Inputs(ENTRIES, rounds or ROUNDS, lots_seed=seed, settings=ROBIN)
    return field_of(inputs, scheme=SCHEME)


def told(row: object) -> list[str]:
    return [value.why.words % value.gaps for value in row.values]  # type: ignore[attr-defined]


def test_points_are_compared_per_match() -> None:
    """c has twice the points of z, and per match only a third more."""
    rows = across_groups(field(), ["z", "c"], chain=["DE", "WON"])
    assert [(row.rank, row.entry, row.group, row.parted_by) for row in rows] == [
        (1, "c", "A", ""),
        (2, "z", "B", "POINTS"),
    ]
    assert told(rows[0])[0] == "2; matches: 3; per match: 2/3."
    assert told(rows[1])[0] == "1; matches: 2; per match: 1/2."


def test_more_points_of_more_matches_may_be_fewer_per_match() -> None:
    """y and d would be equal in points; d has had a match more."""
    first, second = across_groups(field(), ["d", "y"], chain=[])
    assert (first.entry, second.entry, second.parted_by) == ("y", "d", "POINTS")
    assert [row.values[0].total for row in (first, second)] == [(1,), (1,)]


def test_tiebreaks_go_on_per_match_and_sums_of_opponents_twice() -> None:
    """y and z drew and lost: nothing parts them but what they scored in their games."""
    rows = across_groups(field(), ["y", "z"], chain=["DE", "SB", "WON", "GAME"])
    assert [row.entry for row in rows] == ["y", "z"]
    assert rows[1].parted_by == "GAME"
    assert [value.key for value in rows[0].values] == ["POINTS", "SB", "WON", "GAME", "LOTS"]
    assert told(rows[0])[1:4] == [
        "1; matches: 2. Divided by them twice, since the opponents' points grow with their "
        "matches, too: 1/4.",
        "0; matches: 2; per match: 0.",
        "6, compared as it is: the number of matches makes no difference.",
    ]


def test_game_keys_of_unequal_numbers_of_games_are_means() -> None:
    found = {row.entry: row.values[1].value for row in across_groups(field(), "az", chain=["GAME"])}
    assert found == {"a": (7,), "z": (2,)}


def test_forfeit_is_a_match_and_a_free_round_is_none() -> None:
    lost = (ROUNDS[0], ROUNDS[1], replace(ROUNDS[2], matches=(match("xz", forfeited="z"),)))
    by_entry = {row.entry: row.values[0] for row in across_groups(field(*lost), "xz", chain=[])}
    assert {entry: value.matches for entry, value in by_entry.items()} == {"x": 2, "z": 2}


def test_who_has_no_match_is_behind_everybody() -> None:
    only = RoundInput(1, (match("ad", 1, 9),))
    rows = across_groups(field(only), ["x", "a"], chain=[])
    assert [row.entry for row in rows] == ["a", "x"]
    assert told(rows[1])[0] == "No match, so there is nothing to compare."


def test_lots_of_the_stored_seed_are_the_last_word() -> None:
    fresh = RoundInput(1, ())
    orders = {
        tuple(row.entry for row in across_groups(field(fresh, seed=seed), "adx", chain=["DE"]))
        for seed in range(30)
    }
    assert len(orders) == 6
    [first, *_others] = across_groups(field(fresh, seed=4), "adx", chain=["DE"])
    assert told(first)[-1] == "Lots from the stored seed: drawn as number 1."


def test_starting_numbers_are_compared_the_lower_first() -> None:
    rows = across_groups(field(RoundInput(1, ())), "xa", chain=["SEED"])
    assert [(row.entry, row.parted_by) for row in rows] == [("a", ""), ("x", "SEED")]


def test_what_says_nothing_between_groups_is_left_out_by_name() -> None:
    assert [each.key for each in left_out(["DE", "WON", "BH-C1", "PS", "GAME"])] == [
        *("DE", "BH-C1", "PS")
    ]


@given(
    st.permutations([entry.id for entry in ENTRIES]),
    st.lists(st.sampled_from(sorted(TIEBREAKS)), unique=True, max_size=5),
    st.integers(0, 50),
)
def test_order_is_total_and_depends_on_the_inputs_alone(
    listed: list[str], chain: list[str], seed: int
) -> None:
    rows = across_groups(field(seed=seed), listed, chain=chain)
    assert [row.rank for row in rows] == list(range(1, len(ENTRIES) + 1))
    assert rows == across_groups(field(seed=seed), sorted(listed), chain=chain)
    assert all(bool(row.parted_by) is (row.rank > 1) for row in rows)


def ranks(rows: tuple[Row, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.entry) for row in rows]


def test_one_order_has_all_firsts_first() -> None:
    rows = standings(Inputs(ENTRIES, ROUNDS, settings=ROBIN), chain=["DE"], scheme=SCHEME)
    assert ranks(rows) == [
        *((1, "b"), (2, "a"), (3, "c"), (4, "d")),
        *((1, "x"), (2, "y"), (2, "z")),
    ]
    merged = one_order(rows)
    assert ranks(merged) == [
        *((1, "b"), (1, "x")),
        *((3, "a"), (3, "y"), (3, "z")),
        *((6, "c"), (7, "d")),
    ]
    assert {row.group for row in merged} == {""}


def test_one_order_of_a_table_without_groups_is_the_table() -> None:
    rows = standings(Inputs(ENTRIES[:4], (), settings=ROBIN), chain=["SEED"], scheme=SCHEME)
    plain = tuple(replace(row, group="") for row in rows)
    assert one_order(plain) == plain


@pytest.mark.parametrize("key", ["WON", "WIN", "STD", "BH", "SB", "KS", "GAME", "SPREAD", "SEED"])
def test_usual_tiebreaks_mean_something_between_groups(key: str) -> None:
    assert TIEBREAKS[key].per_matches is not None
