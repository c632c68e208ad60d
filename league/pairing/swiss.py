"""Two-seat Swiss: pairs a round from the history of the event, and says what it had to give up.

Decided here: how our history reads as a report, how tables are ordered, what is remarked, and
what is answered when there is no pairing. Who meets and who starts is the engine's (`dutch`):
nobody meets twice, no bye after a bye or a forfeit win, forfeited matches may be paired again.
Left to others: who is to be paired (entries away this round are among the `others`), points, and
words for the codes.

Codes of remarks: `bye`; `float` (two entries whose points differ by `points_12`); `start_kept`
(an entry starts, or follows, for the `times`-th time running); `locked_repeat` and `locked_apart`
(an organiser's table the engine would not make); `points_differ` (an entry's points are not what
its outcomes are worth; the pairing goes by the outcomes).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType

from league.pairing.dutch import EDITION, Hindrance, pair_dutch
from league.pairing.field import Entrant, NoPairing, Pairing, PairingRemark, Past, TableDrawn
from league.pairing.trf import LARGEST_TOTAL_12, USUAL_POINTS, Points, TrfEvent, TrfPlayer, TrfRound
from league.standings.inputs import RoundOutcome

__all__ = ["EDITION", "Outcomes", "SwissTerms", "pair_swiss", "swiss_event"]

Outcomes = Mapping[tuple[int, str], RoundOutcome]  # of a round and an entry that had a match in it
NO_OUTCOMES: Outcomes = MappingProxyType({})
NO_PAST = Past()
BYES = {
    "pairing": RoundOutcome.PAIRING_BYE,
    "half": RoundOutcome.HALF_BYE,
    "zero": RoundOutcome.ZERO_BYE,
    "absent": RoundOutcome.ABSENT,
}
UNPLAYED = {
    RoundOutcome.WIN: RoundOutcome.FORFEIT_WIN,
    RoundOutcome.DRAW: RoundOutcome.HALF_BYE,
    RoundOutcome.LOSS: RoundOutcome.FORFEIT_LOSS,
}
CHOICES = {
    Hindrance.BYE: ("give_bye", "finish_stage"),
    Hindrance.APART: ("drop_keep_apart", "finish_stage"),
    Hindrance.STARTS: ("pair_by_hand", "finish_stage"),
    Hindrance.MET: ("allow_repeats", "finish_stage"),
}


@dataclass(frozen=True, slots=True)
class SwissTerms:
    """What the event has settled, and which round is wanted."""

    round: int  # of the past, only the rounds before it count
    rounds_planned: int  # in the last one, those above half of the points may start out of turn
    seed: int  # decides whether number 1 starts in round 1
    points: Points = USUAL_POINTS
    apart: frozenset[tuple[str, str]] = frozenset()  # entries that may not meet, in any order


def pair_swiss(
    entrants: Sequence[Entrant],
    *,
    terms: SwissTerms,
    others: Sequence[Entrant] = (),
    past: Past = NO_PAST,
    outcomes: Outcomes = NO_OUTCOMES,
    locked: Sequence[TableDrawn] = (),
) -> Pairing | NoPairing:
    """Tables of two in the order of the boards, and who sits out.

    `others` is everybody else ever in the event, away or withdrawn: they keep their numbers and
    are their opponents' history. `locked` tables stay as the organiser made them, and the rest is
    paired without them; a locked table of one is a bye given by hand.
    """
    kept = [entry for table in locked for entry in table.entries]
    away = frozenset(kept) | {entrant.id for entrant in others}
    everybody = _in_order([*entrants, *others])
    event = swiss_event(everybody, terms=terms, past=past, outcomes=outcomes, absent=away)
    if refusal := _refusal(event, everybody):
        return refusal
    drawn = pair_dutch(event)
    if isinstance(drawn, Hindrance):
        unlock = ("unlock_tables",) if locked else ()
        return NoPairing(PairingRemark(f"no_pairing_{drawn}"), (*unlock, *CHOICES[drawn]))
    names = [entrant.id for entrant in everybody]
    engine = [TableDrawn(tuple(names[number - 1] for number in pair if number)) for pair in drawn]
    hand = [TableDrawn(table.entries, is_locked=True) for table in locked]
    return _Round(event, everybody, entrants).pairing([*engine, *hand])


def swiss_event(
    everybody: Sequence[Entrant],
    *,
    terms: SwissTerms,
    past: Past,
    outcomes: Outcomes,
    absent: frozenset[str] = frozenset(),
) -> TrfEvent:
    """The history as a report, without names: numbers follow the seeds, round by round."""
    ordered = _in_order(everybody)
    numbers = {entrant.id: number for number, entrant in enumerate(ordered, start=1)}
    rounds = _rounds_of(past, numbers, outcomes)
    missed = TrfRound(RoundOutcome.ABSENT)
    return TrfEvent(
        players=tuple(
            TrfPlayer(number, tuple(rounds[entry].get(r, missed) for r in range(1, terms.round)))
            for entry, number in numbers.items()
        ),
        rounds_planned=max(terms.rounds_planned, terms.round),
        points=terms.points,
        first_starts=terms.seed % 2 == 0,
        absent=frozenset(numbers[entry] for entry in absent),
        apart=frozenset(
            _low_first(numbers, pair) for pair in terms.apart if numbers.keys() >= set(pair)
        ),
    )


def _in_order(everybody: Sequence[Entrant]) -> list[Entrant]:
    return sorted(everybody, key=lambda entrant: entrant.seed)


def _low_first(numbers: Mapping[str, int], pair: tuple[str, str]) -> tuple[int, int]:
    low, high = sorted(numbers[entry] for entry in pair)
    return low, high


def _rounds_of(
    past: Past, numbers: Mapping[str, int], outcomes: Outcomes
) -> defaultdict[str, dict[int, TrfRound]]:
    rounds: defaultdict[str, dict[int, TrfRound]] = defaultdict(dict)
    for bye in past.byes:
        rounds[bye.entry][bye.round] = TrfRound(BYES[bye.kind])
    for meeting in past.meetings:
        first, second = meeting.entries
        for entry, opponent in ((first, second), (second, first)):
            outcome = outcomes.get((meeting.round, entry), RoundOutcome.PENDING)
            if not meeting.was_played:
                outcome = UNPLAYED.get(outcome, outcome)
            has_opponent = outcome is not RoundOutcome.HALF_BYE
            rounds[entry][meeting.round] = TrfRound(
                outcome,
                opponent=numbers[opponent] if has_opponent else 0,
                starts=has_opponent and entry == first,
            )
    return rounds


def _refusal(event: TrfEvent, everybody: Sequence[Entrant]) -> NoPairing | None:
    """What must be put right before any engine is asked."""
    waiting = tuple(
        everybody[player.number - 1].id
        for player in event.players
        if any(round_.outcome is RoundOutcome.PENDING for round_ in player.rounds)
    )
    if waiting:
        return NoPairing(PairingRemark("results_missing", waiting), ("enter_results",))
    if any(event.total_12(player) > LARGEST_TOTAL_12 for player in event.players):
        return NoPairing(PairingRemark("points_too_large"), ("change_points",))
    return None


class _Round:
    """The tables of a round, seen against the history they come from."""

    def __init__(
        self, event: TrfEvent, everybody: Sequence[Entrant], entrants: Sequence[Entrant]
    ) -> None:
        self.event = event
        self.entrants = entrants
        self.players = {
            entrant.id: player for entrant, player in zip(everybody, event.players, strict=True)
        }
        self.points_12 = {entry: event.total_12(p) for entry, p in self.players.items()}

    def pairing(self, tables: Sequence[TableDrawn]) -> Pairing:
        matches = sorted((t for t in tables if len(t.entries) > 1), key=self._board)
        byes = tuple(entry for t in tables if len(t.entries) == 1 for entry in t.entries)
        remarks = [PairingRemark("bye", (entry,)) for entry in byes]
        for table in matches:
            remarks += self._remarks(table)
        return Pairing(tuple(matches), byes, (*remarks, *self._points_differ()))

    def _board(self, table: TableDrawn) -> tuple[int, int, int]:
        """C.04.3 D.9: by the points of the higher entry, of both, then by its number."""
        ranked = sorted((-self.points_12[e], self.players[e].number) for e in table.entries)
        return ranked[0][0], ranked[1][0], ranked[0][1]

    def _remarks(self, table: TableDrawn) -> Iterator[PairingRemark]:
        high, low = sorted(table.entries, key=lambda entry: -self.points_12[entry])
        if gap := self.points_12[high] - self.points_12[low]:
            yield PairingRemark("float", (high, low), {"points_12": gap})
        for entry in table.entries:
            times = self._times_running(entry, starts=entry == table.entries[0])
            if times > 1:
                yield PairingRemark("start_kept", (entry,), {"times": times})
        if table.is_locked:
            yield from self._by_hand(high, low)

    def _times_running(self, entry: str, *, starts: bool) -> int:
        played = [r for r in self.players[entry].rounds if r.outcome.is_played]
        return 1 + sum(1 for _ in takewhile(lambda r: r.starts == starts, reversed(played)))

    def _by_hand(self, first: str, other: str) -> Iterator[PairingRemark]:
        numbers = sorted(self.players[entry].number for entry in (first, other))
        met = (r.opponent for r in self.players[first].rounds if r.outcome.is_played)
        if self.players[other].number in met:
            yield PairingRemark("locked_repeat", (first, other))
        if tuple(numbers) in self.event.apart:
            yield PairingRemark("locked_apart", (first, other))

    def _points_differ(self) -> Iterator[PairingRemark]:
        differing = tuple(e.id for e in self.entrants if e.points_12 != self.points_12[e.id])
        if differing:
            yield PairingRemark("points_differ", differing)
