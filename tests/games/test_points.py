"""Points kept turn by turn: any turn of a random game is accepted, what none brings is not."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.contract import Rules
from games.points import turn_read, turn_written, turns_of
from games.record import Record
from games.registry import rules_of
from games.values import Fault, PointsKept, PointTurn, Setup
from tests.games.random_records import recorded

SEEDS = range(40)
SIDES = {"A": ("A",), "B": ("B",), "A+C": ("A", "C"), "B+D": ("B", "D")}


def kept_from(rules: Rules, setup: Setup) -> PointsKept:
    turns = turns_of(rules, rules.figures.fields(setup), sides=rules.play.sides(setup))
    return turns.start(setup)


def step(rules: Rules, kept: PointsKept, turn: PointTurn) -> PointsKept:
    """As it is written and read, and accepted."""
    setup = kept.setup
    sides = rules.play.sides(setup)
    read = turn_read(turn.seat, turn_written(turn), sides=sides)
    assert read == turn
    found = turns_of(rules, rules.figures.fields(setup), sides=sides).step(kept, read)
    assert isinstance(found, PointsKept), (turn, found)
    return found


def replayed(rules: Rules, record: Record) -> Iterator[tuple[Any, Any, Any]]:
    """Action, the position before and after."""
    position = rules.play.start(record.setup)
    for action in record.actions:
        outcome = rules.play.step(position, action)
        assert not isinstance(outcome, Fault)
        yield action, position, outcome[0]
        position = outcome[0]


def changes(rules: Rules, before: Any, after: Any) -> dict[str, dict[str, int]]:
    """By side, what an action changed in the figures."""
    old, new = rules.figures.of(before), rules.figures.of(after)
    found = {side: {name: new[side][name] - old[side][name] for name in new[side]} for side in new}
    lean = {side: {name: by for name, by in own.items() if by} for side, own in found.items()}
    return {side: own for side, own in lean.items() if own}


@pytest.mark.parametrize("seed", SEEDS)
def test_turns_of_kaleidoskop(seed: int) -> None:
    """By what a tile brings on the board; what counts, and who lays again, follows from it."""
    rules = rules_of("kaleidoskop")
    assert rules is not None
    _, record = recorded(rules, seed)
    kept, names = kept_from(rules, record.setup), [f.name for f in rules.figures.fields(Setup(2))]
    for action, before, after in replayed(rules, record):
        if action.kind != "place":
            continue
        claim = rules.play.right_claim(before, action, after=after) or "0"
        brought = (
            {names["RGBOYP".index(each[0])]: int(each[1:]) for each in claim.split(",")}
            if claim != "0"
            else {}
        )
        side = next(side for side in kept.figures if action.seat in side)
        kept = step(rules, kept, PointTurn(action.seat, {side: brought} if brought else {}))
        assert kept.figures == rules.figures.of(after)
        if after.turn and not after.hands.due_seat:
            assert kept.turn == after.turn


@pytest.mark.parametrize("game", ["triolet", "twisty"])
@pytest.mark.parametrize("seed", SEEDS)
def test_turns_of_games_whose_figures_are_points(game: str, seed: int) -> None:
    rules = rules_of(game)
    assert rules is not None
    _, record = recorded(rules, seed)
    kept = kept_from(rules, record.setup)
    for action, before, after in replayed(rules, record):
        if rules.play.tells_hand(action):
            continue
        found = changes(rules, before, after)
        if action.kind == "left":  # hands are written down one after the other
            for side, own in found.items():
                kept = step(rules, kept, PointTurn(side, {side: own}))
            continue
        kept = step(rules, kept, PointTurn(action.seat, found))
        assert kept.figures == rules.figures.of(after)
        if game == "twisty":
            assert kept.turn == after.turn


@pytest.mark.parametrize("seed", SEEDS)
def test_turns_of_polyssimo(seed: int) -> None:
    """All pieces of a seat are written at once; those who stand say so, or are passed over."""
    rules = rules_of("polyssimo")
    assert rules is not None
    _, record = recorded(rules, seed)
    kept = kept_from(rules, record.setup)
    steps = list(replayed(rules, record))
    drafted = next(before for action, before, _ in steps if action.kind not in ("take", "pass"))
    for side, own in rules.figures.of(drafted).items():
        assert kept.turn == side
        kept = step(rules, kept, PointTurn(side, {side: {"squares": own["squares"]}}))
    for action, before, after in steps:
        if action.kind in ("take", "pass"):
            continue
        while kept.turn != before.turn:
            kept = step(rules, kept, PointTurn(kept.turn, {}))
        own = changes(rules, before, after)[action.seat]
        brought = {name: own[name] for name in ("pieces", "squares")}
        kept = step(rules, kept, PointTurn(action.seat, {action.seat: brought}))
        assert kept.figures == rules.figures.of(after)
    while kept.turn:
        kept = step(rules, kept, PointTurn(kept.turn, {}))


def test_every_key_of_a_pad_is_a_turn(rules: Rules) -> None:
    """Whoever taps nothing but keys is never refused."""
    for variant, numbers in rules.variants.items():
        for players in numbers:
            setup = Setup(players, variant)
            kept = kept_from(rules, setup)
            sides = rules.play.sides(setup)
            turns = turns_of(rules, rules.figures.fields(setup), sides=sides)
            for lap in range(60):
                if not kept.turn:
                    break
                pad = turns.pad(kept, kept.turn)
                offered = [key.words for key in pad.keys] + ["0"] * (pad.nothing is not None)
                for words in offered:
                    turn = turn_read(kept.turn, words, sides=sides)
                    assert turn is not None
                    found = turns.step(kept, turn)
                    is_too_early = isinstance(found, Fault) and found.code == "could-place"
                    assert isinstance(found, PointsKept) or is_too_early, (words, found)
                kept = (
                    step(rules, kept, PointTurn(kept.turn, {}))
                    if not pad.keys
                    else step(
                        rules,
                        kept,
                        turn_read(kept.turn, pad.keys[lap % len(pad.keys)].words, sides=sides),
                    )
                )


@pytest.mark.parametrize(
    ("game", "before", "words", "code"),
    [
        ("kaleidoskop", [], "red 1 green 1 blue 1", "colours"),
        ("kaleidoskop", [], "red 41", "points"),
        ("kaleidoskop", [], "red -1", "points"),
        ("kaleidoskop", [], "B:red 1", "other-side"),
        ("triolet", [], "points 273", "points"),
        ("triolet", [], "points -43", "points"),
        ("triolet", ["points 30", "points -5"], "points 30", "points"),
        ("triolet", ["points 230"] * 17, "points 230", "total"),
        ("twisty", [], "cubes 2", "cubes"),
        ("twisty", [], "cubes 1 B:cubes -1", "figure-range"),
        ("twisty", [], "cubes 1 B:cubes 1", "cubes"),
        ("twisty", [], "won 1", "winner"),
        ("polyssimo", [], "pieces -1 squares -5", "squares"),
        ("polyssimo", ["squares 66"], "squares 70", "supply"),
        ("polyssimo", ["squares 66", "squares 66"], "pieces -1 squares -7", "piece"),
        ("polyssimo", ["squares 66", "squares 66"], "0", "could-place"),
        ("polyssimo", ["squares 72", "squares 60"], "pieces -1 squares -6", "squares"),
    ],
)
def test_what_no_turn_brings_is_refused(
    game: str, before: list[str], words: str, code: str
) -> None:
    rules = rules_of(game)
    assert rules is not None
    kept, sides = kept_from(rules, Setup(2)), [("A",), ("B",)]
    for text in before:
        turn = turn_read(kept.turn, text, sides=sides)
        assert turn is not None
        kept = step(rules, kept, turn)
    turn = turn_read(kept.turn, words, sides=sides)
    assert turn is not None
    assert rules.figures.turns is not None
    found = rules.figures.turns.step(kept, turn)
    assert isinstance(found, Fault)
    assert found.code == code
    assert found.text.format(**found.gaps)


def test_bonus_of_kaleidoskop_keeps_the_seat_until_it_is_used() -> None:
    rules = rules_of("kaleidoskop")
    assert rules is not None
    kept = kept_from(rules, Setup(2))
    kept = step(rules, kept, PointTurn("A", {"A": {"red": 20}}))
    assert (kept.turn, kept.figures["A"]["red"]) == ("A", 18)
    assert step(rules, kept, PointTurn("A", {})).turn == "B"


@pytest.mark.parametrize(
    "text", ["", "points", "points x", "points 1.5", "points 3 4", "3", "E:a 1"]
)
def test_what_is_no_turn_cannot_be_read(text: str) -> None:
    assert turn_read("A", text, sides=[("A",), ("B",)]) is None


@given(
    changes=st.dictionaries(
        st.sampled_from(["A+C", "B+D"]),
        st.dictionaries(
            st.sampled_from(["red", "to_go"]),
            st.integers(-99_999, 99_999).filter(bool),
            min_size=1,
        ),
    )
)
def test_turn_is_read_as_it_was_written(changes: dict[str, dict[str, int]]) -> None:
    turn = PointTurn("C", changes)
    assert turn_read("C", turn_written(turn), sides=[("A", "C"), ("B", "D")]) == turn
