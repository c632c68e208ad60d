"""Positions as outsiders hand them to the engine: lines of JSON, or a tournament report.

Decided here: how a position is written, and which ones contradict themselves. The lines are those
of the corpus in tests/league/pairing/dutch/; reports are TRF with the extra lines of JaVaFo and
bbpPairings (XX…, BB…) or those of TRF-2026 (three digits). What cannot be read is a BadPosition
that says where.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from league.pairing.dutch.position import PastKind, PastRound, Position, Worth

_TOKEN = re.compile(r"(\d{1,5})([wb])([1=0+-])|([UHFZ])")
_WORTHS = ("W", "D", "L", "P", "F", "Z")
_MOST_ENTRANTS, _MOST_ROUNDS = 10_000, 200
_OF_TRF = {"W": "1", "D": "=", "L": "0", "": "Z"}  # games that are not rated; nothing written
_FIRST_CELL, _CELL_WIDTH = 91, 10
_USUAL = {"W": "1", "D": "0.5", "L": "0", "P": "1", "F": "0", "Z": "0"}


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
    virtual = dict.fromkeys(range(1, int(accel["last"]) + 1), accel["points"])
    if told["first"] not in {"w", "b"}:
        raise BadPosition("“first” is w or b")
    return checked(
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


@dataclass
class _Told:
    """A position as it was written, points as decimals."""

    round: int = 0
    rounds_planned: int = 0
    histories: Sequence[tuple[PastRound, ...]] = ()
    first_is_white: bool = True
    worths: Mapping[str, object] = field(default_factory=lambda: dict(_USUAL))
    away: frozenset[int] = frozenset()
    apart: Sequence[Sequence[int]] = ()
    virtual: Mapping[int, Sequence[object]] = field(default_factory=dict)


def checked(told: _Told) -> Position:
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


def read_trf(text: str) -> Position:
    """The next round of a report. Who is away has a cell for it already, or a line of its own."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    cells = _cells(lines)
    if list(cells) != list(range(1, len(cells) + 1)):
        raise BadPosition("the starting numbers of the lines 001 are not 1, 2, 3 …")
    done = max(
        (at for past in cells.values() for at, p in enumerate(past, 1) if p.kind.is_paired),
        default=0,
    )
    blank = PastRound(PastKind.ZERO_BYE)
    told = _Told(
        round=done + 1,
        histories=[(*past[:done], *(blank,) * (done - len(past))) for past in cells.values()],
        away=frozenset(number for number, past in cells.items() if len(past) > done),
    )
    _read_rules(lines, told)
    if not told.rounds_planned:
        raise BadPosition("how many rounds are planned is not told (XXR or 142)")
    return checked(told)


def _cells(lines: Iterable[str]) -> dict[int, list[PastRound]]:
    cells = {}
    for line in lines:
        if line[:3] == "001":
            number = _whole(line[4:8].strip(), "line 001")
            starts = range(_FIRST_CELL, len(line), _CELL_WIDTH)
            cells[number] = [_cell(line[at : at + 8], number) for at in starts]
    return dict(sorted(cells.items()))


def _cell(cell: str, number: int) -> PastRound:
    result = cell[7:8].strip().upper()
    opponent = _whole(cell[:4].strip() or "0", f"number {number}")
    letter = _OF_TRF.get(result, result)
    if opponent and not result:
        raise BadPosition(f"number {number} has no result against {opponent}")
    if not opponent:
        letter = {"+": "F", "-": "Z"}.get(letter, letter)
        return _token(letter, number)
    return _token(f"{opponent}{cell[5:6].lower()}{letter}", number)


def _read_rules(lines: Iterable[str], told: _Told) -> None:
    worths, virtual = dict(_USUAL), dict[int, list[object]]()
    apart: list[list[int]] = []
    told.first_is_white = _colour_of_round_1(told.histories)
    for line in lines:
        code, words = line[:3], line[4:].split()
        match code:
            case "XXR" | "142":
                told.rounds_planned = _whole(line[4:].strip(), code)
            case "XXC" | "152":
                told.first_is_white = not any(word.lower().startswith("b") for word in words)
            case "XXZ":
                told.away |= {_whole(word, code) for word in words}
            case "240":
                told.away |= _away_by_240(words, told.round)
            case "XXP":
                apart.append([_whole(word, code) for word in words])
            case "260":
                apart += _apart_by_260(words, told.round)
            case "XXA":
                number = _whole(words[0] if words else "", code)
                virtual[number] = list(words[1:])
            case "250":
                _read_250(line, virtual)
            case _:
                worths |= dict(_worths(line))
    told.worths, told.virtual, told.apart = worths, virtual, apart


def _colour_of_round_1(histories: Iterable[Sequence[PastRound]]) -> bool:
    """What the first who was paired had; white if nobody was."""
    played = (history[0] for history in histories if history and history[0].opponent)
    return next((past.is_white for past in played), True)


def _away_by_240(words: Sequence[str], round_number: int) -> set[int]:
    """A kind of bye, a round, and numbers."""
    if len(words) < 2 or _whole(words[1], "240") != round_number:
        return set()
    return {_whole(word, "240") for word in words[2:]}


def _apart_by_260(words: Sequence[str], round_number: int) -> list[list[int]]:
    """From round to round, and numbers."""
    if len(words) < 2:
        raise BadPosition("260: two rounds and numbers are needed")
    first, last, *group = (_whole(word, "260") for word in words)
    return [group] if first <= round_number <= last else []


def _read_250(line: str, virtual: dict[int, list[object]]) -> None:
    """Points, from round to round, from number to number."""
    words = line[4:].split()
    if len(words) < 5:
        raise BadPosition("250: points, two rounds and two numbers are needed")
    *_, points, first, last, low, high = words
    for number in range(_whole(low, "250"), min(_whole(high, "250"), _MOST_ENTRANTS) + 1):
        rounds = virtual.setdefault(number, [])
        end = min(_whole(last, "250"), _MOST_ROUNDS)
        rounds += ["0"] * (end - len(rounds))
        for round_number in range(_whole(first, "250"), end + 1):
            rounds[round_number - 1] = points


def _worths(line: str) -> Iterator[tuple[str, str]]:
    """What a result is worth, by the three ways to tell it."""
    if line[:3] == "162":
        letters = {"A": "Z"}
        for letter, value in re.findall(r"([A-Z])\s*(\d+(?:\.\d*)?)", line[4:]):
            yield letters.get(letter, letter), value
    elif line[:2] == "BB" and line[2:3] in set("WDLUZF"):
        yield {"U": "P"}.get(line[2], line[2]), line[4:]
    elif line[:3] == "XXS":
        names = {"WW": "W", "WD": "D", "WL": "L", "PAB": "P", "FL": "F", "ZPB": "Z"}
        for name, value in re.findall(r"(\w+)=([\d.]+)", line[4:]):
            if name in names:
                yield names[name], value
