"""Positions as outsiders hand them to the engine: lines of JSON, or a tournament report.

Decided here: how a line is written, and which positions contradict themselves. The lines are those
of the corpus in tests/league/pairing/dutch/; reports are read by trf/reader.py. What cannot be read
is a BadPosition that says where.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from league.pairing.dutch.position import PastKind, PastRound, Position, Worth
from league.pairing.swiss import position_of
from league.pairing.trf.players import TrfLimits
from league.pairing.trf.reader import read_trf
from league.standings.inputs import RoundOutcome

_TOKEN = re.compile(r"(\d{1,5})([wb])([1=0+-])|([UHFZ])")
_WORTHS = ("W", "D", "L", "P", "F", "Z")
_MOST_ENTRANTS, _MOST_ROUNDS = 10_000, 200


class BadPosition(ValueError):
    """What is wrong, and where."""


def read_line(line: str) -> Position:
    """A position of the corpus."""
    try:
        told = json.loads(line)
    except ValueError as error:
        raise BadPosition(f"this is no JSON: {error}") from None
    if not isinstance(told, dict):
        raise BadPosition("a position is an object")
    try:
        return _of_line(told)
    except KeyError as error:
        raise BadPosition(f"{error} is missing") from None
    except (TypeError, AttributeError) as error:
        raise BadPosition(f"a value is of another kind than expected: {error}") from None


def _of_line(told: Mapping[str, Any]) -> Position:
    histories = tuple(
        tuple(_token(token, number) for token in history.split())
        for number, history in enumerate(told["history"], start=1)
    )
    accel = told.get("accel") or {"last": 0, "points": []}
    last = _whole(accel["last"], "accel")
    if last > len(histories):
        raise BadPosition(f"there is no number {last}")
    virtual = dict.fromkeys(range(1, last + 1), accel["points"])
    if told["first"] not in {"w", "b"}:
        raise BadPosition("“first” is w or b")
    return _checked(
        _Told(
            round=_whole(told["round"], "round"),
            rounds_planned=_whole(told["rounds"], "rounds"),
            histories=histories,
            first_is_white=told["first"] == "w",
            worths=told["points"],
            away=frozenset(_whole(number, "out") for number in told.get("out", {})),
            apart=[[_whole(n, "forbidden") for n in group] for group in told.get("forbidden", [])],
            virtual=virtual,
        )
    )


def _token(token: str, number: int) -> PastRound:
    found = _TOKEN.fullmatch(token)
    if not found:
        raise BadPosition(f"number {number}: “{token}” is no past round")
    opponent, colour, result, absence = found.groups()
    if absence:
        return PastRound(PastKind(absence))
    return PastRound(PastKind(result), int(opponent), colour == "w")


@dataclass(frozen=True, slots=True)
class _Told:
    """A position as it was written, points as decimals."""

    round: int
    rounds_planned: int
    histories: Sequence[tuple[PastRound, ...]]
    first_is_white: bool
    worths: Mapping[str, object]
    away: frozenset[int]
    apart: Sequence[Sequence[int]]
    virtual: Mapping[int, Sequence[object]]


def _checked(told: _Told) -> Position:
    """Points in one whole unit, and nothing that contradicts itself."""
    worths = [_decimal(told.worths[key], f"points of {key}") for key in _WORTHS]
    virtual = {
        number: [_decimal(value, "virtual points") for value in values]
        for number, values in told.virtual.items()
    }
    everything = [*worths, *(value for values in virtual.values() for value in values)]
    unit = lcm(*(value.denominator for value in everything))
    win, draw, loss, bye, forfeit, zero = (int(worth * unit) for worth in worths)
    _check_numbers(told)
    for number, history in enumerate(told.histories, start=1):
        _check_opponents(told, number, history)
    return Position(
        round=told.round,
        rounds_planned=max(told.rounds_planned, told.round),
        histories=tuple(told.histories),
        first_is_white=told.first_is_white,
        worth=Worth(win, draw, loss, bye, forfeit, zero),
        away=told.away,
        apart=told.apart,
        virtual={n: [int(value * unit) for value in values] for n, values in virtual.items()},
    )


def _check_numbers(told: _Told) -> None:
    count = len(told.histories)
    if not 1 <= told.round <= _MOST_ROUNDS or told.rounds_planned > _MOST_ROUNDS:
        raise BadPosition(f"rounds are counted from 1 to {_MOST_ROUNDS}")
    if count > _MOST_ENTRANTS:
        raise BadPosition(f"more than {_MOST_ENTRANTS} entrants")
    named = {*told.away, *told.virtual, *(number for group in told.apart for number in group)}
    if strange := sorted(number for number in named if not 1 <= number <= count):
        raise BadPosition(f"there is no number {strange[0]}")
    for number, history in enumerate(told.histories, start=1):
        if len(history) != told.round - 1:
            length = f"{len(history)} past rounds before round {told.round}"
            raise BadPosition(f"number {number} has {length}")


def _check_opponents(told: _Told, number: int, history: Sequence[PastRound]) -> None:
    for round_number, past in enumerate(history, start=1):
        if past.opponent and not _is_mutual(told, number, round_number, past):
            raise BadPosition(
                f"round {round_number}: numbers {number} and {past.opponent} do not agree"
            )


def _is_mutual(told: _Told, number: int, round_number: int, past: PastRound) -> bool:
    """The opponent has this one, the other colour, and played or not as well."""
    if past.opponent == number or not 1 <= past.opponent <= len(told.histories):
        return False
    other = told.histories[past.opponent - 1][round_number - 1]
    return (
        other.opponent == number
        and other.is_white != past.is_white
        and other.kind.is_played == past.kind.is_played
    )


def _whole(value: object, what: str) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise BadPosition(f"{what}: “{value}” is no whole number") from None


def _decimal(value: object, what: str) -> Fraction:
    try:
        return Fraction(str(value).strip())
    except (ValueError, ZeroDivisionError):
        raise BadPosition(f"{what}: “{value}” is no number") from None


@dataclass(frozen=True, slots=True)
class NumberedPosition:
    """A position, and the numbers by which who wrote it knows the entrants, in their order."""

    position: Position
    numbers: Sequence[int]

    @classmethod
    def from_one(cls, position: Position) -> "NumberedPosition":
        return cls(position, range(1, len(position.histories) + 1))


def read_report(text: str) -> NumberedPosition:
    """The next round of a tournament report. Who is away has a cell for it, or a line.

    Starting numbers may have gaps; the engine knows none.
    """
    report = read_trf(text, limits=TrfLimits(players=_MOST_ENTRANTS, rounds=_MOST_ROUNDS))
    if fatal := [problem for problem in report.problems if problem.is_fatal]:
        at = f"line {fatal[0].line}: " if fatal[0].line else ""
        raise BadPosition(at + fatal[0].text % fatal[0].gaps)
    if not report.tells_rounds:
        raise BadPosition("how many rounds are planned is not told (XXR or 142)")
    for number, player in zip(report.numbers, report.event.players, strict=True):
        for cell in player.rounds:
            if cell.outcome is RoundOutcome.PENDING:
                opponent = report.numbers[cell.opponent - 1]
                raise BadPosition(f"number {number} has no result against {opponent}")
    return NumberedPosition(position_of(report.event), report.numbers)
