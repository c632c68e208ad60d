"""What a score sheet shows and asks for, and that it tells nothing that players must see."""

import json
import re
from dataclasses import asdict
from itertools import combinations
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from games.pads import NOTHING, InputForm, Pad, Said
from games.polyssimo import RULES
from games.polyssimo.board import Position, edition, is_shape_of
from games.record import Record, read
from games.values import Action, Setup

SVG = "{http://www.w3.org/2000/svg}"
MOMENTS = [0, 1, 10, 24, 25, 34, None]


def game(*, players: int, actions: int | None, seed: int = 9) -> tuple[Position, Action | None]:
    """A random game after so many actions, and the last of them."""
    record = read(RULES.random_play.game(seed, players=players, variant=None).encode())
    assert isinstance(record, Record)
    position, last = RULES.play.start(record.setup), None
    for last in record.actions[:actions]:
        position = RULES.play.after(position, last)
    return position, last


def pad_of(*, players: int, actions: int | None) -> tuple[Pad, Position]:
    position, last = game(players=players, actions=actions)
    return RULES.looks.pad(position, last=last), position


def said(words: Said) -> str:
    return words.text.format(**words.gaps)


def ids(svg: str) -> list[str]:
    return re.findall(r' id="([^"]*)"', svg)


def names(squares: tuple[int, ...]) -> list[str]:
    return [edition().names[square] for square in squares]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("actions", MOMENTS)
def test_spots_are_the_fields_of_the_board(players: int, actions: int | None) -> None:
    pad, position = pad_of(players=players, actions=actions)
    fields = {
        str(one.get("data-field")): one
        for one in ElementTree.fromstring(pad.board).iter()
        if one.get("data-field")
    }

    assert list(pad.spots) == list(fields)
    for name, spot in pad.spots.items():
        box = {key: float(fields[name].get(key, "")) for key in ("x", "y", "width", "height")}
        assert (spot.x, spot.y) == (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert spot.is_free == bool(position.free >> edition().squares[name] & 1)
        assert bool(spot.holds.text) is not spot.is_free
        assert all(name in pad.spots[other].neighbours for other in spot.neighbours)


def test_spots_know_their_neighbours_and_what_lies_there() -> None:
    pad, position = pad_of(players=2, actions=30)
    assert pad.spots["a1"].neighbours == ("a2", "b1")
    assert set(pad.spots["c11"].neighbours) == {"b11", "d11", "c10"}
    assert set(pad.spots["f6"].neighbours) == {"f7", "f5", "g6", "e6"}
    one = position.placed[0]
    square = edition().names[one.squares.bit_length() - 1]
    assert said(pad.spots[square].holds) == f"{one.piece} of {one.seat}"


@pytest.mark.parametrize("actions", MOMENTS)
def test_every_symbol_is_there_once(actions: int | None) -> None:
    pad, _position = pad_of(players=3, actions=actions)
    known = ids(pad.board)
    assert len(known) == len(set(known)) == 24 + 12 + 2
    assert all(name.startswith("polyssimo-") for name in known)
    options = [option for entry in pad.entries for part in entry.parts for option in part.options]
    laid = [symbol for symbols in _own(pad, "squares").values() for symbol in symbols]
    used = [name for svg in pad.panels.values() for name in re.findall(r'href="#([^"]*)"', svg)]
    assert {*laid, *used, *(option.symbol for option in options)} <= set(known)
    assert not [name for svg in pad.panels.values() for name in ids(svg)]


def _own(pad: Pad, key: str) -> dict[str, list[Any]]:
    value = pad.own[key]
    assert isinstance(value, dict)
    return value


def test_pad_can_be_sent() -> None:
    pad, _position = pad_of(players=4, actions=30)
    assert json.loads(json.dumps(asdict(pad)))["size"] == 40


def test_draft_offers_what_is_not_taken() -> None:
    pad, position = pad_of(players=3, actions=10)
    [entry] = pad.entries
    assert (entry.kind, entry.seats, entry.pattern) == ("take", "B", "take {piece}")
    [part] = entry.parts
    offer = [piece.name for piece in edition().pieces_in(position.offer)]
    assert [option.value for option in part.options] == offer == pad.own["offer"]
    assert said(part.options[-1].label) == f"{offer[-1]}, 6 squares"
    assert pad.own["to_take"] == 14
    assert pad.order == "BCA"
    assert pad.notices == ()


def test_placing_goes_the_other_way_round() -> None:
    pad, _position = pad_of(players=3, actions=24)
    [place] = pad.entries
    assert (place.kind, place.seats, place.pattern) == ("place", "C", "{piece} {squares}")
    assert [option.value for option in place.parts[0].options] == _own(pad, "hands")["C"]
    assert pad.order == "CBA"
    assert pad.own["to_take"] == 0
    assert [said(one) for one in pad.notices] == [
        "All pieces are taken; C places first. Tap a piece, then the board."
    ]


def test_nothing_is_asked_when_the_game_is_over() -> None:
    pad, _position = pad_of(players=3, actions=None)
    assert (pad.entries, pad.notices, sorted(pad.order)) == ((), (), ["A", "B", "C"])


def written(entry: InputForm, action: Action) -> str | None:
    """The words of an action by an entry, if that can write it."""
    if action.kind != entry.kind or action.seat not in entry.seats:
        return None
    parts = {}
    if entry.parts:
        assert action.what[0] in [option.value for option in entry.parts[0].options]
        parts["piece"] = action.what[0]
    if len(entry.parts) > 1:
        squares, part = names(action.what[1]), entry.parts[1]
        assert part.least <= len(squares) <= part.most
        parts["squares"] = part.joiner.join(squares)
    return entry.pattern.format(**parts)


@pytest.mark.parametrize("actions", [0, 23, 24, 36, 40])
def test_every_lawful_action_can_be_written(actions: int) -> None:
    position, last = game(players=4, actions=actions)
    entries = RULES.looks.pad(position, last=last).entries
    for action in RULES.play.lawful(position):
        if action.kind == "pass" and position.hand(action.seat) & ~position.unfit:
            continue  # nobody was told yet that this seat stands
        [words] = filter(None, (written(entry, action) for entry in entries))
        assert RULES.play.read(action.seat, words.split(), None) == action


def standing(position: Position) -> list[str]:
    return [seat for seat in position.setup.seats if position.fitting(seat) is None]


def test_those_who_were_passed_over_stand() -> None:
    seen = set()
    for seed in range(30):
        record = read(RULES.random_play.game(seed, players=3, variant=None).encode())
        assert isinstance(record, Record)
        position = RULES.play.start(record.setup)
        for action in record.actions:
            position = RULES.play.after(position, action)
            if position.to_take or position.is_over or not position.placed:
                continue
            notices = [said(one) for one in RULES.looks.pad(position, last=action).notices]
            assert {words[0] for words in notices} <= set(standing(position))
            offered = {e.kind: set(e.seats) for e in RULES.looks.pad(position, last=action).entries}
            assert offered.get("pass", set()) == {words[0] for words in notices}
            seen |= {words[2:] for words in notices}
    assert seen == {"is done: no piece fits any more.", "has placed every piece."}


def test_pad_tells_not_what_fits() -> None:
    """Board, panels and own data are the same wherever the other pieces lie."""
    position, _last = game(players=2, actions=None)
    full, empty = (
        RULES.looks.pad(position._replace(turn="A", unfit=0, free=free, placed=()), last=None)
        for free in (0, edition().board)
    )
    assert full.panels == empty.panels
    assert full.own == empty.own
    assert full.entries == empty.entries
    assert full.board.replace('"field"', '"field free"') == empty.board
    assert "stands" not in full.board


@pytest.mark.parametrize("name", edition().pieces)
def test_orientations_are_those_of_the_piece(name: str) -> None:
    pad, _position = pad_of(players=2, actions=0)
    turned = _own(pad, "turned")[name]
    assert len(turned) == 8
    shapes = set()
    for cells in turned:
        assert tuple(cells[0]) == (0, 0)
        squares = tuple(sorted((5 + x) * 12 + 5 - y for x, y in cells))
        assert is_shape_of(edition().pieces[name], squares)
        shapes.add(tuple(square - squares[0] for square in squares))
    assert len(shapes) == len(edition().pieces[name].outlines)
    for number in range(4):
        clockwise = [(-y, x) for x, y in turned[number]]
        assert clockwise == [tuple(cell) for cell in turned[(number + 1) % 4]]
        assert [(-x, y) for x, y in turned[number]] == turned[number + 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_keys_have_a_place_for_every_piece_of_a_seat(players: int) -> None:
    places = [_own(pad_of(players=players, actions=n)[0], "places") for n in (24, 30, 36)]
    assert places[0] == places[1] == places[2]
    assert [len(names) for names in places[0].values()] == [24 // players] * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_table_is_told_what_a_piece_covers_and_what_is_left(players: int) -> None:
    record = read(RULES.random_play.game(5, players=players, variant=None).encode())
    assert isinstance(record, Record)
    position = RULES.play.start(record.setup)
    for action in record.actions:
        before, position = position, RULES.play.after(position, action)
        told = RULES.looks.reckon(before, action, position)
        if action.kind != "place":
            assert told == NOTHING
            continue
        figures = RULES.figures.of(position)[action.seat]
        covered = before.free.bit_count() - position.free.bit_count()
        assert dict(told.gaps) == {
            "covered": covered,
            "pieces": figures["pieces"],
            "squares": figures["squares"],
        }


def shapes_of(svg: str) -> tuple[int, int, int, int]:
    """Pieces in hand, outlines of placed ones, empty places, and rims of one just taken."""
    root = ElementTree.fromstring(svg)
    classes = [one.get("class") for one in root.iter()]
    uses = len(list(root.iter(f"{SVG}use")))
    return uses, classes.count("ghost"), classes.count("place"), classes.count("last") // 2


def test_panels_show_what_is_left() -> None:
    pad, _position = pad_of(players=2, actions=9)
    assert {seat: shapes_of(svg) for seat, svg in pad.panels.items()} == {
        "A": (5, 0, 7, 1),
        "B": (4, 0, 8, 0),
    }
    pad, position = pad_of(players=2, actions=30)
    for seat, svg in pad.panels.items():
        placed = sum(one.seat == seat for one in position.placed)
        assert shapes_of(svg) == (12 - placed, placed, 0, 0)


def test_panels_are_flat_and_grow_by_lines() -> None:
    position = RULES.play.start(Setup(2, own={"Pieces": "A=17 B=7"}))
    panels = RULES.looks.pad(position, last=None).panels
    boxes = {seat: re.findall(r'viewBox="([^"]*)"', svg) for seat, svg in panels.items()}
    assert boxes == {"A": ["0 0 864 208"], "B": ["0 0 864 104"]}
    few = RULES.looks.pad(RULES.play.start(Setup(4)), last=None).panels
    assert all('viewBox="0 0 432 104"' in svg for svg in few.values())


def by_lawful(position: Position, piece: str, named: set[str]) -> set[str]:
    found: set[str] = set()
    for action in RULES.play.lawful(position):
        if action.kind == "place" and piece in ("", action.what[0]):
            squares = set(names(action.what[1]))
            if named <= squares:
                found |= squares - named
    return found


@pytest.mark.parametrize("actions", [24, 32, 38, 41, None])
def test_hints_are_where_lawful_actions_go_on(actions: int | None) -> None:
    position, _last = game(players=3, actions=actions)
    random = Random(4)
    actions_ = [one for one in RULES.play.lawful(position) if one.kind == "place"]
    assert set(RULES.looks.hints(position, "")) == by_lawful(position, "", set())
    for name in edition().pieces:
        assert set(RULES.looks.hints(position, name)) == by_lawful(position, name, set())
    for one in random.sample(actions_, min(6, len(actions_))):
        for size, named in [(n, s) for n in (1, 3, 5) for s in combinations(names(one.what[1]), n)]:
            assert size == len(named)
            words = " ".join([one.what[0], *named])
            expected = by_lawful(position, one.what[0], set(named))
            assert set(RULES.looks.hints(position, words)) == expected


@pytest.mark.parametrize("begun", ["", "take", "take F", "F", "F a1", "pass"])
def test_no_field_goes_on_in_the_draft(begun: str) -> None:
    position, _last = game(players=2, actions=5)
    assert list(RULES.looks.hints(position, begun)) == []


@pytest.mark.parametrize("begun", ["take", "take F", "pass", "Q a1", "L zz", "L a1 l11"])
def test_words_that_lead_nowhere_have_no_hints(begun: str) -> None:
    position, _last = game(players=2, actions=24)
    assert RULES.looks.hints(position, begun) == []


def test_there_is_nothing_to_set_up() -> None:
    assert RULES.looks.set_up(Setup(3)) is None
    assert RULES.random_play.tags(1, players=3) == {}


def test_keys_have_names() -> None:
    assert RULES.play.key_names(Setup(2)) == ("Pieces left", "Last placement")
    squares = Setup(2, edition="squares")
    assert RULES.play.key_names(squares) == ("Squares left", "Last placement")
