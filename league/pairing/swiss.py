"""Two-seat Swiss: pairs a round from the history of the event, and says what it had to give up.

Decided here: how our history reads as a report, how tables are ordered, what is remarked, and
what is answered when there is no pairing. Who meets and who starts is the engine's (`dutch`):
nobody meets twice, no bye after a bye or a forfeit win, forfeited matches may be paired again.
Left to others: who is to be paired (entries away this round are among the `others`), points, and
words for the codes.

Codes of remarks: `bye`; `float` (two entries whose points differ by `points_12`); `start_kept`
(an entry starts, or follows, for the `times`-th time running); `locked_repeat` and `locked_apart`
(an organiser's table the engine would not make); `given_up_C12` and others (a criterion that the
round does not keep in full, and whose it is); `points_differ` (an entry's points are not what its
outcomes are worth; the pairing goes by the outcomes).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import MappingProxyType

from league.pairing.dutch.engine import Drawn, Hindrance, Progress, pair_dutch
from league.pairing.dutch.given_up import GivenUp
from league.pairing.dutch.position import PastKind, PastRound, Position, Worth, baku
from league.pairing.field import Entrant, NoPairing, Pairing, PairingRemark, Past, TableDrawn
from league.pairing.trf.event import USUAL_POINTS, Points, TrfEvent, TrfPlayer, TrfRound
from league.standings.inputs import RoundOutcome

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
    accelerated: int = 0  # Baku acceleration for so many who were there at the start; 0: none


def pair_swiss(  # noqa: PLR0913 - what a round depends on, each by its name
    entrants: Sequence[Entrant],
    *,
    terms: SwissTerms,
    others: Sequence[Entrant] = (),
    past: Past = NO_PAST,
    outcomes: Outcomes = NO_OUTCOMES,
    locked: Sequence[TableDrawn] = (),
    progress: Progress | None = None,
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
    numbers = {entrant.id: number for number, entrant in enumerate(everybody, start=1)}
    seated = frozenset(numbers[entry] for entry in kept)
    drawn = pair_dutch(position_of(event, seated=seated), progress=progress)
    if isinstance(drawn, Hindrance):
        unlock = ("unlock_tables",) if locked else ()
        return NoPairing(PairingRemark(f"no_pairing_{drawn}"), (*unlock, *CHOICES[drawn]))
    hand = [TableDrawn(table.entries, is_locked=True) for table in locked]
    return _Round(event, everybody, entrants).pairing(drawn, hand)


def remarks_at(
    tables: Sequence[TableDrawn],
    entrants: Sequence[Entrant],
    *,
    terms: SwissTerms,
    others: Sequence[Entrant] = (),
    past: Past = NO_PAST,
    outcomes: Outcomes = NO_OUTCOMES,
) -> tuple[PairingRemark, ...]:
    """What tables give up, whoever made them: points that differ, and starts out of turn."""
    everybody = _in_order([*entrants, *others])
    event = swiss_event(everybody, terms=terms, past=past, outcomes=outcomes)
    round_ = _Round(event, everybody, entrants)
    return tuple(remark for table in tables for remark in round_.at_table(table))


def position_of(event: TrfEvent, *, seated: frozenset[int] = frozenset()) -> Position:
    """The round after the last one that a report tells of, as the engine is given it."""
    coming = event.rounds_told + 1
    return Position(
        round=coming,
        rounds_planned=max(event.rounds_planned, coming),
        histories=tuple(
            tuple(
                PastRound(PastKind(turn.letter), turn.opponent, turn.starts)
                for turn in player.rounds
            )
            for player in event.players
        ),
        first_is_white=event.first_starts,
        worth=_worth(event.points),
        away=event.absent | event.resting,
        seated=seated,
        apart=event.apart,
        virtual=event.virtual,
    )


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
        virtual=baku(terms.accelerated, rounds=terms.rounds_planned, worth=_worth(terms.points)),
    )


def _worth(points: Points) -> Worth:
    return Worth(*points.all_12)


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
    return None


def _gravity(fact: GivenUp) -> int:
    """The gravest criterion has the smallest number."""
    return int(fact.criterion.removeprefix("C"))


class _Round:
    """The tables of a round, seen against the history they come from."""

    def __init__(
        self, event: TrfEvent, everybody: Sequence[Entrant], entrants: Sequence[Entrant]
    ) -> None:
        self.event = event
        self.everybody = everybody
        self.entrants = entrants
        self.players = {
            entrant.id: player for entrant, player in zip(everybody, event.players, strict=True)
        }
        self.points_12 = {entry: event.total_12(p) for entry, p in self.players.items()}
        self.scores_12 = {
            entry: self.points_12[entry] + event.virtual_12(player)
            for entry, player in self.players.items()
        }

    def pairing(self, drawn: Drawn, hand: Sequence[TableDrawn]) -> Pairing:
        pairs = [
            TableDrawn((self._entry(white), self._entry(black))) for white, black in drawn.pairs
        ]
        tables = [*pairs, *hand]
        matches = sorted((t for t in tables if len(t.entries) > 1), key=self._board)
        byes = [self._entry(drawn.bye)] if drawn.bye else []
        byes += [entry for table in hand if len(table.entries) == 1 for entry in table.entries]
        remarks = [PairingRemark("bye", (entry,)) for entry in byes]
        remarks += map(self._given_up, sorted(drawn.given_up, key=_gravity))
        for table in matches:
            remarks += self._remarks(table)
        return Pairing(tuple(matches), tuple(byes), (*remarks, *self._points_differ()))

    def _entry(self, number: int) -> str:
        return self.everybody[number - 1].id

    def _given_up(self, fact: GivenUp) -> PairingRemark:
        return PairingRemark(f"given_up_{fact.criterion}", tuple(map(self._entry, fact.numbers)))

    def _board(self, table: TableDrawn) -> tuple[int, int, int]:
        """C.04.2: by the points of the higher entry, of both, then by its number."""
        ranked = sorted((-self.points_12[e], self.players[e].number) for e in table.entries)
        return ranked[0][0], ranked[1][0], ranked[0][1]

    def _remarks(self, table: TableDrawn) -> Iterator[PairingRemark]:
        yield from self.at_table(table)
        if table.is_locked:
            yield from self._by_hand(*table.entries)

    def at_table(self, table: TableDrawn) -> Iterator[PairingRemark]:
        high, low = sorted(table.entries, key=lambda entry: -self.scores_12[entry])
        if gap := self.scores_12[high] - self.scores_12[low]:
            yield PairingRemark("float", (high, low), {"points_12": gap})
        for entry in table.entries:
            times = self._times_running(entry, starts=entry == table.entries[0])
            if times > 1:
                yield PairingRemark("start_kept", (entry,), {"times": times})

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
