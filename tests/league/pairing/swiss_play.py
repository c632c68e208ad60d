"""Whole Swiss events with drawn results, and with what happens on an evening.

Entries come late, withdraw, ask for half-point byes and do not turn up. An event stops early when
a round has no pairing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from league.pairing.field import Entrant, Meeting, NoPairing, Pairing, Past, PastBye
from league.pairing.swiss import SwissTerms, pair_swiss, swiss_event
from league.pairing.trf.event import USUAL_POINTS, TrfEvent
from league.standings.inputs import RoundOutcome

PLAYED = (
    (RoundOutcome.WIN, RoundOutcome.LOSS),
    (RoundOutcome.LOSS, RoundOutcome.WIN),
    (RoundOutcome.DRAW, RoundOutcome.DRAW),
)
FORFEITED = (
    (RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS),
    (RoundOutcome.FORFEIT_LOSS, RoundOutcome.FORFEIT_WIN),
    (RoundOutcome.FORFEIT_LOSS, RoundOutcome.FORFEIT_LOSS),
)


@dataclass
class SwissPlay:
    seeds: dict[str, int]
    seed: int = 0
    rounds_planned: int = 7
    apart: frozenset[tuple[str, str]] = frozenset()
    is_lively: bool = False  # late entries, withdrawals, byes asked for, forfeits
    meetings: list[Meeting] = field(default_factory=list)
    byes: list[PastBye] = field(default_factory=list)
    outcomes: dict[tuple[int, str], RoundOutcome] = field(default_factory=dict)
    pairings: list[Pairing] = field(default_factory=list)
    stopped_by: NoPairing | None = None

    def __post_init__(self) -> None:
        self.luck = Random(self.seed)
        self.late = self._some(0.1) if self.is_lively else set()
        self.left: set[str] = set()

    def _some(self, share: float) -> set[str]:
        return {entry for entry in self.seeds if self.luck.random() < share}

    @property
    def past(self) -> Past:
        return Past(tuple(self.meetings), tuple(self.byes))

    def terms(self, round_number: int) -> SwissTerms:
        return SwissTerms(round_number, self.rounds_planned, self.seed, apart=self.apart)

    def entrant(self, entry: str) -> Entrant:
        outcomes = [
            *(outcome for (_, whose), outcome in self.outcomes.items() if whose == entry),
            *(RoundOutcome(f"{b.kind}_bye") for b in self.byes if b.entry == entry),
        ]
        return Entrant(entry, self.seeds[entry], sum(map(USUAL_POINTS.of, outcomes)))

    def play(self) -> "SwissPlay":
        for round_number in range(1, self.rounds_planned + 1):
            found = self.pair(round_number, away=self._away(round_number))
            if isinstance(found, NoPairing):
                self.stopped_by = found
                break
            self._play_round(round_number, found)
        return self

    def pair(self, round_number: int, *, away: set[str]) -> Pairing | NoPairing:
        here = [self.entrant(entry) for entry in self.seeds if entry not in away]
        others = [self.entrant(entry) for entry in self.seeds if entry in away]
        terms = self.terms(round_number)
        return pair_swiss(here, terms=terms, others=others, past=self.past, outcomes=self.outcomes)

    def event(self) -> TrfEvent:
        everybody = [self.entrant(entry) for entry in self.seeds]
        terms = self.terms(len(self.pairings) + 1)
        return swiss_event(everybody, terms=terms, past=self.past, outcomes=self.outcomes)

    def _away(self, round_number: int) -> set[str]:
        if not self.is_lively:
            return set()
        if round_number > 2:
            self.late.clear()
            self.left |= self._some(0.03)
        resting = self._some(0.05) - self.late - self.left
        self.byes += [PastBye(round_number, entry, "half") for entry in sorted(resting)]
        return self.late | self.left | resting

    def _play_round(self, round_number: int, pairing: Pairing) -> None:
        self.pairings.append(pairing)
        self.byes += [PastBye(round_number, entry, "pairing") for entry in pairing.byes]
        for table in pairing.tables:
            forfeits = self.is_lively and self.luck.random() < 0.1
            self.meetings.append(Meeting(round_number, table.entries, was_played=not forfeits))
            drawn = self.luck.choice(FORFEITED if forfeits else PLAYED)
            for entry, outcome in zip(table.entries, drawn, strict=True):
                self.outcomes[round_number, entry] = outcome


def entries(count: int) -> dict[str, int]:
    return {f"e{seed}": seed for seed in range(1, count + 1)}


def faults(play: SwissPlay) -> Iterator[str]:
    """What no round of an event may show."""
    met: set[frozenset[str]] = set()
    without_play: set[str] = set()
    for round_number, pairing in enumerate(play.pairings, start=1):
        seated = [entry for table in pairing.tables for entry in table.entries] + [*pairing.byes]
        asked = {b.entry for b in play.byes if b.round == round_number and b.kind == "half"}
        if len(seated) != len(set(seated)) or asked & set(seated) or len(pairing.byes) > 1:
            yield f"round {round_number} does not seat everybody once"
        yield from (f"second bye for {bye}" for bye in pairing.byes if bye in without_play)
        without_play |= set(pairing.byes)
        for table in pairing.tables:
            pair = frozenset(table.entries)
            if pair in met or any(set(two) == pair for two in play.apart):
                yield f"{sorted(pair)} may not meet in round {round_number}"
            outcomes = {play.outcomes[round_number, entry]: entry for entry in table.entries}
            if all(outcome.is_played for outcome in outcomes):
                met.add(pair)
            if RoundOutcome.FORFEIT_WIN in outcomes:
                without_play.add(outcomes[RoundOutcome.FORFEIT_WIN])
