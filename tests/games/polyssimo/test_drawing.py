"""The drawing: well-formed, every field there, words for those who do not see it."""

from xml.etree import ElementTree

import pytest

from games.contract import Action
from games.polyssimo import RULES
from games.polyssimo.board import Position
from games.record import Record, read

SVG = "{http://www.w3.org/2000/svg}"


def game(*, players: int, actions: int | None) -> tuple[Position, Action | None]:
    """A random game after so many actions, and the last of them."""
    record = read(RULES.random_game(9, players=players, variant=None).encode())
    assert isinstance(record, Record)
    position, last = RULES.start(record.setup), None
    for last in record.actions[:actions]:
        position = position.after(last)
    return position, last


def drawn(
    position: Position, last: Action | None, *, coordinates: bool = True
) -> ElementTree.Element:
    return ElementTree.fromstring(RULES.draw(position, last=last, coordinates=coordinates))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("actions", [0, 1, 10, 24, 25, 34, None])
def test_every_field_is_there_once(players: int, actions: int | None) -> None:
    position, last = game(players=players, actions=actions)
    fields = [
        one.get("data-field") for one in drawn(position, last).iter() if one.get("data-field")
    ]
    assert fields == [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 12)]


@pytest.mark.parametrize("actions", [5, 30, None])
def test_nothing_a_strict_page_forbids(actions: int | None) -> None:
    position, last = game(players=4, actions=actions)
    for one in drawn(position, last).iter():
        assert one.tag != f"{SVG}script"
        assert not [name for name in one.attrib if name in ("style", "id") or name.startswith("on")]


def test_words_stand_beside_the_picture() -> None:
    position, last = game(players=2, actions=30)
    root = drawn(position, last)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Polyssimo Challenge"
    assert root.findtext(f"{SVG}desc") == RULES.describe(position)


def test_coordinates_are_on_demand() -> None:
    position, last = game(players=2, actions=30)

    def names(*, coordinates: bool) -> list[str | None]:
        root = drawn(position, last, coordinates=coordinates)
        return [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "coordinate"]

    assert sorted(map(str, names(coordinates=True))) == sorted(
        [*"abcdefghijkl", *map(str, range(1, 12))]
    )
    assert names(coordinates=False) == []


def test_pieces_on_offer_in_hand_and_on_the_board() -> None:
    position, last = game(players=2, actions=9)
    groups = [one for one in drawn(position, last).iter(f"{SVG}g") if one.get("data-piece")]
    classes = [str(one.get("class")).split()[1] for one in groups]
    assert (classes.count("offered"), classes.count("held")) == (24 - 9, 9)
    position, last = game(players=2, actions=30)
    root = drawn(position, last)
    lying = [one.get("data-piece") for one in root.iter(f"{SVG}g") if one.get("class") == "piece"]
    assert lying == [one.piece for one in position.placed]
    assert len([one for one in root.iter() if one.get("class") == "ghost"]) == len(lying)
    free = [one for one in root.iter() if one.get("class") == "field free"]
    assert len(free) == position.free.bit_count()


@pytest.mark.parametrize(("actions", "is_outlined"), [(0, False), (9, True), (30, True)])
def test_last_action_is_outlined(actions: int, is_outlined: bool) -> None:
    position, last = game(players=2, actions=actions)
    shapes = [one for one in drawn(position, last).iter(f"{SVG}path") if one.get("class") == "last"]
    assert bool(shapes) is is_outlined


def test_pass_is_not_outlined() -> None:
    position, _last = game(players=2, actions=None)
    root = drawn(position, Action("A", "pass"))
    assert not [one for one in root.iter() if one.get("class") == "last"]


def test_signs_for_turn_standing_and_winning() -> None:
    def signs(players: int, actions: int | None) -> list[str]:
        position, last = game(players=players, actions=actions)
        kinds = ("turn", "stands", "winner")
        return [
            str(g.get("class"))
            for g in drawn(position, last).iter(f"{SVG}g")
            if g.get("class") in kinds
        ]

    assert signs(3, 5) == ["turn"]
    assert sorted(signs(4, None)) == ["stands", "stands", "stands", "winner"]
