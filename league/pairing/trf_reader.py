"""Reads tournament reports of any program: TRF16, TRF-2026, lines of JaVaFo and bbpPairings.

Nothing is believed: a report is read whole, and everything that is wrong with it is named by its
line. What hinders taking it over is fatal; the rest is told and put right by a rule that is said.
The columns are those of trf.py. Unknown lines are passed over, as the format wants it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import combinations

from games.values import gettext_noop
from league.pairing.trf import (
    EARLY,
    EDITED,
    EDITION,
    EDITIONS,
    LETTERS,
    Points,
    TrfEvent,
    TrfPlayer,
    TrfRound,
)
from league.standings.inputs import RoundOutcome

MOST_PLAYERS, MOST_ROUNDS = 2000, 60
_FIRST_ROUND, _ROUND_WIDTH = 91, 10
_OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()} | {
    "W": RoundOutcome.WIN,  # hardly a move was made
    "D": RoundOutcome.DRAW,
    "L": RoundOutcome.LOSS,
    "F": RoundOutcome.PAIRING_BYE,  # a full-point bye counts as one
}
_ANSWERS = {
    RoundOutcome.WIN: {RoundOutcome.LOSS},
    RoundOutcome.DRAW: {RoundOutcome.DRAW},
    RoundOutcome.LOSS: {RoundOutcome.WIN},
    RoundOutcome.FORFEIT_WIN: {RoundOutcome.FORFEIT_LOSS},
    RoundOutcome.FORFEIT_LOSS: {RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS},
    RoundOutcome.PENDING: {RoundOutcome.PENDING},
}
_ALONE = {RoundOutcome.PAIRING_BYE, RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE}
_FORFEITS = {RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS}
_MISSED = TrfRound(RoundOutcome.ABSENT)  # a blank: also what is not told of rounds to come
_FAULTY = replace(_MISSED)  # known by its identity


@dataclass(frozen=True, slots=True)
class TrfProblem:
    """What is wrong in a line; 0 is the report as a whole."""

    line: int
    text: str
    gaps: Mapping[str, object] = field(default_factory=dict)
    is_fatal: bool = True


@dataclass(frozen=True, slots=True)
class TrfReport:
    event: TrfEvent
    problems: tuple[TrfProblem, ...] = ()

    @property
    def is_fatal(self) -> bool:
        return any(problem.is_fatal for problem in self.problems)


def read_trf(text: str) -> TrfReport:
    """What a report tells, and what is wrong with it, in the order of its lines."""
    reader = _Reader(text)
    event = reader.event()
    return TrfReport(event, tuple(sorted(reader.problems, key=lambda one: one.line)))


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    @property
    def rest(self) -> str:
        return self.text[4:].strip()


class _Reader:
    def __init__(self, text: str) -> None:
        self.problems: list[TrfProblem] = []
        self.line_of: dict[int, _Line] = {}  # by number, from 1 on
        self.lines: defaultdict[str, list[_Line]] = defaultdict(list)
        for number, line in enumerate(text.splitlines(), start=1):
            self.lines[line[:3].upper()].append(_Line(number, line.rstrip()))

    def wrong(self, line: int, text: str, **gaps: object) -> None:
        """What hinders taking the report over."""
        self.problems.append(TrfProblem(line, text, gaps))

    def note(self, line: int, text: str, **gaps: object) -> None:
        """What is told and put right."""
        self.problems.append(TrfProblem(line, text, gaps, is_fatal=False))

    def event(self) -> TrfEvent:
        players = self._players()
        points = self._points()
        played, coming = _without_wishes(players)
        rounds = max((len(player.rounds) for player in played), default=0)
        days = tuple(day for word in self._told("132").split() if (day := _day(word)))
        event = TrfEvent(
            players=tuple(played),
            rounds_planned=max(self._number("142", "XXR", default=rounds), rounds, 1),
            points=points,
            first_starts=self._first_starts(played),
            apart=self._apart(len(played)),
            virtual=self._virtual(len(played)),
            editions={key: n for key, told in EDITIONS.items() for n in self._since(told)},
            edited_rounds=self._marked(EDITED),
            early_rounds=self._marked(EARLY),
            system=self._system(),
            code=self._told("192").upper(),
            tiebreaks=self._tiebreaks(),
            name=self._told("012"),
            city=self._told("022"),
            start=_day(self._told("042")),
            end=_day(self._told("052")),
            days=days[:rounds],
        )
        event = self._with_wishes(event, coming)
        self._check_points(event)
        self._say_what_is_left_out()
        return event

    # Single lines

    def _told(self, *codes: str) -> str:
        return next((lines[0].rest for code in codes if (lines := self.lines.get(code))), "")

    def _number(self, *codes: str, default: int) -> int:
        for code in codes:
            for line in self.lines.get(code, ()):
                if line.rest.isascii() and line.rest.isdigit() and len(line.rest) < 4:
                    return self._bounded(line, int(line.rest))
                self.wrong(line.number, gettext_noop("“%(told)s” is no number."), told=line.rest)
        return default

    def _bounded(self, line: _Line, rounds: int) -> int:
        if rounds > MOST_ROUNDS:
            text = gettext_noop("An event has at most %(most)d rounds.")
            self.wrong(line.number, text, most=MOST_ROUNDS)
        return min(rounds, MOST_ROUNDS)

    def _system(self) -> str:
        told = f"{self._told('192')} {self._told('092')}".upper()
        return "Round-Robin" if re.search(r"ROUND.?ROBIN|BERGER|\bRR\b", told) else "Swiss-System"

    def _tiebreaks(self) -> tuple[str, ...]:
        told = self._told("202", "212").upper()
        codes = (code.strip() for code in told.split(","))
        return tuple(dict.fromkeys(code for code in codes if code not in ("", "PTS")))

    def _first_starts(self, players: Sequence[TrfPlayer]) -> bool:
        if told := self._told("152", "XXC").upper():
            return not told.startswith("B")
        opening = [p.rounds[0] for p in players if p.rounds and p.rounds[0].opponent]
        return opening[0].starts if opening else True

    def _marked(self, mark: str) -> frozenset[int]:
        marked = re.compile(re.escape(mark).replace(re.escape("{}"), r"(\d{1,2})"))
        found = (marked.fullmatch(line.text) for line in self.lines["###"])
        return frozenset(int(match[1]) for match in found if match)

    def _since(self, edition: str) -> frozenset[int]:
        """From which round on an edition paired."""
        return self._marked(EDITION.format("{}", edition))

    def _virtual(self, players: int) -> dict[int, tuple[int, ...]]:
        """Points of an acceleration by number and round: JaVaFo's lines, else those of 2026."""
        virtual: dict[int, tuple[int, ...]] = {}
        for line in self.lines["XXA"]:
            number, *told = line.rest.split() or ("",)
            worths = [_points_12(word) for word in told]
            if not number.isdigit() or not 1 <= int(number) <= players or None in worths:
                self.wrong(line.number, gettext_noop("These are no points of an acceleration."))
                continue
            virtual[int(number)] = tuple(worth for worth in worths if worth is not None)
        return virtual

    def _apart(self, players: int) -> frozenset[tuple[int, int]]:
        """Pairs; of a line with more numbers, all pairs of them."""
        groups = [(line, line.rest.split()) for line in self.lines["XXP"]]
        groups += [(line, line.text[11:].split()) for line in self.lines["260"]]
        pairs: set[tuple[int, int]] = set()
        for line, words in groups:
            numbers = sorted({int(word) for word in words if word.isascii() and word.isdigit()})
            if not all(1 <= number <= players for number in numbers) or len(numbers) < 2:
                self.wrong(line.number, gettext_noop("These are not numbers of two players."))
                continue
            pairs.update(combinations(numbers, 2))
        return frozenset(pairs)

    def _points(self) -> Points:
        """FIDE's 1, ½, 0 where nothing is said."""
        worth = {"W": 12, "D": 6, "L": 0}
        for line, code, told in self._worths():
            worth_12 = _points_12(told)
            if worth_12 is None:
                text = gettext_noop("“%(told)s” is no whole or half number of points.")
                self.wrong(line.number, text, told=told)
            else:
                worth[code] = worth_12
        bye = worth.get("P", worth["W"])
        if not worth["L"] <= worth["D"] <= worth["W"]:
            self.wrong(0, gettext_noop("A draw is worth at most a win, and at least a loss."))
            return Points(12, 6, 0)
        return Points(worth["W"], worth["D"], worth["L"], None if bye == worth["W"] else bye)

    def _worths(self) -> Iterator[tuple[_Line, str, str]]:
        """What stands for W, D, L and P; of the dialects, the newest comes last."""
        older = {"BBW": "W", "BBD": "D", "BBL": "L", "BBU": "P"}
        for code, letter in older.items():
            yield from ((line, letter, line.rest) for line in self.lines.get(code, ()))
        names = {"WW": "W", "WD": "D", "WL": "L", "PAB": "P"}
        for line in self.lines["XXS"]:
            for name, _equals, told in (word.partition("=") for word in line.rest.split()):
                if name in names:
                    yield line, names[name], told
        for line in self.lines["162"]:
            for letter, told in re.findall(r"([A-Z]) *([0-9.,]+)", line.rest.upper()):
                if letter in "WDLP":
                    yield line, letter, told

    # Players

    def _players(self) -> list[TrfPlayer]:
        lines = self.lines["001"]
        if len(lines) > MOST_PLAYERS:
            self.wrong(0, gettext_noop("The limit is %(most)d players."), most=MOST_PLAYERS)
            lines = lines[:MOST_PLAYERS]
        told = [(line, player) for line in lines if (player := self._player(line))]
        if not told:
            self.wrong(0, gettext_noop("There is no player in it: no line begins with 001."))
            return []
        told.sort(key=lambda one: one[1].number)
        numbers = {player.number: at for at, (_, player) in enumerate(told, start=1)}
        if len(numbers) < len(told):
            self._say_repeated(told)
            return []
        if max(numbers) > len(numbers):
            text = gettext_noop("Starting numbers have gaps: players are numbered from 1 on.")
            self.note(0, text)
        return self._matched(told, numbers)

    def _say_repeated(self, told: Sequence[tuple[_Line, TrfPlayer]]) -> None:
        seen: set[int] = set()
        for line, player in told:
            if player.number in seen:
                text = gettext_noop("Number %(number)d is there twice.")
                self.wrong(line.number, text, number=player.number)
            seen.add(player.number)

    def _player(self, line: _Line) -> TrfPlayer | None:
        number = line.text[4:8].strip()
        if not (number.isascii() and number.isdigit() and int(number)):
            text = gettext_noop("There is no starting number in columns 5 to 8.")
            self.wrong(line.number, text)
            return None
        rating, rank = line.text[48:52].strip(), line.text[85:89].strip()
        starts = range(_FIRST_ROUND, len(line.text), _ROUND_WIDTH)
        if len(starts) > MOST_ROUNDS:
            text = gettext_noop("An event has at most %(most)d rounds.")
            self.wrong(line.number, text, most=MOST_ROUNDS)
        cells = [
            self._cell(line, at // _ROUND_WIDTH - 8, line.text[at : at + 8].ljust(8))
            for at in starts[:MOST_ROUNDS]
        ]
        return TrfPlayer(
            number=int(number),
            rounds=tuple(cells),
            name=" ".join(line.text[14:47].split()),
            rating=int(rating) if rating.isascii() and rating.isdigit() else 0,
            rank=int(rank) if rank.isascii() and rank.isdigit() else 0,
        )

    def _cell(self, line: _Line, round_number: int, cell: str) -> TrfRound:
        told, colour, letter = cell[:4].strip(), cell[5].lower(), cell[7].upper()
        is_number = told.isascii() and told.isdigit()
        opponent = int(told) if is_number else 0
        outcome = _OUTCOMES.get(letter)
        if not told.strip("0") and outcome is RoundOutcome.PENDING:
            return _MISSED
        if (told and not is_number) or outcome is None or (outcome in _ALONE) == bool(opponent):
            text = gettext_noop("“%(told)s” is no round, in round %(round)d.")
            self.wrong(line.number, text, told=cell.strip(), round=round_number)
            return _FAULTY
        return TrfRound(outcome, opponent, starts=colour == "w")

    # Both sides of a game

    def _matched(
        self, told: Sequence[tuple[_Line, TrfPlayer]], numbers: Mapping[int, int]
    ) -> list[TrfPlayer]:
        """Renumbered; every game must be told alike by both."""
        rounds = max(len(player.rounds) for _, player in told)
        padded = {
            player.number: (*player.rounds, *[_MISSED] * (rounds - len(player.rounds)))
            for _, player in told
        }
        for line, player in told:
            self.line_of[numbers[player.number]] = line
            for at in range(rounds):
                self._check_answer(line, player.number, at, padded)
        if any(problem.is_fatal for problem in self.problems):
            return []
        return [
            replace(
                player,
                number=numbers[player.number],
                rounds=tuple(
                    replace(
                        cell,
                        opponent=numbers.get(cell.opponent, 0),
                        starts=_starts(player.number, at, padded),
                    )
                    for at, cell in enumerate(padded[player.number])
                ),
            )
            for _, player in told
        ]

    def _check_answer(
        self, line: _Line, number: int, at: int, cells: Mapping[int, Sequence[TrfRound]]
    ) -> None:
        cell = cells[number][at]
        if not cell.opponent:
            return
        gaps = {"round": at + 1, "number": number, "opponent": cell.opponent}
        if cell.opponent not in cells or cell.opponent == number:
            text = gettext_noop("Round %(round)d: there is no opponent number %(opponent)d.")
            self.wrong(line.number, text, **gaps)
            return
        answer = cells[cell.opponent][at]
        if answer is _FAULTY:  # which is told where it stands
            return
        if answer.opponent != number:
            text = gettext_noop(
                "Round %(round)d: %(number)d met %(opponent)d, whose line says somebody else."
            )
            self.wrong(line.number, text, **gaps)
        elif number < cell.opponent and answer.outcome not in _ANSWERS[cell.outcome]:
            text = gettext_noop(
                "Round %(round)d: the results of %(number)d and %(opponent)d do not fit."
            )
            self.wrong(line.number, text, **gaps)
        elif number < cell.opponent and cell.starts and answer.starts:
            text = gettext_noop("Round %(round)d: both %(number)d and %(opponent)d have White.")
            self.wrong(line.number, text, **gaps)

    # What follows from all lines

    def _with_wishes(self, event: TrfEvent, coming: Mapping[int, RoundOutcome]) -> TrfEvent:
        """Who will not play in the next round, and who rests there."""
        wishes = dict(coming)
        number = max((len(player.rounds) for player in event.players), default=0) + 1
        for word in self._told("XXZ").split():
            if word.isdigit():
                wishes[int(word)] = RoundOutcome.ZERO_BYE
        for line in self.lines["240"]:
            kind, told, *who = line.rest.upper().split() or ("", "")
            if told.isdigit() and int(told) == number:
                outcome = RoundOutcome.HALF_BYE if kind == "H" else RoundOutcome.ZERO_BYE
                wishes |= {int(word): outcome for word in who if word.isdigit()}
        known = {player.number for player in event.players}
        by_kind = {
            kind: frozenset(n for n, wish in wishes.items() if wish is kind and n in known)
            for kind in (RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE)
        }
        return replace(
            event,
            resting=by_kind[RoundOutcome.HALF_BYE],
            absent=by_kind[RoundOutcome.ZERO_BYE],
        )

    def _check_points(self, event: TrfEvent) -> None:
        """The results count; where the column says something else, that is told."""
        for player in event.players:
            line, total_12 = self.line_of[player.number], event.total_12(player)
            told = line.text[80:84].strip()
            if told and _points_12(told) != total_12:
                text = gettext_noop("The points are %(told)s, but the results give %(given)s.")
                given = f"{total_12 / 12:g}"
                self.note(line.number, text, told=told, given=given)

    def _say_what_is_left_out(self) -> None:
        left_out = {
            "013": gettext_noop("Teams are left out."),
            "310": gettext_noop("Teams are left out."),
            "299": gettext_noop("Points given outside the rules are left out."),
        }
        for code, text in left_out.items():
            if lines := self.lines.get(code):
                self.note(lines[0].number, text)


def _without_wishes(
    players: Sequence[TrfPlayer],
) -> tuple[list[TrfPlayer], dict[int, RoundOutcome]]:
    """A last column in which nobody was paired says who will not play in the next round."""
    last = [player.rounds[-1] for player in players if player.rounds]
    if not last or any(cell.took_part for cell in last):
        return list(players), {}
    wishes = {player.number: player.rounds[-1].outcome for player in players}
    return [replace(player, rounds=player.rounds[:-1]) for player in players], wishes


def _starts(number: int, at: int, cells: Mapping[int, Sequence[TrfRound]]) -> bool:
    """A forfeit may come without a colour: then the lower number has White."""
    cell = cells[number][at]
    if not cell.opponent or cell.starts:
        return cell.starts
    answer = cells[cell.opponent][at]
    return not answer.starts and cell.outcome in _FORFEITS and number < cell.opponent


def _points_12(told: str) -> int | None:
    if not re.fullmatch(r"\d{1,2}([.,][05])?", told):
        return None
    return int(float(told.replace(",", ".")) * 12)


def _day(told: str) -> date | None:
    """2026/03/01, 26/03/01, 2026-03-01 or 01.03.2026."""
    parts = re.fullmatch(r"(\d{2}|\d{4})[/-](\d{1,2})[/-](\d{1,2})", told)
    turned = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", told)
    if parts:
        year, month, day = parts.groups()
    elif turned:
        day, month, year = turned.groups()
    else:
        return None
    try:
        return date(int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day))
    except ValueError:
        return None
