"""What a tournament report becomes as an event of ours, before anything is written.

A report knows who won, not by how much: the event counts places. Tiebreaks that need scores are
left out, and said so; so is the bracket that rounds were drawn from. Tables have no numbers in a
report: they get them in FIDE's order, the points of the higher one, the points of both, the lower
starting number.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from games.values import gettext_noop
from league.formats.contract import Format, StageSettings
from league.formats.registry import FORMATS
from league.pairing.dutch.position import Worth, baku, baku_group
from league.pairing.field import Entrant
from league.pairing.trf.event import TrfEvent, TrfPlayer
from league.pairing.trf.lines import TrfProblem
from league.pairing.trf.reader import GOING_ON, ROUND_ROBIN, SWISS, TrfReport
from league.standings.inputs import RoundOutcome
from league.standings.tiebreak import Need
from league.standings.tiebreaks import TIEBREAKS

_KEYS = {tiebreak.fide: key for key, tiebreak in TIEBREAKS.items() if tiebreak.fide}
_KEYS |= {f"OTHER_{key}": key for key in TIEBREAKS} | {"GE": "REP"}
_LIMIT = re.compile(r"KS/L([+-]?\d{1,2})")
_NOT_TOLD = {Need.SCORES, Need.BRACKET}  # what a report does not have
_MISSED = {RoundOutcome.ABSENT, RoundOutcome.ZERO_BYE}


class ImportAs(StrEnum):
    FINISHED = "finished"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class TablePlayed:
    """A table of a round: the starting numbers, who starts first, and what came of it."""

    first: int
    second: int
    outcomes: tuple[RoundOutcome, RoundOutcome]

    @property
    def is_open(self) -> bool:
        return RoundOutcome.PENDING in self.outcomes


@dataclass(frozen=True, slots=True)
class ImportPlan:
    event: TrfEvent
    format: Format
    is_double: bool
    is_accelerated: bool
    editions: Mapping[str, int]  # the first round paired by each
    first_rounds: Mapping[int, int]  # from which round on a number was there
    chain: tuple[str, ...]
    koya_draws: int
    left_out: tuple[str, ...]  # codes of tiebreaks
    problems: tuple[TrfProblem, ...]
    as_what: tuple[ImportAs, ...]  # in which ways it can be taken over, the likely one first

    @property
    def rounds(self) -> int:
        return self.event.rounds_told

    @property
    def is_hindered(self) -> bool:
        return not self.as_what

    def tables(self, number: int) -> list[TablePlayed]:
        """Of a round, in the order of their numbers."""
        worth = self.event.points.of
        before = {
            player.number: sum(worth(cell.outcome) for cell in player.rounds[: number - 1])
            for player in self.event.players
        }

        def order(table: TablePlayed) -> tuple[int, int, int]:
            first_12, second_12 = before[table.first], before[table.second]
            return -max(first_12, second_12), -first_12 - second_12, min(table.first, table.second)

        return sorted(_tables(self.event, number), key=order)


def plan_of(report: TrfReport) -> ImportPlan:
    """What would be made of a report, and everything that is wrong with it."""
    event = report.event
    format_ = _format(event.system)
    chain, koya_draws, left_out = _chain(event.tiebreaks)
    problems = [*report.problems, *_problems(event, format_)]
    is_hindered = any(problem.is_fatal for problem in problems)
    return ImportPlan(
        event=event,
        format=format_,
        is_double=_is_double(event, format_),
        is_accelerated=_is_baku(event),
        editions=_editions(event),
        first_rounds=_first_rounds(event)
        if format_.takes_late_entries
        else {player.number: 1 for player in event.players},
        chain=chain,
        koya_draws=koya_draws,
        left_out=left_out,
        problems=tuple(problems),
        as_what=() if is_hindered else _ways(event, format_),
    )


def _format(system: str) -> Format:
    """What tells the games of a report as it does; those of groups are a round robin's."""
    like = ROUND_ROBIN if system.startswith(ROUND_ROBIN) else SWISS
    return next(each for each in FORMATS if each.report_system == like)


def _first_rounds(event: TrfEvent) -> dict[int, int]:
    """From which round on everybody was there; 1 where that was never.

    A report does not tell who came late from who missed the first round. Where the group of an
    acceleration is larger than those who played in round 1 make it, the lowest numbers among the
    others were there at the start too: late entries are numbered last.
    """
    first = {player.number: _first_round(player) for player in event.players}
    late = [number for number in sorted(first) if first[number] > 1]
    starters = len(first) - len(late)
    if event.virtual:
        fitting = (
            n for n in range(len(late) + 1) if baku_group(starters + n) == len(event.virtual)
        )
        first |= dict.fromkeys(late[: next(fitting, 0)], 1)
    return first


def _first_round(player: TrfPlayer) -> int:
    there = (at for at, cell in enumerate(player.rounds, start=1) if cell.outcome not in _MISSED)
    return next(there, 1)


def _chain(codes: tuple[str, ...]) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Our keys, the limit of Koya, and what is left out."""
    keys: list[str] = []
    left_out: list[str] = []
    koya_draws = 0
    for code in codes:
        limit = _LIMIT.fullmatch(code)
        koya_draws = int(limit[1]) if limit else koya_draws
        key = "KS" if limit else _KEYS.get(code.removesuffix("/P"), "")
        if not key or _NOT_TOLD & set(TIEBREAKS[key].fit.needs):
            left_out.append(code)
        elif key not in keys:
            keys.append(key)
    return tuple(keys), koya_draws, tuple(left_out)


def _editions(event: TrfEvent) -> Mapping[str, int]:
    """As our own reports say it; else by FIDE's code, of the edition that pairs from round 1."""
    if event.editions or not event.code.startswith("FIDE_DUTCH"):
        return event.editions
    return {"2017" if "2017" in event.code else "2026": 1}


def _is_baku(event: TrfEvent) -> bool:
    """The points are those that our own setting gives, to the same group in the same rounds."""
    starters = sum(first == 1 for first in _first_rounds(event).values())
    usual = baku(starters, rounds=event.rounds_planned, worth=Worth(*event.points.all_12))
    told = {number: tuple(row) for number, row in event.virtual.items()}
    return bool(told) and told == {number: tuple(row) for number, row in usual.items()}


def _is_double(event: TrfEvent, format_: Format) -> bool:
    """It has more rounds than it takes to meet everybody once."""
    if not format_.all_meet:
        return False
    return event.rounds_planned > format_.rounds_for(len(event.players), settings=StageSettings())


def _problems(event: TrfEvent, format_: Format) -> Iterator[TrfProblem]:
    if event.players and len(event.players) < 2:
        yield TrfProblem(0, gettext_noop("An event needs two players at least."))
    open_rounds = [
        number
        for number in range(1, event.rounds_told + 1)
        if any(table.is_open for table in _tables(event, number))
    ]
    goes_on = event.system in GOING_ON
    for number in (n for n in open_rounds if n < event.rounds_told or not goes_on):
        text = gettext_noop("Round %(round)d has no result at some table.")
        yield TrfProblem(0, text, {"round": number})
    if event.virtual and not _is_baku(event):
        text = gettext_noop("Points of an acceleration other than Baku's are left out.")
        yield TrfProblem(0, text, is_fatal=False)
    yield from _points_lost(event, format_)
    byes = {cell.outcome for player in event.players for cell in player.rounds}
    if RoundOutcome.HALF_BYE in byes and not format_.takes_half_point_byes:
        yield TrfProblem(0, gettext_noop("There are no half-point byes in a round robin."))


def _points_lost(event: TrfEvent, format_: Format) -> Iterator[TrfProblem]:
    """What some programs give points for, and we do not."""
    cells = [cell for player in event.players for cell in player.rounds]
    outcomes = {cell.outcome for cell in cells}
    points = event.points
    if points.forfeit_12 and RoundOutcome.FORFEIT_LOSS in outcomes:
        text = gettext_noop("A match lost by forfeit brings no points here.")
        yield TrfProblem(0, text, is_fatal=False)
    if points.absence_12 and outcomes & _MISSED:
        text = gettext_noop("A missed round brings no points here.")
        yield TrfProblem(0, text, is_fatal=False)
    if format_.all_meet and points.for_bye_12 and RoundOutcome.PAIRING_BYE in outcomes:
        text = gettext_noop("A free round of a round robin brings no points here.")
        yield TrfProblem(0, text, is_fatal=False)
    elif points.bye_12 is not None and any(cell.is_full_bye for cell in cells):
        text = gettext_noop("A bye for a full point counts as any other bye here.")
        yield TrfProblem(0, text, is_fatal=False)


def _ways(event: TrfEvent, format_: Format) -> tuple[ImportAs, ...]:
    last = event.rounds_told
    is_open = any(table.is_open for table in _tables(event, last))
    is_over = last >= event.rounds_planned
    ways = [ImportAs.FINISHED] if last and not is_open else []
    if event.system in GOING_ON and _follows_schedule(event, format_):
        ways.insert(1 if is_over and not is_open else 0, ImportAs.RUNNING)
    return tuple(ways)


def _follows_schedule(event: TrfEvent, format_: Format) -> bool:
    """Where rounds are known beforehand, it goes on only if it was played by them so far."""
    entrants = tuple(Entrant(str(player.number), player.number) for player in event.players)
    settings = StageSettings(
        rounds_planned=event.rounds_planned, is_double=_is_double(event, format_)
    )
    if event.rounds_planned != format_.rounds_for(len(entrants), settings=settings):
        return False
    for number in range(1, event.rounds_told + 1):
        planned = format_.planned_round(
            number, entrants=entrants, left=frozenset(), settings=settings
        )
        tables = planned.tables if planned else ()
        pairs = {frozenset(map(int, table.entries)) for table in tables}
        met = {frozenset((table.first, table.second)) for table in _tables(event, number)}
        if planned and met != pairs:
            return False
    return True


def _tables(event: TrfEvent, number: int) -> Iterator[TablePlayed]:
    by_number = {player.number: player for player in event.players}
    for player in event.players:
        cell = player.rounds[number - 1] if number <= len(player.rounds) else None
        if cell and cell.opponent and cell.starts:
            answer = by_number[cell.opponent].rounds[number - 1]
            yield TablePlayed(player.number, cell.opponent, (cell.outcome, answer.outcome))
