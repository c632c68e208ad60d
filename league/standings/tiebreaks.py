"""The tiebreaks that an event may choose from, and what a chain of them means in words.

Each is an object with a key; an event stores an ordered list of keys. Points always come first
and are no tiebreak. A new one is a function over a `Field` and an object in `_ALL`.

The texts are English and marked for translation; whoever shows them translates them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.contract import gettext_noop
from league.standings import tallies
from league.standings.field import Field
from league.standings.tallies import Valued


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """One link of a chain."""

    key: str
    label: str
    words: str  # a sentence for organisers
    compute: Callable[[Field, Sequence[str]], Valued]  # values of the entries named
    higher_wins: bool = True
    is_within_ties: bool = False  # computed for each group of entries that are equal so far


_ALL = (
    Tiebreak(
        "WIN",
        gettext_noop("Rounds won"),
        gettext_noop("More rounds with a win's points, played or not."),
        tallies.rounds_won,
    ),
    Tiebreak(
        "WON",
        gettext_noop("Games won"),
        gettext_noop("More games won at the table; shared wins, forfeits and byes do not count."),
        tallies.games_won,
    ),
    Tiebreak(
        "GAME",
        gettext_noop("The game's own"),
        gettext_noop("What the game itself counts, over all games played."),
        tallies.game_keys,
    ),
    Tiebreak(
        "PLACES",
        gettext_noop("Places"),
        gettext_noop("More first places in games, then more second places, then more third ones."),
        tallies.places,
    ),
    Tiebreak(
        "SEED",
        gettext_noop("Starting rank"),
        gettext_noop("The better starting number."),
        tallies.starting_rank,
        higher_wins=False,
    ),
    Tiebreak(
        "LOTS",
        gettext_noop("Lots"),
        gettext_noop("Lots, drawn once for the whole event."),
        tallies.lots,
        higher_wins=False,
    ),
)

TIEBREAKS: Mapping[str, Tiebreak] = {one.key: one for one in _ALL}

POINTS_WORDS = gettext_noop("More points.")
SHARED_WORDS = gettext_noop("Whoever is still equal shares the rank.")


def tiebreaks_of(chain: Sequence[str]) -> tuple[Tiebreak, ...]:
    """The tiebreaks of a chain of keys; ValueError for one that is unknown or comes twice."""
    unknown = [key for key in chain if key not in TIEBREAKS]
    if unknown or len(set(chain)) < len(chain):
        raise ValueError(f"no chain of tiebreaks: {', '.join(unknown or chain)}")
    return tuple(TIEBREAKS[key] for key in chain)


def chain_in_words(chain: Sequence[str]) -> tuple[str, ...]:
    """The sentences that tell how the table is ordered, from points to the end."""
    last = () if "LOTS" in chain else (SHARED_WORDS,)
    return (POINTS_WORDS, *(one.words for one in tiebreaks_of(chain)), *last)
