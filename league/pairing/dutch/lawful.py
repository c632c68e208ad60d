"""Who may meet whom, and whether everybody can be paired: C1 to C5.

Decided here: lawful pairs, who may have the bye, and whether a complete round exists. A set of
players is a whole number with a bit for each place, so that a set of opponents is one `&`. The bye
is one more vertex, after the last place, when the field is odd.

Most rounds can be completed in many ways. So one is tried by hand (`try_pairing`), which takes
next to nothing; only where that fails is the solver asked (`can_complete`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.pairing.dutch.matching import largest_matching
from league.pairing.dutch.players import PairingPlayer
from league.pairing.dutch.position import Position


@dataclass(frozen=True, slots=True)
class Rules:
    """What of the absolute rules is asked for; a round without one tells whose fault it is."""

    bye: bool = True
    apart: bool = True
    colours: bool = True


ALL_RULES = Rules()


class PairingField:
    """Everybody to be paired, with a set of lawful opponents each."""

    def __init__(
        self, players: Sequence[PairingPlayer], *, position: Position, rules: Rules = ALL_RULES
    ) -> None:
        self.players = players
        self.is_odd = len(players) % 2 == 1
        self.bye = len(players)  # the vertex of the bye
        self.lawful = _lawful(players, position=position, rules=rules)
        self.bye_score: int | None = None
        if self.is_odd:
            eligible = [p for p in players if p.may_have_bye or not rules.bye]
            self._eligible = {
                score: set_of(p.place for p in eligible if p.score == score)
                for score in {p.score for p in eligible}
            }

    def settle_bye(self) -> bool:
        """C5: the lowest score at which the bye leaves a complete round; whether there is one."""
        if not self.is_odd:
            return self.can_complete(range(len(self.players)))
        for score in sorted(self._eligible):
            self._allow_bye(score)
            if self.can_complete(range(len(self.players) + 1)):
                self.bye_score = score
                return True
        return False

    def _allow_bye(self, score: int) -> None:
        del self.lawful[self.bye :]
        everybody = (1 << self.bye) - 1
        candidates = self._eligible[score]
        for place in range(self.bye):
            self.lawful[place] &= everybody
        for place in places(candidates):
            self.lawful[place] |= 1 << self.bye
        self.lawful.append(candidates)

    def can_complete(self, todo: Sequence[int]) -> bool:
        """Whether all of these can be paired with each other."""
        if len(todo) % 2:
            return False
        return self.try_pairing(todo) is not None or self._has_perfect_matching(todo)

    def try_pairing(self, todo: Sequence[int]) -> dict[int, int] | None:
        """A complete pairing, the next best opponent first; None: not found, or none exists.

        The bye has the fewest to choose from, and so goes first.
        """
        in_order = sorted(todo, key=lambda place: place != self.bye)
        return pair_off(in_order, options={place: self.lawful[place] for place in todo})

    def _has_perfect_matching(self, todo: Sequence[int]) -> bool:
        index = {place: at for at, place in enumerate(todo)}
        wanted = set_of(todo)
        edges = (
            (index[place], index[other])
            for place in todo
            for other in places(self.lawful[place] & wanted)
            if place < other
        )
        mates = largest_matching(edges, size=len(todo))
        return all(mate != at for at, mate in enumerate(mates))


def pair_off(todo: Sequence[int], *, options: dict[int, int]) -> dict[int, int] | None:
    """A mate for each of `todo`, or None. Who finds nobody takes one whose mate finds another."""
    free = set_of(todo)
    mates: dict[int, int] = {}
    for place in todo:
        if not free >> place & 1:
            continue
        free &= ~(1 << place)
        left = options[place] & free
        if left:
            other = first_of(left)
            free &= ~(1 << other)
            mates[place], mates[other] = other, place
        elif (freed := _make_room(place, mates=mates, options=options, free=free)) is not None:
            free &= ~(1 << freed)
        else:
            return None
    return mates


def _make_room(
    place: int, *, mates: dict[int, int], options: dict[int, int], free: int
) -> int | None:
    """Take somebody's mate who finds another one; gives who is taken from those left."""
    for other in places(options[place]):
        mate = mates.get(other)
        if mate is not None and (left := options[mate] & free):
            found = first_of(left)
            mates[place], mates[other] = other, place
            mates[mate], mates[found] = found, mate
            return found
    return None


def set_of(members: Iterable[int]) -> int:
    whole = 0
    for member in members:
        whole |= 1 << member
    return whole


def places(members: int) -> Iterator[int]:
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


def first_of(members: int) -> int:
    return (members & -members).bit_length() - 1


def _lawful(players: Sequence[PairingPlayer], *, position: Position, rules: Rules) -> list[int]:
    """C1 and C3: for each place the set of those whom it may meet."""
    place_of = {player.number: player.place for player in players}
    forbidden = [1 << player.place for player in players]
    for player in players:
        forbidden[player.place] |= set_of(place_of[n] for n in player.met if n in place_of)
    if rules.apart:
        for group in position.apart:
            for first, second in combinations([n for n in set(group) if n in place_of], 2):
                forbidden[place_of[first]] |= 1 << place_of[second]
                forbidden[place_of[second]] |= 1 << place_of[first]
    if rules.colours:
        _forbid_colours(players, forbidden)
    everybody = (1 << len(players)) - 1
    return [everybody & ~each for each in forbidden]


def _forbid_colours(players: Sequence[PairingPlayer], forbidden: list[int]) -> None:
    """C3: two who must have the same colour; in the last round topscorers are excepted."""
    for colour in (True, False):
        bound = [
            player
            for player in players
            if player.is_absolute and player.wants is colour and not player.is_topscorer
        ]
        everybody = set_of(player.place for player in bound)
        for player in bound:
            forbidden[player.place] |= everybody
