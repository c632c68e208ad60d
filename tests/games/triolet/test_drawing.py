"""The drawing of a position: sound, complete, safe to put in a page, and with words beside it."""

from xml.etree import ElementTree as ET

import pytest

from games.triolet import RULES
from games.triolet.board import name_of, squares
from games.values import Setup
from tests.games.random_records import described
from tests.games.triolet.tables import OPENING, START, action, open_hands, play, position

SVG = "{http://www.w3.org/2000/svg}"


def drawn(start: object, last: str | None = None, *, coordinates: bool = True) -> ET.Element:
    last_action = action(last) if last else None
    return ET.fromstring(RULES.looks.draw(start, last=last_action, coordinates=coordinates))


def texts(svg: ET.Element, kind: str) -> list[str]:
    return [one.text or "" for one in svg.iter(f"{SVG}text") if one.get("class") == kind]


def numbered(svg: ET.Element, name: str) -> dict[str, str | None]:
    return {one.get("data-field", ""): one.get(name) for one in svg.iter() if one.get("data-field")}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawing_has_every_field_once_and_every_seat(players: int) -> None:
    svg = drawn(RULES.play.start(Setup(players)))
    fields = [one.get("data-field") for one in svg.iter() if one.get("data-field")]
    assert sorted(map(str, fields)) == sorted(name_of(at) for at in squares())
    seats = [one.get("data-seat") for one in svg.iter() if one.get("data-seat")]
    assert "".join(map(str, seats)) == "ABCD"[:players]


def test_drawing_shows_special_squares_until_they_are_covered() -> None:
    svg = drawn(START)
    assert sorted(texts(svg, "sign")) == ["×2"] * 9 + ["×3"] * 8
    arrows = [one for one in svg.iter(f"{SVG}path") if one.get("class") == "sign"]
    assert len(arrows) == 8 * 2
    assert len(texts(drawn(play(START, "A h8=1")), "sign")) == 16


def test_drawing_shows_tiles_and_jokers() -> None:
    svg = drawn(play(START, "A h8=11 i8=*3"))
    tiles = {field: tile for field, tile in numbered(svg, "data-tile").items() if tile}
    assert tiles == {"h8": "h8=11", "i8": "i8=*3"}
    assert sorted(texts(svg, "number")) == ["11", "3"]
    assert [one.get("class") for one in svg.iter(f"{SVG}polygon")] == ["joker-sign"]


def test_drawing_outlines_the_last_placement_only() -> None:
    laid = play(START, *OPENING[:2])
    assert outlines(drawn(laid, OPENING[1])) == 2
    assert outlines(drawn(laid, "A swap 1")) == 0
    assert outlines(drawn(laid)) == 0


def outlines(svg: ET.Element) -> int:
    return sum(one.get("class") == "last" for one in svg.iter(f"{SVG}rect"))


def test_drawing_shows_points_turn_hands_and_bag() -> None:
    start = position("h8=1", points=(12, 7), bag=9, seat=1, **open_hands(B=(4, 12, 16)))
    svg = drawn(start)
    assert texts(svg, "points") == ["12", "7"]
    assert texts(svg, "bag-count") == ["9"]
    on_turn = [one for one in svg.iter(f"{SVG}rect") if one.get("class") == "seat-on-turn"]
    assert len(on_turn) == 1
    backs = [one for one in svg.iter(f"{SVG}rect") if one.get("class") == "tile-back"]
    assert len(backs) == 3
    hand = [one.get("data-tile") for one in svg.iter() if one.get("data-tile")]
    assert hand == ["h8=1", "4", "12", "*"]


def test_drawing_shows_coordinates_on_demand() -> None:
    labels = texts(drawn(START), "coordinate")
    assert labels[:4] == ["a", "15", "b", "14"]
    assert len(labels) == 30
    assert texts(drawn(START, coordinates=False), "coordinate") == []


def test_drawing_has_no_style_and_no_script() -> None:
    text = RULES.looks.draw(play(START, *OPENING), last=action(OPENING[-1]), coordinates=True)
    for forbidden in ("style=", "<script", "<style", "onclick", "href", "<image"):
        assert forbidden not in text


def test_drawing_has_words_for_those_who_do_not_see_it() -> None:
    svg = drawn(play(START, *OPENING))
    assert svg.get("role") == "img"
    assert svg.findtext(f"{SVG}title") == "Triolet"
    assert svg.findtext(f"{SVG}desc") == described(RULES, play(START, *OPENING))


def test_position_in_words() -> None:
    assert described(RULES, START) == (
        "A is to play. Points: A 0, B 0. Tiles in the bag: 74. The board is empty."
    )
    assert described(RULES, play(START, "A rack 1,2,*", "A h8=*5 h9=2", "A draw 7,8")) == (
        "B is to play. Points: A 2, B 0. Tiles in the bag: 72. A holds 1, 7, 8. "
        "On the board: joker as 5 on h8, 2 on h9."
    )


def test_position_in_words_at_the_end() -> None:
    over = play(position("h8=1", bag=0, sizes=(1, 2)), "A h9=1", "B left *,9")
    assert described(RULES, over).startswith(
        "The game is over. Points: A 11, B 0. Tiles in the bag: 0. B holds 9, joker."
    )
    assert drawn(over) is not None


def marks(start: object, text: str) -> tuple[list[str], int, int]:
    """Of an attempted action: the numbers on its ghosts, its dashed squares, its crosses."""
    svg = ET.fromstring(
        RULES.looks.draw(start, last=None, coordinates=False, attempted=action(text))
    )
    found = [one for one in svg.iter() if one.get("class") == "attempted"]
    [whole] = found or [ET.Element("g")]
    names = [one.get("class") for one in whole.iter()]
    return texts(whole, "number"), names.count("attempted-edge"), names.count("attempted-cross")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B i8=5", (["5"], 1, 1)),
        ("B i8=5 i9=*2", (["5", "2"], 2, 2)),
        ("B h8=5", (["5"], 1, 1)),  # on a tile that is there
        ("B i8=5 i8=6", (["6", "5"], 1, 1)),
        ("B i8=5 i8=6 i8=7 i8=5", (["6", "5"], 1, 1)),  # two show that it is too many
        ("B swap 2", ([], 0, 0)),
    ],
)
def test_attempted_tiles_are_ghosts_in_dashes_with_a_cross(
    text: str, expected: tuple[list[str], int, int]
) -> None:
    assert marks(play(START, "A h8=1"), text) == expected


def test_seat_that_attempted_is_marked_if_it_plays() -> None:
    for seat, count in (("A", 1), ("B", 1), ("D", 0)):
        svg = RULES.looks.draw(
            START, last=None, coordinates=False, attempted=action(f"{seat} pass")
        )
        assert svg.count('class="attempted-seat"') == count
