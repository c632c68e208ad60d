"""Positions for the tests: played from lines, or set up as one needs them."""

from games.kaleidoskop import RULES
from games.kaleidoskop.board import Position
from games.values import Action, Fault, Setup

LETTERS = "RGBOYP"
RACK = "A rack RG,RR,RR,RR,RR,RR"
# Red comes to 18 in the last of these: records/bonus.txt counts it.
RED_18 = (
    "A RR m9-m10 =R1",
    "B YY c4-d5 =Y1",
    "A RR l8-l9 =R4",
    "B BO h7-h8 =0",
    "A RR k8-k9 =R6",
    "B BO g7-g8 =B1,O1",
    "A RR l10-m11 =R7",
)


def start(players: int = 2, variant: str = "base") -> Position:
    return RULES.play.start(Setup(players, variant))


def line(text: str) -> Action:
    """An action from a line of a record."""
    words = text.split()
    claim = words.pop()[1:] if words[-1][0] == "=" else None
    action = RULES.play.read(words[0], words[1:], claim)
    assert isinstance(action, Action), action
    return action


def play(position: Position, *lines: str) -> Position:
    for text in lines:
        outcome = RULES.play.step(position, line(text))
        assert not isinstance(outcome, Fault), (text, outcome)
        position, _claim_fault = outcome
    return position


def code(position: Position, text: str) -> str | None:
    """The code of the rule that forbids a line, or None."""
    fault = RULES.play.why_not(position, line(text))
    if fault is None:
        return None
    assert isinstance(fault, Fault)
    assert fault.text.format(**fault.gaps)
    return fault.code


def with_track(position: Position, side: int, **points: int) -> Position:
    """The same position with other points in some colours of a side."""
    track = list(position.tracks[side])
    for letter, count in points.items():
        track[LETTERS.index(letter)] = count
    return position._replace(
        tracks=(*position.tracks[:side], tuple(track), *position.tracks[side + 1 :])
    )


def with_symbols(position: Position, **fields: str) -> Position:
    """The same position after the first round, with more symbols: R="h9 h10"."""
    numbers = position.arrangement.board.fields
    symbols, free = list(position.symbols), position.free
    for letter, names in fields.items():
        for name in names.split():
            symbols[LETTERS.index(letter)] |= 1 << numbers[name]
            free &= ~(1 << numbers[name])
    return position._replace(symbols=tuple(symbols), free=free, openings=0, placed=9)


def nearly_full(position: Position, *left: str) -> Position:
    """The same position with no free fields but these."""
    numbers = position.arrangement.board.fields
    return position._replace(free=sum(1 << numbers[name] for name in left), openings=0, placed=9)


def points(position: Position, side: int = 0) -> dict[str, int]:
    """The points of a side in the colours where it has any."""
    track = position.tracks[side]
    return {letter: count for letter, count in zip(LETTERS, track, strict=True) if count}
