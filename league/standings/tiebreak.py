"""What a tiebreak is: one object with its name, its meaning, where it fits, its values and parts.

The objects stand in the modules that compute them, each module with a tuple `KEYS`; tiebreaks.py
puts them together. Adding one is adding an object there, and nothing elsewhere.

The texts are English and marked for translation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor

from games.values import gettext_noop
from league.standings.field import Field
from league.standings.parts import Number, PartsTold

Values = tuple[Number, ...]  # compared from the left; empty: no value, behind all others
Valued = Mapping[str, Values]  # by entry


class Scaled(dict[str, Values]):
    """Values that are so many times what the tiebreak says: means, without fractions to compare.

    They compare among themselves, and not with those of another computing.
    """

    def __init__(self, values: Valued, scale: int) -> None:
        super().__init__(values)
        self.scale = scale


def scale_of(valued: Valued) -> int:
    return valued.scale if isinstance(valued, Scaled) else 1


Compute = Callable[[Field, Sequence[str]], Valued]
Tell = Callable[[Field, str, Sequence[str]], PartsTold]


class Seats(StrEnum):
    """How many entries meet in a match."""

    TWO = "two"
    TABLES = "tables"
    SOLO = "solo"


class Need(StrEnum):
    """What a key cannot do without."""

    RATINGS = "ratings"
    SCORES = "scores"
    BRACKET = "bracket"
    ONE_GAME = "one game"  # all rounds are of one game, with a rule module or scores
    ROUNDS = "rounds"
    NO_ROUNDS = "no rounds"  # everybody plays as many games as they like


@dataclass(frozen=True, slots=True)
class Traits:
    """As much of a stage as decides which keys mean something."""

    seats: Seats
    all_meet: bool = False  # at the end everybody has met everybody
    has_ratings: bool = False  # every entry has one
    has_scores: bool = True  # not: places only
    plays_one_game: bool = True
    has_bracket: bool = False
    has_rounds: bool = True

    def has(self, need: Need) -> bool:
        return {
            Need.RATINGS: self.has_ratings,
            Need.SCORES: self.has_scores,
            Need.BRACKET: self.has_bracket,
            Need.ONE_GAME: self.plays_one_game,
            Need.ROUNDS: self.has_rounds,
            Need.NO_ROUNDS: not self.has_rounds,
        }[need]


_TOO_MANY_SEATS = gettext_noop("It is made for two at a table.")
_TOO_FEW_SEATS = gettext_noop("It is made for tables of three and four.")
_ALONE = gettext_noop("Nobody meets anybody here.")
_ALL_MEET = gettext_noop("Everybody meets everybody, so it is the same for all who are equal.")
_UNMET: Mapping[Need, str] = {
    Need.RATINGS: gettext_noop("Not everybody has a rating."),
    Need.SCORES: gettext_noop("This game has places only, no scores."),
    Need.BRACKET: gettext_noop("There is no bracket here."),
    Need.ONE_GAME: gettext_noop("The rounds are of different games, which do not add up."),
    Need.ROUNDS: gettext_noop("There are no rounds here."),
    Need.NO_ROUNDS: gettext_noop("It is made for events without rounds."),
}


@dataclass(frozen=True, slots=True)
class Fit:
    """The stages in which a key tells entries apart by how they played."""

    seats: frozenset[Seats] = frozenset(Seats)
    needs: frozenset[Need] = frozenset()
    # Where all meet, all have the same opponents: what is added up over them is the same for
    # equals, and FIDE forbids Buchholz there.
    where_all_meet: bool = True

    def against(self, of: Traits) -> str:
        """Why the key means nothing in a stage; empty: it does."""
        if of.seats not in self.seats:
            if of.seats is Seats.SOLO:
                return _ALONE
            return _TOO_MANY_SEATS if of.seats is Seats.TABLES else _TOO_FEW_SEATS
        if of.all_meet and not self.where_all_meet:
            return _ALL_MEET
        return next((_UNMET[need] for need in Need if need in self.needs and not of.has(need)), "")


class HangsOn(StrEnum):
    """What can change an entry's value: while matches are open, who is told what may still come."""

    GIVEN = "given"  # nothing that is played
    OWN_RESULTS = "own results"  # how its matches ended, for whom, against whom
    OWN_GAMES = "own games"  # also who won which of their games and who started; all added up
    OWN_GAMES_MEAN = "own games, as means"  # the same, where numbers of games differ for each game
    OWN_SCORES = "own scores"  # also the scores of games
    RESULTS = "results"  # how anybody's matches ended, and no more of their games


FOR_TWO = Fit(frozenset({Seats.TWO}))
FOR_TABLES = Fit(frozenset({Seats.TABLES}))
FOR_MEETINGS = Fit(frozenset({Seats.TWO, Seats.TABLES}))
ANYWHERE = Fit()


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One link of a chain."""

    key: str
    label: str
    words: str  # a sentence for organisers
    fit: Fit
    compute: Compute  # values of the entries named
    tell: Tell  # what the value of one of them is made of
    hangs_on: HangsOn
    scale: int = 1  # values are so many times what they mean: 12 for points in twelfths
    higher_wins: bool = True
    is_within_ties: bool = False  # computed for each group of entries that are equal so far
    instead_of_points: bool = False  # it orders the table, and points only inform
    parts_everybody: bool = False  # no two have the same value
    # How often it is divided by the number of matches to be fair between groups of unequal size: 0
    # for means, 1 for sums, 2 for sums of opponents' points; None: it says nothing between groups.
    per_matches: int | None = None
    fide: str = ""  # its code in FIDE's list (MTB26); empty: our own key


def rounded(number: Number, *, decimals: int = 0) -> Number:
    """As FIDE rounds: a half goes up."""
    scale: int = 10**decimals
    return Fraction(floor(number * scale + Fraction(1, 2)), scale)
