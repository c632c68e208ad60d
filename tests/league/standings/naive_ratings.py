"""The part of the second calculation that goes by the ratings of opponents.

FIDE's two tables are written down here as its regulations print them, row by row.
"""

from fractions import Fraction
from itertools import count

from tests.league.standings.naive import Naive
from tests.league.standings.naive_games import PLAYED, Value, half_up

# B.02 8.1.1, dp for 50, 51, … hundredths of the points; below one half it is turned.
ABOVE = [
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149),
    *(158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336),
    *(351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
]
DP = dict(enumerate(ABOVE, start=50))
# B.02 8.1.2, the last difference of each row, the first row being 50 hundredths.
LAST = [
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153),
    *(162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344),
    *(357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
]


def expected(own: int, other: int) -> int:
    row = next((at for at, last in enumerate(LAST) if abs(own - other) <= last), 50)
    return 50 + row if own >= other else 50 - row


class NaiveRatings(Naive):
    def against(self, entry: str) -> list[tuple[int, Fraction]] | None:
        """Rating and result of every game over the board; None where a rating is missing."""
        ratings = {each.id: each.rating for each in self.inputs.entries}
        found = []
        for at, cell in enumerate(self.cells[entry]):
            if cell.kind != PLAYED:
                continue
            rating = ratings[cell.opponents[0]]
            if rating is None:
                return None
            theirs = self.cells[cell.opponents[0]][at].points
            result = Fraction(cell.points > theirs) + Fraction(cell.points == theirs, 2)
            found.append((rating, result))
        return found or None

    def TPR(self, entry: str) -> Value:  # noqa: N802
        met = self.against(entry)
        if met is None:
            return ()
        mean = half_up(Fraction(sum(rating for rating, _ in met), len(met)))
        share = int(half_up(100 * sum((result for _, result in met), Fraction(0)) / len(met)))
        return (mean + (DP[share] if share >= 50 else -DP[100 - share]),)

    def PTP(self, entry: str) -> Value:  # noqa: N802
        met = self.against(entry)
        if met is None:
            return ()
        ratings, points = [rating for rating, _ in met], sum(result for _, result in met)
        if not points:
            return (Fraction(min(ratings) - 800),)
        for own in count(min(ratings) - 800):
            if sum(expected(own, rating) for rating in ratings) >= 100 * points:
                return (Fraction(own),)
        raise AssertionError("nobody is so strong")

    def mean_of(self, entry: str, name: str) -> Value:
        found = [getattr(self, name)(other) for other in self.met(entry)]
        if not found or () in found:
            return ()
        return (half_up(sum((value for (value,) in found), Fraction(0)) / len(found)),)

    def APRO(self, entry: str) -> Value:  # noqa: N802
        return self.mean_of(entry, "TPR")

    def APPO(self, entry: str) -> Value:  # noqa: N802
        return self.mean_of(entry, "PTP")
