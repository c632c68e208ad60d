"""From ranking keys to shared ranks."""

from collections.abc import Sequence

Keys = tuple[int, ...]


def shared_ranks(keys: Sequence[Keys]) -> list[int]:
    """The rank of each side, best first; higher keys are better, equal keys share: 1, 2, 2, 4."""
    first_place: dict[Keys, int] = {}
    for place, key in enumerate(sorted(keys, reverse=True), start=1):
        first_place.setdefault(key, place)
    return [first_place[key] for key in keys]
