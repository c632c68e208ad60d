"""The next season: leavers go, newcomers come, and divisions are even again."""

from hypothesis import given, strategies as st

from league.seasons.promotion import (
    Joining,
    PlayerPlaced,
    WhyPlaced,
    after_moves,
    drafted,
    lines,
    sizes_for,
)

BEFORE = [list("ABCDEF"), list("GHIJKL")]
AFTER = after_moves(BEFORE, lines([6, 6]))


def players(placed: tuple[tuple[PlayerPlaced, ...], ...]) -> list[str]:
    return ["".join(each.player for each in group) for group in placed]


def why(placed: tuple[tuple[PlayerPlaced, ...], ...]) -> dict[str, WhyPlaced]:
    return {each.player: each.why for group in placed for each in group}


def test_without_changes_it_is_what_promotion_gave() -> None:
    placed = drafted(BEFORE, AFTER)
    assert players(placed) == ["ABCDEG", "FHIJKL"]
    assert {p: w for p, w in why(placed).items() if w != WhyPlaced.STAYS} == {
        "G": WhyPlaced.PROMOTED,
        "F": WhyPlaced.RELEGATED,
    }


def test_free_place_is_taken_by_the_best_below() -> None:
    placed = drafted(BEFORE, AFTER, leaving={"A"}, joining=[Joining("X")])
    assert players(placed) == ["BCDEGF", "HIJKLX"]
    assert why(placed)["F"] == WhyPlaced.MOVED_UP
    assert why(placed)["X"] == WhyPlaced.NEW


def test_divisions_become_even_when_the_number_changes() -> None:
    placed = drafted(BEFORE, AFTER, leaving={"A", "B"})
    assert players(placed) == ["CDEGF", "HIJKL"]
    third = drafted(BEFORE, AFTER, divisions=3)
    assert players(third) == ["ABCD", "EGFH", "IJKL"]
    assert why(third)["E"] == WhyPlaced.MOVED_DOWN


def test_whoever_paused_comes_back_to_the_division_of_then() -> None:
    placed = drafted(BEFORE, AFTER, leaving={"C"}, joining=[Joining("P", 0, is_back=True)])
    assert players(placed) == ["ABDEGP", "FHIJKL"]
    assert why(placed)["P"] == WhyPlaced.BACK


def test_larger_divisions_are_at_the_bottom() -> None:
    assert sizes_for(11, divisions=3, kept=[4, 4, 4]) == (3, 4, 4)
    assert sizes_for(12, divisions=2, kept=[4, 8]) == (4, 8)


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
    st.data(),
    st.integers(1, 6),
)
def test_everybody_who_stays_or_comes_has_one_place(
    sizes: list[int], data: st.DataObject, divisions: int
) -> None:
    before = [[f"{at}-{place}" for place in range(size)] for at, size in enumerate(sizes)]
    after = after_moves(before, lines(sizes))
    everybody = [player for group in before for player in group]
    leaving = data.draw(st.sets(st.sampled_from(everybody)))
    joining = [
        Joining(f"new-{n}", data.draw(st.none() | st.integers(0, 8)))
        for n in range(data.draw(st.integers(0, 5)))
    ]
    placed = drafted(before, after, leaving=leaving, joining=joining, divisions=divisions)
    wanted = [p for p in everybody if p not in leaving] + [each.player for each in joining]
    assert sorted(each.player for group in placed for each in group) == sorted(wanted)
    found = [len(group) for group in placed]
    assert len(found) == divisions
    assert max(found) - min(found) <= 1 or found == sizes
