"""Brackets: everybody plays until out, byes where they belong, rematches as late as can be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, strategies as st

from league.pairing.brackets import (
    Bracket,
    PlaceRange,
    Side,
    Slot,
    Source,
    double_elimination,
    places_of,
    ranges_of,
    single_elimination,
    state_of,
)

SIZES = range(2, 71)


def names(count: int) -> list[str]:
    return [f"e{number}" for number in range(1, count + 1)]


def lines_of(count: int) -> int:
    """The power of two that so many entries need."""
    return 1 << (count - 1).bit_length()


def played(
    bracket: Bracket, count: int, *, random: Random | None = None
) -> tuple[dict[str, list[str]], list[list[tuple[str, tuple[str, ...]]]]]:
    """Results of all slots, and the tables of each round. Without lots the better number wins."""
    results: dict[str, list[str]] = {}
    rounds = []
    for number in range(1, bracket.rounds + 1):
        states = state_of(bracket, entries=names(count), results=results)
        ready = [s for s in states if s.is_ready and s.slot.round == number]
        tables = [(s.slot.key, tuple(e for e in s.entries if e)) for s in ready]
        rounds.append(tables)
        for key, table in tables:
            results[key] = sorted(table, key=lambda entry: int(entry[1:]))
            if random is not None:
                random.shuffle(results[key])
    return results, rounds


def slot_of(bracket: Bracket, key: str) -> Slot:
    return next(slot for slot in bracket.slots if slot.key == key)


def seeds_below(bracket: Bracket, source: Source) -> frozenset[int]:
    """Everybody who can come from there."""
    if source.seed:
        return frozenset({source.seed})
    return frozenset().union(
        *(seeds_below(bracket, each) for each in slot_of(bracket, source.slot).sources)
    )


def states_after(bracket: Bracket, count: int, results: dict[str, list[str]]) -> dict[str, int]:
    return places_of(state_of(bracket, entries=names(count), results=results))


# Single knockout


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("neighbours", [False, True])
def test_single_knockout_keeps_its_numbers(count: int, neighbours: bool) -> None:
    bracket = single_elimination(count, places_played=2, neighbours=neighbours)
    first = {source.seed for slot in bracket.slots if slot.round == 1 for source in slot.sources}

    assert len(bracket.slots) == count - 1
    assert bracket.rounds == (count - 1).bit_length()
    assert first == set(range(lines_of(count) - count + 1, count + 1))  # byes: the first numbers
    third = single_elimination(count, places_played=4, neighbours=neighbours)
    assert len(third.slots) == count - 1 + (count > 3)
    assert third.rounds == bracket.rounds


@pytest.mark.parametrize("count", SIZES)
def test_best_numbers_meet_as_late_as_possible(count: int) -> None:
    bracket = single_elimination(count, places_played=2)
    for slot in bracket.slots:
        halves = [seeds_below(bracket, source) for source in slot.sources]
        apart = 2 ** (bracket.rounds - slot.round)  # of the best so many, no two meet before
        assert len([seed for half in halves for seed in half if seed <= apart]) <= 1
        if len(halves[0] | halves[1]) == 2:
            assert sum(halves[0] | halves[1]) == lines_of(count) + 1 or slot.round > 1


def test_bracket_of_eight_is_the_usual_one() -> None:
    bracket = single_elimination(8, places_played=2)
    assert [[source.seed for source in slot.sources] for slot in bracket.slots[:4]] == [
        [1, 8],
        [4, 5],
        [2, 7],
        [3, 6],
    ]
    assert [slot.key for slot in bracket.slots] == [
        *("W1.1", "W1.2", "W1.3", "W1.4", "W2.1", "W2.2", "F1"),
    ]


def test_neighbours_meet_in_the_order_that_was_set() -> None:
    bracket = single_elimination(6, places_played=2, neighbours=True)
    assert [slot.sources for slot in bracket.slots[:4]] == [
        (Source(seed=3), Source(seed=4)),
        (Source(seed=5), Source(seed=6)),
        (Source(seed=1), Source(seed=2)),
        (Source(slot="W1.3"), Source(slot="W1.4")),
    ]


@given(st.integers(2, 70), st.sampled_from([2, 4, 8, 16, 64]), st.booleans(), st.randoms())
def test_everybody_plays_until_out(
    count: int, limit: int, neighbours: bool, random: Random
) -> None:
    bracket = single_elimination(count, places_played=limit, neighbours=neighbours)
    results, rounds = played(bracket, count, random=random)
    main = [key for key in results if slot_of(bracket, key).side is not Side.PLACES]

    lost = Counter(results[key][1] for key in main)
    assert set(lost.values()) == {1}
    assert set(names(count)) - set(lost) == {results["F1"][0]}
    for tables in rounds:
        seated = [entry for _key, table in tables for entry in table]
        assert len(set(seated)) == len(seated)
        assert tables
    places = states_after(bracket, count, results)
    assert sorted(places) == sorted(names(count))
    told_apart = min(limit, count) if limit < 64 else count
    counted = Counter(places.values())
    assert all(counted[place] == 1 for place in range(1, told_apart + 1))
    assert sorted(counted) == _ranked(counted)


def _ranked(counted: Counter[int]) -> list[int]:
    """The places that there must be if so many share each."""
    place, ranks = 1, []
    for _place, sharing in sorted(counted.items()):
        ranks.append(place)
        place += sharing
    return ranks


def test_places_behind_are_played_for() -> None:
    bracket = single_elimination(8, places_played=8)
    results, rounds = played(bracket, 8)
    assert [len(tables) for tables in rounds] == [4, 4, 4]
    assert states_after(bracket, 8, results) == {
        entry: number for number, entry in enumerate(names(8), start=1)
    }


def test_who_goes_out_in_one_round_shares_the_place() -> None:
    bracket = single_elimination(8, places_played=2)
    results, _rounds = played(bracket, 8)
    places = [1, 2, 3, 3, 5, 5, 5, 5]
    assert states_after(bracket, 8, results) == dict(zip(names(8), places, strict=True))


def test_who_plays_on_is_above_who_is_out() -> None:
    bracket = single_elimination(8, places_played=4)
    results = {"W1.1": ["e8", "e1"], "W1.2": ["e4", "e5"], "W2.1": ["e8", "e4"]}
    states = state_of(bracket, entries=names(8), results=results)
    assert ranges_of(states) == {
        "e8": PlaceRange(1, 2),
        "e4": PlaceRange(3, 4),
        "e1": PlaceRange(5, 5, 4),
        "e5": PlaceRange(5, 5, 4),
        **{entry: PlaceRange(1, 5, 4) for entry in ("e2", "e3", "e6", "e7")},
    }


# Tables of several


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("count", SIZES)
def test_tables_lead_to_one_final_table(count: int, seats: int) -> None:
    for advance in range(1, seats):
        bracket = single_elimination(count, seats=seats, advance=advance)
        results, rounds = played(bracket, count, random=Random(count))
        assert len(rounds[-1]) == 1
        for slot in bracket.slots:
            assert 2 <= len(slot.sources) <= seats
            assert slot.key == "F1" or len(slot.sources) > advance
        places = states_after(bracket, count, results)
        assert sorted(places) == sorted(names(count))
        counted = Counter(places.values())
        assert sorted(counted) == _ranked(counted)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("count", range(5, 71))
def test_tables_of_a_round_differ_by_one_at_most(count: int, seats: int) -> None:
    bracket = single_elimination(count, seats=seats, advance=1)
    for number in range(1, bracket.rounds + 1):
        sizes = [len(slot.sources) for slot in bracket.slots if slot.round == number]
        assert max(sizes) - min(sizes) <= 1


def test_sixteen_at_tables_of_four_where_two_go_on() -> None:
    bracket = single_elimination(16, seats=4, advance=2)
    assert [[source.seed for source in slot.sources] for slot in bracket.slots[:4]] == [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ]
    semi = slot_of(bracket, "W2.1")
    assert [source.slot for source in semi.sources] == ["W1.1", "W1.4", "W1.2", "W1.3"]
    assert bracket.rounds == 3


def test_game_for_three_has_no_table_of_two() -> None:
    for count in (3, 6, 7, 9, 10, 20):
        bracket = single_elimination(count, seats=4, advance=2, least=3)
        assert all(len(slot.sources) >= 3 for slot in bracket.slots)
    with pytest.raises(ValueError, match="brought"):
        single_elimination(2, seats=4, advance=2, least=3)


def test_nobody_could_go_out_if_all_went_on() -> None:
    with pytest.raises(ValueError, match="go on"):
        single_elimination(8, seats=3, advance=3)


# Double elimination


@pytest.mark.parametrize("count", SIZES)
def test_double_elimination_has_as_few_rounds_as_can_be(count: int) -> None:
    bracket = double_elimination(count, has_reset=False)
    assert len(bracket.slots) == 2 * count - 2
    depth: dict[str, int] = {}
    for slot in bracket.slots:
        depth[slot.key] = 1 + max(depth.get(source.slot, 0) for source in slot.sources)
        assert all(slot_of(bracket, s.slot).round < slot.round for s in slot.sources if s.slot)
    lines = (count - 1).bit_length()  # a round of either bracket is played at once
    assert max(depth.values()) <= bracket.rounds <= 2 * lines
    if count == 2**lines:
        assert bracket.rounds == max(depth.values())
    assert {slot.round for slot in bracket.slots} == set(range(1, bracket.rounds + 1))
    again = double_elimination(count, has_reset=True)
    assert (len(again.slots), again.rounds) == (2 * count - 1, bracket.rounds + 1)


@given(st.integers(2, 70), st.booleans(), st.booleans(), st.randoms())
def test_everybody_but_the_winner_loses_twice(
    count: int, neighbours: bool, has_reset: bool, random: Random
) -> None:
    bracket = double_elimination(count, has_reset=has_reset, neighbours=neighbours)
    results, rounds = played(bracket, count, random=random)

    lost = Counter(order[1] for order in results.values())
    [winner] = {entry for entry in names(count) if lost[entry] < 2} - (
        set() if has_reset else {results["F1"][1]}
    )
    last = "F2" if "F2" in results else "F1"
    assert results[last][0] == winner
    assert all(lost[entry] == 2 for entry in names(count) if entry not in results["F1"])
    assert len(results) in ((2 * count - 2, 2 * count - 1) if has_reset else (2 * count - 2,))
    for tables in rounds:
        seated = [entry for _key, table in tables for entry in table]
        assert len(set(seated)) == len(seated)
    places = states_after(bracket, count, results)
    assert (places[results[last][0]], places[results[last][1]]) == (1, 2)
    counted = Counter(places.values())
    assert sorted(counted) == _ranked(counted)


def test_second_final_is_for_who_had_not_lost() -> None:
    bracket = double_elimination(2)
    first = {"W1.1": ["e1", "e2"]}
    clear = state_of(bracket, entries=names(2), results={**first, "F1": ["e1", "e2"]})
    assert [(state.is_needless, state.entries) for state in clear[2:]] == [(True, (None, None))]
    open_ = state_of(bracket, entries=names(2), results={**first, "F1": ["e2", "e1"]})
    assert [(state.is_ready, state.entries) for state in open_[2:]] == [(True, ("e1", "e2"))]


def rematches(bracket: Bracket) -> Iterator[int]:
    """The levels of the losers' bracket at which two can meet who may have met before.

    `coming`: pairs of a number and the slot in which it lost, for whoever can come to a slot.
    """
    for slot in bracket.slots:
        if slot.side is not Side.LOSERS:
            continue
        upper, lower = (set(_lost_at(bracket, source)) for source in slot.sources)
        if any(_have_met(bracket, one, other) for one in upper for other in lower):
            yield slot.level


def _lost_at(bracket: Bracket, source: Source) -> Iterator[tuple[int, str]]:
    slot = slot_of(bracket, source.slot)
    if slot.side is Side.WINNERS:
        yield from ((seed, slot.key) for seed in seeds_below(bracket, source))
    else:
        for each in slot.sources:
            yield from _lost_at(bracket, each)


def _have_met(bracket: Bracket, one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Possible if the earlier of both lost in a match to which both could come."""
    keys = sorted((one[1], other[1]), key=lambda key: slot_of(bracket, key).round)
    first = slot_of(bracket, keys[0])
    if keys[0] == keys[1]:
        return False  # one lost it, the other one did not
    halves = [seeds_below(bracket, source) for source in first.sources]
    return {one[0], other[0]} <= halves[0] | halves[1] and not any(
        {one[0], other[0]} <= half for half in halves
    )


@pytest.mark.parametrize("lines", range(2, 7))
def test_rematch_comes_as_late_as_it_can(lines: int) -> None:
    """Losers of c rounds need c different parts of the bracket to come from; there are 2^(k-c)."""
    forced = next(level for level in range(2, lines + 1) if level > 2 ** (lines - level))
    earliest = min(rematches(double_elimination(2**lines)))
    assert earliest >= 2 * forced - 3
    assert earliest > (1 if lines > 2 else 0)


@pytest.mark.parametrize("count", range(5, 71, 3))
def test_byes_bring_no_rematch_forward(count: int) -> None:
    full = double_elimination(lines_of(count))
    bracket = double_elimination(count)
    rounds = {slot.level: slot.round for slot in bracket.slots if slot.side is Side.LOSERS}
    full_rounds = {slot.level: slot.round for slot in full.slots if slot.side is Side.LOSERS}
    missing = len(full_rounds) - len(rounds)
    assert min(rematches(bracket)) >= min(rematches(full)) - missing


@given(st.integers(2, 40), st.booleans(), st.randoms())
def test_ranges_narrow_as_results_come_in(count: int, is_double: bool, random: Random) -> None:
    bracket = double_elimination(count) if is_double else single_elimination(count)
    results, _rounds = played(bracket, count, random=random)
    final = states_after(bracket, count, results)
    known: dict[str, list[str]] = {}
    ranges = [ranges_of(state_of(bracket, entries=names(count), results={}))]
    for key, order in results.items():
        known[key] = order
        ranges.append(ranges_of(state_of(bracket, entries=names(count), results=known)))
    for before, after in pairwise(ranges):
        for entry, range_ in after.items():
            assert before[entry].best <= range_.best <= final[entry]
            assert final[entry] <= range_.worst <= before[entry].worst


def pairs_met(rounds: Sequence[list[tuple[str, tuple[str, ...]]]]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for tables in rounds
        for _key, table in tables
        for pair in combinations(table, 2)
    )


def test_nobody_meets_twice_in_a_single_knockout() -> None:
    _results, rounds = played(single_elimination(37), 37)
    assert set(pairs_met(rounds).values()) == {1}
