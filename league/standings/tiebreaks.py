"""The tiebreaks that an event may choose from, and what a chain of them means in words.

An event stores an ordered list of keys. Points come first and are no tiebreak, unless one of the
keys orders the table in their place, as that of brackets does. What a
tiebreak is stands in tiebreak.py; each is an object in the module that computes it.

The texts are English and marked for translation.
"""

from collections.abc import Mapping, Sequence

from games.values import gettext_noop
from league.standings.keys import (
    bracket_places,
    direct_encounter,
    free_games,
    given,
    koya,
    opponents,
    own_games,
    own_rounds,
    performance,
    relative,
)
from league.standings.tiebreak import Need, Tiebreak

_FAMILIES = (
    direct_encounter.KEYS,
    own_rounds.KEYS,
    own_games.KEYS,
    opponents.KEYS,
    koya.KEYS,
    performance.KEYS,
    relative.KEYS,
    given.KEYS,
    bracket_places.KEYS,
    free_games.KEYS,
)
TIEBREAKS: Mapping[str, Tiebreak] = {
    tiebreak.key: tiebreak for family in _FAMILIES for tiebreak in family
}

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
    points = () if orders_alone(chain) else (POINTS_WORDS,)
    return (*points, *(tiebreak.words for tiebreak in tiebreaks_of(chain)), *last)


def orders_alone(chain: Sequence[str], *, has_bracket: bool = True) -> bool:
    """Whether a key of the chain orders the table in place of points."""
    return any(
        tiebreak.instead_of_points and (has_bracket or Need.BRACKET not in tiebreak.fit.needs)
        for tiebreak in tiebreaks_of(chain)
    )
