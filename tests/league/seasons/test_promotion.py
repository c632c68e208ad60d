"""Promotion and relegation: nobody is lost or doubled, and every division keeps its size."""

import pytest
from hypothesis import given, strategies as st

from league.seasons.promotion import (
    DivisionLine,
    Zone,
    after_moves,
    lines,
    play_off_pairs,
    sure_to_go_up,
    zones,
)
from league.standings.chances.rank_bounds import Possible

SIZES = st.lists(st.integers(1, 14), min_size=1, max_size=6)
MOVERS = st.none() | st.integers(0, 6)


def tables_of(sizes: list[int]) -> list[list[str]]:
    return [[f"{at}-{place}" for place in range(size)] for at, size in enumerate(sizes)]


@pytest.mark.parametrize(("size", "movers"), [(3, 1), (6, 1), (7, 2), (8, 2), (12, 2), (13, 3)])
def test_one_in_six_moves_rounded_up(size: int, movers: int) -> None:
    assert lines([size, size]) == (DivisionLine(movers),)


def test_sure_to_go_up_is_who_ends_above_the_line_whatever_comes() -> None:
    reach = {"a": Possible(1, 2), "b": Possible(1, 2), "c": Possible(2, 3), "d": Possible(3, 4)}
    assert sure_to_go_up(reach, places=2, may_share=False) == {"a", "b"}
    assert sure_to_go_up(reach, places=0, may_share=False) == frozenset()
    # Three may share the second rank, and two go up.
    assert sure_to_go_up(reach, places=2, may_share=True) == frozenset()
    assert sure_to_go_up(reach, places=3, may_share=True) == {"a", "b"}


def test_best_go_up_and_last_go_down() -> None:
    tables = [list("ABCDEFG"), list("HIJKLMN")]
    drawn = lines([7, 7])
    assert after_moves(tables, drawn) == (tuple("ABCDEHI"), tuple("FGJKLMN"))


def test_play_off_is_between_the_places_around_the_line() -> None:
    tables = [list("ABCDEF"), list("GHIJKL")]
    drawn = lines([6, 6], play_offs=True)
    assert drawn == (DivisionLine(1, has_play_off=True),)
    assert play_off_pairs(tables, drawn) == {0: ("E", "H")}
    undecided = (tuple("ABCDEG"), tuple("FHIJKL"))
    assert after_moves(tables, drawn) == undecided
    assert after_moves(tables, drawn, winners={0: "E"}) == undecided
    assert after_moves(tables, drawn, winners={0: "H"}) == (tuple("ABCDGH"), tuple("EFIJKL"))


def test_zones_of_three_divisions() -> None:
    up, up_off, stay, down_off, down = Zone
    drawn = lines([6, 6, 6], play_offs=True)
    assert zones([6, 6, 6], drawn) == (
        (stay, stay, stay, stay, down_off, down),
        (up, up_off, stay, stay, down_off, down),
        (up, up_off, stay, stay, stay, stay),
    )


def test_division_that_is_too_small_moves_fewer() -> None:
    assert lines([8, 2, 8], movers=3) == (DivisionLine(1), DivisionLine(1))


@given(SIZES, MOVERS, st.booleans(), st.data())
def test_nobody_is_lost_or_doubled_and_sizes_are_kept(
    sizes: list[int], movers: int | None, play_offs: bool, data: st.DataObject
) -> None:
    tables = tables_of(sizes)
    drawn = lines(sizes, movers=movers, play_offs=play_offs)
    pairs = play_off_pairs(tables, drawn)
    winners = {at: data.draw(st.sampled_from(pair)) for at, pair in pairs.items()}
    after = after_moves(tables, drawn, winners=winners)
    assert [len(group) for group in after] == sizes
    assert sorted(p for group in after for p in group) == sorted(p for t in tables for p in t)
    assert len({p for pair in pairs.values() for p in pair}) == 2 * len(pairs)


@given(SIZES, MOVERS, st.booleans())
def test_nobody_moves_further_than_to_the_next_division(
    sizes: list[int], movers: int | None, play_offs: bool
) -> None:
    tables = tables_of(sizes)
    after = after_moves(tables, lines(sizes, movers=movers, play_offs=play_offs))
    moved = [abs(at - int(p.split("-")[0])) for at, group in enumerate(after) for p in group]
    assert max(moved) <= 1


@given(SIZES, MOVERS, st.booleans())
def test_every_place_has_one_zone_and_zones_say_who_moves(
    sizes: list[int], movers: int | None, play_offs: bool
) -> None:
    tables = tables_of(sizes)
    drawn = lines(sizes, movers=movers, play_offs=play_offs)
    marked = zones(sizes, drawn)
    assert [len(each) for each in marked] == sizes
    after = after_moves(tables, drawn)
    now = {p: at for at, group in enumerate(after) for p in group}
    for at, (table, places) in enumerate(zip(tables, marked, strict=True)):
        for player, zone in zip(table, places, strict=True):
            step = {Zone.UP: -1, Zone.DOWN: 1}.get(zone, 0)
            assert now[player] == at + step
