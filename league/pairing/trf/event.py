"""A two-seat event as a tournament report tells it: TRF, the text that pairing programs exchange.

Decided here: what a report can say of a player and of a round, and what each outcome is worth.
How that is spelt is in writer.py, how it is read in reader.py. Points are counted from the
outcomes, so that a report never contradicts itself. White is the first seat, the one that starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from league.standings.inputs import RoundOutcome

LARGEST_TOTAL_12 = 1194  # 99.5 points: what the four columns of the total hold
FULL_BYE = "F"
LETTERS = {
    RoundOutcome.WIN: "1",
    RoundOutcome.DRAW: "=",
    RoundOutcome.LOSS: "0",
    RoundOutcome.FORFEIT_WIN: "+",
    RoundOutcome.FORFEIT_LOSS: "-",
    RoundOutcome.PAIRING_BYE: "U",
    RoundOutcome.HALF_BYE: "H",
    RoundOutcome.OUT: "Z",
    RoundOutcome.ABSENT: "Z",
    RoundOutcome.ZERO_BYE: "Z",  # after ABSENT: a Z is read back as this one
    RoundOutcome.PENDING: " ",
}


@dataclass(frozen=True, slots=True)
class Points:
    """What an outcome is worth, in twelfths."""

    win_12: int = 24
    draw_12: int = 12
    loss_12: int = 0
    bye_12: int | None = None  # of a pairing bye; None: as a win
    # Of foreign reports alone: with us these bring nothing, even where a loss has a worth.
    forfeit_12: int = 0  # a match that was lost without being played
    absence_12: int = 0

    @property
    def for_bye_12(self) -> int:
        return self.win_12 if self.bye_12 is None else self.bye_12

    @property
    def all_12(self) -> tuple[int, ...]:
        """For a win, a draw, a loss, a pairing bye, a lost forfeit and an absence."""
        played = (self.win_12, self.draw_12, self.loss_12)
        return (*played, self.for_bye_12, self.forfeit_12, self.absence_12)

    def of(self, outcome: RoundOutcome) -> int:
        """Nothing for what is still being played."""
        at = _WORTHS.get(outcome)
        return 0 if at is None else self.all_12[at]


_WORTHS = {  # places in Points.all_12
    RoundOutcome.WIN: 0,
    RoundOutcome.FORFEIT_WIN: 0,
    RoundOutcome.DRAW: 1,
    RoundOutcome.HALF_BYE: 1,
    RoundOutcome.LOSS: 2,
    RoundOutcome.PAIRING_BYE: 3,
    RoundOutcome.FORFEIT_LOSS: 4,
    RoundOutcome.ABSENT: 5,
    RoundOutcome.ZERO_BYE: 5,
}
USUAL_POINTS = Points()


@dataclass(frozen=True, slots=True)
class TrfRound:
    """A round of one player: an opponent's number and who started, or neither."""

    outcome: RoundOutcome
    opponent: int = 0
    starts: bool = False
    # A bye worth a win that was granted beforehand; of foreign reports alone.
    is_full_bye: bool = False

    @property
    def took_part(self) -> bool:
        """Whether the player was there when the round was paired."""
        has_bye = self.outcome is RoundOutcome.PAIRING_BYE and not self.is_full_bye
        return self.opponent > 0 or has_bye

    @property
    def letter(self) -> str:
        return FULL_BYE if self.is_full_bye else LETTERS[self.outcome]


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    number: int  # starting number, 1 … n without a gap, the same in every round
    rounds: tuple[TrfRound, ...] = ()
    name: str = ""
    rating: int = 0
    rank: int = 0  # as published; 0: by points and starting number, as before a pairing


@dataclass(frozen=True, slots=True)
class TrfEvent:
    """An event as far as a report tells it. Everybody ever in it has a player."""

    players: tuple[TrfPlayer, ...]
    rounds_planned: int
    points: Points = USUAL_POINTS
    first_starts: bool = True  # whether number 1 starts in round 1 (XXC)
    absent: frozenset[int] = frozenset()  # not to be paired in the next round (XXZ, 240)
    resting: frozenset[int] = frozenset()  # have a half-point bye in the next round (240)
    apart: frozenset[tuple[int, int]] = frozenset()  # may not meet, lower number first (XXP, 260)
    virtual: Mapping[int, Sequence[int]] = field(
        default_factory=dict
    )  # by number, round (XXA, 250)
    editions: Mapping[str, int] = field(default_factory=dict)  # the first round paired by each
    edited_rounds: frozenset[int] = frozenset()
    early_rounds: frozenset[int] = frozenset()  # paired with late tables, or corrected since
    system: str = "Swiss-System"
    code: str = ""  # the same in FIDE's code (192)
    tiebreaks: tuple[str, ...] = ()  # FIDE's codes in their order (202, 212)
    name: str = ""
    city: str = ""
    start: date | None = None
    end: date | None = None
    # Of the rounds (132): read, and not written, for py4swiss looks for them in other columns.
    days: tuple[date, ...] = ()

    @property
    def rounds_told(self) -> int:
        return max((len(player.rounds) for player in self.players), default=0)

    def total_12(self, player: TrfPlayer) -> int:
        full_byes = sum(round_.is_full_bye for round_ in player.rounds)
        more_12 = full_byes * (self.points.win_12 - self.points.for_bye_12)
        return sum(self.points.of(round_.outcome) for round_ in player.rounds) + more_12

    def virtual_12(self, player: TrfPlayer) -> int:
        """For the round after the last one, by acceleration."""
        done = len(player.rounds)
        return sum(self.virtual.get(player.number, ())[done : done + 1])

    @property
    def fits_report(self) -> bool:
        """A report has whole and half points, and four columns for them."""
        worths = self.points.all_12
        totals = map(self.total_12, self.players)
        return not any(w % 6 for w in worths) and max(*worths, *totals) <= LARGEST_TOTAL_12

    def before(self, round_number: int) -> "TrfEvent":
        """The event as it was when this round was paired, for pairing it again."""
        done = round_number - 1
        away = {p.number for p in self.players if p.rounds[done:] and not p.rounds[done].took_part}
        return replace(
            self,
            players=tuple(replace(p, rounds=p.rounds[:done], rank=0) for p in self.players),
            absent=frozenset(away),
            resting=frozenset(),
            days=self.days[:done],
            edited_rounds=frozenset(r for r in self.edited_rounds if r < round_number),
            early_rounds=frozenset(r for r in self.early_rounds if r < round_number),
        )
