"""The drawing: well-formed, every field there, words for those who do not see it."""

from xml.etree import ElementTree

import pytest

from games.polyssimo import RULES
from games.polyssimo.board import Position, edition
from games.record import Record, read
from games.values import Action, Setup
from tests.games.random_records import described

SVG = "{http://www.w3.org/2000/svg}"
CORNER = ("a1", "a2", "b1", "c1", "d1")


def game(*, players: int, actions: int | None) -> tuple[Position, Action | None]:
    """A random game after so many actions, and the last of them."""
    record = read(RULES.random_play.game(9, players=players, variant=None).encode())
    assert isinstance(record, Record)
    position, last = RULES.play.start(record.setup), None
    for last in record.actions[:actions]:
        position = RULES.play.after(position, last)
    return position, last


def drawn(
    position: Position, last: Action | None, *, coordinates: bool = True
) -> ElementTree.Element:
    return ElementTree.fromstring(RULES.looks.draw(position, last=last, coordinates=coordinates))


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
    assert root.findtext(f"{SVG}desc") == described(RULES, position)


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


def attempted(position: Position, text: str) -> tuple[int, int, int]:
    """How often an attempted action has ghosts, outlines in dashes, and crosses."""
    action = RULES.play.read(text[0], text[2:].split(), None)
    assert isinstance(action, Action)
    root = ElementTree.fromstring(
        RULES.looks.draw(position, last=None, coordinates=False, attempted=action)
    )
    names = [one.get("class") for one in root.iter()]
    kinds = ("attempted-ghost", "attempted-edge", "attempted-cross")
    ghosts, edges, crosses = (names.count(kind) for kind in kinds)
    seats = names.count("attempted-seat")
    return ghosts, edges - seats, crosses - seats  # a seat has a ring and a cross of its own


def test_attempted_piece_is_a_ghost_or_its_squares_in_dashes() -> None:
    position, _last = game(players=2, actions=24)
    # In its tray, the piece is marked as well.
    assert attempted(position, "A L a1 a2 b1 c1 d1") == (1, 2, 2)
    assert attempted(position, "A L a1 c1 e1") == (0, 4, 2)
    assert attempted(position, "A L a1 a1") == (0, 2, 2)
    assert attempted(position, "A pass") == (0, 0, 0)


def test_every_square_that_is_taken_has_a_cross() -> None:
    start, _last = game(players=2, actions=24)
    owner = "A" if start.hands[0] & edition().pieces["L"].bit else "B"
    corner = tuple(edition().squares[square] for square in CORNER)
    placement = Action(owner, "place", ("L", corner))
    position = RULES.play.after(start._replace(turn=owner), placement)
    assert attempted(position, "A L a1 a2 b1 c1 d1") == (1, 2, 6)  # five squares, and the tray
    assert attempted(position, "A I a2 b2 c2 d2 e2") == (1, 2, 2)


def test_attempted_taking_marks_the_piece_where_it_lies() -> None:
    draft, _last = game(players=2, actions=1)
    on_offer = next(edition().pieces_in(draft.offer)).name
    held = next(edition().pieces_in(draft.hands[0])).name
    assert attempted(draft, f"B take {on_offer}") == (0, 1, 1)
    assert attempted(draft, f"B take {held}") == (0, 1, 1)
    uneven = RULES.play.start(Setup(2, own={"Pieces": "A=7 B=7"}))
    for name in list(edition().pieces)[:14]:
        uneven = RULES.play.after(uneven, Action(uneven.turn, "take", (name,)))
    last = list(edition().pieces)[-1]
    assert attempted(uneven, f"A take {last}") == (0, 0, 0)  # nobody has it
