"""What a seating gives up, item by item, for whoever shows or edits a draft.

Decided here: which facts are worth a remark, and their codes. Words are left to whoever shows them;
what each fact weighs is decided in `cost`.

    forbidden           a pair to be kept apart sits together
    repeat              a pair has met before: times, at_once (1 if in the round before)
    repeat_unavoidable  every seating has at least so many repeats
    short_again         an entry sits at a short table again: times before
    spread              the table with the widest range of points: points_12
    club_mates          a pair of one club, in the early rounds, if all of it could sit apart
    bye                 an entry sits out: times before
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from league.pairing.bounds import least_repeats
from league.pairing.cost import Situation, are_club_mates
from league.pairing.field import PairingRemark, Past, TableDrawn


def remarks_on(
    tables: tuple[TableDrawn, ...], *, situation: Situation, byes: tuple[str, ...] = ()
) -> tuple[PairingRemark, ...]:
    """Everything to know about a draft, in the order of what matters most."""
    return (
        *_on_pairs(tables, situation),
        *_on_repeats(tables, situation),
        *_on_short_tables(tables, situation),
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
