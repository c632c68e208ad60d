"""What accepted games say when they are looked at together: averages, seats, records.

Pure. Games come as plain values; nothing here counts in standings, so that decimals are enough.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from statistics import fmean, median

from league.statistics.proved import Proved, proved_among

LISTED = 5
_BARS_AT_MOST = 12
_CONFIDENCE = 1.96  # standard deviations on each side: 95 of 100 such intervals hold the truth


@dataclass(frozen=True, slots=True)
class SideSeen:
    entry: str
    seat: str  # where the side sat; empty: nobody said
    rank: int
    score: int


@dataclass(frozen=True, slots=True)
class GameSeen:
    match: str
    number: int  # within the match
    sides: tuple[SideSeen, ...]
    grade: str = ""  # how sure its result is
    turns: int | None = None  # known from a record
    submission: str = ""  # that has this record


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """How often a seat wins. A win that two share is half a win for each."""

    seat: str
    games: int
    wins: Fraction
    low: float  # the true share is between these two, as sure as statistics get
    high: float
    mean_score: float

    @property
    def share(self) -> float:
        return float(self.wins / self.games)


@dataclass(frozen=True, slots=True)
class SizeFigures:
    """Tables of one size."""

    players: int
    games: int
    mean_score: float
    mean_winning_score: float | None
    seats: tuple[SeatFigures, ...]

    @property
    def fair_share(self) -> float:
        return 1 / self.players

    @property
    def favoured(self) -> tuple[str, ...]:
        """Seats that win more than their share, beyond what chance explains."""
        return tuple(seat.seat for seat in self.seats if seat.low > self.fair_share)

    @property
    def hindered(self) -> tuple[str, ...]:
        return tuple(seat.seat for seat in self.seats if seat.high < self.fair_share)


@dataclass(frozen=True, slots=True)
class Bar:
    """Scores from `least` up to and including `most`."""

    least: int
    most: int
    number: int


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game worth looking at: how much of what it is listed for, and whose it was."""

    match: str
    entries: tuple[str, ...]
    value: int
    submission: str = ""  # whose record can be replayed


@dataclass(frozen=True, slots=True)
class Figures:
    games: int
    proved: Proved
    mean_score: float
    median_score: float
    bars: tuple[Bar, ...]
    sizes: tuple[SizeFigures, ...]
    best: tuple[ListedGame, ...]
    longest: tuple[ListedGame, ...]
    closest: tuple[ListedGame, ...]


def figures_of(
    games: Iterable[GameSeen], *, higher_wins: bool = True, own: Collection[str] | None = None
) -> Figures | None:
    """The figures of some games, or of some entries in them; None without any game."""
    seen = sorted(games, key=lambda game: (game.match, game.number))
    looked_at = [(game, _own_sides(game, own)) for game in seen]
    scores = [side.score for _, sides in looked_at for side in sides]
    if not scores:
        return None
    return Figures(
        games=len(seen),
        proved=proved_among(game.grade for game in seen),
        mean_score=fmean(scores),
        median_score=median(scores),
        bars=bars_of(scores),
        sizes=_sizes(looked_at),
        best=_best(looked_at, higher_wins=higher_wins),
        longest=_longest(seen),
        closest=_closest(seen),
    )


def win_interval(wins: Fraction, games: int) -> tuple[float, float]:
    """Wilson's interval for a share. It stays between 0 and 1, also for a handful of games."""
    share, spread = float(wins / games), _CONFIDENCE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def bars_of(scores: Sequence[int]) -> tuple[Bar, ...]:
    """How often which scores came, in equal steps of a round width, empty ones between included."""
    least, most = min(scores), max(scores)
    width = _round_width(most - least + 1)
    counts = Counter(score // width for score in scores)
    return tuple(
        Bar(at * width, at * width + width - 1, counts[at])
        for at in range(least // width, most // width + 1)
    )


def _round_width(span: int) -> int:
    """1, 2, 5, 10, 20, 50, …: the smallest with which the bars are few enough."""
    scale = 1
    while True:
        for width in (scale, 2 * scale, 5 * scale):
            if span <= width * (_BARS_AT_MOST - 1):
                return width
        scale *= 10


def _own_sides(game: GameSeen, own: Collection[str] | None) -> list[SideSeen]:
    return [side for side in game.sides if own is None or side.entry in own]


def _wins(game: GameSeen, side: SideSeen) -> Fraction:
    winners = sum(side.rank == 1 for side in game.sides)
    return Fraction(1, winners) if side.rank == 1 else Fraction(0)


def _sizes(looked_at: Sequence[tuple[GameSeen, list[SideSeen]]]) -> tuple[SizeFigures, ...]:
    by_size = defaultdict(list)
    for game, sides in looked_at:
        by_size[len(game.sides)].append((game, sides))
    return tuple(_size(players, by_size[players]) for players in sorted(by_size))


def _size(players: int, looked_at: Sequence[tuple[GameSeen, list[SideSeen]]]) -> SizeFigures:
    winning = [side.score for _, sides in looked_at for side in sides if side.rank == 1]
    by_seat = defaultdict(list)
    for game, sides in looked_at:
        for side in sides:
            by_seat[side.seat].append((game, side))
    return SizeFigures(
        players=players,
        games=len(looked_at),
        mean_score=fmean(side.score for _, sides in looked_at for side in sides),
        mean_winning_score=fmean(winning) if winning else None,
        seats=tuple(_seat(seat, by_seat[seat]) for seat in sorted(by_seat) if seat)
        if players > 1
        else (),
    )


def _seat(seat: str, sat: Sequence[tuple[GameSeen, SideSeen]]) -> SeatFigures:
    wins = sum((_wins(game, side) for game, side in sat), Fraction(0))
    low, high = win_interval(wins, len(sat))
    return SeatFigures(seat, len(sat), wins, low, high, fmean(side.score for _, side in sat))


def _best(
    looked_at: Sequence[tuple[GameSeen, list[SideSeen]]], *, higher_wins: bool
) -> tuple[ListedGame, ...]:
    rows = [
        ListedGame(game.match, (side.entry,), side.score, game.submission)
        for game, sides in looked_at
        for side in sides
    ]
    return tuple(sorted(rows, key=lambda row: row.value, reverse=higher_wins)[:LISTED])


def _longest(games: Iterable[GameSeen]) -> tuple[ListedGame, ...]:
    rows = [
        ListedGame(game.match, _all(game), game.turns, game.submission)
        for game in games
        if game.turns
    ]
    return tuple(sorted(rows, key=lambda row: row.value, reverse=True)[:LISTED])


def _closest(games: Iterable[GameSeen]) -> tuple[ListedGame, ...]:
    """By the smallest gap between two neighbours at the top; of solo games there is none."""
    rows = []
    for game in games:
        ranked = sorted(game.sides, key=lambda side: side.rank)
        gaps = [abs(side.score - other.score) for side, other in pairwise(ranked)]
        if gaps:
            rows.append(ListedGame(game.match, _all(game), gaps[0], game.submission))
    return tuple(sorted(rows, key=lambda row: row.value)[:LISTED])


def _all(game: GameSeen) -> tuple[str, ...]:
    return tuple(side.entry for side in sorted(game.sides, key=lambda side: side.rank))
