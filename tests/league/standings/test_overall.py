"""The order over all stages of an event."""

from league.pairing.qualifying import PlacedEntry
from league.standings.overall import FinalPlace, final_places


def test_whoever_came_further_stands_above() -> None:
    final = [PlacedEntry("c", 1), PlacedEntry("a", 2)]
    groups = [
        PlacedEntry("a", 1, "A"),
        PlacedEntry("b", 2, "A"),
        PlacedEntry("c", 1, "B"),
        PlacedEntry("d", 2, "B"),
    ]
    assert final_places([final, groups]) == [
        FinalPlace(1, "c", 2),
        FinalPlace(2, "a", 2),
        FinalPlace(3, "b", 1),
        FinalPlace(3, "d", 1),
    ]


def test_one_stage_has_the_order_of_its_table() -> None:
    table = [PlacedEntry("a", 1), PlacedEntry("b", 2), PlacedEntry("c", 2), PlacedEntry("d", 4)]
    assert [(row.place, row.entry) for row in final_places([table])] == [
        (1, "a"),
        (2, "b"),
        (2, "c"),
        (4, "d"),
    ]
