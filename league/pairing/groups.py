"""Groups: how many there are, and who is in which.

A field is divided by its starting numbers in a snake: the first of them to A, B, C, the next back
from C to A. Those who are dealt in one turn form a pot. Within a pot people change places, as long
as that parts somebody who is to be kept apart, people who met in an earlier stage, or club mates;
nothing else changes by it, since they are about as strong. Who plays whom within a group is left to
the round robin.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from string import ascii_uppercase

from league.pairing.field import Entrant

Division = dict[str, str]  # the name of the group, by entry
Pot = list[Entrant | None]  # by group; None: a group that gets nobody in this turn
_LEAST = 3  # a group of two is a single match


@dataclass(frozen=True, order=True, slots=True)
class Together:
    """What a division leaves undone, the gravest first."""

    kept_apart: int = 0  # pairs that were to be kept apart, and are in one group
    met: int = 0  # pairs that met in an earlier stage
    mates: int = 0  # pairs of one club


def group_sizes(entries: int, *, group_size: int) -> list[int]:
    """Nobody is in a group of more than `group_size`, and groups differ by one at most.

    Where that would make groups of two, there is one group fewer, and groups are bigger.
    """
    groups = max(1, -(-entries // group_size))
    while groups > 1 and entries // groups < min(_LEAST, group_size):
        groups -= 1
    least, more = divmod(entries, groups)
    return [least + 1] * more + [least] * (groups - more)


def group_name(number: int) -> str:
    """From 0 on: A to Z, then AA, AB and so on."""
    name = ""
    while number >= 0:
        number, letter = divmod(number, len(ascii_uppercase))
        name = ascii_uppercase[letter] + name
        number -= 1
    return name


def by_name(name: str) -> tuple[int, str]:
    """The key to sort groups by: AA comes behind Z."""
    return len(name), name


def divide(
    entrants: Collection[Entrant],
    *,
    group_size: int,
    apart: Collection[Collection[str]] = (),
    met: Collection[Collection[str]] = (),
    seed: int = 0,
) -> Division:
    """The group of each. The seed decides among changes of places that are equally good."""
    pots = snake(entrants, groups=len(group_sizes(len(entrants), group_size=group_size)))
    dealt = _Dealt(pots, apart=apart, met=met, seed=seed)
    while dealt.improve():
        pass
    names = {
        entrant.id: group_name(group)
        for pot in dealt.pots
        for group, entrant in enumerate(pot)
        if entrant
    }
    return {entrant.id: names[entrant.id] for entrant in _by_seed(entrants)}


def members_of(division: Mapping[str, str]) -> dict[str, list[str]]:
    """The entries of each group, the groups by their names."""
    names = sorted(set(division.values()), key=by_name)
    return {name: [entry for entry, group in division.items() if group == name] for name in names}


def snake(entrants: Collection[Entrant], *, groups: int) -> list[Pot]:
    """The pots of a field, each entrant at the place of its group."""
    order = _by_seed(entrants)
    pots: list[Pot] = []
    for start in range(0, len(order), groups):
        dealt: Pot = list(order[start : start + groups])
        dealt += [None] * (groups - len(dealt))
        pots.append(dealt[::-1] if len(pots) % 2 else dealt)
    return pots


def _by_seed(entrants: Collection[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda entrant: entrant.seed)


class _Dealt:
    """Pots as they are dealt, with who is in which group, changed one pair of places at a time."""

    def __init__(
        self,
        pots: Sequence[Pot],
        *,
        apart: Collection[Collection[str]],
        met: Collection[Collection[str]],
        seed: int,
    ) -> None:
        self.pots = [list(pot) for pot in pots]
        self.seed = seed
        self.kept_from = _partners(apart)
        self.met_with = _partners(met)
        self.entries: list[set[str]] = [set() for _ in self.pots[0]] if self.pots else []
        self.clubs: list[Counter[str]] = [Counter() for _ in self.entries]
        for pot in self.pots:
            for group, entrant in enumerate(pot):
                self._add(group, entrant, 1)

    def improve(self) -> bool:
        """Go through all once, the weakest pot first: the strongest stay where the snake put them.

        Everybody who is with somebody they should not be with changes places as helps most, and
        with the nearest group. False: nothing helped.
        """
        changed = False
        for number in reversed(range(len(self.pots))):
            for group in range(len(self.pots[number])):
                if helping := list(self._changes(number, group)):
                    self._change(number, group, min(helping)[-1])
                    changed = True
        return changed

    def _changes(self, number: int, group: int) -> Iterator[tuple[Together, int, str, int]]:
        """Changes that help: what they bring, how far the other group is, a lot, and the group."""
        pot = self.pots[number]
        entrant = pot[group]
        if entrant is None or self._together(entrant, group) == Together():
            return
        for other in range(len(pot)):
            if other == group or self._are_alike(entrant, pot[other]):
                continue
            if (gain := self._after(number, group, other)) < Together():
                yield gain, abs(other - group), self._lot(number, group, other), other

    def _after(self, number: int, first: int, second: int) -> Together:
        """What such a change adds; less than nothing where it helps."""
        before = self._at(number, first), self._at(number, second)
        self._change(number, first, second)
        after = self._at(number, first), self._at(number, second)
        self._change(number, first, second)
        return Together(
            sum(each.kept_apart for each in after) - sum(each.kept_apart for each in before),
            sum(each.met for each in after) - sum(each.met for each in before),
            sum(each.mates for each in after) - sum(each.mates for each in before),
        )

    def _change(self, number: int, first: int, second: int) -> None:
        pot = self.pots[number]
        for group in (first, second):
            self._add(group, pot[group], -1)
        pot[first], pot[second] = pot[second], pot[first]
        for group in (first, second):
            self._add(group, pot[group], 1)

    def _add(self, group: int, entrant: Entrant | None, times: int) -> None:
        if entrant is None:
            return
        if times > 0:
            self.entries[group].add(entrant.id)
        else:
            self.entries[group].discard(entrant.id)
        if entrant.club:
            self.clubs[group][entrant.club] += times

    def _at(self, number: int, group: int) -> Together:
        entrant = self.pots[number][group]
        return self._together(entrant, group) if entrant else Together()

    def _together(self, entrant: Entrant, group: int) -> Together:
        """With whom an entrant of a group should not be there."""
        mates = self.clubs[group][entrant.club] - 1 if entrant.club else 0
        there = self.entries[group]
        kept_from, met_with = (
            len(known[entrant.id] & there) if entrant.id in known else 0
            for known in (self.kept_from, self.met_with)
        )
        return Together(kept_from, met_with, mates)

    def _are_alike(self, first: Entrant, second: Entrant | None) -> bool:
        """Whether it makes no difference which of the two is in a group."""
        if second is None or first.club != second.club:
            return False
        known = (self.kept_from, self.met_with)
        return not any(one.id in partners for one in (first, second) for partners in known)

    def _lot(self, number: int, first: int, second: int) -> str:
        names = sorted(
            entrant.id if (entrant := self.pots[number][group]) else group_name(group)
            for group in (first, second)
        )
        return sha256(f"{self.seed}:{':'.join(names)}".encode()).hexdigest()


def _partners(pairs: Collection[Collection[str]]) -> dict[str, set[str]]:
    partners: dict[str, set[str]] = {}
    for pair in pairs:
        for entry in pair:
            partners.setdefault(entry, set()).update(set(pair) - {entry})
    return partners
