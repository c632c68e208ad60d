"""Which names may be one person's. Works on match keys: words without accents and case, sorted.

Two names are similar when they differ by one letter (left out, added, changed, swapped with its
neighbour) or by a middle name. Both are found by comparing what is left of each key after one
letter or one word is taken out, so that a whole club is searched by look-ups, not by comparisons.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator


def variants(key: str) -> frozenset[str]:
    """What is left of a key after nothing, one letter or one word is taken out."""
    if not key:
        return frozenset()
    words = key.split()
    keys = {key} | {key[:at] + key[at + 1 :] for at in range(len(key))}
    if len(words) > 2:
        keys |= {" ".join(words[:at] + words[at + 1 :]) for at in range(len(words))}
    return frozenset(keys)


def begins_like(key: str, *, typed: str) -> bool:
    """Whether a name may be what somebody is just typing: each word begins a word of its own."""
    left = key.split()
    for word in sorted(typed.split(), key=len, reverse=True):
        match = next((part for part in left if part.startswith(word)), None)
        if match is None:
            return False
        left.remove(match)
    return bool(typed)


class Namesakes:
    """Names by which to ask who is alike: pairs of an id and a match key."""

    def __init__(self, people: Iterable[tuple[str, str]]) -> None:
        self._same: defaultdict[str, list[str]] = defaultdict(list)
        self._alike: defaultdict[str, list[str]] = defaultdict(list)
        for who, key in people:
            self.add(who, key)

    def add(self, who: str, key: str) -> None:
        for variant in variants(key):
            self._alike[variant].append(who)
        if key:
            self._same[key].append(who)

    def same(self, key: str) -> list[str]:
        """Those of the same name, in any order of its words."""
        return list(self._same.get(key, ()))

    def similar(self, key: str) -> list[str]:
        """Those of the same name first, then those of a similar one."""
        return list(dict.fromkeys([*self.same(key), *self._found(key)]))

    def _found(self, key: str) -> Iterator[str]:
        for variant in sorted(variants(key)):
            yield from self._alike.get(variant, ())
