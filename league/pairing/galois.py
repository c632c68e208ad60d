"""Sums and products in finite fields, for schedules built on their lines.

Decided here: how the elements are numbered. A field of p to the e elements holds the polynomials
over the residues mod p of degree below e; number d0 + d1*p + d2*p*p … has the digits d0, d1, d2 ….
"""

from functools import cache

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
        result = [each % prime for each in result]
    return _number(result, prime)


def _shape(q: int) -> tuple[int, tuple[int, ...]]:
    """A prime field has numbers of one digit."""
    return REDUCTION.get(q, (q, (0,)))


def _digits(number: int, prime: int, lower: tuple[int, ...]) -> list[int]:
    return [number // prime**place % prime for place in range(len(lower))]


def _number(digits: list[int], prime: int) -> int:
    return sum(digit % prime * prime**place for place, digit in enumerate(digits))
