"""A two-seat event as a tournament report: the TRF(x) text that pairing programs exchange.

Decided here: the columns of FIDE's TRF16, the extra lines of JaVaFo (XX…, which py4swiss reads
too) and of bbpPairings (BB…), how an outcome is spelt, and how a name is brought down to ASCII.
Points are counted from the outcomes, so that a report never contradicts itself. Left to others:
what the outcomes are, and real names and dates, which exchange fills in.

White is the first seat, the one that starts. Three things are told in our own way:
- a round edited by hand has the line `### round 3 was edited by hand`, and so has one that was
  paired before an earlier result came or changed; tools skip `###` lines;
- `absent` is written as a zero-point bye, the only such outcome the format has;
- a match still being played has an opponent and a blank result, which people can read and engines
  refuse: give an engine `event.before(round)`.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from league.standings.inputs import RoundOutcome

EDITED = "### round {} was edited by hand"
EARLY = "### round {} was paired before all earlier results were as they are now"
NAME_WIDTH = 33
LARGEST_TOTAL_12 = 1194  # 99.5 points: what the four columns of the total hold
_SPELT_OUT = str.maketrans(
    {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ı": "i", "ð": "d", "Ð": "D"}
    | {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "þ": "th", "Þ": "Th"}
    | {"’": "'", "‘": "'", "–": "-", "—": "-"}
)
LETTERS = {
    RoundOutcome.WIN: "1",
    RoundOutcome.DRAW: "=",
    RoundOutcome.LOSS: "0",
    RoundOutcome.FORFEIT_WIN: "+",
    RoundOutcome.FORFEIT_LOSS: "-",
    RoundOutcome.PAIRING_BYE: "U",
    RoundOutcome.HALF_BYE: "H",
    RoundOutcome.ABSENT: "Z",
    RoundOutcome.ZERO_BYE: "Z",  # after ABSENT: a Z is read back as this one
    RoundOutcome.PENDING: " ",
}


@dataclass(frozen=True, slots=True)
class Points:
    """What an outcome is worth, in twelfths; whole or half points, since a report has no thirds."""

    win_12: int = 24
    draw_12: int = 12
    loss_12: int = 0
    bye_12: int | None = None  # of a pairing bye; None: as a win

    def __post_init__(self) -> None:
        for worth in (self.win_12, self.draw_12, self.loss_12, self.for_bye_12):
            if worth % 6 or not 0 <= worth <= LARGEST_TOTAL_12:
                raise ValueError(f"{worth} twelfths are not whole or half points from 0 to 99.5")

    @property
    def for_bye_12(self) -> int:
        return self.win_12 if self.bye_12 is None else self.bye_12

    def of(self, outcome: RoundOutcome) -> int:
        """Nothing for a forfeit, an absence or a zero-point bye, even where a loss has a worth."""
        match outcome:
            case RoundOutcome.WIN | RoundOutcome.FORFEIT_WIN:
                return self.win_12
            case RoundOutcome.DRAW | RoundOutcome.HALF_BYE:
                return self.draw_12
            case RoundOutcome.LOSS:
                return self.loss_12
            case RoundOutcome.PAIRING_BYE:
                return self.for_bye_12
            case _:
                return 0


USUAL_POINTS = Points()


@dataclass(frozen=True, slots=True)
class TrfRound:
    """A round of one player: an opponent's number and who started, or neither."""

    outcome: RoundOutcome
    opponent: int = 0
    starts: bool = False

    @property
    def took_part(self) -> bool:
        """Whether the player was there when the round was paired."""
        return self.opponent > 0 or self.outcome is RoundOutcome.PAIRING_BYE


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
    absent: frozenset[int] = frozenset()  # not to be paired in the next round (XXZ)
    apart: frozenset[tuple[int, int]] = frozenset()  # may not meet, lower number first (XXP)
    edited_rounds: frozenset[int] = frozenset()
    early_rounds: frozenset[int] = frozenset()  # paired with late tables, or corrected since
    system: str = "Swiss-System"
    name: str = ""
    city: str = ""
    start: date | None = None
    end: date | None = None

    def total_12(self, player: TrfPlayer) -> int:
        return sum(self.points.of(round_.outcome) for round_ in player.rounds)

    def before(self, round_number: int) -> "TrfEvent":
        """The event as it was when this round was paired, for pairing it again."""
        done = round_number - 1
        away = {p.number for p in self.players if p.rounds[done:] and not p.rounds[done].took_part}
        return replace(
            self,
            players=tuple(replace(p, rounds=p.rounds[:done], rank=0) for p in self.players),
            absent=frozenset(away),
            edited_rounds=frozenset(r for r in self.edited_rounds if r < round_number),
            early_rounds=frozenset(r for r in self.early_rounds if r < round_number),
        )


def write_trf(event: TrfEvent) -> str:
    """The report, a line each for what is known of the event, its rules and its players."""
    return "\n".join([*_headings(event), *_rules(event), *_players(event)]) + "\n"


def ascii_name(name: str, *, width: int = NAME_WIDTH) -> str:
    """A name that every checker accepts: accents dropped, one line, cut to its columns."""
    plain = unicodedata.normalize("NFKD", name.translate(_SPELT_OUT))
    kept = "".join(c if c.isascii() and c.isprintable() else " " * c.isspace() for c in plain)
    return " ".join(kept.split())[:width].rstrip()


def decimal(points_12: int) -> str:
    return f"{points_12 // 12}.{points_12 % 12 * 10 // 12}"


def _headings(event: TrfEvent) -> Iterator[str]:
    known = {
        "012": ascii_name(event.name, width=80),
        "022": ascii_name(event.city, width=80),
        "042": event.start and f"{event.start:%Y/%m/%d}",
        "052": event.end and f"{event.end:%Y/%m/%d}",
        "062": str(len(event.players)),
        "092": f"Individual: {event.system}",
    }
    yield from (f"{code} {value}" for code, value in known.items() if value)


def _rules(event: TrfEvent) -> Iterator[str]:
    win, draw, loss, bye, none = (
        decimal(worth)
        for worth in (
            event.points.win_12,
            event.points.draw_12,
            event.points.loss_12,
            event.points.for_bye_12,
            0,
        )
    )
    yield f"XXR {event.rounds_planned}"
    yield f"XXC {'white1' if event.first_starts else 'black1'}"
    yield (
        f"XXS WW={win} BW={win} WD={draw} BD={draw} WL={loss} BL={loss}"
        f" ZPB={none} HPB={draw} FPB={win} PAB={bye} FW={win} FL={none}"
    )
    for letter, worth in zip("WDLUZF", (win, draw, loss, bye, none, none), strict=True):
        yield f"BB{letter} {worth:>4}"
    if event.absent:
        yield f"XXZ {' '.join(map(str, sorted(event.absent)))}"
    yield from (f"XXP {low} {high}" for low, high in sorted(event.apart))
    yield from (EDITED.format(edited) for edited in sorted(event.edited_rounds))
    yield from (EARLY.format(early) for early in sorted(event.early_rounds))


def _players(event: TrfEvent) -> Iterator[str]:
    totals = {player.number: event.total_12(player) for player in event.players}
    by_rank = sorted(totals, key=lambda number: (-totals[number], number))
    ranks = {number: rank for rank, number in enumerate(by_rank, start=1)}
    for player in sorted(event.players, key=lambda player: player.number):
        name = ascii_name(player.name) or f"Player {player.number}"
        # Blank: sex and title (10 to 13), federation, FIDE number and birth (54 to 79).
        yield (
            f"001 {player.number:>4} {'':4} {name:<{NAME_WIDTH}} {player.rating:>4} {'':26}"
            f" {decimal(totals[player.number]):>4} {player.rank or ranks[player.number]:>4}"
            + "".join(map(_round, player.rounds))
        ).rstrip()


def _round(played: TrfRound) -> str:
    if not played.opponent:
        return f"  0000 - {LETTERS[played.outcome]}"
    return f"  {played.opponent:>4} {'w' if played.starts else 'b'} {LETTERS[played.outcome]}"
