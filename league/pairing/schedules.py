"""Fixed schedules in which nobody meets twice, for the numbers of players that have one.

Decided here: who meets whom in every round, before the event starts and whatever happens in it.
Two constructions are used; the tests prove every schedule they give.

- A field of q elements, q a prime power of at least the table size, seats size times q players in q
  rounds: the classes of parallel lines of an affine plane, or of a part of it. The players of one
  row have not met after that, and go on among themselves if they have a schedule of their own:
  16 players in fours and 9 in threes so meet everybody. A field of p to the e elements holds the
  polynomials over the residues mod p of degree below e; number d0 + d1*p + d2*p*p … has the digits
  d0, d1, d2 ….
- A base round turned: the players stand in circles of m, some outside, and every round moves each
  circle on by one. The base rounds below were found by search; 15 in threes is Kirkman's.
"""

from functools import cache
from itertools import chain
from random import Random

from league.pairing.field import Entrant, Pairing, Past, TableDrawn
from league.pairing.seats import seat_tables

# Fields whose order is no prime: the prime, and the lower digits of x to the e in the field.
# Source: irreducible polynomials x2+x+1, x3+x+1, x2+1, x4+x+1, x2+2, x3+2x+1, x5+x2+1.
REDUCTION: dict[int, tuple[int, tuple[int, ...]]] = {
    4: (2, (1, 1)),
    8: (2, (1, 1, 0)),
    9: (3, (2, 0)),
    16: (2, (1, 1, 0, 0)),
    25: (5, (3, 0)),
    27: (3, (2, 1, 0)),
    32: (2, (1, 0, 1, 0, 0)),
}
Rounds = tuple[tuple[tuple[int, ...], ...], ...]  # rounds of tables of players, counted from 0
Base = tuple[tuple[int, ...], ...]

# (players, table size): (m, base round); players m*i … m*i + m - 1 stand in circle i.
# fmt: off
TURNED: dict[tuple[int, int], tuple[int, Base]] = {
    (15, 3): (7, (
        (14, 1, 10), (9, 5, 4), (11, 7, 12), (2, 8, 0), (3, 6, 13),
    )),
    (18, 3): (7, (
        (16, 11, 0), (15, 9, 2), (17, 10, 5), (14, 6, 7), (3, 4, 1), (8, 13, 12),
    )),
    (21, 3): (9, (
        (19, 10, 0), (18, 17, 2), (20, 14, 3), (11, 9, 4), (5, 8, 1), (7, 6, 15), (16, 13, 12),
    )),
    (24, 3): (11, (
        (22, 14, 0), (23, 17, 7), (6, 11, 21), (10, 3, 5), (4, 1, 13), (2, 19, 15),
        (20, 18, 12), (9, 16, 8),
    )),
    (30, 3): (14, (
        (29, 16, 7), (28, 26, 8), (22, 27, 25), (14, 15, 0), (19, 3, 13), (11, 24, 18),
        (6, 12, 23), (17, 21, 9), (2, 5, 4), (20, 10, 1),
    )),
    (36, 3): (17, (
        (35, 27, 16), (34, 31, 14), (24, 0, 20), (10, 19, 6), (22, 25, 30), (13, 29, 7),
        (33, 15, 8), (1, 9, 4), (3, 32, 5), (26, 12, 11), (28, 17, 18), (2, 21, 23),
    )),
    (24, 4): (7, (
        (22, 14, 0, 7), (21, 17, 6, 11), (23, 20, 9, 1), (10, 15, 13, 12), (4, 2, 5, 8),
        (3, 19, 18, 16),
    )),
    (28, 4): (9, (
        (27, 19, 5, 14), (21, 8, 26, 2), (7, 3, 24, 23), (16, 12, 20, 18), (25, 13, 15, 22),
        (17, 11, 1, 0), (6, 9, 4, 10),
    )),
}


def is_order(q: int) -> bool:
    """Whether we know a field of so many elements."""
    return q in REDUCTION or (q > 1 and all(q % divisor for divisor in range(2, q)))


def total(one: int, two: int, *, q: int) -> int:
    prime, lower = _shape(q)
    digits = zip(_digits(one, prime, lower), _digits(two, prime, lower), strict=True)
    return _number([a + b for a, b in digits], prime)


@cache
def product(one: int, two: int, *, q: int) -> int:
    """By Horner's rule: times x, plus the next digit times `two`."""
    prime, lower = _shape(q)
    result = [0] * len(lower)
    factor = _digits(two, prime, lower)
    for digit in reversed(_digits(one, prime, lower)):
        carry = result[-1]
        shifted = [0, *result[:-1]]
        result = [s + carry * r + digit * f for s, r, f in zip(shifted, lower, factor, strict=True)]
        result = [coefficient % prime for coefficient in result]
    return _number(result, prime)


def _shape(q: int) -> tuple[int, tuple[int, ...]]:
    """A prime field has numbers of one digit."""
    return REDUCTION.get(q, (q, (0,)))


def _digits(number: int, prime: int, lower: tuple[int, ...]) -> list[int]:
    return [number // prime**place % prime for place in range(len(lower))]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit % prime * prime**place for place, digit in enumerate(digits))


# fmt: on


def fixed_schedule(n: int, *, rounds: int, size: int) -> Rounds | None:
    """So many rounds at tables of `size` in which no two meet twice, if we know them."""
    known = _schedule(n, size=size)
    return known[:rounds] if len(known) >= rounds else None


def scheduled_round(
    entrants: tuple[Entrant, ...], *, round_number: int, size: int, past: Past, seed: int
) -> Pairing | None:
    """This round of the fixed schedule; the seed draws who is which player in it.

    It holds only while the field stays the same: with another number there is another schedule.
    """
    rounds = fixed_schedule(len(entrants), rounds=round_number, size=size)
    if rounds is None:
        return None
    lots = sorted(entrants, key=lambda entrant: entrant.seed)
    Random(seed).shuffle(lots)  # noqa: S311 - lots that can be drawn again, not secrets
    tables = (TableDrawn(tuple(lots[player].id for player in table)) for table in rounds[-1])
    return Pairing(seat_tables(tuple(tables), past=past))


def _schedule(n: int, *, size: int) -> Rounds:
    """The longest schedule we know; one round is always possible when the tables fill up."""
    if size < 2 or n < size or n % size:
        return ()
    if (n, size) in TURNED:
        circle, base = TURNED[n, size]
        return _turned(n, circle=circle, base=base)
    if n // size >= size and is_order(n // size):
        return _lines(n // size, size=size)
    return (_cut(range(n), size),)


def _cut(players: range, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(players[at : at + size]) for at in range(0, len(players), size))


def _turned(n: int, *, circle: int, base: Base) -> Rounds:
    outside = n - n % circle

    def moved(player: int, by: int) -> int:
        first = player - player % circle
        return player if player >= outside else first + (player + by) % circle

    return tuple(
        tuple(tuple(moved(player, by) for player in table) for table in base)
        for by in range(circle)
    )


def _lines(q: int, *, size: int) -> Rounds:
    """Player q*x + y is the point (x, y); round `a` seats together the lines y = a*x + b."""
    lines = tuple(
        tuple(
            tuple(q * x + total(product(a, x, q=q), b, q=q) for x in range(size)) for b in range(q)
        )
        for a in range(q)
    )
    within = (
        tuple(
            chain.from_iterable(
                (tuple(q * x + y for y in table) for table in tables) for x in range(size)
            )
        )
        for tables in _schedule(q, size=size)
    )
    return (*lines, *within)
