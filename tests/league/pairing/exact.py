"""The cheapest seating of a small field, computed another way than the service does it.

The cost is written down again from the spec (2.2) and summed in tuples; all sets of entries are
gone through by dynamic programming. Slow, plain, and sharing nothing with the code it judges.
"""

from functools import cache
from itertools import combinations

from league.pairing.cost import Situation

Vector = tuple[int, int, int, int, int]
NOTHING: Vector = (0, 0, 0, 0, 0)


def exact_cost(situation: Situation, sizes: tuple[int, ...]) -> Vector:
    """What the cheapest tables of these sizes cost."""
    everybody = frozenset(entrant.id for entrant in situation.entrants)
    assert len(everybody) == sum(sizes) <= 12
    full = max(sizes)

    @cache
    def table(ids: frozenset[str]) -> Vector:
        return vector_of(tuple(ids), situation=situation, full=full)

    @cache
    def best(waiting: frozenset[str], left: tuple[int, ...]) -> Vector:
        if not waiting:
            return NOTHING
        first, *others = sorted(waiting)
        found = []
        for size in set(left):
            fewer = list(left)
            fewer.remove(size)
            for company in combinations(others, size - 1):
                ids = frozenset((first, *company))
                found.append(plus(table(ids), best(waiting - ids, tuple(fewer))))
        return min(found)

    return best(everybody, sizes)


def plus(one: Vector, two: Vector) -> Vector:
    a, b, c, d, e = (x + y for x, y in zip(one, two, strict=True))
    return a, b, c, d, e


def vector_of(ids: tuple[str, ...], *, situation: Situation, full: int) -> Vector:
    """What one table costs."""
    total = (0, turns_before(ids, situation) if len(ids) < full else 0, 0, 0, 0)
    for one, two in combinations(ids, 2):
        total = plus(total, pair_vector(one, two, situation))
    return total


def pair_vector(one: str, two: str, situation: Situation) -> Vector:
    first, second = (next(e for e in situation.entrants if e.id == each) for each in (one, two))
    rounds = [
        meeting.round
        for meeting in (*situation.past.meetings, *situation.planned)
        if meeting.was_played and {one, two} <= set(meeting.entries)
    ]
    beside = {situation.round_number - 1, situation.round_number + 1} & set(rounds)
    repeat = 8 * situation.weights.repeat + len(rounds) ** 3 - 1 + 2 * len(beside)
    higher = max(first.points_12, second.points_12)
    ahead = sum(entrant.points_12 > higher for entrant in situation.entrants)
    quarter = 4 * ahead // len(situation.entrants)
    is_early = situation.round_number <= situation.early_rounds
    return (
        1 if {one, two} in situation.forbidden else 0,
        repeat if rounds else 0,
        1 if parts_leaders(first.points_12, second.points_12, situation) else 0,
        abs(first.points_12 - second.points_12) * (4 - quarter),
        1 if is_early and first.club and first.club == second.club else 0,
    )


def parts_leaders(points: int, other_points: int, situation: Situation) -> bool:
    """The best `final_seats` by points belong together; who ties for the last seat, to nobody."""
    seats = situation.final_seats
    if not 1 < seats < len(situation.entrants):
        return False
    in_order = sorted((entrant.points_12 for entrant in situation.entrants), reverse=True)
    high, low = max(points, other_points), min(points, other_points)
    return high > in_order[seats] and low < in_order[seats - 1]


def turns_before(ids: tuple[str, ...], situation: Situation) -> int:
    """What one more turn costs these entries, in eighths: squares of turns before.

    A table is short that is smaller than the largest of its round; one of two counts double.
    """
    weights = situation.weights
    known = (*situation.past.meetings, *situation.planned)
    total = 0
    for entry in ids:
        turns = 0
        for meeting in known:
            largest = max(len(m.entries) for m in known if m.round == meeting.round)
            if meeting.was_played and entry in meeting.entries and len(meeting.entries) < largest:
                turns += weights.two if len(meeting.entries) == 2 else 1
        for _ in range(weights.two if len(ids) == 2 else 1):
            total += 8 * weights.short * turns**2
            turns += 1
    return total
