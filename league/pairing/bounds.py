"""How few repeated meetings a round can have at all, so that a draft can say "unavoidable".

Decided here: a number that is proven. For a small field it is exact; for a larger one the best of
two simple counts, and a draft with more repeats than the bound is not thereby a bad one.
"""

from itertools import groupby
from math import comb

from league.pairing.cost import Situation
from league.pairing.exhaustive import SMALL, cheapest


def least_repeats(situation: Situation, *, sizes: tuple[int, ...]) -> int:
    """Every seating of the field at such tables has at least so many pairs that met before.

    Entries beyond the seats sit out, whichever they are.
    """
    is_whole = len(situation.entrants) == sum(sizes)
    if sizes and is_whole and len(situation.entrants) <= SMALL:
        return _exact(situation, sizes)
    return max(_by_earlier_tables(situation, sizes), _by_new_faces(situation, sizes))


def _exact(situation: Situation, sizes: tuple[int, ...]) -> int:
    ids = [entrant.id for entrant in situation.entrants]
    pairs = [[int(frozenset((a, b)) in situation.meetings) for b in ids] for a in ids]
    short = [0] * len(ids)
    tables = cheapest(sizes, pairs=pairs, short=short, full=0, limit=len(ids) ** 2) or []
    return sum(pairs[a][b] for table in tables for a in table for b in table if a < b)


def _by_earlier_tables(situation: Situation, sizes: tuple[int, ...]) -> int:
    """A table without repeats takes each entry from another table of any one earlier round.

    So with three tables in a round, every table of four later on holds a pair that met in it.
    Entries that sat that round out count as a table each. An open evening, where an entry may have
    sat at several tables of its only round, proves nothing here.
    """
    present = situation.by_id.keys()
    played = [meeting for meeting in situation.past.meetings if meeting.was_played]
    bound = 0
    for _, meetings in groupby(sorted(played, key=lambda m: m.round), key=lambda m: m.round):
        parties = [present & set(meeting.entries) for meeting in meetings]
        seated = set().union(*parties)
        if len(seated) == sum(map(len, parties)):
            origins = sum(map(bool, parties)) + len(present - seated)
            bound = max(bound, sum(crowding(size, origins) for size in sizes))
    return bound


def crowding(size: int, origins: int) -> int:
    """The fewest pairs of one origin when `size` entries come from so many origins."""
    each, over = divmod(size, origins)
    return over * comb(each + 1, 2) + (origins - over) * comb(each, 2)


def _by_new_faces(situation: Situation, sizes: tuple[int, ...]) -> int:
    """Who has fewer new faces left than neighbours at the smallest table repeats the rest."""
    if len(situation.entrants) != sum(sizes):
        return 0
    met = dict.fromkeys(situation.by_id, 0)
    for pair in situation.meetings:
        if pair <= met.keys():
            for entry in pair:
                met[entry] += 1
    neighbours = min(sizes, default=1) - 1
    new = (len(met) - 1 - known for known in met.values())
    return (sum(max(0, neighbours - faces) for faces in new) + 1) // 2
