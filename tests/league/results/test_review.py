"""Where two records part, and what else is not the same in two versions."""

import pytest
from hypothesis import given, settings, strategies as st

from games.record import canonical, read
from games.registry import GAMES, rules_of
from league.results.review import (
    ComparedLine,
    ComparedVersion,
    Parting,
    VersionDifference,
    difference,
    parting,
)
from league.results.sides import Claim, Mark

TRIOLET = """[Game "triolet"]
[Players "2"]
A rack 1,7,8
B rack 3,5,7
A h8=8 h9=1 =17
A draw 1,8
B i9=5 =6
B draw 0
"""


def random_record(game: str, seed: int) -> str:
    rules = rules_of(game)
    assert rules is not None
    return rules.random_play.game(seed, players=None, variant=None)


def respelt(record: str) -> str:
    """The same game, written otherwise: spaces, comments, empty lines, names."""
    lines = []
    for line in record.splitlines():
        is_tag = line.startswith("[")
        lines += [line if is_tag else f"  {line.replace(' ', '   ')}   ; so it was", ""]
    return '[SeatA "Somebody"]\n' + "\r\n".join(lines)


games = st.sampled_from(GAMES)
seeds = st.integers(0, 20)


@settings(max_examples=40)
@given(games, seeds)
def test_spelling_makes_no_difference(game: str, seed: int) -> None:
    record = random_record(game, seed)
    assert parting(record, respelt(record), is_drawn=True) is None


@settings(max_examples=40)
@given(games, seeds, st.data())
def test_an_ending_before_the_other_parts_them_there(
    game: str, seed: int, data: st.DataObject
) -> None:
    record = canonical(read(random_record(game, seed).encode()))  # type: ignore[arg-type]
    lines = record.splitlines()
    tags = sum(line.startswith("[") for line in lines)
    kept = data.draw(st.integers(tags, len(lines) - 1))
    found = parting("\n".join(lines[:kept]), respelt(record), is_drawn=True)
    assert found is not None
    shared = [line.text for line in found.before]
    told = [line for line in lines[:kept] if not line.startswith("[Termination")]  # equal in both
    assert (found.shared, found.first, found.second.text if found.second else None, shared) == (
        len(told),
        None,
        lines[kept],
        told[-4:],
    )
    assert found.board.startswith("<svg")


@settings(max_examples=60)
@given(games, seeds, st.data())
def test_the_shared_part_is_shared_and_the_next_line_is_not(
    game: str, seed: int, data: st.DataObject
) -> None:
    lines = random_record(game, seed).splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    other = [*lines[:at], data.draw(st.text(max_size=8)), *lines[at + 1 :]]
    there, back = (
        parting("\n".join(one), "\n".join(two)) for one, two in ((lines, other), (other, lines))
    )
    if there is None:
        assert back is None
        return
    assert back is not None
    assert (there.shared, there.first, there.second) == (back.shared, back.second, back.first)
    texts = [line.text if line else None for line in (there.first, there.second)]
    assert texts[0] != texts[1]


@settings(max_examples=60)
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_texts_can_be_compared(first: str, second: str) -> None:
    found = parting(first, second, is_drawn=True)
    assert found is None or found.board == ""
    assert parting(first, first) is None


def test_parts_with_the_lines_around_and_the_board_before() -> None:
    other = TRIOLET.replace("B i9=5 =6", "B i8=7 =15").replace("B draw 0", "B draw 2")
    found = parting(TRIOLET, other, is_drawn=True)
    assert found is not None
    board = found.board
    assert found == Parting(
        shared=8,
        before=(
            ComparedLine(3, "A rack 1,7,8"),
            ComparedLine(4, "B rack 3,5,7"),
            ComparedLine(5, "A h8=8 h9=1 =17"),
            ComparedLine(6, "A draw 1,8"),
        ),
        first=ComparedLine(7, "B i9=5 =6"),
        second=ComparedLine(7, "B i8=7 =15"),
        first_after=(ComparedLine(8, "B draw 0"),),
        second_after=(ComparedLine(8, "B draw 2"),),
        board=board,
    )
    assert "1 on h9" in board
    assert "5 on i9" not in board


def test_game_that_time_ended_parts_where_it_stops() -> None:
    lines = TRIOLET.splitlines()
    stopped = "\n".join(['[Termination "time"]', *lines[:-2]])
    found = parting(TRIOLET, stopped, is_drawn=True)
    assert found is not None
    assert (found.first, found.second) == (
        ComparedLine(len(lines) - 1, lines[-2]),
        ComparedLine(1, '[Termination "time"]'),
    )
    assert found.board.startswith("<svg")


def test_hands_written_in_another_order_are_the_same() -> None:
    other = TRIOLET.replace("A rack 1,7,8\nB rack 3,5,7", "B rack 7,5,3\nA rack 8,7,1")
    assert parting(TRIOLET, other) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (TRIOLET.replace("i9=5 =6", "a1=5 =6"), TRIOLET.replace("i9=5 =6", "a1=5 =6") + "A pass\n"),
        (TRIOLET, TRIOLET.replace('"2"', '"3"') + "C rack 1,1,1\n"),
    ],
    ids=["after an unlawful action", "of another set-up"],
)
def test_no_board_where_there_is_no_common_game(first: str, second: str) -> None:
    found = parting(first, second, is_drawn=True)
    assert found is not None
    assert found.board == ""


def said(**fields: object) -> ComparedVersion:
    return ComparedVersion(
        **{  # type: ignore[arg-type]
            "seating": {"A": "x", "B": "y"},
            "claims": {"x": Claim(Mark(9)), "y": Claim(Mark(7))},
            "termination": "normal",
            "record": TRIOLET,
            **fields,
        }
    )


def test_difference_names_what_is_not_the_same() -> None:
    apart = parting(TRIOLET, "")
    cases = {
        "nothing": (said(), VersionDifference()),
        "seats": (said(seating={"A": "y", "B": "x"}), VersionDifference(seats=("A", "B"))),
        "scores": (
            said(claims={"x": Claim(Mark(9)), "y": Claim(Mark(8))}),
            VersionDifference(scores=("y",)),
        ),
        "end": (said(termination="time"), VersionDifference(is_other_end=True)),
        "no record": (said(record=""), VersionDifference(record="left out")),
    }
    found = {name: difference(said(), after, apart=None) for name, (after, _) in cases.items()}
    assert found == {name: expected for name, (_, expected) in cases.items()}
    assert difference(said(record=""), said(), apart=None) == VersionDifference(record="added")
    assert difference(said(), said(record="?"), apart=apart) == VersionDifference(
        record="other", parting=apart
    )
    assert [name for name, one in found.items() if one.is_none] == ["nothing"]
