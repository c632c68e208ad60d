"""Who goes on from one stage to the next, and with which starting number."""

from collections.abc import Sequence

from hypothesis import given, strategies as st

from league.pairing.qualifying import (
    BEST_NEXT,
    PLACE,
    WILD_CARD,
    PlacedEntry,
    Qualified,
    by_places,
    everybody,
    kept_apart,
    renumbered,
    repeated,
)

SWISS = [PlacedEntry(f"e{place}", place) for place in range(1, 9)]
GROUPS = [PlacedEntry(f"{group}{place}", place, group) for group in "ABCD" for place in range(1, 5)]
MET = frozenset(
    frozenset((f"{group}{one}", f"{group}{other}"))
    for group in "ABCD"
    for one in range(1, 5)
    for other in range(one + 1, 5)
)
EIGHT = ((1, 8), (4, 5), (2, 7), (3, 6))  # a knockout of eight


def names(field: Sequence[Qualified]) -> list[str]:
    return [one.entry for one in field]


def test_first_of_one_table_go_on_as_they_stand() -> None:
    cut = by_places(SWISS, places=4)
    assert names(cut.field) == ["e1", "e2", "e3", "e4"]
    assert cut.tied == ()
    assert {one.origin for one in cut.field} == {PLACE}


def test_who_is_equal_to_the_last_and_left_out_is_named() -> None:
    table = [
        PlacedEntry("a", 1),
        PlacedEntry("b", 2),
        PlacedEntry("c", 2),
        PlacedEntry("d", 2),
        PlacedEntry("e", 5),
    ]
    assert by_places(table, places=2).tied == ("c", "d")
    assert by_places(table, places=4).tied == ()
    assert by_places(table, places=9).tied == ()


def test_winners_of_groups_come_before_seconds() -> None:
    cut = by_places(GROUPS, places=2, across=["C1", "A1", "D1", "B1", "B2", "A2", "D2", "C2"])
    assert names(cut.field) == ["C1", "A1", "D1", "B1", "B2", "A2", "D2", "C2"]


def test_best_thirds_follow_behind_all_others() -> None:
    cut = by_places(GROUPS, places=2, best_next=2, across=["B3", "D3", "A3", "C3"])
    assert names(cut.field)[-2:] == ["B3", "D3"]
    assert [one.origin for one in cut.field] == [PLACE] * 8 + [BEST_NEXT] * 2
    assert len(cut.field) == 10


def test_everybody_goes_on_by_places() -> None:
    assert names(everybody(GROUPS).field)[:5] == ["A1", "B1", "C1", "D1", "A2"]
    assert len(everybody(GROUPS).field) == 16


def test_order_by_hand_leaves_out_who_is_not_named() -> None:
    field = by_places(SWISS, places=3).field
    assert renumbered(field, ["e3", "e1", "e8"], others=WILD_CARD) == (
        Qualified("e3", PLACE, 3),
        Qualified("e1", PLACE, 1),
        Qualified("e8", WILD_CARD),
    )


def test_winners_and_seconds_of_a_group_do_not_meet_first() -> None:
    across = ["A1", "B1", "C1", "D1", "D2", "C2", "B2", "A2"]
    field = by_places(GROUPS, places=2, across=across).field
    assert repeated(field, meetings=EIGHT, met=MET) != []  # the control: as they come
    apart = kept_apart(field, meetings=EIGHT, met=MET)
    assert repeated(apart, meetings=EIGHT, met=MET) == []
    assert {one.entry for one in apart[:4]} == {"A1", "B1", "C1", "D1"}


def test_entries_of_one_table_keep_their_numbers_though_they_met() -> None:
    field = by_places(SWISS, places=8).field
    met = [frozenset(("e1", "e8"))]
    assert kept_apart(field, meetings=EIGHT, met=met) == field


@given(
    groups=st.integers(2, 8),
    size=st.integers(2, 6),
    places=st.integers(1, 3),
    best_next=st.integers(0, 3),
    data=st.data(),
)
def test_nobody_goes_on_twice_and_tiers_stay_together(
    groups: int, size: int, places: int, best_next: int, data: st.DataObject
) -> None:
    table = [
        PlacedEntry(f"{group}-{place}", place, str(group))
        for group in range(groups)
        for place in range(1, size + 1)
    ]
    across = data.draw(st.permutations([row.entry for row in table]))
    field = by_places(table, places=places, best_next=best_next, across=across).field
    through = min(places, size)
    extra = min(best_next, groups) if size > places else 0
    assert len(field) == len(set(names(field))) == groups * through + extra
    number = len(field)
    meetings = tuple((at, number + 1 - at) for at in range(1, number // 2 + 1))
    met = {
        frozenset((one.entry, other.entry))
        for one in table
        for other in table
        if one.group == other.group and one != other
    }
    apart = kept_apart(field, meetings=meetings, met=met)
    assert [(one.origin, one.place) for one in apart] == [(one.origin, one.place) for one in field]
    assert sorted(names(apart)) == sorted(names(field))
    assert len(repeated(apart, meetings=meetings, met=met)) <= len(
        repeated(field, meetings=meetings, met=met)
    )


def test_equal_ones_behind_are_named_as_far_as_lots_alone_part_them() -> None:
    across = ["B3", "D3", "A3", "C3"]
    cut = by_places(GROUPS, places=2, best_next=2, across=across, by_lots=["D3", "A3"])
    assert cut.tied == ("A3",)
    assert by_places(GROUPS, places=2, best_next=2, across=across, by_lots=["D3"]).tied == ()
    every = ["D3", "A3", "C3"]
    assert by_places(GROUPS, places=2, across=across, by_lots=every).tied == ()
