"""What a report says of its rules, in each of the dialects: points, first colour, who is kept
apart, acceleration, and who will not play in the next round.

Where a report says a thing twice, the lines of the newer dialect count, but for acceleration:
JaVaFo's lines name each number by itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.values import gettext_noop
from league.pairing.trf.event import FULL_BYE, Points, TrfPlayer, TrfRound
from league.pairing.trf.lines import TrfLine, TrfLines, points_12, whole_number
from league.standings.inputs import RoundOutcome

Numbers = Mapping[int, int]  # ours by those of the file
_OF_XXS = {"WW": "W", "WD": "D", "WL": "L", "PAB": "P", "FL": "F", "ZPB": "Z"}
_OF_BB = {"BBW": "W", "BBD": "D", "BBL": "L", "BBU": "P", "BBF": "F", "BBZ": "Z"}
_OF_162 = {"W": "W", "D": "D", "L": "L", "P": "P", "F": "F", "A": "Z", "Z": "Z"}


@dataclass(frozen=True, slots=True)
class RoundSpan:
    """From a round to a round, and what stands behind them."""

    first: int
    last: int
    rest: Sequence[int]


def read_points(lines: TrfLines) -> Points:
    """FIDE's 1, ½, 0 where nothing is said."""
    worth = {"W": 12, "D": 6, "L": 0, "F": 0, "Z": 0}
    for line, letter, told in _worths(lines):
        worth_12 = points_12(told)
        if worth_12 is None:
            text = gettext_noop("“%(told)s” is no whole or half number of points.")
            lines.wrong(line.number, text, told=told)
        else:
            worth[letter] = worth_12
    bye = worth.get("P", worth["W"])
    if not worth["L"] <= worth["D"] <= worth["W"]:
        lines.wrong(0, gettext_noop("A draw is worth at most a win, and at least a loss."))
        return Points(12, 6, 0)
    played = (worth["W"], worth["D"], worth["L"])
    return Points(*played, None if bye == worth["W"] else bye, worth["F"], worth["Z"])


def _worths(lines: TrfLines) -> Iterator[tuple[TrfLine, str, str]]:
    """What stands for which outcome; the newest dialect comes last."""
    for code, letter in _OF_BB.items():
        yield from ((line, letter, line.rest) for line in lines.of(code))
    for line in lines.of("XXS"):
        for name, _equals, told in (word.partition("=") for word in line.words):
            if name in _OF_XXS:
                yield line, _OF_XXS[name], told
    for line in lines.of("162"):
        for letter, told in re.findall(r"([A-Z]) *([0-9.,]+)", line.rest.upper()):
            if letter in _OF_162:
                yield line, _OF_162[letter], told


def first_starts(lines: TrfLines, players: Sequence[TrfPlayer]) -> bool:
    """As it is said; else what the first who was paired had; White if nobody was."""
    if told := lines.told("152", "XXC").upper():
        return not any(word.startswith("B") for word in told.split())
    opening = (player.rounds[0] for player in players if player.rounds)
    return next((cell.starts for cell in opening if cell.opponent), True)


def read_apart(lines: TrfLines, numbers: Numbers, *, coming: int) -> frozenset[tuple[int, int]]:
    """Pairs who may not meet in the next round; of a line with more numbers, all pairs of them."""
    groups = [(line, [whole_number(word) for word in line.words]) for line in lines.of("XXP")]
    for line in lines.of("260"):
        span = _span(line.words)
        if span is None:
            text = gettext_noop("Two rounds and the numbers of two players are expected here.")
            lines.wrong(line.number, text)
        elif span.first <= coming <= span.last:
            groups.append((line, list(span.rest)))
    pairs: set[tuple[int, int]] = set()
    for line, told in groups:
        known = sorted({ours for n, ours in numbers.items() if n in told})
        if len(known) < len(set(told)) or len(known) < 2:
            lines.wrong(line.number, gettext_noop("These are not numbers of two players."))
            continue
        pairs.update(combinations(known, 2))
    return frozenset(pairs)


def read_acceleration(
    lines: TrfLines, numbers: Numbers, *, most_rounds: int
) -> dict[int, tuple[int, ...]]:
    """Points of an acceleration, in twelfths, by number and round."""
    virtual: dict[int, list[int]] = {}
    for line in lines.of("250"):
        *_, told, first, last, low, high = ["", "", "", "", *line.words]
        span, worth_12 = _span((first, last, low, high)), points_12(told)
        if span is None or worth_12 is None or not 1 <= span.first <= span.last <= most_rounds:
            _say_no_acceleration(lines, line)
            continue
        lowest, highest = span.rest
        for ours in (numbers[number] for number in numbers if lowest <= number <= highest):
            row = virtual.setdefault(ours, [])
            row += [0] * (span.last - len(row))
            row[span.first - 1 : span.last] = [worth_12] * (span.last - span.first + 1)
    virtual |= _virtual_by_number(lines, numbers, most_rounds=most_rounds)
    trimmed = {number: _trimmed(row) for number, row in sorted(virtual.items())}
    return {number: row for number, row in trimmed.items() if row}


def _virtual_by_number(
    lines: TrfLines, numbers: Numbers, *, most_rounds: int
) -> Iterator[tuple[int, list[int]]]:
    for line in lines.of("XXA"):
        told, *words = line.words or [""]
        number = numbers.get(whole_number(told) or 0)
        worths = [points_12(word) for word in words]
        whole = [worth for worth in worths if worth is not None]
        if number and len(whole) == len(worths) <= most_rounds:
            yield number, whole
        else:
            _say_no_acceleration(lines, line)


def _say_no_acceleration(lines: TrfLines, line: TrfLine) -> None:
    lines.wrong(line.number, gettext_noop("These are no points of an acceleration."))


def _trimmed(row: Sequence[int]) -> tuple[int, ...]:
    last = max((at for at, worth in enumerate(row, start=1) if worth), default=0)
    return tuple(row[:last])


def read_wishes(
    lines: TrfLines, numbers: Numbers, cells: Mapping[int, TrfRound], *, coming: int
) -> dict[RoundOutcome, frozenset[int]]:
    """Who rests in the next round for half a point, and who will not be there."""
    wishes = {number: _wish(cell.letter) for number, cell in cells.items() if not _is_blank(cell)}
    for line in lines.of("XXZ"):
        wishes |= dict.fromkeys(_known(lines, line, line.words, numbers), RoundOutcome.ZERO_BYE)
    for line in lines.of("240"):
        kind, told, *who = [*line.words, "", ""]
        if whole_number(told) != coming:
            continue
        named = _known(lines, line, [word for word in who if word], numbers)
        wishes |= dict.fromkeys(named, _wish(kind.upper()))
        if kind.upper() == FULL_BYE:
            text = gettext_noop("A bye for a full point in the next round is taken as an absence.")
            lines.note(line.number, text)
    return {
        kind: frozenset(number for number, wish in wishes.items() if wish is kind)
        for kind in (RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE)
    }


def _is_blank(cell: TrfRound) -> bool:
    return cell.outcome is RoundOutcome.ABSENT


def _wish(letter: str) -> RoundOutcome:
    return RoundOutcome.HALF_BYE if letter == "H" else RoundOutcome.ZERO_BYE


def _known(lines: TrfLines, line: TrfLine, words: Sequence[str], numbers: Numbers) -> Iterator[int]:
    for word in words:
        number = numbers.get(whole_number(word) or 0)
        if number:
            yield number
        elif numbers:
            text = gettext_noop("There is no player number “%(told)s”.")
            lines.wrong(line.number, text, told=word)


def _span(words: Sequence[str]) -> RoundSpan | None:
    told = [whole_number(word) for word in words]
    whole = [number for number in told if number is not None]
    if len(whole) < 4 or len(whole) < len(told):
        return None
    first, last, *rest = whole
    return RoundSpan(first, last, rest)
