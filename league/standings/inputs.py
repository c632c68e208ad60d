"""What standings are made of: entries, and what was accepted for them in each round.

Plain values, filled by queries. Nothing is computed here, and nobody has a name: entries and
matches are known by their ids.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from games.values import Scored
from league.standings.bracket import Seeded


class RoundOutcome(StrEnum):
    """What a round was for an entry. Every round of every entry has one."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    PLACE = "place"  # at any table but one of two
    PAIRING_BYE = "pairing_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"  # also every round after a withdrawal
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    ABSENT = "absent"  # neither seated nor given a bye
    OUT = "out"  # of a bracket, in an earlier round
    ELSEWHERE = "elsewhere"  # a game of others, where there are no rounds
    PENDING = "pending"

    __hash__ = str.__hash__  # that of enums is written in Python, and asked for millions of times

    @property
    def is_played(self) -> bool:
        return self in PLAYED


PLAYED = frozenset({RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS, RoundOutcome.PLACE})


@dataclass(frozen=True, slots=True)
class EntryInput:
    """A player or team in the event."""

    id: str
    seed: int  # starting number, 1 is the strongest
    rating: int | None = None
    group: str = ""  # entries of a group are ranked among themselves


@dataclass(frozen=True, slots=True)
class GameSide:
    """An entry in one game, as the accepted result has it."""

    entry: str
    rank: int
    score: int = 0
    keys: tuple[int, ...] = ()  # the game's ranking keys; empty: not known (final scores only)
    more: Mapping[str, object] = field(default_factory=dict)
    starts: bool | None = None  # None: as the match was seated, turned in every second game


@dataclass(frozen=True, slots=True)
class GameInput:
    """An accepted game of a match."""

    sides: tuple[GameSide, ...]
    was_played: bool = True  # not: awarded; decides the match, counts in no tiebreak over games


@dataclass(frozen=True, slots=True)
class MatchInput:
    """A table of a round, with what is accepted so far."""

    id: str
    entries: tuple[str, ...]  # in the order of the seats
    games: tuple[GameInput, ...] = ()  # in order of play
    planned: int = 1  # 1, 2 with the start exchanged, best of 3 or 5
    forfeited: frozenset[str] = frozenset()  # who did not come, left, or was ruled out
    slot: str = ""  # of the bracket that it is played in; empty: of none


@dataclass(frozen=True, slots=True)
class RoundInput:
    number: int
    matches: tuple[MatchInput, ...] = ()
    byes: Mapping[str, RoundOutcome] = field(default_factory=dict)  # by entry
    higher_score_wins: bool | None = None  # in its own game; None: as in the event's


class GameRules(Protocol):
    """As much of a rule module as standings ask for."""

    @property
    def higher_score_wins(self) -> bool: ...

    @property
    def best_keys(self) -> frozenset[int]: ...

    def league_keys(self, game: Scored, /) -> tuple[int, ...]: ...


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A game without a rule module: its scores are all that is known."""

    higher_score_wins: bool = True
    best_keys: frozenset[int] = frozenset()

    def league_keys(self, game: Scored) -> tuple[int, ...]:
        return (game.score if self.higher_score_wins else -game.score,)


@dataclass(frozen=True, slots=True)
class SeveralGames:
    """Rounds of different games: their keys do not add up, so that nobody has any."""

    higher_score_wins: bool = True
    best_keys: frozenset[int] = frozenset()

    def league_keys(self, game: Scored) -> tuple[int, ...]:
        return ()


class UnplayedEdition(StrEnum):
    """How rounds without a game count for tiebreaks over opponents (unplayed.py)."""

    OF_2026 = "2026"  # FIDE C.07 article 16, March 2026: a dummy opponent, with limits
    OF_2024 = "2024"  # the same of August 2024: without limits
    BEFORE_2023 = "pre-2023"  # a virtual opponent
    NONE = "none"  # not at all


class Against(StrEnum):
    """Whom SPREAD compares a score with."""

    BEST = "best"  # the best of the others
    MEAN = "mean"  # the mean of the others


@dataclass(frozen=True, slots=True)
class Settings:
    """What tiebreaks of a stage depend on besides the results."""

    edition: UnplayedEdition = UnplayedEdition.OF_2026
    spread_against: Against = Against.BEST
    spread_cap: int | None = None  # of one game, either way; None: none
    # They are in a round robin, where everybody was to meet; a free round is nothing there.
    forfeits_are_games: bool = False
    rounds_planned: int | None = None  # for Fore Buchholz; None: as many as there are
    koya_draws: int = 0  # the limit of Koya, in draws above half of what can be had
    # Not: every table is a round by itself, and everybody plays as many games as they like.
    has_rounds: bool = True
    least_games: int = 3  # that somebody plays to be ranked by the mean
    best_games: int = 5  # that count where the best ones do


@dataclass(frozen=True, slots=True)
class Inputs:
    """An event's stage. The order of entries, rounds and matches makes no difference."""

    entries: tuple[EntryInput, ...]
    rounds: tuple[RoundInput, ...] = ()
    rules: GameRules = OtherGame()
    lots_seed: int = 0  # stored with the event
    settings: Settings = Settings()
    bracket: Seeded | None = None  # in which the matches are played, where there is one
