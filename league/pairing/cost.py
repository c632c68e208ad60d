"""What a seating at tables of up to four gives up, as a vector compared from its first number on.

Decided here: what counts and in which order (spec/pairing-and-tiebreaks.md 2.2). Everything but
short tables is a sum over the pairs that sit together, so that a change at one table is priced by
that table alone: an editor can ask again at every move. The same for a search is in `matrix`;
searching is left to `search`, the rounds to come to `ahead`, words to `remarks`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from league.pairing.field import Entrant, Meeting, Past, TableDrawn

Pair = frozenset[str]
EIGHTHS = 8  # the weighted sum is kept in eighths of a weight
AT_ONCE = 2  # eighths added to a repeat of the round before: an older meeting is repeated rather


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """Less is better, and no number outweighs an earlier one."""

    forbidden: int = 0  # pairs to be kept apart that sit together
    again: int = 0  # the weighted sum of repeats and turns at short tables, in eighths
    leaders: int = 0  # in the last round: pairs of a leader and somebody who is none
    spread: int = 0  # differences in points, over all pairs; those at the top count up to 4 times
    club_mates: int = 0  # pairs, in the early rounds

    @property
    def numbers(self) -> tuple[int, int, int, int, int]:
        return self.forbidden, self.again, self.leaders, self.spread, self.club_mates

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(*map(int.__add__, self.numbers, other.numbers))


NOTHING = Cost()


@dataclass(frozen=True, slots=True)
class Weights:
    """How much repeats and turns at short tables weigh against each other.

    A pair's third meeting weighs a little more than its second, a fourth and fifth much more; a
    turn weighs the square of the turns before it. By the defaults, and over five rounds, five
    entries sit at two equally often, seven at three two or three times, and nobody repeats more
    than a greedy draw would.
    """

    repeat: int = 12
    short: int = 1
    two: int = 2  # how many turns one at a table of two counts as

    def met_again(self, before: int) -> int:
        """What it costs to meet once more, in eighths."""
        return EIGHTHS * self.repeat + before**3 - 1 if before else 0

    def turns(self, size: int) -> int:
        return self.two if size == 2 else 1

    def short_again(self, before: int, *, size: int) -> int:
        """What one more turn at a short table of this size costs, in eighths."""
        squares = sum(turn**2 for turn in range(before, before + self.turns(size)))
        return EIGHTHS * self.short * squares


USUAL_WEIGHTS = Weights()


@dataclass(frozen=True)
class Situation:
    """Everything that the cost of a seating in this round depends on."""

    entrants: tuple[Entrant, ...]
    round_number: int = 1
    past: Past = field(default_factory=Past)
    forbidden: frozenset[Pair] = frozenset()
    early_rounds: int = 0  # in these club mates are kept apart if that costs nothing else
    weights: Weights = USUAL_WEIGHTS
    planned: tuple[Meeting, ...] = ()  # tables of the rounds to come, as they are planned now
    final_seats: int = 0  # in the last round: so many leaders are to sit together

    @cached_property
    def by_id(self) -> dict[str, Entrant]:
        return {entrant.id: entrant for entrant in self.entrants}

    @cached_property
    def meetings(self) -> Counter[Pair]:
        """How often each pair met. Forfeited tables do not count as met."""
        return _met(self.past.meetings)

    @cached_property
    def met_last_round(self) -> frozenset[Pair]:
        last = (m for m in self.past.meetings if m.round == self.round_number - 1)
        return frozenset(_met(last))

    @cached_property
    def other_meetings(self) -> Counter[Pair]:
        """How often each pair meets in all other rounds, played or planned."""
        return self.meetings + _met(self.planned)

    @cached_property
    def met_beside(self) -> Counter[Pair]:
        """Meetings in the round before or after this one."""
        return _met(
            meeting
            for meeting in (*self.past.meetings, *self.planned)
            if abs(meeting.round - self.round_number) == 1
        )

    @cached_property
    def short_times(self) -> Counter[str]:
        """How often each entry played at a table smaller than the largest of its round."""
        short = short_tables(self.past.meetings)
        return Counter(entry for meeting in short for entry in meeting.entries)

    @cached_property
    def turns(self) -> Counter[str]:
        """Turns at short tables in all other rounds, by what they count."""
        turns: Counter[str] = Counter()
        for meeting in short_tables((*self.past.meetings, *self.planned)):
            for entry in meeting.entries:
                turns[entry] += self.weights.turns(len(meeting.entries))
        return turns

    @cached_property
    def by_points(self) -> list[Entrant]:
        return sorted(self.entrants, key=lambda entrant: (-entrant.points_12, entrant.seed))

    @cached_property
    def leaders(self) -> frozenset[str]:
        """Those of the leaders' table, whoever of equal points takes its last seats."""
        if not 1 < self.final_seats < len(self.entrants):
            return frozenset()
        first_out = self.by_points[self.final_seats].points_12
        return frozenset(e.id for e in self.entrants if e.points_12 > first_out)

    @cached_property
    def outsiders(self) -> frozenset[str]:
        """Those who have too few points for the leaders' table."""
        if not self.leaders:
            return frozenset()
        last_in = self.by_points[self.final_seats - 1].points_12
        return frozenset(e.id for e in self.entrants if e.points_12 < last_in)

    @cached_property
    def rank_weights(self) -> dict[str, int]:
        """4 for entries in the top quarter by points, then 3, 2, 1; equals weigh the same."""
        ahead: dict[int, int] = {}
        for place, entrant in enumerate(self.by_points):
            ahead.setdefault(entrant.points_12, place)
        return {e.id: 4 - 4 * ahead[e.points_12] // len(self.entrants) for e in self.entrants}

    @property
    def minds_clubs(self) -> bool:
        return self.round_number <= self.early_rounds

    def repeat_cost(self, pair: Pair) -> int:
        again = self.weights.met_again(self.other_meetings[pair])
        return again + AT_ONCE * self.met_beside[pair] if again else 0

    def short_cost(self, entry: str, *, size: int) -> int:
        return self.weights.short_again(self.turns[entry], size=size)

    def parts_leaders(self, first: str, second: str) -> bool:
        """Whether one of these belongs to the leaders' table and the other does not."""
        return (first in self.leaders and second in self.outsiders) or (
            second in self.leaders and first in self.outsiders
        )


def pairs_of(entries: Iterable[str]) -> Iterator[Pair]:
    return map(frozenset, combinations(entries, 2))


def _met(meetings: Iterable[Meeting]) -> Counter[Pair]:
    played = (meeting for meeting in meetings if meeting.was_played)
    return Counter(pair for meeting in played for pair in pairs_of(meeting.entries))


def short_tables(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Tables that were smaller than the largest of their round."""
    known = list(meetings)
    full: Counter[int] = Counter()
    for meeting in known:
        full[meeting.round] = max(full[meeting.round], len(meeting.entries))
    return [m for m in known if m.was_played and len(m.entries) < full[m.round]]


def pair_cost(first: str, second: str, *, situation: Situation) -> Cost:
    """What it costs that these two sit together."""
    pair = frozenset((first, second))
    one, two = situation.by_id[first], situation.by_id[second]
    ranks = situation.rank_weights
    return Cost(
        forbidden=int(pair in situation.forbidden),
        again=situation.repeat_cost(pair),
        leaders=int(situation.parts_leaders(first, second)),
        spread=abs(one.points_12 - two.points_12) * max(ranks[first], ranks[second]),
        club_mates=int(are_club_mates(one, two) and situation.minds_clubs),
    )


def are_club_mates(one: Entrant, two: Entrant) -> bool:
    return one.club == two.club != ""


def table_cost(entries: tuple[str, ...], *, situation: Situation, full: int) -> Cost:
    """What one table costs in a round whose largest table has `full` seats."""
    size = len(entries)
    again = sum(situation.short_cost(entry, size=size) for entry in entries) if size < full else 0
    pairs = (pair_cost(*pair, situation=situation) for pair in combinations(entries, 2))
    return sum(pairs, start=Cost(again=again))


def cost_of(tables: Iterable[TableDrawn], *, situation: Situation) -> Cost:
    """What a whole seating costs."""
    seated = [table.entries for table in tables]
    full = max(map(len, seated), default=0)
    return sum((table_cost(at, situation=situation, full=full) for at in seated), start=NOTHING)
