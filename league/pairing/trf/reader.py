"""Reads tournament reports of any program: TRF16, TRF-2026, lines of JaVaFo and bbpPairings.

Nothing is believed: a report is read whole, and everything that is wrong with it is named by its
line. Who takes it over (exchange) or pairs its next round (positions.py) decides what to do with
that. Unknown lines are passed over, as the format wants it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.values import gettext_noop
from league.pairing.trf.event import TrfEvent
from league.pairing.trf.lines import TrfLines, TrfProblem, day_told, points_12, whole_number
from league.pairing.trf.players import PlayersTold, TrfLimits, read_players
from league.pairing.trf.rules import (
    first_starts,
    read_acceleration,
    read_apart,
    read_points,
    read_wishes,
)
from league.pairing.trf.writer import EARLY, EDITED, EDITION, EDITIONS
from league.standings.inputs import RoundOutcome

USUAL_LIMITS = TrfLimits()
SWISS = "Swiss-System"
ROUND_ROBIN = "Round-Robin"
GOING_ON = {SWISS, ROUND_ROBIN}
# As reports are headed, ours and those of others: the first that fits.
_SYSTEMS = {
    r"ROUND.?ROBIN IN GROUPS": "Round-Robin in groups",
    r"DOUBLE.?ELIMINATION": "Double-Elimination",
    r"KNOCK.?OUT|ELIMINATION": "Knock-Out",
    r"SCHEVENINGEN": "Scheveningen",
    r"ROUND.?ROBIN|BERGER|\bRR\b": ROUND_ROBIN,
}


@dataclass(frozen=True, slots=True)
class TrfReport:
    event: TrfEvent
    problems: tuple[TrfProblem, ...] = ()
    numbers: Sequence[int] = ()  # of the players, as the file has them
    tells_rounds: bool = True  # whether it says how many are planned

    @property
    def is_fatal(self) -> bool:
        return any(problem.is_fatal for problem in self.problems)


def read_trf(text: str, *, limits: TrfLimits = USUAL_LIMITS) -> TrfReport:
    """What a report tells, and what is wrong with it, in the order of its lines."""
    lines = TrfLines(text)
    told = read_players(lines, limits)
    planned = _rounds_planned(lines, limits)
    event = _event(lines, told, limits=limits, planned=max(planned or 0, told.rounds, 1))
    _check_points(lines, event, told)
    _say_what_is_left_out(lines)
    _say_what_cannot_go_on(lines, event.system)
    return TrfReport(
        event,
        problems=tuple(sorted(lines.problems, key=lambda problem: problem.line)),
        numbers=tuple(told.numbers),
        tells_rounds=planned is not None,
    )


def _event(lines: TrfLines, told: PlayersTold, *, limits: TrfLimits, planned: int) -> TrfEvent:
    coming = told.rounds + 1
    wishes = read_wishes(lines, told.numbers, told.coming, coming=coming)
    days = tuple(day for word in lines.told("132").split() if (day := day_told(word)))
    return TrfEvent(
        players=told.players,
        rounds_planned=planned,
        points=read_points(lines),
        first_starts=first_starts(lines, told.players),
        absent=wishes[RoundOutcome.ZERO_BYE],
        resting=wishes[RoundOutcome.HALF_BYE],
        # After the last round there is none to come: what held in it is still told.
        apart=read_apart(lines, told.numbers, coming=min(coming, planned)),
        virtual=read_acceleration(lines, told.numbers, most_rounds=limits.rounds),
        editions={key: n for key, name in EDITIONS.items() for n in _since(lines, name)},
        edited_rounds=_marked(lines, EDITED),
        early_rounds=_marked(lines, EARLY),
        system=_system_told(lines),
        code=lines.told("192").upper(),
        tiebreaks=_tiebreaks(lines),
        name=lines.told("012"),
        city=lines.told("022"),
        start=day_told(lines.told("042")),
        end=day_told(lines.told("052")),
        days=days[: told.rounds],
    )


def _rounds_planned(lines: TrfLines, limits: TrfLimits) -> int | None:
    for line in lines.of("142", "XXR"):
        planned = lines.whole(line, line.rest)
        if planned is not None and planned > limits.rounds:
            text = gettext_noop("An event has at most %(most)d rounds.")
            lines.wrong(line.number, text, most=limits.rounds)
        if planned is not None:
            return min(planned, limits.rounds)
    return None


def _system_told(lines: TrfLines) -> str:
    """One that goes on by the report alone, Swiss or round robin; or another, which is named."""
    told = f"{lines.told('192')} {lines.told('092')}".upper()
    return next((name for words, name in _SYSTEMS.items() if re.search(words, told)), SWISS)


def _say_what_cannot_go_on(lines: TrfLines, system: str) -> None:
    if system in GOING_ON:
        return
    line = next(iter(lines.of("092", "192")))
    text = gettext_noop(
        "From a report of the kind %(system)s no round can be drawn: it is taken over as "
        "finished, and ranked by points."
    )
    lines.note(line.number, text, system=system)


def _tiebreaks(lines: TrfLines) -> tuple[str, ...]:
    codes = (code.strip() for code in lines.told("202", "212").upper().split(","))
    return tuple(dict.fromkeys(code for code in codes if code not in ("", "PTS")))


def _since(lines: TrfLines, edition: str) -> frozenset[int]:
    """From which round on an edition paired."""
    return _marked(lines, EDITION.format("{}", edition))


def _marked(lines: TrfLines, mark: str) -> frozenset[int]:
    marked = re.compile(re.escape(mark).replace(re.escape("{}"), r"(\d{1,3})"))
    found = (marked.fullmatch(line.text) for line in lines.of("###"))
    numbers = (whole_number(match[1]) for match in found if match)
    return frozenset(number for number in numbers if number is not None)


def _check_points(lines: TrfLines, event: TrfEvent, told: PlayersTold) -> None:
    """The results count; where the column says something else, that is told."""
    for player in event.players:
        line, total_12 = told.lines[player.number], event.total_12(player)
        points = line.text[80:84].strip()
        if points and points_12(points) != total_12:
            text = gettext_noop("The points are %(told)s, but the results give %(given)s.")
            lines.note(line.number, text, told=points, given=f"{total_12 / 12:g}")


def _say_what_is_left_out(lines: TrfLines) -> None:
    left_out = {
        "013": gettext_noop("Teams are left out."),
        "310": gettext_noop("Teams are left out."),
        "299": gettext_noop("Points given outside the rules are left out."),
    }
    for code, text in left_out.items():
        for line in list(lines.of(code))[:1]:
            lines.note(line.number, text)
