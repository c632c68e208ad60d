"""The tiebreaks that an event may choose from, and what a chain of them means in words.

Each is an object with a key; an event stores an ordered list of keys. Points always come first
and are no tiebreak. A new one is a function over a `Field`, one that tells its parts, and an object
in `_ALL`. Where a key means something is declared in chains.py.

The texts are English and marked for translation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.contract import gettext_noop
from league.standings import direct_encounter, opponents, relative, tallies
from league.standings.field import Field
from league.standings.opponents import OverScores
from league.standings.parts import PartsTold
from league.standings.points import WHOLE
from league.standings.tallies import ProgressiveScore, Valued
from league.standings.unplayed import product_of

Compute = Callable[[Field, Sequence[str]], Valued]
Tell = Callable[[Field, str, Sequence[str]], PartsTold]


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One link of a chain."""

    key: str
    label: str
    words: str  # a sentence for organisers
    compute: Compute  # values of the entries named
    tell: Tell  # what the value of one of them is made of
    scale: int = 1  # values are so many times what they mean: 12 for points in twelfths
    higher_wins: bool = True
    is_within_ties: bool = False  # computed for each group of entries that are equal so far


def _over_scores(key: str, label: str, words: str, over: OverScores) -> Tiebreak:
    scale = WHOLE * WHOLE if over.worth is product_of else WHOLE
    return Tiebreak(key, label, words, over.compute, over.tell, scale)


_BUCHHOLZ = (
    _over_scores(
        "BH",
        gettext_noop("Buchholz"),
        gettext_noop("More points of all opponents together."),
        OverScores(),
    ),
    _over_scores(
        "BH-C1",
        gettext_noop("Buchholz cut 1"),
        gettext_noop("More points of the opponents together, without the lowest."),
        OverScores(low=1),
    ),
    _over_scores(
        "BH-C2",
        gettext_noop("Buchholz cut 2"),
        gettext_noop("More points of the opponents together, without the two lowest."),
        OverScores(low=2),
    ),
    _over_scores(
        "BH-M1",
        gettext_noop("Median Buchholz"),
        gettext_noop("More points of the opponents together, without the lowest and the highest."),
        OverScores(low=1, high=1),
    ),
    _over_scores(
        "BH-M2",
        gettext_noop("Median Buchholz 2"),
        gettext_noop(
            "More points of the opponents together, without the two lowest and the two highest."
        ),
        OverScores(low=2, high=2),
    ),
    _over_scores(
        "FB",
        gettext_noop("Fore Buchholz"),
        gettext_noop("Buchholz, as if every match of the last round had been drawn."),
        OverScores(is_fore=True),
    ),
    Tiebreak(
        "AOB",
        gettext_noop("Opponents' Buchholz"),
        gettext_noop("A higher mean Buchholz of the opponents played."),
        opponents.average_buchholz,
        opponents.tell_average_buchholz,
        WHOLE,
    ),
    _over_scores(
        "SB",
        gettext_noop("Sonneborn–Berger"),
        gettext_noop("Opponents' points, each times what was scored against them."),
        OverScores(worth=product_of),
    ),
    _over_scores(
        "SB-C1",
        gettext_noop("Sonneborn–Berger cut 1"),
        gettext_noop(
            "Opponents' points, each times what was scored against them, without the weakest."
        ),
        OverScores(worth=product_of, low=1),
    ),
)

_ALL = (
    Tiebreak(
        "DE",
        gettext_noop("Direct encounter"),
        gettext_noop("Better against each other, if that is settled among all who are equal."),
        direct_encounter.direct_encounter,
        direct_encounter.tell_direct_encounter,
        higher_wins=False,
        is_within_ties=True,
    ),
    Tiebreak(
        "WIN",
        gettext_noop("Rounds won"),
        gettext_noop("More rounds with a win's points, played or not."),
        tallies.rounds_won,
        tallies.tell_rounds_won,
    ),
    Tiebreak(
        "WON",
        gettext_noop("Games won"),
        gettext_noop("More games won at the table; shared wins, forfeits and byes do not count."),
        tallies.games_won,
        tallies.tell_games_won,
    ),
    Tiebreak(
        "PS",
        gettext_noop("Progress"),
        gettext_noop("More points early: the points after each round, added up."),
        ProgressiveScore().compute,
        ProgressiveScore().tell,
        WHOLE,
    ),
    Tiebreak(
        "PS-C1",
        gettext_noop("Progress cut 1"),
        gettext_noop("The points after each round but the first, added up."),
        ProgressiveScore(cut=1).compute,
        ProgressiveScore(cut=1).tell,
        WHOLE,
    ),
    *_BUCHHOLZ,
    Tiebreak(
        "KS",
        gettext_noop("Koya"),
        gettext_noop("More points against those who have at least half of what can be had."),
        opponents.koya,
        opponents.tell_koya,
        WHOLE,
    ),
    Tiebreak(
        "ARO",
        gettext_noop("Opponents' rating"),
        gettext_noop("A higher mean rating of the opponents played, if all of them have one."),
        opponents.average_rating,
        opponents.tell_average_rating,
    ),
    Tiebreak(
        "OPP",
        gettext_noop("Opponents' points"),
        gettext_noop("More points for each round of the opponents met, on average."),
        opponents.opponents_points,
        opponents.tell_opponents_points,
        WHOLE,
    ),
    Tiebreak(
        "REL",
        gettext_noop("Relative score"),
        gettext_noop("Scores further above the mean of their tables."),
        relative.relative_scores,
        relative.tell_relative_scores,
    ),
    Tiebreak(
        "SPREAD",
        gettext_noop("Spread"),
        gettext_noop("Scores further ahead of the others at the table."),
        relative.spreads,
        relative.tell_spreads,
    ),
    Tiebreak(
        "GAME",
        gettext_noop("The game's own"),
        gettext_noop("What the game itself counts, over all games played."),
        tallies.game_keys,
        tallies.tell_game_keys,
    ),
    Tiebreak(
        "PLACES",
        gettext_noop("Places"),
        gettext_noop("More first places in games, then more second places, then more third ones."),
        tallies.places,
        tallies.tell_places,
    ),
    Tiebreak(
        "SEED",
        gettext_noop("Starting rank"),
        gettext_noop("The better starting number."),
        tallies.starting_rank,
        tallies.tell_starting_rank,
        higher_wins=False,
    ),
    Tiebreak(
        "LOTS",
        gettext_noop("Lots"),
        gettext_noop("Lots, drawn once for the whole event."),
        tallies.lots,
        tallies.tell_lots,
        higher_wins=False,
    ),
)

TIEBREAKS: Mapping[str, Tiebreak] = {tiebreak.key: tiebreak for tiebreak in _ALL}

POINTS_WORDS = gettext_noop("More points.")
SHARED_WORDS = gettext_noop("Players who are still equal share the rank.")


def tiebreaks_of(chain: Sequence[str]) -> tuple[Tiebreak, ...]:
    """The tiebreaks of a chain of keys; ValueError for one that is unknown or comes twice."""
    unknown = [key for key in chain if key not in TIEBREAKS]
    if unknown or len(set(chain)) < len(chain):
        raise ValueError(f"no chain of tiebreaks: {', '.join(unknown or chain)}")
    return tuple(TIEBREAKS[key] for key in chain)


def chain_in_words(chain: Sequence[str]) -> tuple[str, ...]:
    """The sentences that tell how the table is ordered, from points to the end."""
    last = () if "LOTS" in chain else (SHARED_WORDS,)
    return (POINTS_WORDS, *(tiebreak.words for tiebreak in tiebreaks_of(chain)), *last)
