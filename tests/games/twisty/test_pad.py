"""What a score sheet shows of a position, what can be written on it, and where a move can go on."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from games.pads import Pad, Said
from games.record import Record, read
from games.twisty import RULES
from games.twisty.board import NAMES, Position
from tests.factories.twisty import ways_in
from tests.games.twisty.tables import BOARD, after, move, player, table

SVG = "{http://www.w3.org/2000/svg}"
START = table(player("a1"), player("g7", "WVBGYOR"), player("a7", "GBVWROY"))
# A is a knight's move from B, who holds the cube that A needs.
THEFT = table(player("a1"), player("b3", "ROYGBVW", cubes=2), player("a7"))


def shown(position: Position, last: str = "") -> Pad:
    return RULES.looks.pad(position, last=move(last) if last else None)


def fields(svg: str) -> list[str]:
    found = (one.get("data-field") for one in ElementTree.fromstring(svg).iter())
    return [field for field in found if field]


def symbols(svg: str) -> list[str]:
    return [str(one.get("id")) for one in ElementTree.fromstring(svg).iter(f"{SVG}symbol")]


def uses(svg: str) -> list[str]:
    return [str(one.get("href"))[1:] for one in ElementTree.fromstring(svg).iter(f"{SVG}use")]


def test_board_has_every_field_and_every_piece_it_uses() -> None:
    pad = shown(
        table(player("a1"), player("c4"), player("c3"), player("g1"), empty="c4"), "A c2-c3"
    )
    assert fields(pad.board) == list(pad.spots) == list(NAMES)
    have = symbols(pad.board)
    assert len(set(have)) == len(have)
    assert {*uses(pad.board), *(one for panel in pad.panels.values() for one in uses(panel))} <= {
        *have
    }
    assert {f"twisty-token-{kind}" for kind in "ROYGBVW1234P"} < {*have}
    assert {"twisty-step", "twisty-here", *(f"twisty-step-{n}" for n in range(1, 13))} < {*have}
    assert {f"twisty-pawn-{seat}" for seat in "ABCD"} < {*have}


def test_board_shows_what_the_whole_drawing_shows() -> None:
    pieces = [name for name in uses(shown(START).board) if not name.startswith("twisty-pawn")]
    assert sorted(pieces) == sorted(f"twisty-token-{t}" for t in BOARD if t not in "./")
    marked = shown(START, "A c2-c3").board
    assert [marked.count(name) for name in ("last-way", "last-step", "last-move")] == [1, 1, 1]
    assert all(word not in marked for word in ("style=", "<style", "<script", "onclick"))


def test_spot_lies_in_the_middle_of_its_square_and_says_what_it_holds() -> None:
    spots = shown(table(player("a1"), player("c3"), empty="c2")).spots
    told = {name: spots[name].holds for name in ("a1", "b1", "c2", "c3", "d4", "g7", "b2", "c1")}
    assert told == {
        "a1": Said("{seat}'s pawn", {"seat": "A"}),
        "b1": Said("blue"),
        "c2": Said("empty"),
        "c3": Said("{seat}'s pawn, on token 3", {"seat": "B"}),
        "d4": Said("centre"),
        "g7": Said("empty corner"),
        "b2": Said("protection"),
        "c1": Said("token 4"),
    }
    assert [name for name in NAMES if not spots[name].is_free] == ["a1", "c3"]
    assert (spots["a1"].x, spots["a1"].y, spots["a1"].neighbours) == (84, 684, ("b1", "a2"))
    assert spots["d4"].neighbours == ("d3", "c4", "e4", "d5")


def test_panel_shows_the_series_with_its_cubes() -> None:
    position = table(player("a1", cubes=3, protected=2), player("g7", "WVBGYOR", cubes=7))
    panels = shown(position).panels
    assert list(panels) == ["A", "B"]
    used = uses(panels["A"])
    assert [name for name in used if "card" in name] == [f"twisty-card-{c}" for c in "ROYGBVW"]
    assert [name for name in used if "cube" in name] == [f"twisty-cube-{c}" for c in "ROY"]
    assert (used.count("twisty-shield"), panels["A"].count('class="next"')) == (2, 1)
    assert panels["B"].count('class="next"') == 0
    root = ElementTree.fromstring(panels["A"])
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert str(description.text).startswith("A's pawn is on a1; cubes: red (protected), orange")
    assert "data-field" not in panels["A"]


def test_order_begins_with_who_is_due() -> None:
    assert (shown(START).order, shown(after(START, "A c2", "B f5")).order) == ("ABC", "CAB")


def test_entry_is_a_move_and_a_pass_only_without_one() -> None:
    [entry] = shown(after(START, "A c2")).entries
    assert (entry.kind, entry.seats, entry.pattern) == ("move", "B", "{way}[x{victim}>{corner}]")
    stuck = table(player("a1"), player("b3"), player("c2"))
    assert [(one.kind, one.seats) for one in shown(stuck).entries] == [("pass", "A")]
    way, victim, corner = entry.parts
    assert (way.kind, way.least, way.joiner, way.fields) == ("fields", 1, "-", NAMES)
    assert [(one.value, one.symbol) for one in victim.options] == [
        ("A", "twisty-pawn-A"),
        ("B", "twisty-pawn-B"),
        ("C", "twisty-pawn-C"),
    ]
    assert corner.fields == ("a1", "g1", "g7", "a7")


def test_pad_says_where_the_pawn_may_stay_and_how_it_gets_there() -> None:
    own: Any = shown(THEFT).own
    assert own["pawns"] == {"A": "a1", "B": "b3", "C": "a7"}
    ways = ways_in(own["ways"])
    assert ways[:2] == ["c2", "b3"]
    assert {way for way in ways if way.endswith("d2")} >= {"c2-d2"}
    assert own["free_corners"] == ("a1", "g1", "g7")
    assert set(own["onward"]) == {
        name for name, token in zip(NAMES, THEFT.board, strict=True) if token in "1234"
    }


def test_ways_of_a_pad_are_lawful_and_reach_every_outcome() -> None:
    for seed in range(6):
        record = recorded(seed)
        position: Any = RULES.play.start(record.setup)
        for action in record.actions:
            own: Any = shown(position).own
            ways = ways_in(own["ways"])
            named = [one for one in RULES.play.lawful(position) if one.kind == "move"]
            ends = {NAMES[one.what[0][-1]]: one.what[1:] for one in named}
            assert {way[-2:] for way in ways} == set(ends)
            for way in ways:
                victim, corner = ends[way[-2:]]
                words = f"{way}x{victim}>{NAMES[corner]}" if victim else way
                assert RULES.play.why_not(position, move(f"{position.turn} {words}")) is None, words
                assert len(set(way.split("-"))) == len(way.split("-"))
            position = RULES.play.after(position, action)


def test_ways_are_bounded_where_every_special_token_is_a_flight() -> None:
    flights = BOARD.translate(str.maketrans("123P", "4444"))
    own: Any = shown(table(player("a1"), player("g7"), board=flights)).own
    assert len(ways_in(own["ways"])) < 200


def test_nothing_is_entered_when_the_game_is_won() -> None:
    won = after(table(player("b3", cubes=7), player("g7")), "A d4")
    assert (shown(won, "A d4").entries, shown(won, "A d4").notices) == ((), ())
    assert RULES.looks.hints(won, "") == ()


def test_every_move_of_random_games_is_of_the_pattern() -> None:
    way, _victim, corner = shown(START).entries[0].parts
    square = f"(?:{'|'.join(way.fields or ())})"
    hit = f"x[ABCD]>(?:{'|'.join(corner.fields or ())})"
    pattern = re.compile(f"{square}(?:-{square}){{0,{way.most - 1}}}(?:{hit})?")
    for seed in range(20):
        for action in recorded(seed).actions:
            words = RULES.play.write(action)
            assert words == "pass" or pattern.fullmatch(str(words)), words


@pytest.mark.parametrize(
    ("position", "line", "expected"),
    [
        (START, "", ()),
        (START, "A pass", ()),
        (START, "A c2", ()),
        (START, "A b2", ()),  # protection, but nothing to protect
        (
            table(player("b2", cubes=2, protected=2), player("g7")),
            "A b2",
            (Said("{seat}'s cubes are protected now.", {"seat": "A"}),),
        ),
        (
            START,
            "A b3xB>g7",
            (
                Said(
                    "{victim}: move the card of the stolen cube to the end.",
                    {"victim": "B"},
                ),
            ),
        ),
        (
            table(player("b2"), player("g7", cubes=7)),
            "",
            (Said("{seat} has all cubes and wins on the centre.", {"seat": "B"}),),
        ),
    ],
)
def test_table_is_told_what_to_do(
    position: Position, line: str, expected: tuple[Said, ...]
) -> None:
    assert shown(position, line).notices == expected


@pytest.mark.parametrize(
    ("begun", "expected"),
    [
        ("-", "c2 b3"),
        ("c2", "c1 b2 d2 c3"),  # one square across or down
        ("c2-", "c1 b2 d2 c3"),
        ("c2-c1", "g2 a6"),  # to the other tokens 4
        ("c2-b2", ""),  # protection ends the turn
        ("b3", ""),  # so does a colour
        ("c3", ""),  # no knight's move
        ("c2-c4", ""),
        ("z9", ""),
        ("pass", ""),
        ("c2xB>", ""),  # nobody stands there
        ("x", ""),
    ],
)
def test_hints_lead_on_from_what_is_begun(begun: str, expected: str) -> None:
    assert list(RULES.looks.hints(START, begun)) == expected.split()


@pytest.mark.parametrize(
    ("begun", "expected"),
    [
        ("-", "c2 b3"),
        ("b3", "a1 g1 g7"),  # the thief's own corner is free
        ("b3x", "a1 g1 g7"),
        ("b3xB>", "a1 g1 g7"),
        ("b3xC>", ""),
        ("b3xB>g1", ""),  # whole
        ("b3-a1", ""),
    ],
)
def test_hints_for_a_hit_are_the_free_corners(begun: str, expected: str) -> None:
    assert list(RULES.looks.hints(THEFT, begun)) == expected.split()


def test_hints_leave_out_pawns_that_may_not_be_hit() -> None:
    safe = table(player("a1"), player("b3", cubes=2, protected=2), player("c3"))
    assert list(RULES.looks.hints(safe, "-")) == ["c2"]
    assert list(RULES.looks.hints(safe, "c2")) == ["c1", "b2", "d2"]
    stuck = table(player("a1"), player("b3"), player("c2"))
    assert list(RULES.looks.hints(stuck, "")) == []


def test_hints_for_nothing_begun_are_where_the_pawn_may_stay() -> None:
    ends = {NAMES[one.what[0][-1]] for one in RULES.play.lawful(START)}
    assert set(RULES.looks.hints(START, "")) == ends > {"c2", "b3", "d2", "g2"}


def test_hints_are_where_the_rules_let_a_move_go_on() -> None:
    """Control by asking about every square."""
    for seed in range(4):
        record = recorded(seed)
        position: Any = RULES.play.start(record.setup)
        for action in record.actions:
            squares = action.what[0] if action.kind == "move" else ()
            for length in range(min(3, len(squares))):
                begun = "-".join(NAMES[square] for square in squares[:length])
                hinted = RULES.looks.hints(position, begun or "-")
                assert set(hinted) == leading_on(position, begun)
            position = RULES.play.after(position, action)


def leading_on(position: Position, begun: str) -> set[str]:
    found = set()
    for name in NAMES:
        path = f"{begun}-{name}" if begun else name
        hits = [f"{path}x{seat}>{corner}" for seat in "ABCD" for corner in ("a1", "g1", "g7", "a7")]
        if any(
            RULES.play.why_not(position, move(f"{position.turn} {word}")) is None
            for word in (path, *hits)
        ):
            found.add(name)
    return found


@pytest.mark.parametrize(
    ("position", "line", "expected"),
    [
        (START, "A c2", ""),
        (START, "A b3", "+1: red (1 of 7)"),
        (THEFT, "A b3xB>g1", "+1: red, stolen from B (1 of 7)"),
        (
            table(player("d1", cubes=3, protected=1), player("g7")),
            "A b2",
            "protected now: orange, yellow",
        ),
        (table(player("d1", cubes=2, protected=2), player("g7")), "A b2", ""),
        (
            table(player("b3", cubes=7), player("g7")),
            "A d4",
            "all cubes, and in the centre: the game is won",
        ),
        (table(player("a1"), player("b3"), player("c2")), "A pass", ""),
    ],
)
def test_what_a_move_brought_is_said(position: Position, line: str, expected: str) -> None:
    said = RULES.looks.reckon(position, move(line), after(position, line))
    assert str(said) == expected


def test_what_is_said_to_be_won_is_what_the_score_says() -> None:
    for seed in range(10):
        record = recorded(seed)
        position: Any = RULES.play.start(record.setup)
        for action in record.actions:
            behind, position = position, RULES.play.after(position, action)
            place = "ABCD".index(action.seat)
            won = position.players[place].cubes - behind.players[place].cubes
            said = str(RULES.looks.reckon(behind, action, position))
            assert said.startswith("+1: ") == bool(won), said


def recorded(seed: int) -> Record:
    record = read(RULES.random_play.game(seed, players=None, variant=None).encode())
    assert isinstance(record, Record)
    return record


def test_keys_are_named() -> None:
    assert RULES.play.key_names(START.setup) == ["Won", "Cubes"]
