"""Bounds of final ranks by points and tiebreaks, where nobody has more than one open match.

Two kinds of tiebreaks are looked at, from the first of the chain on. Those that one's own results
decide are known for each end of one's own match. Those over opponents' scores rise with each of
these scores: they are between what they would be if every opponent ended as badly as can be, and as
well as can be; those of one's own match end as it does. What an opponent's score is then, adjusted
for rounds without a game, is taken from its own possible ends.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

import numpy as np

from league.standings.every_way import DecidedChain, Endings
from league.standings.field import Field
from league.standings.rank_bounds import Ends, MatchGains
from league.standings.tiebreaks import TIEBREAKS
from league.standings.unplayed import adjusted_12

OWN = frozenset(
    {
        *("WIN", "WON", "REP", "STD", "PS", "PS-C1", "PS-C2"),
        *("SEED", "RTNG", "LOTS"),
    }
)
# Not those with cuts by opponents: another opponent may be cut when one of them gains.
OVER_SCORES = frozenset({"BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2", "SB"})
_MOST_WAYS = 8  # of a match
_MOST_WORK = 60_000  # entries, over all fields that are made
_MOST_ENTRIES = 2000  # beyond, by points alone
Worth = tuple[tuple[object, ...], ...]  # points and values, so that more is better
Worths = Mapping[str, Worth]


def telling_keys(endings: Endings, decided: DecidedChain) -> tuple[str, ...]:
    """The first tiebreaks of the chain, as far as they are of the two kinds; empty: none."""
    matches = endings.matches
    seated = [entry for match in matches for entry in match.entries]
    is_apart = len(set(seated)) == len(seated)
    if not is_apart or any(len(match.ways) > _MOST_WAYS for match in matches):
        return ()
    entries = len(endings.cells)
    work = 2 * entries * sum(len(match.ways) for match in matches)
    known = OWN | OVER_SCORES if work <= _MOST_WORK else OWN if entries <= _MOST_ENTRIES else ()
    return tuple(takewhile(lambda key: key in known, decided.chain))


def ends_by_keys(endings: Endings, *, keys: Sequence[str], decided: DecidedChain) -> Ends:
    """What everybody can end with, by points and these tiebreaks; as whole numbers in order."""
    seen = _Seen(endings, keys)
    ends = [
        [seen.ends(match.entries, way=way) for way in range(len(match.ways))]
        for match in endings.matches
    ]
    seated = {entry for match in endings.matches for entry in match.entries}
    others = [entry for entry in endings.cells if entry not in seated]
    low, high = seen.ends(others, way=0)
    every = [low, high, *(worth for match in ends for pair in match for worth in pair)]
    order = {
        one: 2 * at for at, one in enumerate(sorted({w for each in every for w in each.values()}))
    }
    tie = 0 if decided.is_all and tuple(keys) == decided.chain else 1
    return Ends(
        start={entry: order[low[entry]] if entry in low else 0 for entry in endings.cells},
        gains=[
            _gains(match.entries, by_way, order)
            for match, by_way in zip(endings.matches, ends, strict=True)
        ],
        slack={
            entry: tie + (order[high[entry]] - order[low[entry]] if entry in low else 0)
            for entry in endings.cells
        },
    )


def _gains(
    entries: tuple[str, ...], by_way: Sequence[tuple[Worths, Worths]], order: Mapping[Worth, int]
) -> MatchGains:
    low = np.array([[order[least[entry]] for entry in entries] for least, _most in by_way])
    high = np.array([[order[most[entry]] for entry in entries] for _least, most in by_way])
    return MatchGains(entries, low, high - low)


class _Seen:
    """The field with every match ended by its first way, by its second, and so on.

    What somebody's own results give is seen in these few already.
    """

    def __init__(self, endings: Endings, keys: Sequence[str]):
        matches = endings.matches
        most = max((len(match.ways) for match in matches), default=1)
        self.after = [
            endings.field_after([min(way, len(match.ways) - 1) for match in matches])
            for way in range(most)
        ]
        self.keys = keys
        self.is_own = OWN.issuperset(keys)
        if not self.is_own:
            scores = [adjusted_12(field) for field in self.after]
            ways = range(most)
            self.worst = self._mixed({e: min(ways, key=lambda w: scores[w][e]) for e in scores[0]})
            self.best = self._mixed({e: max(ways, key=lambda w: scores[w][e]) for e in scores[0]})

    def ends(self, entries: Sequence[str], *, way: int) -> tuple[Worths, Worths]:
        """The least and the most that entries of a match are worth if it ends by this way."""
        own = self.after[way]
        if self.is_own:
            known = self._worth(own, own, entries)
            return known, known
        least, most = (
            self._worth(own, _with_rows(field, own, entries), entries)
            for field in (self.worst, self.best)
        )
        return least, most

    def _mixed(self, ways: Mapping[str, int]) -> Field:
        """Everybody as after a way of their own; of two who meet, both may win."""
        first = self.after[0]
        return Field(
            first.inputs,
            first.scheme,
            {entry: self.after[way].cells[entry] for entry, way in ways.items()},
            {entry: self.after[way].points_12[entry] for entry, way in ways.items()},
            first.numbers,
        )

    def _worth(self, own: Field, others: Field, entries: Sequence[str]) -> Worths:
        """By their own results in one field, and by what opponents have in another."""
        columns: list[Sequence[tuple[object, ...]]] = []
        for key in self.keys:
            tiebreak = TIEBREAKS[key]
            valued = tiebreak.compute(own if key in OWN else others, entries)
            values = [valued[entry] for entry in entries]
            if not tiebreak.higher_wins:
                values = [tuple([-number for number in value]) for value in values]
            columns.append(values)
        points = [(own.points_12[entry],) for entry in entries]
        return dict(zip(entries, zip(points, *columns, strict=True), strict=True))


def _with_rows(field: Field, of: Field, entries: Sequence[str]) -> Field:
    return Field(
        field.inputs,
        field.scheme,
        {**field.cells, **{entry: of.cells[entry] for entry in entries}},
        {**field.points_12, **{entry: of.points_12[entry] for entry in entries}},
        field.numbers,
    )
