"""The drawing: well-formed, complete, without style or script, told in words."""

from xml.etree import ElementTree

import pytest

from games.twisty import RULES
from games.twisty.board import NAMES
from tests.games.twisty.tables import after, move, player, table

SVG = "{http://www.w3.org/2000/svg}"
START = table(player("a1"), player("g7", "WVBGYOR"), player("a7", "GBVWROY"), player("g1"))


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def classes(root: ElementTree.Element) -> list[str]:
    return [name for element in root.iter() for name in element.get("class", "").split()]


@pytest.mark.parametrize("coordinates", [False, True])
def test_drawing_has_every_field_once(coordinates: bool) -> None:
    svg = RULES.draw(START, last=None, coordinates=coordinates)
    root = parsed(svg)
    fields = [element.get("data-field") for element in root.iter() if element.get("data-field")]
    assert sorted(str(field) for field in fields) == sorted(NAMES)
    assert classes(root).count("coordinate") == (14 if coordinates else 0)
    assert all(word not in svg for word in ("style=", "<style", "<script", "onclick", "href"))


def test_drawing_shows_every_token_pawn_and_card() -> None:
    names = classes(parsed(RULES.draw(START, last=None, coordinates=False)))
    assert [names.count(f"token-{kind}") for kind in "ROYGBVW"] == [4] * 7
    assert [names.count(f"token-{kind}") for kind in "1234P"] == [3, 3, 3, 3, 4]
    assert [names.count(f"card-{colour}") for colour in "ROYGBVW"] == [4] * 7
    assert [names.count(f"pawn-{seat}") for seat in "ABCD"] == [2] * 4  # board and series
    assert (names.count("next"), names.count("panel-turn"), names.count("held")) == (4, 1, 0)


def test_drawing_shows_cubes_protection_and_what_lies_under_a_pawn() -> None:
    position = table(player("c2", cubes=3, protected=2), player("d4", cubes=7))
    names = classes(parsed(RULES.draw(position, last=None, coordinates=False)))
    assert (names.count("held"), names.count("next"), names.count("under")) == (10, 1, 1)
    assert names.count("shield") == 4 + 2  # tokens, protected cubes
    assert names.count("token-1") == 3


def test_drawing_outlines_the_last_move() -> None:
    last = move("A c2-c3-d5-c3-e2")
    names = classes(parsed(RULES.draw(after(START, "A c2-c3"), last=last, coordinates=False)))
    found = [names.count(name) for name in ("last-way", "last-step", "last-move", "last-hit")]
    assert found == [1, 3, 1, 0]


def test_drawing_outlines_a_hit_pawns_corner() -> None:
    names = classes(parsed(RULES.draw(START, last=move("A b3xB>g7"), coordinates=False)))
    found = [names.count(name) for name in ("last-way", "last-step", "last-move", "last-hit")]
    assert found == [0, 0, 1, 1]


def test_drawing_of_a_pass_outlines_nothing() -> None:
    svg = RULES.draw(START, last=move("A pass"), coordinates=False)
    assert svg == RULES.draw(START, last=None, coordinates=False)


def test_drawing_bears_a_move_that_stands_still() -> None:
    """A page may show a move that the rules forbid."""
    parsed(RULES.draw(START, last=move("A c2-c2"), coordinates=False))


def test_drawing_crowns_the_winner() -> None:
    won = after(table(player("b3", cubes=7), player("g7")), "A d4")
    names = classes(parsed(RULES.draw(won, last=None, coordinates=False)))
    assert (names.count("crown"), names.count("count"), names.count("panel-turn")) == (1, 1, 0)


def test_drawing_is_told_in_words() -> None:
    root = parsed(RULES.draw(START, last=None, coordinates=False))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "Twisty"
    assert description is not None
    assert description.text == RULES.describe(START)
    assert root.get("role") == "img"


def test_description_names_players_and_tokens() -> None:
    position = table(player("c2", cubes=2, protected=1), player("g7", cubes=7), empty="b3 b7")
    words = RULES.describe(position)
    assert words.startswith(
        "A is to move."
        " A's pawn is on c2; cubes: red (protected), orange;"
        " still to come: yellow, green, blue, violet, white."
        " B's pawn is on g7; cubes: red, orange, yellow, green, blue, violet, white;"
        " still to come: the centre."
        " Red: a2, a3. Orange: b4, c5, d7, f3."
    )
    assert words.endswith("Move 4: a6, c1, g2. Protection: b2, c7, e4, g5.")


def test_description_of_the_start_and_the_end() -> None:
    assert "A's pawn is on a1; cubes: none;" in RULES.describe(START)
    won = after(table(player("b3", cubes=7), player("g7"), board=START.setup.own["Board"]), "A d4")
    assert RULES.describe(won).startswith("A has won.")
    bare = won._replace(board="." * 49)
    assert "Red:" not in RULES.describe(bare)
