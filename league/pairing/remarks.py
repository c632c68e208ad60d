"""What a seating gives up, item by item, for anyone who shows a draft or edits it by hand.

Decided here: which facts are worth a remark, and their codes; and how few repeated meetings a round
can have at all, a number that is proven: exact for a small field, for a larger one the best of two
simple counts. Words are left to others; what each fact weighs is decided in `cost`.

    forbidden           a pair to be kept apart sits together
    repeat              a pair has met before: times, at_once (1 if in the round before)
    repeat_unavoidable  every seating has at least so many repeats
    short_again         an entry sits at a short table again: times before
    spread              the table with the widest range of points: points_12
    leaders             in the last round they sit together; after a draw: is_priced, and what more
                        is given up for it: repeats, short, points_12, club_mates
    leaders_apart       they do not all; after a draw, what it would cost that they do
    club_mates          a pair of one club, in the early rounds, if all of it could sit apart
    bye                 an entry sits out: times before
    outlook             over all rounds as planned now: repeats, rounds, least and most turns at
                        short tables (from `ahead`)
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, groupby
from math import comb

from league.pairing.cost import Cost, Situation, are_club_mates, cost_of
from league.pairing.field import Pairing, PairingRemark, Past, TableDrawn
from league.pairing.search import SMALL, cheapest


def least_repeats(situation: Situation, *, sizes: tuple[int, ...]) -> int:
    """Every seating of the field at such tables has at least so many pairs that met before.

    Entries beyond the seats sit out, no matter which.
    """
    is_whole = len(situation.entrants) == sum(sizes)
    if sizes and is_whole and len(situation.entrants) <= SMALL:
        return _exact(situation, sizes)
    return max(_by_earlier_tables(situation, sizes), _by_new_faces(situation, sizes))


def _exact(situation: Situation, sizes: tuple[int, ...]) -> int:
    ids = [entrant.id for entrant in situation.entrants]
    pairs = [[int(frozenset((a, b)) in situation.meetings) for b in ids] for a in ids]
    tables = cheapest(sizes, pairs=pairs, short={}, limit=len(ids) ** 2) or []
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
    share, over = divmod(size, origins)
    return over * comb(share + 1, 2) + (origins - over) * comb(share, 2)


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


def remarks_on(
    tables: tuple[TableDrawn, ...], *, situation: Situation, byes: tuple[str, ...] = ()
) -> tuple[PairingRemark, ...]:
    """Everything to know about a draft, in the order of what matters most."""
    return (
        *_on_pairs(tables, situation),
        *_on_repeats(tables, situation),
        *_on_short_tables(tables, situation),
        *_on_leaders(tables, situation),
        *_on_spread(tables, situation),
        *_on_clubs(tables, situation),
        *_on_byes(byes, situation.past),
    )


def repeats_in(tables: tuple[TableDrawn, ...], *, situation: Situation) -> int:
    """How many pairs at these tables have met before."""
    return sum(frozenset(pair) in situation.meetings for pair in _pairs(tables))


def byes_had(past: Past) -> Counter[str]:
    """How often each entry had to sit out; asking for it or staying away does not count."""
    return Counter(bye.entry for bye in past.byes if bye.kind == "pairing")


def _pairs(tables: tuple[TableDrawn, ...]) -> Iterator[tuple[str, str]]:
    for table in tables:
        yield from combinations(table.entries, 2)


def _on_pairs(tables: tuple[TableDrawn, ...], situation: Situation) -> Iterator[PairingRemark]:
    for pair in _pairs(tables):
        if frozenset(pair) in situation.forbidden:
            yield PairingRemark("forbidden", entries=pair)


def _on_repeats(tables: tuple[TableDrawn, ...], situation: Situation) -> Iterator[PairingRemark]:
    for pair in _pairs(tables):
        times = situation.meetings[frozenset(pair)]
        if times:
            at_once = int(frozenset(pair) in situation.met_last_round)
            yield PairingRemark("repeat", entries=pair, gaps={"times": times, "at_once": at_once})
    if repeats_in(tables, situation=situation):
        least = least_repeats(situation, sizes=tuple(len(table.entries) for table in tables))
        if least:
            yield PairingRemark("repeat_unavoidable", gaps={"repeats": least})


def _on_short_tables(
    tables: tuple[TableDrawn, ...], situation: Situation
) -> Iterator[PairingRemark]:
    full = max((len(table.entries) for table in tables), default=0)
    for table in tables:
        for entry in table.entries if len(table.entries) < full else ():
            times = situation.short_times[entry]
            if times:
                yield PairingRemark("short_again", entries=(entry,), gaps={"times": times})


def _on_leaders(tables: tuple[TableDrawn, ...], situation: Situation) -> Iterator[PairingRemark]:
    leaders = tuple(e.id for e in situation.by_points if e.id in situation.leaders)
    if len(leaders) > 1:
        is_together = not cost_of(tables, situation=situation).leaders
        yield PairingRemark("leaders" if is_together else "leaders_apart", entries=leaders)


def _on_spread(tables: tuple[TableDrawn, ...], situation: Situation) -> Iterator[PairingRemark]:
    def span(table: TableDrawn) -> int:
        points = [situation.by_id[entry].points_12 for entry in table.entries]
        return max(points) - min(points)

    widest = max(tables, key=span, default=None)
    if widest and span(widest):
        yield PairingRemark("spread", entries=widest.entries, gaps={"points_12": span(widest)})


def _on_clubs(tables: tuple[TableDrawn, ...], situation: Situation) -> Iterator[PairingRemark]:
    """Of a club with more people than tables some must meet: on its own evening that is the aim."""
    if not situation.minds_clubs:
        return
    sizes = Counter(situation.by_id[entry].club for table in tables for entry in table.entries)
    for pair in _pairs(tables):
        one, two = (situation.by_id[entry] for entry in pair)
        if are_club_mates(one, two) and sizes[one.club] <= len(tables):
            yield PairingRemark("club_mates", entries=pair)


def _on_byes(byes: tuple[str, ...], past: Past) -> Iterator[PairingRemark]:
    had = byes_had(past)
    for entry in byes:
        yield PairingRemark("bye", entries=(entry,), gaps={"times": had[entry]})


def swapped(pairing: Pairing, first: str, second: str) -> Pairing:
    """The same pairing with two entries in each other's place."""
    turned = {first: second, second: first}
    return replace(
        pairing,
        tables=tuple(
            replace(table, entries=tuple(turned.get(entry, entry) for entry in table.entries))
            for table in pairing.tables
        ),
        byes=tuple(turned.get(entry, entry) for entry in pairing.byes),
    )


def judged(pairing: Pairing, *, situation: Situation) -> tuple[Pairing, Cost]:
    """With the remarks that it deserves, and what it gives up."""
    remarks = remarks_on(pairing.tables, situation=situation, byes=pairing.byes)
    return replace(pairing, remarks=remarks), cost_of(pairing.tables, situation=situation)
