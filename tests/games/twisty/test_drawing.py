"""The drawing: well-formed, complete, without style or script, told in words."""

from xml.etree import ElementTree

import pytest

from games.twisty import RULES
from games.twisty.board import NAMES
from tests.games.random_records import described
from tests.games.twisty.tables import after, move, player, table

SVG = "{http://www.w3.org/2000/svg}"
START = table(player("a1"), player("g7", "WVBGYOR"), player("a7", "GBVWROY"), player("g1"))


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def classes(root: ElementTree.Element) -> list[str]:
    return [name for element in root.iter() for name in element.get("class", "").split()]


@pytest.mark.parametrize("coordinates", [False, True])
def test_drawing_has_every_field_once(coordinates: bool) -> None:
    svg = RULES.looks.draw(START, last=None, coordinates=coordinates)
    root = parsed(svg)
    fields = [element.get("data-field") for element in root.iter() if element.get("data-field")]
    assert sorted(str(field) for field in fields) == sorted(NAMES)
    assert classes(root).count("coordinate") == (14 if coordinates else 0)
    assert all(word not in svg for word in ("style=", "<style", "<script", "onclick", "href"))


def test_drawing_shows_every_token_pawn_and_card() -> None:
    names = classes(parsed(RULES.looks.draw(START, last=None, coordinates=False)))
    assert [names.count(f"token-{kind}") for kind in "ROYGBVW"] == [4] * 7
    assert [names.count(f"token-{kind}") for kind in "1234P"] == [3, 3, 3, 3, 4]
    assert [names.count(f"card-{colour}") for colour in "ROYGBVW"] == [4] * 7
    assert [names.count(f"pawn-{seat}") for seat in "ABCD"] == [2] * 4  # board and series
    assert (names.count("next"), names.count("panel-turn"), names.count("held")) == (4, 1, 0)


def test_drawing_shows_cubes_protection_and_what_lies_under_a_pawn() -> None:
    position = table(player("c2", cubes=3, protected=2), player("d4", cubes=7))
    names = classes(parsed(RULES.looks.draw(position, last=None, coordinates=False)))
    assert (names.count("held"), names.count("next"), names.count("under")) == (10, 1, 1)
    assert names.count("shield") == 4 + 2  # tokens, protected cubes
    assert names.count("token-1") == 3


def test_drawing_outlines_the_last_move() -> None:
    last = move("A c2-c3-d5-c3-e2")
    names = classes(parsed(RULES.looks.draw(after(START, "A c2-c3"), last=last, coordinates=False)))
    found = [names.count(name) for name in ("last-way", "last-step", "last-move", "last-hit")]
    assert found == [1, 3, 1, 0]


def test_drawing_outlines_a_hit_pawns_corner() -> None:
    names = classes(parsed(RULES.looks.draw(START, last=move("A b3xB>g7"), coordinates=False)))
    found = [names.count(name) for name in ("last-way", "last-step", "last-move", "last-hit")]
    assert found == [0, 0, 1, 1]


def test_drawing_of_a_pass_outlines_nothing() -> None:
    svg = RULES.looks.draw(START, last=move("A pass"), coordinates=False)
    assert svg == RULES.looks.draw(START, last=None, coordinates=False)


def test_drawing_bears_a_move_that_stands_still() -> None:
    """A page may show a move that the rules forbid."""
    parsed(RULES.looks.draw(START, last=move("A c2-c2"), coordinates=False))


def test_drawing_crowns_the_winner() -> None:
    won = after(table(player("b3", cubes=7), player("g7")), "A d4")
    names = classes(parsed(RULES.looks.draw(won, last=None, coordinates=False)))
    assert (names.count("crown"), names.count("count"), names.count("panel-turn")) == (1, 1, 0)


def test_drawing_is_told_in_words() -> None:
    root = parsed(RULES.looks.draw(START, last=None, coordinates=False))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "Twisty"
    assert description is not None
    assert description.text == described(RULES, START)
    assert root.get("role") == "img"


def test_description_names_players_and_tokens() -> None:
    position = table(player("c2", cubes=2, protected=1), player("g7", cubes=7), empty="b3 b7")
    words = described(RULES, position)
    assert words.startswith(
        "A is to move."
        " A's pawn is on c2; cubes: red (protected), orange;"
        " still to come: yellow, green, blue, violet, white."
        " B's pawn is on g7; cubes: red, orange, yellow, green, blue, violet, white;"
        " still to come: the centre."
        " red: a2, a3. orange: b4, c5, d7, f3."
    )
    assert words.endswith("token 4: a6, c1, g2. protection: b2, c7, e4, g5.")


def test_description_of_the_start_and_the_end() -> None:
    assert "A's pawn is on a1; cubes: none;" in described(RULES, START)
    won = after(table(player("b3", cubes=7), player("g7"), board=START.setup.own["Board"]), "A d4")
    assert described(RULES, won).startswith("A has won.")
    bare = won._replace(board="." * 49)
    assert "red:" not in described(RULES, bare)


def attempted(text: str) -> tuple[int, int, list[str], list[tuple[str | None, ...]]]:
    """Of an attempted move: ways and outlines in dashes, pawns as ghosts, places of crosses."""
    root = parsed(RULES.looks.draw(START, last=None, coordinates=False, attempted=move(text)))
    [marks] = [one for one in root.iter() if one.get("class") == "attempted"]
    edges = [one for one in marks.iter() if one.get("class") == "attempted-edge"]
    crosses = [one for one in marks.iter() if one.get("class") == "attempted-cross"]
    ways = [one.get("d", "").count("M") for one in edges if one.tag == f"{SVG}path"]
    boxes = [one for one in edges if one.tag == f"{SVG}rect"]
    pawns = [name[5:] for name in classes(marks) if name.startswith("pawn-") and len(name) == 6]
    return sum(ways), len(boxes), pawns, [(one[0].get("cx"), one[0].get("cy")) for one in crosses]


def cross_on(square: str) -> tuple[str, str]:
    """A cross stands in the upper right corner of its square."""
    x, y = 84 + 100 * (ord(square[0]) - ord("a")), 84 + 100 * (7 - int(square[1]))
    return str(x + 36), str(y - 36)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A a2", (1, 1, ["A"], [cross_on("a2")])),  # no knight's move
        ("A c2-f5-f6", (3, 3, ["A"], [cross_on("f5")])),  # where the way breaks off
        ("B c2-f5-f6", (3, 3, ["B"], [cross_on("f6")])),  # out of turn: where it ends
        ("A b3xB>c4", (2, 2, ["A", "B"], [cross_on("b3"), cross_on("c4")])),  # no corner
        ("A b3xB>a1", (2, 2, ["A", "B"], [cross_on("b3")])),
        ("A a1", (0, 1, ["A"], [cross_on("a1")])),  # to its own square
        ("A c2-c3-c2-c3", (3, 2, ["A"], [cross_on("c2")])),  # to and fro: each way once
    ],
)
def test_attempted_move_is_marked(text: str, expected: object) -> None:
    assert attempted(text) == expected


def test_attempted_move_of_a_seat_that_does_not_play_has_no_way_from_a_pawn() -> None:
    two = table(player("a1"), player("g7"))
    names = classes(
        parsed(RULES.looks.draw(two, last=None, coordinates=False, attempted=move("C c2-c3")))
    )
    assert (names.count("attempted-ghost"), names.count("attempted-seat")) == (1, 0)
    alone = RULES.looks.draw(two, last=None, coordinates=False, attempted=move("C c2"))
    assert "<path" not in alone.partition('class="attempted"')[2].partition("attempted-ghost")[0]


def test_attempted_pass_marks_the_seat_alone() -> None:
    names = classes(
        parsed(RULES.looks.draw(START, last=None, coordinates=False, attempted=move("B pass")))
    )
    assert (names.count("attempted"), names.count("attempted-seat")) == (0, 1)
