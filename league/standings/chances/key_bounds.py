"""Bounds of final ranks by points and tiebreaks, where nobody has more than one open match.

For each way of one's own match, points are known, and each tiebreak lies between two numbers
whatever comes in the other matches (open_keys.py). From the first tiebreak on that is not looked
at, those who are still equal may end either way.
"""

import numpy as np

from league.standings.chances.endings import DecidedChain, Endings
from league.standings.chances.open_keys import OpenKeys
from league.standings.chances.open_sums import Numbers, States
from league.standings.chances.rank_bounds import Ends, MatchGains


def ends_by_keys(endings: Endings, *, keys: OpenKeys, decided: DecidedChain) -> Ends:
    """What everybody can end with, by points and tiebreaks; as whole numbers in order."""
    low, high = _worths(keys)
    places = {(f.entry, f.way): at for at, f in enumerate(keys.rounds.finishes)}
    seated = {entry for match in endings.matches for entry in match.entries}
    tie = 0 if decided.is_all and not (keys.encounter or keys.tail) else 1
    first = {entry: 0 if entry in seated else places[entry, 0] for entry in endings.cells}
    gains = []
    for match in endings.matches:
        at = np.array([[places[e, way] for e in match.entries] for way in range(len(match.ways))])
        gains.append(MatchGains(match.entries, low[at], high[at] - low[at]))
    return Ends(
        start={e: 0 if e in seated else int(low[first[e]]) for e in endings.cells},
        gains=gains,
        slack={
            e: tie + (0 if e in seated else int(high[first[e]] - low[first[e]]))
            for e in endings.cells
        },
    )


def _worths(keys: OpenKeys) -> tuple[Numbers, Numbers]:
    """By finish, the least and the most: even numbers, in the order of points and tiebreaks."""
    states = keys.results.states(States(keys.start[None, :], keys.rounds.ways))
    spans = [key.span(states) for key in keys.before]
    least, most = (
        np.stack([keys.points_12, *(span[end][0] for span in spans)], axis=1) for end in (0, 1)
    )
    _, order = np.unique(np.concatenate([least, most]), axis=0, return_inverse=True)
    low, high = 2 * order.reshape(2, len(least))
    return low, high
