"""A bracket as a graph for the solver, with as much of the players below as a question needs.

Decided here: how far a question looks (`Horizon`), and the weight of an edge. From the top digit
down: everybody paired (C4), pairs in the bracket (C6) and of those moved down (C7), the same in the
next score group (C8), games played by who gets the bye (C9), C10 to C21, and a tail for the order
of equally good pairings. What is below the bracket counts only for the first of these.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum

from league.pairing.dutch.criteria import Quality, ScoreBracket
from league.pairing.dutch.lawful import PairingField, places, set_of
from league.pairing.dutch.matching import Matching
from league.pairing.dutch.players import PairingPlayer


class Horizon(IntEnum):
    """How much of the field is looked at: a round is quicker the less it is."""

    BRACKET = 0
    NEXT = 1  # with the next score group
    ALL = 2  # with everybody not yet paired


class Role(Enum):
    INSIDE = "inside"  # moved down and to be paired, or a resident
    LIMBO = "limbo"  # moved down, and floats on
    NEXT = "next"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Question:
    """A bracket to be paired, and who comes after it."""

    field: PairingField
    bracket: ScoreBracket
    next_group: tuple[PairingPlayer, ...] = ()
    below: tuple[PairingPlayer, ...] = ()
    horizon: Horizon = Horizon.ALL
    counts_games: bool = False  # C9 applies


class Heads:
    """C4 to C9: what an edge is worth by where its ends are."""

    def __init__(self, question: Question, *, size: int, above: int) -> None:
        bracket, bits = question.bracket, size.bit_length()
        at = above
        self.game = 1 << at if question.counts_games else 0
        at += max((p.games for p in bracket.players), default=0).bit_length()
        next_scores = {}
        if question.horizon >= Horizon.NEXT and question.next_group:
            for score in (bracket.score, *reversed(bracket.scores_above)):
                next_scores[score] = 1 << at
                at += bits
        next_pair, at = 1 << at, at + bits
        scores = {}
        for score in reversed(bracket.scores_above):
            scores[score] = 1 << at
            at += bits
        pair, at = 1 << at, at + bits
        self.paired = 1 << at if question.horizon is Horizon.ALL else 0
        self.bits = at + bits
        everyone = {p.score for p in (*bracket.players, *question.next_group)}
        self.inside = {s: self.paired + pair + scores.get(s, 0) for s in everyone}
        self.next = {s: self.paired + next_pair + next_scores.get(s, 0) for s in everyone}


class Graph:
    """The players of a question as vertices; pairs inside the bracket have a tail of their own."""

    def __init__(
        self,
        question: Question,
        *,
        inside: Sequence[PairingPlayer],
        limbo: Sequence[PairingPlayer] = (),
        quality: Quality | None = None,
        tail_bits: int = 0,
        tail: Callable[[PairingPlayer], int] | None = None,
    ) -> None:
        self.field = question.field
        self._bracket = question.bracket
        self._quality = quality
        self._tail_bits = tail_bits
        self._tail = {p.place: tail(p) if tail else 0 for p in inside}
        self._roles = {p.place: Role.INSIDE for p in inside} | {p.place: Role.LIMBO for p in limbo}
        if question.horizon >= Horizon.NEXT:
            self._roles |= {p.place: Role.NEXT for p in question.next_group}
        if question.horizon is Horizon.ALL:
            self._roles |= {p.place: Role.BELOW for p in question.below}
        self.vertices = sorted(self._roles)
        if question.horizon is Horizon.ALL and self.field.is_odd:
            self.vertices.append(self.field.bye)
        self.index = {place: at for at, place in enumerate(self.vertices)}
        size = len(self.vertices)
        quality_bits = quality.bits if quality else 0
        self._heads = Heads(question, size=size, above=tail_bits + quality_bits)
        self._fixed = 1 << self._heads.bits + 1  # above whatever two other pairs can bring
        self._matching = Matching(size, bits=self._heads.bits + 2)
        self._draw_edges()
        self.solve()

    def _draw_edges(self) -> None:
        everybody = set_of(self.vertices)
        for at, place in enumerate(self.vertices):
            later = self.field.lawful[place] & everybody & (-2 << place)
            for other in places(later):
                if weight := self.weight(place, other):
                    self._matching.set_weight(at, self.index[other], weight)

    def weight(self, high: int, low: int) -> int:
        """Of a lawful pair; 0 where the question has no use for it."""
        player = self.field.players[high]
        if low == self.field.bye:
            return self._heads.paired + self._heads.game * player.games
        role = self._roles[low]
        if role is Role.NEXT:
            return self._heads.next[player.score]
        other = self.field.players[low]
        if role is Role.INSIDE and not self._bracket.is_moved_down(other):
            return self._inside(player, other) if self._roles[high] is Role.INSIDE else 0
        return self._heads.paired

    def _inside(self, high: PairingPlayer, low: PairingPlayer) -> int:
        quality = self._quality.of(high, low) << self._tail_bits if self._quality else 0
        return self._heads.inside[high.score] + quality + self._tail[high.place]

    def set_tail(self, high: int, low: int, more: int) -> None:
        """Changes the tail of a pair by so much from what it was at first."""
        self._matching.set_weight(self.index[high], self.index[low], self.weight(high, low) + more)

    def drop(self, high: int, low: int) -> None:
        self._matching.set_weight(self.index[high], self.index[low], 0)

    def fix(self, high: int, low: int) -> None:
        self._matching.set_weight(self.index[high], self.index[low], self._fixed)

    def solve(self) -> None:
        self._matching.solve()

    def mate(self, place: int) -> int | None:
        """Whom the best pairing so far gives to this one."""
        found = self.vertices[self._matching.mates[self.index[place]]]
        return None if found == place else found

    def unpaired(self) -> list[int]:
        return [place for place in self.vertices if self.mate(place) is None]
