"""Every way in which the open matches of a stage can end, and the ranks that these give.

The tables are made by the event's own tiebreaks: who wins and who does not is known of each way,
with what scores is not. From the first tiebreak on that scores decide, those who have a game to
come may end either way; between the others the games that are played decide.

Most ways tell nothing new. Equal entries are parted by tiebreaks only where that may widen what is
known of one of them and is within its bounds. The search ends when everybody has reached both ends
of the bounds, when all ways are seen, or when it has cost too much; then the bounds stand.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, product

from league.standings.chances.endings import DecidedChain, Endings
from league.standings.chances.rank_bounds import Ends, Possible
from league.standings.chances.score_spans import ScoresToCome, is_above
from league.standings.field import Field
from league.standings.table import parted_by_chain

_MOST_WAYS = 60_000  # ten open matches of two without forfeits, six with them
_MOST_STEPS = 1_500_000  # ways times entries
_MOST_PARTED = 600_000  # entries, over all times that tiebreaks were asked


class EveryWay:
    """The search, group by group of those who are ranked together."""

    def __init__(
        self,
        endings: Endings,
        *,
        decided: DecidedChain,
        bounds: Mapping[str, Possible],
        ends: Ends | None = None,
    ):
        self.endings = endings
        self.decided = decided
        self.bounds = bounds
        self.spans = ScoresToCome(endings, decided)
        self.ends = ends  # what the bounds come from, where that tells more than points
        self.known: dict[str, Possible] = {}
        self.unsettled = set(bounds)
        self.parted = 0

    @staticmethod
    def is_short_for(endings: Endings) -> bool:
        """Whether there are not too many ways."""
        return endings.ways <= _MOST_WAYS and endings.ways * len(endings.cells) <= _MOST_STEPS

    def ranks(self, groups: Sequence[Sequence[str]]) -> dict[str, Possible]:
        """Exact where all ways were seen; else the bounds."""
        if not self.is_short_for(self.endings):
            return dict(self.bounds)
        for choice, points_12 in self._ways():
            for members in groups:
                self._look(choice, points_12, members)
            if self.parted > _MOST_PARTED:
                return dict(self.bounds)
            if not self.unsettled:
                break
        return self.known

    def _ways(self) -> Iterator[tuple[tuple[int, ...], dict[str, int]]]:
        gains = [
            [[(change.entry, change.cell.points_12) for change in changes] for changes in ways]
            for ways in self.endings.changes
        ]
        for choice in product(*(range(len(ways)) for ways in gains)):
            points_12 = dict(self.endings.points_12)
            for ways, way in zip(gains, choice, strict=True):
                for entry, gain_12 in ways[way]:
                    points_12[entry] += gain_12
            yield choice, points_12

    def _look(
        self, choice: tuple[int, ...], points_12: Mapping[str, int], members: Sequence[str]
    ) -> None:
        """One table: by points, and by tiebreaks where they may tell something new."""
        by_points: Callable[[str], int] = points_12.__getitem__
        above = 0
        field: Field | None = None
        for _, run in groupby(sorted(members, key=by_points, reverse=True), by_points):
            tied = list(run)
            first, above = above + 1, above + len(tied)
            if len(tied) == 1:
                self._see(tied, first, above)
            elif not self.decided.chain:
                self._see(tied, first, first if self.decided.is_all else above)
            elif self._may_tell(choice, tied, first):
                field = field or self.endings.field_after(choice)
                self._part(field, choice, tied, first)

    def _may_tell(self, choice: tuple[int, ...], tied: Sequence[str], first: int) -> bool:
        """Whether tiebreaks may bring one of them further than is known."""
        last = first + len(tied) - 1
        some = [entry for entry in tied if self._is_news(entry, first, last)]
        if self.ends is None or not some:
            return bool(some)
        spans = self.ends.spans(choice, tied)
        least = sorted(low for low, _high in spans.values())
        most = sorted(high for _low, high in spans.values())
        for low, high, entry in ((*spans[entry], entry) for entry in some):
            best = first + len(tied) - bisect_right(least, high)
            worst = first + len(tied) - bisect_right(most, low) - (high > low)
            if self._is_news(entry, best, worst):
                return True
        return False

    def _part(self, field: Field, choice: tuple[int, ...], tied: Sequence[str], first: int) -> None:
        self.parted += len(self.bounds)
        for equal in parted_by_chain(field, list(tied), chain=self.decided.by_results):
            if len(equal) == 1 or not self.decided.scores:
                last = first + len(equal) - 1
                self._see(equal, first, first if self.decided.is_all else last)
            else:
                self._part_by_scores(field, choice, equal, first)
            first += len(equal)

    def _part_by_scores(
        self, field: Field, choice: tuple[int, ...], equal: Sequence[str], first: int
    ) -> None:
        """Those with games to come may be above or below all others."""
        known = self.spans.after(field, choice, equal)
        for entry in equal:
            others = [known[other] for other in equal if other != entry]
            above = sum(is_above(other, known[entry]) for other in others)
            below = sum(is_above(known[entry], other) for other in others)
            self._see([entry], first + above, first + len(others) - below)

    def _is_news(self, entry: str, best: int, worst: int) -> bool:
        known = self.known.get(entry)
        if known is None:
            return True
        return entry in self.unsettled and (best < known.best or worst > known.worst)

    def _see(self, entries: Sequence[str], best: int, worst: int) -> None:
        for entry in entries:
            if (known := self.known.get(entry)) is not None:
                if best >= known.best and worst <= known.worst:
                    continue
                seen = Possible(min(best, known.best), max(worst, known.worst))
            else:
                seen = Possible(best, worst)
            self.known[entry] = seen
            if seen == self.bounds[entry]:
                self.unsettled.discard(entry)
