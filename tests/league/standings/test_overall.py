"""The order over all stages of an event."""

from league.pairing.qualifying import Placed
from league.standings.overall import FinalPlace, final_places


def test_whoever_came_further_stands_above() -> None:
    final = [Placed("c", 1), Placed("a", 2)]
    groups = [Placed("a", 1, "A"), Placed("b", 2, "A"), Placed("c", 1, "B"), Placed("d", 2, "B")]
    assert final_places([final, groups]) == [
        FinalPlace(1, "c", 2),
        FinalPlace(2, "a", 2),
        FinalPlace(3, "b", 1),
        FinalPlace(3, "d", 1),
    ]


def test_one_stage_has_the_order_of_its_table() -> None:
    table = [Placed("a", 1), Placed("b", 2), Placed("c", 2), Placed("d", 4)]
    assert [(row.place, row.entry) for row in final_places([table])] == [
        (1, "a"),
        (2, "b"),
        (2, "c"),
        (4, "d"),
    ]
