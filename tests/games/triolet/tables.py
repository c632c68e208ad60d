"""Positions and records for tests, made from few words."""

from typing import Any

from games.hands import Hands
from games.triolet import RULES
from games.triolet.board import EMPTY, Position, material
from games.values import Action, Fault, Setup
from games.verdict import Verdict
from games.verify import verify

ALL_ACTED = 0b1111
START = RULES.play.start(Setup(2))
# The rulebook's example of the first turns.
OPENING = [
    "A h8=11 i8=3 =25",
    "B h9=4 g9=8 =27",
    "A f9=3 f8=4 =37",
    "B h10=0 g10=7 =52",
    "A f10=8 =60",
]


def board(words: str) -> bytes:
    cells = bytearray(EMPTY)
    for word in words.split():
        tile = material().laid[word]
        cells[tile.at] = tile.code
    return bytes(cells)


def position(words: str = "", *, players: int = 2, **changes: Any) -> Position:
    """A position in mid-game: everyone has had a turn, the board is as given."""
    changes = {"acted": ALL_ACTED, "cells": board(words), **changes}
    return RULES.play.start(Setup(players))._replace(**changes)


def action(line: str) -> Action:
    seat, *words = line.split()
    claim = words.pop()[1:] if words[-1][0] == "=" else None
    read = RULES.play.read(seat, words, claim)
    assert isinstance(read, Action), read
    return read


def play(start: Position, *lines: str) -> Position:
    for line in lines:
        start = RULES.play.after(start, action(line))
    return start


def code(start: Position, line: str) -> str:
    """The code of the rule that forbids an action; empty for a lawful one."""
    fault = RULES.play.why_not(start, action(line))
    return fault.code if fault else ""


def rule(start: Position, line: str) -> str:
    """The paragraph of the rule that forbids an action; its sentence can be filled in."""
    fault = RULES.play.why_not(start, action(line))
    assert isinstance(fault, Fault)
    assert "{" not in fault.text.format(**fault.gaps)
    return fault.rule


def points(start: Position, line: str) -> tuple[int, ...]:
    return play(start, line).points


def claim_code(start: Position, line: str) -> str:
    step = RULES.play.step(start, action(line))
    assert not isinstance(step, Fault)
    _after, claim_fault = step
    return claim_fault.code if claim_fault else ""


def judged(*lines: str, players: int = 2, termination: str = "normal") -> Verdict:
    tags = [f'[Game "triolet"]\n[Players "{players}"]\n[Termination "{termination}"]']
    return verify("\n".join([*tags, *lines]).encode())


def known(*kinds: int) -> int:
    return material().with_tiles(material().none_known, kinds)


def open_hands(**hands: tuple[int, ...]) -> dict[str, object]:
    """What a position has where hands are open."""
    kinds = [kind for hand in hands.values() for kind in hand]
    return {"hands": Hands(hands), "known": known(*kinds)}
