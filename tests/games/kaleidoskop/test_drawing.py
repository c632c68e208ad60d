"""The drawing: well-formed, complete, and of a kind that a strict content policy allows."""

from xml.etree import ElementTree

import pytest

from games.kaleidoskop import RULES
from games.kaleidoskop.board import board, fields_of
from games.record import read
from games.values import Action
from tests.games.kaleidoskop.tables import line, play, start
from tests.games.random_records import described

SVG = "{http://www.w3.org/2000/svg}"


def drawn(position, last=None, coordinates=False):
    return ElementTree.fromstring(RULES.looks.draw(position, last=last, coordinates=coordinates))


def classes(root, name):
    return [one for one in root.iter() if name in one.get("class", "").split()]


@pytest.mark.parametrize(
    ("players", "variant", "count"),
    [(1, "solo", 91), (2, "base", 91), (3, "base", 127), (4, "base", 169), (4, "teams", 169)],
)
def test_every_field_of_the_area_is_there_once(players, variant, count):
    root = drawn(start(players, variant))
    fields = [one.get("data-field") for one in classes(root, "field")]
    area = {board().names[field] for field in fields_of(board().areas[players])}
    assert (len(fields), set(fields)) == (count, area)


def test_words_stand_beside_the_drawing():
    position = play(start(), "A RG m9-m10")
    root = drawn(position)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "Kaleidoskop: B is to play."
    assert root.find(f"{SVG}desc").text == described(RULES, position)


def test_no_styles_and_no_scripts():
    record = read(RULES.random_play.game(3, players=4, variant="teams").encode())
    position = RULES.play.start(record.setup)
    for action in record.actions:
        position = RULES.play.after(position, action)
    root = drawn(position, coordinates=True)
    assert not [one for one in root.iter() if one.get("style") or one.get("id")]
    assert not [one for one in root.iter() if one.tag in (f"{SVG}script", f"{SVG}style")]
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on")]


def test_tiles_and_symbols_lie_where_they_were_laid():
    root = drawn(play(start(), "A RG m9-m10", "B YY c4-d5", "A BB h7-i7"))
    assert len(classes(root, "tile")[0]) == 3
    counts = {letter: len(classes(root, f"symbol-{letter}")) for letter in "RGBOYP"}
    pegs = 2  # each side's peg of that colour
    assert {letter: count - pegs for letter, count in counts.items()} == {
        "R": 1,
        "G": 1,
        "B": 2,
        "O": 0,
        "Y": 2,
        "P": 0,
    }


def test_last_placement_is_outlined():
    position = play(start(), "A RG m9-m10")
    assert len(classes(drawn(position, last=line("A RG m9-m10")), "last-move")) == 1
    assert classes(drawn(position), "last-move") == []
    assert classes(drawn(position, last=Action("A", "swap", (0,))), "last-move") == []


def test_coordinates_on_demand():
    labels = [one.text for one in classes(drawn(start(4), coordinates=True), "coordinate")]
    assert sorted(labels) == sorted([*"abcdefghijklmno", *map(str, range(1, 16))])
    assert classes(drawn(start(4)), "coordinate") == []


def test_tracks_show_points_and_the_seat_that_is_due():
    root = drawn(play(start(), "A RR l8-m9"))
    sides = {one.get("data-side"): one for one in root.iter() if one.get("data-side")}
    assert sorted(sides) == ["A", "B"]
    assert [peg.get("data-points") for peg in classes(sides["A"], "peg")] == list("200000")
    assert not classes(sides["A"], "panel-due")
    assert classes(sides["B"], "panel-due")
    teams = drawn(start(4, "teams")).iter(f"{SVG}g")
    assert [one.get("data-side") for one in teams if one.get("data-side")] == ["A+C", "B+D"]


def test_open_hands_are_shown():
    position = play(start(4, "teams"), "C rack RG,RR,RR,RR,RR,RR")
    hands = classes(drawn(position), "hand")
    assert [one.get("data-seat") for one in hands] == ["C"]
    assert [one.get("data-tile") for one in classes(hands[0], "tile")] == [
        *["RR"] * 5,
        "RG",
    ]
    position = play(start(), "B rack RG,RR,RR,RR,RR,RR")
    assert [one.get("data-seat") for one in classes(drawn(position), "hand")] == ["B"]


def attempted(position, text):
    svg = RULES.looks.draw(position, last=None, coordinates=True, attempted=line(text))
    return ElementTree.fromstring(svg)


def counts(root):
    """Crosses, outlines in dashes, ghosts of tiles and of symbols, apart from the seat's mark."""
    [marks] = classes(root, "attempted")
    ghosts = [one for ghost in classes(marks, "attempted-ghost") for one in ghost]
    return (
        len(classes(marks, "attempted-cross")),
        [one.tag.removeprefix(SVG) for one in classes(marks, "attempted-edge")],
        len([one for one in ghosts if one.tag == f"{SVG}polygon"]),
        len([one for one in ghosts if "symbol" in one.get("class").split()]),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B GB h6-h7", (1, ["polygon"], 1, 2)),  # free: a whole tile, crossed once
        ("A GB m10-m11", (1, ["polygon"], 1, 2)),  # on a tile: half of a ghost
        ("A GB m8-m9", (2, ["polygon"], 0, 2)),  # on print and tile
        ("A GB h6-h9", (1, ["path", "polygon", "polygon"], 2, 2)),  # apart: a way between them
        ("A GB h6-h6", (1, ["path", "polygon", "polygon"], 2, 2)),
        ("A GB a1-a2", (2, ["polygon"], 1, 2)),  # beyond the area
    ],
)
def test_attempted_placement_is_marked(text, expected):
    root = attempted(play(start(), "A RG m9-m10"), text)
    assert counts(root) == expected
    assert len(classes(root, "attempted-seat")) == 1


def test_board_makes_room_for_fields_beyond_its_area():
    def width(text):
        shown = classes(attempted(start(), text), "field")
        corners = [float(p.split(",")[0]) for one in shown for p in one.get("points").split()]
        return len(shown), max(corners) - min(corners)

    near, far = width("A GB h6-h7"), width("A GB a14-a15")
    assert near[0] == far[0] == 91
    assert far[1] < near[1]


def test_attempted_exchange_marks_the_seat_alone():
    position = play(start(4, "teams"), "A RG m9-m10")
    root = attempted(position, "C swap RR,RR,RR,RR,RR")
    assert classes(root, "attempted") == []
    [ring] = classes(root, "attempted-seat")
    seats = classes(root, "seat")
    middle = next(iter(classes(ring, "attempted-edge"))).get("cx")
    assert [one.get("cx") for one in seats].index(middle) == 1  # A and C share the first panel
