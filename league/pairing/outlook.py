"""The tables of several rounds at once, with what they cost together, and a search over them.

Decided here: how rounds that are still open are changed so that the weighted sum of `cost` over the
whole event falls: by annealing, that is by swaps of two seats of one round at random, of which
those that cost more are made ever more rarely. It ends after a fixed number of tries, never by a
clock, so that a seed always gives the same tables; the result never costs more than the start.
Which rounds are looked at, and where the search starts, is decided in `ahead`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from itertools import combinations
from math import exp
from random import Random

from league.pairing.cost import AT_ONCE, EIGHTHS, Situation, Weights, short_tables
from league.pairing.field import Meeting

Company = tuple[str, ...]  # who sit together
RoundTables = tuple[Company, ...]
Progress = Callable[[float], None]

APART = 10**7  # what a pair to be kept apart costs, more than all the rest
WARM = 0.6  # at first a swap may cost about so many repeats, at the end about COLD of one
COLD = 0.05
SEARCHES = 4  # of which the best counts
TRIES = 25  # for each seat of an open round, times entries
MOST_TRIES = 100_000


class _Prices(dict[int, int]):
    """What all meetings of a pair cost, by the bits of the rounds; worked out when first asked."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def __missing__(self, mask: int) -> int:
        times = (mask >> 1).bit_count()
        price = sum(self.weights.met_again(before) for before in range(times))
        price += AT_ONCE * (mask & mask >> 1 & ~1).bit_count()
        price += APART * times * (mask & 1)
        self[mask] = price
        return price


class Outlook:
    """Rounds from now on. A pair is known by the rounds in which it meets, as bits of a number."""

    def __init__(
        self, situation: Situation, rounds: Mapping[int, RoundTables], *, fixed: Collection[str]
    ) -> None:
        """`fixed`: entries whose tables of this round stay as they are."""
        self.weights = situation.weights
        self.ids = sorted({e for tables in rounds.values() for table in tables for e in table})
        row = {entry: number for number, entry in enumerate(self.ids)}
        self.numbers = list(rounds)
        # Rounds of earlier stages are counted back from 0; bit 0 is for pairs to be kept apart.
        self.first = min([1, *(meeting.round for meeting in situation.past.meetings)])
        self.tables = [[[row[e] for e in table] for table in rounds[k]] for k in self.numbers]
        self.table_of = [self._places(tables) for tables in self.tables]
        self.full = [max(map(len, tables), default=0) for tables in self.tables]
        kept = {row[entry] for entry in fixed if entry in row}
        self.free = [
            [r for table in tables for r in table if k != situation.round_number or r not in kept]
            if len(tables) > 1
            else []
            for k, tables in zip(self.numbers, self.tables, strict=True)
        ]
        self.prices = _Prices(situation.weights)
        self._read(situation, rounds, row)
        self.cost = self._whole_cost()
        self.least = self._least()

    def _places(self, tables: list[list[int]]) -> list[int]:
        places = [-1] * len(self.ids)
        for number, table in enumerate(tables):
            for row in table:
                places[row] = number
        return places

    def _read(
        self, situation: Situation, rounds: Mapping[int, RoundTables], row: dict[str, int]
    ) -> None:
        """Who met whom and sat short, before and by these tables."""
        open_rounds = [Meeting(k, table) for k, tables in rounds.items() for table in tables]
        self.met = [[0] * len(self.ids) for _ in self.ids]
        for pair in situation.forbidden:
            one, two = (row.get(entry, -1) for entry in pair)
            if one >= 0 and two >= 0:
                self.met[one][two] = self.met[two][one] = 1  # bit 0 marks it
        for meeting in situation.past.meetings:
            if meeting.was_played:
                self._mark([row[e] for e in meeting.entries if e in row], meeting.round)
        self.met_before = [list(line) for line in self.met]
        for meeting in open_rounds:
            self._mark([row[e] for e in meeting.entries], meeting.round)
        self.turns = [0] * len(self.ids)
        self.turns_before = [0] * len(self.ids)
        for counted, meetings in (
            (self.turns_before, situation.past.meetings),
            (self.turns, (*situation.past.meetings, *open_rounds)),
        ):
            for meeting in short_tables(meetings):
                for entry in meeting.entries:
                    if entry in row:
                        counted[row[entry]] += self.weights.turns(len(meeting.entries))

    def _mark(self, rows: list[int], number: int) -> None:
        bit = self._bit(number)
        for one, two in combinations(rows, 2):
            self.met[one][two] |= bit
            self.met[two][one] |= bit

    def _bit(self, number: int) -> int:
        return 1 << number - self.first + 1

    def _turn_price(self, turns: int) -> int:
        """What all turns of an entry cost: the sum of squares up to the one before the last."""
        return EIGHTHS * self.weights.short * ((turns - 1) * turns * (2 * turns - 1) // 6)

    def _whole_cost(self) -> int:
        pairs = combinations(range(len(self.ids)), 2)
        met = sum(self.prices[self.met[one][two]] for one, two in pairs)
        return met + sum(map(self._turn_price, self.turns))

    def _least(self) -> int:
        """Proven: nothing new repeats, and turns go to whom they cost least."""
        pairs = combinations(range(len(self.ids)), 2)
        least = sum(self.prices[self.met_before[one][two]] for one, two in pairs)
        turns = list(self.turns_before)
        for _ in range(sum(self.turns) - sum(self.turns_before)):
            turns[turns.index(min(turns))] += 1
        return least + sum(map(self._turn_price, turns))

    def price_of_swap(self, at: int, one: int, two: int) -> int:
        """What it costs more that these two swap seats in the round at this place."""
        prices, bit = self.prices, self._bit(self.numbers[at])
        places, tables = self.table_of[at], self.tables[at]
        ours, theirs = tables[places[one]], tables[places[two]]
        met_one, met_two = self.met[one], self.met[two]
        change = 0
        for row in ours:
            if row != one:
                left, joined = met_one[row], met_two[row]
                change += prices[left ^ bit] - prices[left] + prices[joined ^ bit] - prices[joined]
        for row in theirs:
            if row != two:
                left, joined = met_two[row], met_one[row]
                change += prices[left ^ bit] - prices[left] + prices[joined ^ bit] - prices[joined]
        if len(ours) != len(theirs):
            change += self._price_of_turns(at, one, len(ours), len(theirs))
            change += self._price_of_turns(at, two, len(theirs), len(ours))
        return change

    def _price_of_turns(self, at: int, row: int, size: int, new_size: int) -> int:
        turns = self.turns[row]
        after = turns - self._turns_at(at, size) + self._turns_at(at, new_size)
        return self._turn_price(after) - self._turn_price(turns)

    def _turns_at(self, at: int, size: int) -> int:
        return self.weights.turns(size) if size < self.full[at] else 0

    def swap(self, at: int, one: int, two: int) -> None:
        met, bit = self.met, self._bit(self.numbers[at])
        places, tables = self.table_of[at], self.tables[at]
        ours, theirs = tables[places[one]], tables[places[two]]
        for row in (*ours, *theirs):
            if row not in (one, two):
                for mover in (one, two):
                    met[mover][row] ^= bit
                    met[row][mover] ^= bit
        if len(ours) != len(theirs):
            change = self._turns_at(at, len(theirs)) - self._turns_at(at, len(ours))
            self.turns[one] += change
            self.turns[two] -= change
        ours[ours.index(one)], theirs[theirs.index(two)] = two, one
        places[one], places[two] = places[two], places[one]

    def rounds(self) -> dict[int, RoundTables]:
        return {
            number: tuple(tuple(self.ids[row] for row in table) for table in tables)
            for number, tables in zip(self.numbers, self.tables, strict=True)
        }


def usual_tries(outlook: Outlook) -> int:
    return min(MOST_TRIES, TRIES * len(outlook.ids) * sum(map(len, outlook.free)))


def search(
    outlook: Outlook, *, random: Random, progress: Progress | None = None
) -> tuple[int, dict[int, RoundTables]]:
    """The cheapest rounds that several searches find, and what they cost."""
    tries = usual_tries(outlook)
    best, cheapest = outlook.cost, outlook.rounds()
    for number in range(SEARCHES):
        cost, found = anneal(outlook, tries=tries, random=random)
        if cost < best:
            best, cheapest = cost, found
        if best <= outlook.least:
            break
        if progress:
            progress((number + 1) / SEARCHES)
    return best, cheapest


def anneal(outlook: Outlook, *, tries: int, random: Random) -> tuple[int, dict[int, RoundTables]]:
    """The cheapest rounds met on the way from where it stands, and what they cost."""
    best, cheapest = outlook.cost, outlook.rounds()
    weight = EIGHTHS * outlook.weights.repeat
    cooling = (COLD / WARM) ** (1 / max(1, tries))
    heat = WARM * weight
    movable = [at for at, rows in enumerate(outlook.free) if rows]
    for _ in range(tries if movable else 0):
        if best <= outlook.least:
            break
        heat *= cooling
        at = movable[int(random.random() * len(movable))]
        rows, places = outlook.free[at], outlook.table_of[at]
        one, two = rows[int(random.random() * len(rows))], rows[int(random.random() * len(rows))]
        if places[one] == places[two]:
            continue
        price = outlook.price_of_swap(at, one, two)
        if price <= 0 or random.random() < exp(-price / heat):
            outlook.swap(at, one, two)
            outlook.cost += price
            if outlook.cost < best:
                best, cheapest = outlook.cost, outlook.rounds()
    return best, cheapest


def repeats_over(meetings: Collection[Meeting]) -> int:
    """How many meetings in all these rounds are not the first of their pair."""
    met = Counter(
        frozenset(pair) for m in meetings if m.was_played for pair in combinations(m.entries, 2)
    )
    return sum(met.values()) - len(met)
