"""Starting numbers: by rating, as entered, or by lots. The same seed gives the same lots."""

import random
from collections.abc import Mapping


def starting_order(ratings: Mapping[str, int | None], *, by: str, lots_seed: int) -> list[str]:
    """Entries in the order of their starting numbers; `ratings` has them in the order of entry.

    By rating, rated ones come first, and equal ones are put in order by lots.
    """
    if by == "entered":
        return list(ratings)
    lots = sorted(ratings)
    random.Random(lots_seed).shuffle(lots)  # noqa: S311  repeatable on purpose
    return lots if by == "lots" else sorted(lots, key=lambda entry: -_strength(ratings[entry]))


def _strength(rating: int | None) -> int:
    return -1 if rating is None else rating
