"""Final figures of a game without a record."""

import pytest

from games.kaleidoskop import RULES
from games.tallies import tallied
from games.values import Fault, Setup, SideScore

COLOURS = ("red", "green", "blue", "orange", "yellow", "purple")


def sheet(*points: int) -> dict[str, int]:
    return dict(zip(COLOURS, points, strict=True))


@pytest.mark.parametrize(
    ("players", "variant", "top"),
    [(2, "base", 18), (4, "base", 18), (4, "teams", 36), (1, "solo", 36)],
)
def test_fields_are_the_six_colours_to_the_end_of_the_track(
    players: int, variant: str, top: int
) -> None:
    fields = RULES.figures.fields(Setup(players, variant))
    assert [field.name for field in fields] == list(COLOURS)
    assert [field.label for field in fields] == [name.capitalize() for name in COLOURS]
    assert [field.symbol for field in fields] == list("RGBOYP")
    assert {(field.least, field.most, field.kind) for field in fields} == {(0, top, "number")}


def test_keys_are_the_colours_in_ascending_order() -> None:
    sheets = {"B": sheet(9, 18, 12, 14, 13, 18), "A": sheet(10, 11, 18, 10, 17, 12)}
    assert tallied(RULES, Setup(2), sheets) == [
        SideScore("A", ("A",), 10, (10, 10, 11, 12, 17, 18)),
        SideScore("B", ("B",), 9, (9, 12, 13, 14, 18, 18)),
    ]


def test_teams_and_solo_have_a_joint_track() -> None:
    assert RULES.play.sides(Setup(4, "teams")) == [("A", "C"), ("B", "D")]
    full, less = sheet(*[36] * 6), sheet(0, 36, 20, 18, 19, 36)
    assert tallied(RULES, Setup(4, "teams"), {"A+C": less, "B+D": full}) == [
        SideScore("A+C", ("A", "C"), 0, (0, 18, 19, 20, 36, 36)),
        SideScore("B+D", ("B", "D"), 36, (36,) * 6),
    ]
    assert tallied(RULES, Setup(1, "solo"), {"A": full}) == [SideScore("A", ("A",), 36, (36,) * 6)]


@pytest.mark.parametrize("ending", ["normal", "time"])
def test_only_one_side_can_have_all_colours_full(ending: str) -> None:
    full, less = sheet(*[18] * 6), sheet(17, *[18] * 5)
    sheets = {"A": full, "B": less, "C": full}
    refused = tallied(RULES, Setup(3), sheets, termination=ending)
    assert isinstance(refused, Fault)
    assert (refused.code, refused.rule) == ("both-full", "4.2")
    assert refused.gaps == {"first": "A", "second": "C", "top": 18}
    allowed = tallied(RULES, Setup(3), {**sheets, "C": less}, termination=ending)
    assert not isinstance(allowed, Fault)
