"""The best pairing of one bracket, and of equally good ones the first by the rules' own order.

Decided here: which of those moved down are paired and with whom, then the residents that remain
(articles 3 and 4). Each step asks the solver a question whose answer is then fixed: the tail of
the weights is raised for what comes first in the order. Left to `engine`: what follows for the
players below.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.pairing.dutch.colours import breaks_preference
from league.pairing.dutch.criteria import Quality, ScoreBracket
from league.pairing.dutch.graph import Graph, Horizon, Question
from league.pairing.dutch.lawful import places, set_of
from league.pairing.dutch.players import Float, PairingPlayer


@dataclass(frozen=True, slots=True)
class Paired:
    """A bracket that is done: places, the higher one first."""

    bracket: ScoreBracket
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[PairingPlayer, ...]
    unpaired: tuple[int, ...]  # of all that were looked at, in a pairing that is as good


def pair_bracket(question: Question) -> Paired:
    bracket = question.bracket
    if not bracket.moved_down and (first := first_candidate(question, bracket.residents)):
        return _paired(question, first)
    if _bye_is_here(question):
        question = replace(question, counts_games=_leaves_one(question))
    quality = Quality(bracket)
    pairs, expected = _pair_moved_down(question, quality)
    taken = {place for pair in pairs for place in pair}
    rest = [player for player in bracket.residents if player.place not in taken]
    limbo = [player for player in bracket.moved_down if player.place not in taken]
    if not limbo and (first := first_candidate(question, rest)):
        return _paired(question, [*pairs, *first])
    more, unpaired = _Remainder(question, quality, rest, limbo).pair(expected)
    return _paired(question, [*pairs, *more], unpaired)


def _paired(
    question: Question, pairs: Sequence[tuple[int, int]], unpaired: Sequence[int] = ()
) -> Paired:
    taken = {place for pair in pairs for place in pair}
    floaters = tuple(p for p in question.bracket.players if p.place not in taken)
    return Paired(question.bracket, tuple(pairs), floaters, tuple(unpaired))


def first_candidate(
    question: Question, players: Sequence[PairingPlayer]
) -> list[tuple[int, int]] | None:
    """The upper half against the lower half in order, if nothing at all speaks against it."""
    half = len(players) // 2
    pairs = list(zip(players[:half], players[half : 2 * half], strict=True))
    left = players[2 * half :]
    lawful = question.field.lawful
    if any(not lawful[high.place] >> low.place & 1 for high, low in pairs):
        return None
    if any(breaks_preference(high, low) for high, low in pairs):
        return None  # and no pair breaks C10, C11 or C13 without breaking C12
    if any(Float.DOWN in player.floats for player in left):
        return None
    if question.horizon is not Horizon.BRACKET and not _ends_round(question, left):
        return None
    return [(high.place, low.place) for high, low in pairs]


def _ends_round(question: Question, left: Sequence[PairingPlayer]) -> bool:
    """Whether nobody comes after the bracket and who is left has the bye by C2, C5 and C9."""
    field = question.field
    if question.next_group or question.below:
        return False
    candidates = [p for p in question.bracket.players if field.lawful[p.place] >> field.bye & 1]
    return all(
        player in candidates and player.games == max(p.games for p in candidates) for player in left
    )


def _bye_is_here(question: Question) -> bool:
    """Whether the bye has to come from this bracket."""
    score = question.field.bye_score
    return score is not None and score >= question.bracket.score


def _leaves_one(question: Question) -> bool:
    """Whether C6 leaves exactly one in the bracket: who then has the bye, and C9 applies."""
    players = question.bracket.players
    graph = Graph(question, inside=players)
    inside = _residents(question.bracket)
    paired = sum(1 for player in players if _pairs_inside(graph, player, inside))
    return len(players) - 2 * paired == 1


def _residents(bracket: ScoreBracket) -> int:
    return set_of(player.place for player in bracket.residents)


def _pairs_inside(graph: Graph, player: PairingPlayer, residents: int) -> bool:
    """Whether a player is the higher one of a pair in the bracket."""
    mate = graph.mate(player.place)
    return mate is not None and mate > player.place and bool(residents >> mate & 1)


def _pair_moved_down(question: Question, quality: Quality) -> tuple[list[tuple[int, int]], int]:
    """Pairs of those moved down, and how many pairs the residents make among themselves."""
    bracket = question.bracket
    if not bracket.moved_down:
        return [], len(bracket.residents) // 2
    residents = _residents(bracket)
    low_bits = len(bracket.residents).bit_length()
    ahead = {p.place: at for at, p in enumerate(reversed(bracket.moved_down), start=low_bits)}
    graph = Graph(
        question,
        inside=bracket.players,
        quality=quality,
        tail_bits=low_bits + len(bracket.moved_down),
        tail=lambda player: 1 << ahead[player.place] if player.place in ahead else 0,
    )
    paired = [p.place for p in bracket.moved_down if _pairs_inside(graph, p, residents)]
    pairs = choose_opponents(graph, paired, among=residents)
    inner = sum(1 for player in bracket.residents if _pairs_inside(graph, player, residents))
    return pairs, inner


def choose_opponents(
    graph: Graph, uppers: Sequence[int], *, among: int, bonus: Sequence[int] = (), worth: int = 0
) -> list[tuple[int, int]]:
    """To each in turn the first opponent that leaves the pairing as good as it is."""
    pairs = []
    for place in uppers:
        kept = worth if place in bonus else 0
        options = list(places(graph.field.lawful[place] & among & (-2 << place)))
        mate = graph.mate(place)
        assert mate is not None
        if mate != options[0]:
            at = options.index(mate)
            for rank, option in enumerate(options[: at + 1]):  # those after it stay as they are
                graph.set_tail(place, option, kept + at + 1 - rank)
            graph.solve()
            mate = graph.mate(place)
            assert mate is not None
        graph.fix(place, mate)
        among &= ~(1 << mate)
        pairs.append((place, mate))
    return pairs


class _Remainder:
    """Residents that are paired among themselves: a homogeneous bracket, or what is left of one."""

    def __init__(
        self,
        question: Question,
        quality: Quality,
        players: Sequence[PairingPlayer],
        limbo: Sequence[PairingPlayer],
    ) -> None:
        self.question = question
        self.quality = quality
        self.players = players
        self.limbo = limbo
        self.members = set_of(player.place for player in players)
        self.count_bits = len(players).bit_length()
        self.worth = len(players) + 1  # of an upper that is settled: above all questions after it

    def pair(self, expected: int) -> tuple[list[tuple[int, int]], list[int]]:
        graph = self._graph(expected)
        found = len(self._uppers(graph))
        if found != expected:  # fewer can be paired, so that the upper half is a smaller one
            graph = self._graph(found)
        half = [player.place for player in self.players[:found]]
        settled = self._settle_uppers(graph, half)
        uppers = sorted(self._uppers(graph))
        lowers = self.members & ~set_of(uppers)
        pairs = choose_opponents(graph, uppers, among=lowers, bonus=settled, worth=self.worth)
        return pairs, graph.unpaired()

    def _graph(self, half: int) -> Graph:
        """The tail: 1 for an upper of the upper half, its number, then room for questions."""
        low_bits = 2 * self.count_bits + 2
        ranks = {player.place: rank for rank, player in enumerate(self.players)}

        def tail(player: PairingPlayer) -> int:
            rank = ranks[player.place]
            head = int(rank < half) << 2 * self.count_bits
            return head + len(self.players) - rank << low_bits | 1

        return Graph(
            self.question,
            inside=self.players,
            limbo=self.limbo,
            quality=self.quality,
            tail_bits=3 * self.count_bits + low_bits,
            tail=tail,
        )

    def _uppers(self, graph: Graph) -> set[int]:
        return {p.place for p in self.players if _pairs_inside(graph, p, self.members)}

    def _settle_uppers(self, graph: Graph, half: Sequence[int]) -> list[int]:
        """Exchanges: who of the upper half is none of the uppers, and who is one instead.

        Gives those of the lower half; they are kept by what they are worth.
        """
        exchanges = len(self._uppers(graph) - set(half))
        self._leave_out(graph, half, exchanges)
        settled: list[int] = []
        for player in self.players[len(half) :]:
            if len(settled) == exchanges:
                break
            lowers = self._lowers(graph, player.place)
            if player.place not in self._uppers(graph):
                self._set_tails(graph, player.place, lowers, 1)
                graph.solve()
            if player.place in self._uppers(graph):
                self._set_tails(graph, player.place, lowers, self.worth)
                settled.append(player.place)
            else:
                self._set_tails(graph, player.place, lowers, 0)
        return settled

    def _leave_out(self, graph: Graph, half: Sequence[int], exchanges: int) -> None:
        """From the bottom of the upper half upwards: who can be left out of the uppers."""
        left_out = 0
        for place in reversed(half):
            if left_out == exchanges:
                return
            lowers = self._lowers(graph, place)
            if place in self._uppers(graph):
                self._set_tails(graph, place, lowers, -1)
                graph.solve()
            if place in self._uppers(graph):
                self._set_tails(graph, place, lowers, 0)
            else:
                left_out += 1
                for low in lowers:
                    graph.drop(place, low)

    def _lowers(self, graph: Graph, place: int) -> list[int]:
        return list(places(graph.field.lawful[place] & self.members & (-2 << place)))

    @staticmethod
    def _set_tails(graph: Graph, place: int, lowers: Sequence[int], more: int) -> None:
        for low in lowers:
            graph.set_tail(place, low, more)
