"""A two-seat event as a tournament report: the TRF(x) text that pairing programs exchange.

Decided here: the columns of FIDE's TRF16, the lines that TRF-2026 added (rounds, first colour,
points, kind, tiebreaks, byes asked for, who is kept apart) beside those of JaVaFo (XX…, which
py4swiss reads too) and of bbpPairings (BB…), how an outcome is spelt, and how a name is brought
down to ASCII. Every reader takes the lines that it knows. How they are read is in trf_reader.py.
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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby

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
EDITION = "### from round {} on paired by {}"
EDITIONS = {
    "2017": "FIDE Dutch, rules to January 2026",
    "2026": "FIDE Dutch, rules since February 2026",
}
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
    absent: frozenset[int] = frozenset()  # not to be paired in the next round (XXZ, 240)
    resting: frozenset[int] = frozenset()  # have a half-point bye in the next round (240)
    apart: frozenset[tuple[int, int]] = frozenset()  # may not meet, lower number first (XXP, 260)
    virtual: Mapping[int, Sequence[int]] = field(default_factory=dict)  # by number and round (XXA)
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

    def total_12(self, player: TrfPlayer) -> int:
        return sum(self.points.of(round_.outcome) for round_ in player.rounds)

    def virtual_12(self, player: TrfPlayer) -> int:
        """For the round after the last one, by acceleration."""
        done = len(player.rounds)
        return sum(self.virtual.get(player.number, ())[done : done + 1])

    @property
    def fits_report(self) -> bool:
        """A report has whole and half points, and four columns for them."""
        points = self.points
        worths = (points.win_12, points.draw_12, points.loss_12, points.for_bye_12)
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


def write_trf(event: TrfEvent) -> str:
    """The report, a line each for what is known of the event, its rules and its players."""
    lines = (*_headings(event), *_rules_of_2026(event), *_rules(event), *_players(event))
    return "\n".join(lines) + "\n"


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


def _rules_of_2026(event: TrfEvent) -> Iterator[str]:
    points = event.points
    worths = (points.win_12, points.draw_12, points.loss_12, 0, points.for_bye_12)
    told = (f"{code}{decimal(worth):>4}" for code, worth in zip("WDLAP", worths, strict=True))
    yield f"142 {event.rounds_planned}"
    yield f"152 {'W' if event.first_starts else 'B'}"
    yield "162  " + "    ".join(told)
    yield "182 Arbitr"
    if event.code:
        yield f"192 {event.code}"
    if event.tiebreaks:
        yield f"202 {','.join(event.tiebreaks)}"
        yield f"212 {','.join(('PTS', *event.tiebreaks))}"
    coming = max((len(player.rounds) for player in event.players), default=0) + 1
    for letter, numbers in (("H", event.resting), ("Z", event.absent)):
        if numbers:
            yield f"240 {letter} {coming:03} " + " ".join(f"{n:>4}" for n in sorted(numbers))
    for worth, rounds in _virtual_points(event):
        first, last = (f"{number:>3}" for number in (rounds[0], rounds[-1]))
        yield f"250      {decimal(worth):>4} {first} {last}    1 {len(event.virtual):>4}"
    for low, high in sorted(event.apart):
        yield f"260 001 {event.rounds_planned:03} {low:>4} {high:>4}"


def _virtual_points(event: TrfEvent) -> Iterator[tuple[int, list[int]]]:
    """Those of an acceleration, and the rounds in which the first numbers have them."""
    by_round = enumerate(next(iter(event.virtual.values()), ()), start=1)
    for worth, rounds in groupby(by_round, key=lambda told: told[1]):
        yield worth, [number for number, _ in rounds]


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
    for number, points in sorted(event.virtual.items()):
        yield f"XXA {number:>4} " + " ".join(f"{decimal(worth):>4}" for worth in points)
    for edition, first in sorted(event.editions.items(), key=lambda told: told[1]):
        yield EDITION.format(first, EDITIONS[edition])
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
