"""A second calculation of a series, written straight from the words of the rules, and slowly."""

from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations

from league.series.inputs import Evening, EveningSide, EveningState, Guests, SeriesTerms

Answer = dict[str, tuple[int, Fraction]]  # rank and total by player


def naive_table(evenings: list[Evening], *, terms: SeriesTerms, guests: set[str]) -> Answer:
    played = [
        _evening(evening, terms, guests)
        for evening in evenings
        if evening.state == EveningState.FINISHED
        or (evening.state == EveningState.RUNNING and terms.counts_running)
    ]
    people = {player for evening in played for player in evening}
    if terms.guests != Guests.COUNT:
        people -= guests
    best = {player: _best_choice(player, played, terms) for player in people}
    order = cmp_to_key(lambda one, other: _compare(best[one], best[other]))
    answer: Answer = {}
    for player in people:
        above = sum(1 for other in people if order(other) < order(player))
        answer[player] = (1 + above, best[player][0])
    return answer


def _evening(
    evening: Evening, terms: SeriesTerms, guests: set[str]
) -> dict[str, tuple[int, Fraction]]:
    """Place and points of everybody who came."""
    sides = list(evening.sides)
    if terms.guests == Guests.MOVE_UP:
        sides = [side for side in sides if any(p not in guests for p in side.players)]
    got: dict[str, tuple[int, Fraction]] = {}
    for side in sides:
        place = 1 + sum(1 for other in sides if other.rank < side.rank)
        if side.came:
            for player in side.players:
                got[player] = (place, _points(side, place, sides, terms))
    return got


def _points(
    side: EveningSide, place: int, sides: list[EveningSide], terms: SeriesTerms
) -> Fraction:
    if terms.by_place is None:
        winner = max(other.points for other in sides if other.came)
        return Fraction(100) * side.points / winner if winner else Fraction(0)
    level = [other for other in sides if other.rank == side.rank]
    pot = 0
    for number in range(place, place + len(level)):
        pot += terms.by_place[number - 1] if number <= len(terms.by_place) else 0
    return Fraction(pot, len(level))


def _best_choice(
    player: str, played: list[dict[str, tuple[int, Fraction]]], terms: SeriesTerms
) -> tuple[Fraction, list[int], int]:
    """Of all ways to choose k evenings, the one that puts the player highest."""
    mine = [evening[player] for evening in played if player in evening]
    size = len(mine) if terms.best is None else min(terms.best, len(mine))
    last = played[-1][player][0] if player in played[-1] else 10**9
    choices = [
        (
            sum((points for _place, points in chosen), Fraction(0)) + terms.bonus * len(mine),
            [sum(1 for place, _points in chosen if place == number) for number in range(1, 40)],
            last,
        )
        for chosen in combinations(mine, size)
    ]
    return min(choices, key=cmp_to_key(_compare))


def _compare(one: tuple[Fraction, list[int], int], other: tuple[Fraction, list[int], int]) -> int:
    """Negative: the first one stands above."""
    if one[0] != other[0]:
        return -1 if one[0] > other[0] else 1
    for ones, others in zip(one[1], other[1], strict=True):
        if ones != others:
            return -1 if ones > others else 1
    return one[2] - other[2]
