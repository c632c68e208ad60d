"""The paragraphs of games/polyssimo/RULES.md 1 to 4, tested by their numbers."""

from collections import Counter
from itertools import product

import pytest

from games.polyssimo import RULES
from games.polyssimo.board import Position, edition, fits, placements, write_numbers
from games.values import Action, Fault, Setup, SideScore
from games.verify import verify
from tests.games.polyssimo import oracle
from tests.games.random_records import described

NAMES = list(edition().pieces)


def placed(position: Position, *lines: str) -> Position:
    """The position after lines of a record."""
    for line in lines:
        seat, *words = line.split()
        action = RULES.play.read(seat, words, None)
        assert isinstance(action, Action)
        position = RULES.play.after(position, action)
    return position


def fault(position: Position, line: str) -> Fault | None:
    seat, *words = line.split()
    action = RULES.play.read(seat, words, None)
    assert isinstance(action, Action)
    return RULES.play.why_not(position, action)


def code(position: Position, line: str) -> str:
    found = fault(position, line)
    return found.code if found else ""


def start(players: int, pieces: str = "", edition_: str = "standard") -> Position:
    own = {"Pieces": pieces} if pieces else {}
    return RULES.play.start(Setup(players, edition=edition_, own=own))


def drafted(players: int, pieces: str = "") -> Position:
    """The pieces taken in the order of the rules, each by whose turn it is."""
    position = start(players, pieces)
    for name in NAMES:
        if not position.to_take:
            break
        position = placed(position, f"{position.turn} take {name}")
    return position


def filled(position: Position, *, free: str, hands: dict[str, str], turn: str) -> Position:
    """A board on which only some squares are free, to look at the end of a game."""
    game = edition()
    room = sum(1 << game.squares[square] for square in free.split())
    bits = [
        sum(game.pieces[name].bit for name in hands.get(seat, "").split())
        for seat in position.setup.seats
    ]
    return position._replace(free=room, hands=tuple(bits), turn=turn)


def test_material_1_1_board_has_as_many_squares_as_the_pieces() -> None:
    game = edition()
    names = [f"{column}{row}" for column, row in product("abcdefghijkl", range(1, 12))]
    assert list(game.squares) == names
    assert sum(piece.size for piece in game.pieces.values()) == len(names) == 132
    assert game.board.bit_count() == 132


def test_material_1_2_and_1_3_twelve_pieces_of_five_and_twelve_of_six() -> None:
    assert list(oracle.SHAPES) == NAMES
    assert Counter(piece.size for piece in edition().pieces.values()) == {5: 12, 6: 12}
    assert all(bool(piece.colour) == (piece.size == 5) for piece in edition().pieces.values())


def test_material_1_2_pieces_of_five_are_all_that_there_are() -> None:
    # There are 63 pentominoes if turned and flipped ones count apart (OEIS A001168).
    outlines = [piece.outlines for piece in edition().pieces.values() if piece.size == 5]
    assert len(frozenset().union(*outlines)) == sum(map(len, outlines)) == 63


def test_material_1_3_pieces_of_six_differ() -> None:
    outlines = [piece.outlines for piece in edition().pieces.values() if piece.size == 6]
    assert len(frozenset().union(*outlines)) == sum(map(len, outlines))


@pytest.mark.parametrize(
    ("pieces", "count"),
    [
        ("FLNPY", 8),  # no symmetry
        ("TUVWZ", 4),
        ("I", 2),
        ("X", 1),
    ],
)
def test_material_1_4_pieces_may_be_turned_and_flipped(pieces: str, count: int) -> None:
    found = [edition().pieces[piece] for piece in pieces]
    assert {len(piece.shifts) for piece in found} == {count}
    assert {len(piece.outlines) for piece in found} == {count}


@pytest.mark.parametrize("name", NAMES)
def test_material_1_4_placements_are_those_of_the_second_referee(name: str) -> None:
    names = edition().names
    found = {
        frozenset(oracle.cell(names[square]) for square in squares)
        for squares in placements(edition().pieces[name], edition().board)
    }
    assert found == set(oracle.all_placements(name))


@pytest.mark.parametrize(("players", "each"), [(2, 12), (3, 8), (4, 6)])
def test_draft_2_clockwise_until_all_are_taken(players: int, each: int) -> None:
    position = start(players)
    turns = ""
    for name in NAMES:
        turns += position.turn
        position = placed(position, f"{position.turn} take {name}")
    assert turns == "ABCD"[:players] * each
    assert position.to_take == position.offer == 0
    assert [hand.bit_count() for hand in position.hands] == [each] * players


def test_draft_2_handicap_skips_who_has_the_number() -> None:
    position = start(4, "A=4 B=6 C=4 D=5")
    turns = ""
    for name in NAMES[:19]:
        turns += position.turn
        position = placed(position, f"{position.turn} take {name}")
    assert turns == "ABCD" * 4 + "BD" + "B"
    assert (position.to_take, position.turn) == (0, "B")


@pytest.mark.parametrize(("players", "least", "most"), [(2, 7, 17), (3, 5, 14), (4, 4, 12)])
def test_draft_2_handicap_offers_all_that_is_lawful(players: int, least: int, most: int) -> None:
    offered = RULES.tags.handicap(players)
    assert offered is not None
    assert (offered.least, offered.most, offered.usual) == (least, most, 24 // players)
    others = [least] * (players - 1)
    assert not wrong_numbers(most, *others)
    assert wrong_numbers(most + 1, *others)
    assert wrong_numbers(offered.usual, *others[1:], least - 1)


def wrong_numbers(*numbers: int) -> bool:
    value = write_numbers(numbers)
    return bool(RULES.tags.wrong(Setup(len(numbers), own={"Pieces": value})))


def test_draft_2_pieces_not_taken_stay_out() -> None:
    position = drafted(2, "A=7 B=7")
    assert position.offer.bit_count() == 10
    assert code(position, f"{position.turn} take C1") == "draft"
    assert code(position, f"{position.turn} C1 a1") == "not-own"


def test_draft_2_piece_is_taken_once() -> None:
    position = placed(start(3), "A take X")
    found = fault(position, "B take X")
    assert found is not None
    assert (found.code, found.rule, found.gaps["owner"]) == ("taken", "2", "A")


def test_draft_2_lawful_is_what_is_on_offer() -> None:
    position = placed(start(2), "A take F")
    assert list(RULES.play.lawful(position)) == [Action("B", "take", (name,)) for name in NAMES[1:]]


def test_draft_2_there_is_no_passing() -> None:
    position = placed(start(2), "A take X")
    assert [code(position, f"{seat} pass") for seat in "ABC"] == [
        "wrong-seat",
        "draft",
        "wrong-seat",
    ]


@pytest.mark.parametrize(
    ("players", "value", "is_allowed"),
    [
        (2, "A=7 B=7", True),
        (2, "A=7 B=17", True),
        (2, "B=17 A=7", True),
        (2, "A=6 B=12", False),
        (2, "A=12 B=13", False),
        (2, "A=0 B=24", False),
        (2, "A=999999 B=7", False),
        (3, "A=5 B=5 C=14", True),
        (3, "A=5 B=4 C=5", False),
        (3, "A=8 B=8 C=9", False),
        (4, "A=4 B=4 C=4 D=4", True),
        (4, "A=4 B=4 C=4 D=3", False),
        (4, "A=6 B=6 C=6 D=7", False),
    ],
)
def test_draft_2_numbers_that_are_allowed(players: int, value: str, is_allowed: bool) -> None:
    assert RULES.tags.read("Pieces", value, players=players) is None
    wrong = RULES.tags.wrong(Setup(players, own={"Pieces": value}))
    assert [(one.tag, one.fault.code, one.fault.rule) for one in wrong] == (
        [] if is_allowed else [("Pieces", "tag-value", "2")]
    )


@pytest.mark.parametrize(
    ("draft", "pieces", "is_allowed"),
    [
        ("AB" * 12, "", True),
        ("A" * 12 + "B" * 12, "", True),
        ("AAB" * 4, "A=8 B=7", False),
        ("AAB" * 7, "A=14 B=7", True),
        ("AB" * 11, "", False),
        ("AB" * 13, "", False),
        ("A", "", False),
    ],
)
def test_draft_2_order_of_taking_fits_the_numbers(
    draft: str, pieces: str, is_allowed: bool
) -> None:
    own = {"Draft": draft} | ({"Pieces": pieces} if pieces else {})
    assert RULES.tags.read("Draft", draft, players=2) is None
    wrong = RULES.tags.wrong(Setup(2, own=own))
    assert [(one.tag, one.fault.code, one.fault.rule) for one in wrong] == (
        [] if is_allowed else [("Draft", "tag-value", "2")]
    )


def test_draft_2_is_taken_in_the_order_of_the_tag() -> None:
    draft = "B" + "AAB" * 7 + "BB"
    position = RULES.play.start(Setup(2, own={"Pieces": "A=14 B=10", "Draft": draft}))
    order = ""
    for name in NAMES:
        order += position.turn
        assert code(position, f"{'AB'[position.turn == 'A']} take {name}") == "wrong-seat"
        position = RULES.play.after(position, Action(position.turn, "take", (name,)))
    assert (order, position.turn, position.to_take) == (draft, "B", 0)


def test_placing_3_1_who_took_last_begins_whatever_the_order() -> None:
    position = RULES.play.start(Setup(3, own={"Draft": "CCB" * 4 + "BA" * 4 + "AAAA"}))
    for name in NAMES:
        position = RULES.play.after(position, Action(position.turn, "take", (name,)))
    assert position.turn == "A"
    figures = {seat: {"pieces": 0, "squares": 0, "last": 0} for seat in "ABC"}
    setup = position.setup
    sides = RULES.figures.tally(setup, list(figures.values()), termination="normal")
    assert not isinstance(sides, Fault)
    assert [side.keys for side in sides] == [(0, 21), (0, 23), (0, 22)]


def test_placing_3_1_anticlockwise_from_who_took_last() -> None:
    position = drafted(4)
    order = ""
    for _placement in range(6):
        order += position.turn
        piece = next(edition().pieces_in(position.hand(position.turn) & 0xFFF))
        squares = next(placements(piece, position.free))
        position = RULES.play.after(position, Action(position.turn, "place", (piece.name, squares)))
    assert order == "DCBADC"


def test_placing_3_1_two_players_begin_with_the_last_taker() -> None:
    assert drafted(2).turn == "B"
    assert drafted(2, "A=12 B=7").turn == "A"


@pytest.mark.parametrize("squares", ["a1 b1 c1 d1 e1", "l7 l8 l9 l10 l11", "e1 d1 b1 c1 a1"])
def test_placing_3_2_on_free_squares_without_contact(squares: str) -> None:
    position = placed(drafted(2), "B I f6 g6 h6 i6 j6", "A F a10 b10 b9 b11 c11")
    assert position.placed[0].seat == "B"
    assert code(drafted(2), f"B I {squares}") == ""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("B I a1 b1 c1 d1", "shape"),
        ("B I a1 b1 c1 d1 e1 f1", "shape"),
        ("B I a1 b1 c1 d1 d1", "shape"),
        ("B I a1 b1 c1 d1 e1 e1", "shape"),
        ("B I a1", "shape"),
        ("B I a1 a2 a3 a4 b5", "shape"),
        ("B I a9 a10 a11 b1 b2", "shape"),
        ("B N a10 a11 b1 b2 b3", "shape"),
        ("B I f6 f6 f6 f6 f6", "shape"),
        ("B L e6 d6 c6 b6 e7", "not-own"),
        ("B I b6 c6 d6 e6 f6", "occupied"),
        ("B I b4 c4 d4 e4 f4", ""),
        ("B F a1", "not-own"),
        ("A F a1", "wrong-seat"),
        ("C I a1", "wrong-seat"),
        ("B take I", "draft"),
        ("A take I", "wrong-seat"),
    ],
)
def test_placing_3_2_what_may_not_be_placed(line: str, expected: str) -> None:
    # B has I N T V X Z and every other of six, A has F L P U W Y and the others.
    position = placed(drafted(2), "B Z f6 f7 f5 g7 e5", "A F a10 b10 b9 b11 c11")
    assert code(position, line) == expected


def test_placing_3_2_messages_say_what_is_wrong() -> None:
    position = placed(drafted(2), "B Z f6 f7 f5 g7 e5", "A F a10 b10 b9 b11 c11")

    def sentence(line: str) -> str:
        found = fault(position, line)
        assert found is not None
        return found.text.format(**found.gaps)

    assert sentence("B I b6 c6 d6 e6 f6") == "f6 is not free: B's Z is there."
    assert sentence("B F a1") == "F is already on the board: A placed it."
    assert sentence("B L a1") == "L is A's piece; B may place only their own pieces."
    assert sentence("B I a1 b1") == "I covers 5 squares, not 2."
    assert sentence("B I c1 b1 c1") == "c1 is named twice."
    assert sentence("A pass") == "A cannot pass: L still fits, for instance on a1 a2 a3 a4 b1."


def test_placing_3_3_turn_passes_over_who_stands() -> None:
    # Room for one I and one square: only A can go on, twice, although B and C have pieces.
    room = "a1 a2 a3 a4 a5 c1 c2 c3 c4 d1 f1 f2 f3 f4 f5"
    hands = {"A": "L Y", "B": "I X", "C": "F"}
    position = filled(drafted(3), free=room, hands=hands, turn="B")
    after = placed(position, "B I a1 a2 a3 a4 a5")
    assert after.turn == "A"
    assert [code(after, f"{seat} pass") for seat in "ABC"] == ["can-place", "", ""]
    assert [code(after, line) for line in ("B X a1", "C F a1")] == ["wrong-seat"] * 2
    assert placed(after, "A L c1 c2 c3 c4 d1").is_over


def test_placing_3_3_same_player_goes_on_alone() -> None:
    room = "a1 a2 a3 a4 a5 c1 c2 c3 c4 d1"
    hands = {"A": "L I", "B": "X"}
    position = filled(drafted(2), free=room, hands=hands, turn="A")
    after = placed(position, "A I a1 a2 a3 a4 a5")
    assert (after.turn, after.is_over) == ("A", False)


def test_placing_3_3_who_has_none_left_stands() -> None:
    position = filled(drafted(2), free="a1 a2 a3 a4 a5 b1", hands={"B": "I L"}, turn="B")
    assert code(position, "A pass") == ""
    assert code(position, "B pass") == "can-place"


def test_placing_3_3_pass_changes_nothing() -> None:
    position = filled(drafted(2), free="a1 a2 a3 a4 a5", hands={"A": "X", "B": "I"}, turn="B")
    assert placed(position, "A pass", "A pass") == position
    end = placed(position, "B I a1 a2 a3 a4 a5")
    assert placed(end, "B pass", "A pass", "B pass") == end


def test_placing_3_3_lawful_are_placements_and_remarks_of_who_stands() -> None:
    position = filled(drafted(2), free="a1 a2 a3 a4 a5", hands={"A": "X", "B": "I"}, turn="B")
    place, remark = Action("B", "place", ("I", (0, 1, 2, 3, 4))), Action("A", "pass")
    assert list(RULES.play.lawful(position)) == [place, remark]
    assert list(RULES.play.lawful(RULES.play.after(position, place))) == [
        remark,
        Action("B", "pass"),
    ]


def test_placing_3_4_ends_at_once_after_the_last_placement() -> None:
    position = filled(drafted(2), free="a1 a2 a3 a4 a5", hands={"A": "X", "B": "I"}, turn="B")
    assert not position.is_over
    end = placed(position, "B I a1 a2 a3 a4 a5")
    assert (end.turn, end.is_over, end.is_complete) == ("", True, True)
    assert [code(end, line) for line in ("B I a1", "C X a1", "D take F", "C pass")] == [
        "after-end",
        "after-end",
        "after-end",
        "wrong-seat",
    ]


def test_ranking_4_fewest_pieces_left_then_last_placement() -> None:
    lines = ["B I a1 a2 a3 a4 a5", "A F a10 b10 b9 b11 c11", "B X f5 f6 f7 e6 g6"]
    standings = RULES.play.standings(placed(drafted(2), *lines))
    a, b = [(one.score, one.keys, one.more) for one in standings]
    # A took F L P U W Y and C0 X0 W0 F0 F2 F4, B the others: 66 squares each.
    assert a == (11, (-11, 1), {"squares": 61})
    assert b == (10, (-10, 2), {"squares": 56})


def test_ranking_4_edition_of_squares() -> None:
    position = drafted(2)
    position = position._replace(setup=Setup(2, edition="squares"))
    lines = ["B I a1 a2 a3 a4 a5", "A C0 a6 a7 b6 c6 d6 d7"]
    standings = RULES.play.standings(placed(position, *lines))
    assert [(one.score, one.keys, one.more) for one in standings] == [
        (60, (-60, 1), {"squares": 60}),
        (61, (-61, 0), {"squares": 61}),
    ]


def test_ranking_4_pieces_not_yet_taken_count_but_have_no_squares() -> None:
    standings = RULES.play.standings(
        placed(start(2, "A=8 B=12"), "A take I", "B take C0", "A take L")
    )
    assert [(one.score, one.keys, one.more["squares"]) for one in standings] == [
        (8, (-8, -1), 10),
        (12, (-12, -1), 6),
    ]


def test_ranking_4_lower_scores_win() -> None:
    assert RULES.higher_score_wins is False


def test_ranking_4_league_keys_sum_pieces_then_squares() -> None:
    assert RULES.league_keys(SideScore("A", ("A",), 3, (-3, 17), {"squares": 17})) == (-3, -17)
    without_squares = SideScore("B", ("B",), 1, (-1, 9))
    assert RULES.league_keys(without_squares) == (-1, 0)


def test_after_refuses_what_is_not_lawful() -> None:
    with pytest.raises(ValueError, match="not on offer"):
        placed(start(2), "A take F", "B take F")


def test_fits_is_exact_in_a_narrow_room() -> None:
    # A ring, three by three with the middle covered: U and V alone bend like that.
    names = ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    room = sum(1 << edition().squares[name] for name in names)
    fitting = {name for name, piece in edition().pieces.items() if fits(piece, room)}
    assert fitting == {"U", "V"}


@pytest.mark.parametrize("players", [1, 5, 9])
def test_other_numbers_of_players_are_illegal(players: int) -> None:
    verdict = verify(f'[Game "polyssimo"]\n[Players "{players}"]\nA take F\n'.encode())
    assert (verdict.status, verdict.error and verdict.error.code) == ("illegal", "players")


def test_describe_says_what_the_drawing_shows() -> None:
    draft = described(RULES, placed(start(2), "A take F"))
    assert "B takes a piece; still to be taken: 23." in draft
    assert "A: pieces left 12, squares 5; in hand: F." in draft
    assert "On offer: I, L, N," in draft
    placing = described(RULES, placed(drafted(2), "B I a1 a2 a3 a4 a5"))
    assert "A places a piece." in placing
    assert placing.endswith("B placed I on a1 a2 a3 a4 a5.")
    end = filled(drafted(2), free="a1", hands={"A": "F"}, turn="")
    assert "The game is over." in described(RULES, end)
    assert "hand empty. No piece fits any more." in described(RULES, end)
