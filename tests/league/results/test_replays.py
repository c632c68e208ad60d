"""A record told turn by turn, its drawings in packs, and what else could have been played."""

import gzip
import json
from typing import Any

import pytest

from games.pads import Gain, Told
from games.record import read
from games.registry import GAMES, rules_of
from games.replay import replay
from games.scene import without_words
from league.results.replays import (
    AT_ONCE,
    MOST_COUNTED,
    TURNS_SHOWN,
    Aside,
    PositionTold,
    Tried,
    Turn,
    TurnAnalysed,
    analysed,
    drawing,
    pack,
    position_told,
    told,
)
from tests.factories.tables import record_of

OPEN = """[Game "triolet"]
[Players "2"]
A rack 0,3,5
B rack 1,2,3
A h8=5 =4
A draw 7
B h9=3 =8
B draw 1
"""
OTHER_SEAT = OPEN + "B i9=2\n"


def unpacked(record: str, number: int) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(gzip.decompress(pack(record, number=number)))
    return content


def drawings(record: str, number: int) -> list[str]:
    content = unpacked(record, number)
    return ["".join(content["pieces"][piece] for piece in move) for move in content["moves"]]


def as_told(seat: str, words: str) -> Told:
    rules = rules_of("triolet")
    assert rules is not None
    return rules.looks.tell(rules.play.read(seat, words.split(), None))  # type: ignore[arg-type]


def aside(seat: str, words: str, line: int) -> Aside:
    return Aside(seat, words, line, as_told(seat, words))


def test_told_turn_has_its_points_scores_and_draws() -> None:
    found = told(OPEN)
    assert found.sides == (("A",), ("B",))
    assert found.scores == (0, 0)
    assert found.asides == (aside("A", "rack 0,3,5", 3), aside("B", "rack 1,2,3", 4))
    assert found.turns == (
        Turn(
            *(1, 5, "A", "h8=5", "4", "0", True, (0, 0), (aside("A", "draw 7", 6),)),
            told=as_told("A", "h8=5"),
            gains=(Gain("0"),),
            worths=(0, 0),
        ),
        Turn(
            *(2, 7, "B", "h9=3", "8", "8", False, (0, 8), (aside("B", "draw 1", 8),)),
            told=as_told("B", "h9=3"),
            gains=(Gain("8"),),
            worths=(0, 8),
        ),
    )
    assert (found.tried, found.last, found.verdict.status) == (None, 2, "unfinished")


def test_told_action_against_the_rules_comes_after_the_last_turn() -> None:
    found = told(OTHER_SEAT)
    assert found.tried == Tried(3, 9, "B", "i9=2", as_told("B", "i9=2"))
    assert (len(found.turns), found.last, found.verdict.status) == (2, 3, "illegal")


def test_told_line_is_found_in_its_move() -> None:
    found = told(OTHER_SEAT)
    lines = {line: found.move_at(line) for line in range(1, 11)}
    expected = {1: None, 2: None, 3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: None}
    assert lines == expected


@pytest.mark.parametrize(
    ("record", "status"),
    [("hello", "unreadable"), ('[Game "triolet"]\n[Players "7"]\n', "illegal")],
)
def test_told_record_that_cannot_be_played_says_why(record: str, status: str) -> None:
    found = told(record)
    assert not found.is_playable
    assert (found.turns, found.last, found.verdict.status) == ((), 0, status)


def test_told_of_a_very_long_game_the_beginning_is_told() -> None:
    swaps = "".join(f"{'AB'[turn % 2]} swap 1\n" for turn in range(TURNS_SHOWN + 5))
    found = told(f'[Game "triolet"]\n[Players "2"]\n{swaps}A a1=1\n')
    assert (len(found.turns), found.left_out, found.tried) == (TURNS_SHOWN, 5, None)


@pytest.mark.parametrize("game", GAMES)
def test_told_last_scores_are_those_of_the_verdict(game: str) -> None:
    found = told(record_of(game=game, players=2))
    final = {side.standing.seats: side.standing.score for side in found.verdict.sides}
    assert dict(zip(found.sides, found.turns[-1].scores, strict=True)) == final


@pytest.mark.parametrize("game", GAMES)
def test_drawings_of_a_pack_are_those_of_the_moves(game: str) -> None:
    record = record_of(game=game, players=2)
    moves = range(AT_ONCE, min(2 * AT_ONCE, told(record).last + 1))
    assert drawings(record, 1) == [without_words(drawing(record, move=move)) for move in moves]
    assert unpacked(record, 1)["first"] == AT_ONCE


def test_drawings_last_pack_ends_with_what_was_tried() -> None:
    start, *_turns, tried = drawings(OTHER_SEAT, 0)
    assert start == without_words(drawing(OTHER_SEAT, move=0))
    assert tried == without_words(drawing(OTHER_SEAT, move=3))
    assert 'class="attempted"' in tried
    assert 'class="attempted"' not in drawing(OTHER_SEAT, move=2)


def test_drawings_whole_game_is_smaller_than_a_few_drawings() -> None:
    record = record_of(players=2)
    packs = [pack(record, number=at) for at in range(told(record).last // AT_ONCE + 1)]
    each = len(gzip.compress(drawing(record, move=40).encode()))
    assert sum(map(len, packs)) < 12 * each


def test_drawings_of_nothing_that_can_be_played_are_none() -> None:
    assert drawing("hello", move=0) == ""
    assert unpacked("hello", 0) == {"first": 0, "pieces": [], "moves": []}


def test_position_has_figures_and_words() -> None:
    found = position_told(OPEN, move=2)
    assert found.figures == {"A": {"points": 0}, "B": {"points": 8}}
    assert "On the board: 5 on h8, 3 on h9." in " ".join(map(str, found.described))


def test_position_of_nothing_that_can_be_played_is_empty() -> None:
    assert position_told("hello", move=0) == PositionTold()


def test_analysis_of_an_open_hand_compares_all_of_it() -> None:
    first, second = (TurnAnalysed(**row) for row in analysed(OPEN))
    assert (first.number, first.points, first.is_open) == (1, 0, True)
    assert (first.best, first.best_words) == (max_points(OPEN, turn=1), "g8=3 h8=5")
    assert (second.points, second.best) == (8, max_points(OPEN, turn=2))
    assert second.lawful > second.ways > 1


def test_analysis_of_a_closed_hand_compares_the_places_of_its_tiles() -> None:
    record = '[Game "triolet"]\n[Players "2"]\nA h8=5\nB h9=3\n'
    [_first, second] = (TurnAnalysed(**row) for row in analysed(record))
    assert (second.ways, second.points, second.best) == (4, 8, 8)
    assert (second.best_words, second.best - second.points, second.is_open) == ("", 0, False)


@pytest.mark.parametrize("game", ["twisty", "polyssimo"])
def test_analysis_of_a_game_without_points_for_laying_counts_moves(game: str) -> None:
    record = record_of(game=game, players=2)
    rows = [TurnAnalysed(**row) for row in analysed(record)]
    rules = rules_of(game)
    assert rules is not None
    played = replay(read(record.encode()))  # type: ignore[arg-type]
    turns = [step for step in played.steps if step.is_turn]  # type: ignore[union-attr]
    counts = [len(list(rules.play.lawful(step.before))) for step in turns]
    assert [row.lawful for row in rows] == [min(each, MOST_COUNTED + 1) for each in counts]
    assert not any(row.ways for row in rows)


def test_analysis_stops_counting() -> None:
    [row, *_rest] = (TurnAnalysed(**each) for each in analysed(record_of(players=2)))
    assert (row.lawful, row.is_counted) == (MOST_COUNTED + 1, False)


def test_analysis_tells_how_far_it_is() -> None:
    shares: list[float] = []
    analysed(OPEN, progress=shares.append)
    assert shares == [0.5, 1.0]


def test_analysis_of_nothing_that_can_be_played_is_empty() -> None:
    assert analysed("hello") == []


def max_points(record: str, *, turn: int) -> int:
    """By playing every lawful move and reading its points."""
    played = replay(read(record.encode()))  # type: ignore[arg-type]
    step = next(each for each in played.steps if each.turn == turn)  # type: ignore[union-attr]
    seat = step.before.setup.seats.index(step.seat)
    placements = (one for one in step.rules.play.lawful(step.before) if one.kind == "place")
    reached = (step.rules.play.after(step.before, one) for one in placements)
    gains = [position.points[seat] - step.before.points[seat] for position in reached]
    return max(gains)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["kaleidoskop", "triolet"])
def test_better_way_is_drawn_as_a_ghost_with_its_points(game: str, players: int) -> None:
    """On the board of its move, and on no other."""
    record = record_of(game=game, players=players, variant="base")
    turns = [TurnAnalysed(**turn) for turn in analysed(record)]
    turn = next(turn for turn in turns if turn.best_words)
    better = {turn.number: (turn.best_words, turn.best)}
    plain = drawing(record, move=turn.number)
    shown = drawing(record, move=turn.number, better=better)
    assert shown.startswith(plain.removesuffix("</svg>"))
    ghost = shown.removeprefix(plain.removesuffix("</svg>"))
    assert ghost.startswith('<g class="better"')
    assert f">+{turn.best}</text>" in ghost
    assert "attempted-cross" not in ghost
    other = turn.number - 1
    assert drawing(record, move=other, better=better) == drawing(record, move=other)
    number, at = divmod(turn.number, AT_ONCE)
    packed = json.loads(gzip.decompress(pack(record, number=number, better=better)))
    board = "".join(packed["pieces"][piece] for piece in packed["moves"][at])
    assert board == without_words(shown)


@pytest.mark.parametrize("game", ["polyssimo", "twisty"])
def test_game_in_which_laying_brings_no_points_has_no_better_way(game: str) -> None:
    record = record_of(game=game, players=2, variant="base")
    assert not any(turn["best_words"] for turn in analysed(record))
