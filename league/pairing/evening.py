"""An open evening: which table to make now, of those who are ready, or none yet.

Whoever has waited longest has the strongest claim: a table is made around them, or for nobody. It
costs something to meet again, to be of unequal strength, to sit at a smaller table than wished, and
to leave somebody behind who then has nobody to play with: five are rather three and two than four
and one. Nobody who has waited as long as anybody should is left so if any table takes them along.
What may be paid grows with the waiting time: a table without any fault
is made at once, a bad one only when somebody has waited as long as anybody should. If nobody else
can come, there is nothing to wait for.

Decided here: who sits together, and at which game. Seats, numbers of tables and words are left to
others. The same floor always gives the same table; lots come from the stage's seed and the starting
numbers.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

from league.pairing.field import PairingRemark, Past
from league.pairing.sizes import SizeRules, table_sizes
from league.standings.keys.given import lot_of

_REPEAT = 10  # a meeting that comes again; the third time thrice as much
_AT_ONCE = 6  # and of people who have just met
_SHORT = 0, 16, 70, 120  # so many seats fewer than wished, or more
_IN_MIX, _NOT_IN_MIX = 3, 10  # of so many who are ready, such a table is needed, or is not
_LEFT_ALONE = 30, 40  # nobody is left whom they could play with: at once, after the longest wait
_PASSED_OVER = 1000  # and that although they have waited so long
_GAP = 100  # points of rating that cost one; six hundred and more cost six
_MOST_GAP = 6
_WAITED = 6  # what somebody's claim is worth who has waited as long as anybody should
_PATIENCE = 6, 28  # what a table may cost at once, and shortly before the longest wait
_GRACE_S = 40  # to tap, for those who get up from the same table
_NEAREST = 12  # companions that are looked at: 220 tables of four


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """A game that can be played this evening."""

    key: str
    least: int  # entries at a table
    most: int
    prefer: int
    boards: int | None = None  # that are free; None: enough


@dataclass(frozen=True, slots=True)
class ReadyEntry:
    """Somebody who is free and wants to play."""

    id: str
    waited_s: int
    rating: int | None = None
    wishes: frozenset[str] = frozenset()  # keys of games; empty: whatever is played
    number: int = 0  # the starting number: by it lots are drawn

    def plays(self, game: str) -> bool:
        return not self.wishes or game in self.wishes


@dataclass(frozen=True, slots=True)
class Floor:
    """The room at one moment."""

    ready: tuple[ReadyEntry, ...]
    games: tuple[OfferedTable, ...]
    longest_wait_s: int = 300
    others: int = 0  # who may become ready before long
    past: Past = field(default_factory=Past)
    forbidden: frozenset[frozenset[str]] = frozenset()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class TableMade:
    """Who sits together, and why."""

    entries: tuple[str, ...]  # whoever has waited longest first
    game: str
    cost: int
    remarks: tuple[PairingRemark, ...] = ()


@dataclass(frozen=True)
class _Acquaintance:
    """How often two have met, and with whom each sat last."""

    times: Mapping[frozenset[str], int]
    last: Mapping[str, frozenset[str]]

    def cost(self, pair: frozenset[str]) -> int:
        times = self.times.get(pair, 0)
        if not times:
            return 0
        one, other = pair
        at_once = other in self.last.get(one, ()) and one in self.last.get(other, ())
        return _REPEAT * (2 * times - 1) + _AT_ONCE * at_once


def table_to_make(floor: Floor, *, is_forced: bool = False) -> TableMade | None:
    """The table that is good enough now; None: it is better to wait, or there is none.

    `is_forced`: the best there is, however long anybody has waited.
    """
    met = _met(floor.past)
    for pivot in sorted(floor.ready, key=lambda one: (-one.waited_s, _lot([one], floor))):
        made = _best_for(pivot, floor, met)
        if made is None:
            continue  # nobody to play with: the next one's turn
        if is_forced or made.cost <= _allowed(pivot, floor):
            return replace(made, remarks=tuple(_remarks(made, pivot, floor, met)))
    return None


def _allowed(pivot: ReadyEntry, floor: Floor) -> float:
    """What a table may cost for somebody who has waited so long."""
    if pivot.waited_s >= floor.longest_wait_s:
        return float("inf")
    if not floor.others and pivot.waited_s >= min(_GRACE_S, floor.longest_wait_s):
        return float("inf")
    at_once, at_last = _PATIENCE
    return at_once + (at_last - at_once) * _waited(pivot, floor)


def _best_for(pivot: ReadyEntry, floor: Floor, met: _Acquaintance) -> TableMade | None:
    """The cheapest table with somebody, of all games that they would play."""
    found = [
        (company, game, at, _left_alone(company, floor))
        for at, game in enumerate(floor.games)
        if pivot.plays(game.key) and (game.boards is None or game.boards > 0)
        for company in _companies(pivot, game, floor, met)
    ]
    if not found:
        return None
    # Where any table leaves somebody alone, nobody is helped by waiting.
    least = min(alone for _company, _game, _at, alone in found)
    priced = [
        (_cost(company, game, floor, met) + alone - least, _lot(company, floor), at, company)
        for company, game, at, alone in found
    ]
    cost, _tie, at, company = min(priced, key=lambda each: each[:3])
    in_order = sorted(company, key=lambda one: (-one.waited_s, _lot([one], floor)))
    return TableMade(tuple(entry.id for entry in in_order), floor.games[at].key, cost)


def _companies(
    pivot: ReadyEntry, game: OfferedTable, floor: Floor, met: _Acquaintance
) -> Iterator[tuple[ReadyEntry, ...]]:
    """All tables of a game with somebody, of those who fit them best one by one."""
    others = [one for one in floor.ready if one.id != pivot.id and one.plays(game.key)]
    others = [one for one in others if frozenset({pivot.id, one.id}) not in floor.forbidden]
    near = sorted(others, key=lambda one: (_beside(pivot, one, floor, met), _lot([one], floor)))
    for size in range(game.least, game.most + 1):
        for some in combinations(near[:_NEAREST], size - 1):
            if not any(
                frozenset({a.id, b.id}) in floor.forbidden for a, b in combinations(some, 2)
            ):
                yield (pivot, *some)


def _beside(pivot: ReadyEntry, other: ReadyEntry, floor: Floor, met: _Acquaintance) -> float:
    repeat = met.cost(frozenset({pivot.id, other.id}))
    return repeat + _gap([pivot, other]) - _claim(other, floor)


def _cost(
    company: Sequence[ReadyEntry], game: OfferedTable, floor: Floor, met: _Acquaintance
) -> int:
    repeats = sum(met.cost(frozenset({a.id, b.id})) for a, b in combinations(company, 2))
    repeats = 3 * repeats // len(company)  # for each of them: at a larger table are more pairs
    short = _short(len(company), game, floor)
    claims = sum(_claim(one, floor) for one in company[1:])
    return repeats + short + _gap(company) - int(claims)


def _left_alone(company: Sequence[ReadyEntry], floor: Floor) -> int:
    """What it costs that some who are left can play with nobody who is left, for each of them."""
    left = [one for one in floor.ready if one not in company]
    at_once, at_last = _LEFT_ALONE
    return sum(
        at_once + int((at_last - at_once) * share) + _PASSED_OVER * (share >= 1)
        for one in left
        if not _has_company(one, left, floor)
        for share in [_waited(one, floor)]
    )


def _has_company(one: ReadyEntry, among: Sequence[ReadyEntry], floor: Floor) -> bool:
    """Whether there are enough for a table with them; how well they fit is not asked."""
    for game in floor.games:
        if one.plays(game.key):
            others = (
                other
                for other in among
                if other is not one
                and other.plays(game.key)
                and frozenset({one.id, other.id}) not in floor.forbidden
            )
            if sum(1 for _other in islice(others, game.least - 1)) == game.least - 1:
                return True
    return False


def _short(size: int, game: OfferedTable, floor: Floor) -> int:
    """What the size of a table costs.

    If nobody else comes, nine are better seated as three times three than as 4 + 3 + 2.
    """
    ready = sum(one.plays(game.key) for one in floor.ready)
    if ready > game.prefer and not floor.others:
        rules = SizeRules(prefer=game.prefer, least=game.least, most=game.most)
        if size in table_sizes(ready, rules=rules).sizes and size >= game.prefer - 1:
            return _IN_MIX * (size < game.prefer)
        return _SHORT[abs(game.prefer - size)] + _NOT_IN_MIX
    return _SHORT[abs(game.prefer - size)]


def _claim(entry: ReadyEntry, floor: Floor) -> float:
    """What it is worth to take somebody who has waited."""
    return _WAITED * _waited(entry, floor)


def _waited(entry: ReadyEntry, floor: Floor) -> float:
    """The share of the longest wait; 1: as long as anybody should, or longer."""
    return min(entry.waited_s / max(floor.longest_wait_s, 1), 1)


def _gap(company: Sequence[ReadyEntry]) -> int:
    known = [one.rating for one in company if one.rating is not None]
    return min((max(known) - min(known)) // _GAP, _MOST_GAP) if len(known) > 1 else 0


def _met(past: Past) -> _Acquaintance:
    times: Counter[frozenset[str]] = Counter()
    last: dict[str, frozenset[str]] = {}
    for meeting in sorted(past.meetings, key=lambda one: one.round):
        times.update(frozenset(pair) for pair in combinations(meeting.entries, 2))
        last |= {entry: frozenset(meeting.entries) - {entry} for entry in meeting.entries}
    return _Acquaintance(times, last)


def _lot(people: Sequence[ReadyEntry], floor: Floor) -> str:
    """By starting numbers, which are the same when an evening is simulated again."""
    numbers = sorted((one.number, one.id if not one.number else "") for one in people)
    return lot_of(":".join(f"{number}{name}" for number, name in numbers), seed=floor.seed)


def _remarks(
    made: TableMade, pivot: ReadyEntry, floor: Floor, met: _Acquaintance
) -> Iterator[PairingRemark]:
    """Why these people, in the order in which it weighed."""
    minutes = pivot.waited_s // 60
    if pivot.waited_s >= floor.longest_wait_s:
        yield PairingRemark("waited_longest", (pivot.id,), {"minutes": minutes})
    elif minutes:
        yield PairingRemark("waited", (pivot.id,), {"minutes": minutes})
    for pair in combinations(made.entries, 2):
        if times := met.times.get(frozenset(pair), 0):
            at_once = int(pair[1] in met.last.get(pair[0], ()))
            yield PairingRemark("met_again", pair, {"times": times, "at_once": at_once})
    ratings = [one.rating for one in floor.ready if one.id in made.entries]
    known = sorted(rating for rating in ratings if rating is not None)
    if len(known) > 1:
        yield PairingRemark("ratings_apart", (), {"apart": known[-1] - known[0]})
    prefer = next(game.prefer for game in floor.games if game.key == made.game)
    if len(made.entries) < prefer:
        yield PairingRemark("small_table", (), {"wished": prefer})


@dataclass(frozen=True, slots=True)
class WaitStatistics:
    """What an evening was like: for simulations and for those who wonder."""

    waits_s: tuple[int, ...]  # of everybody before each of their games
    repeats: int  # meetings of people who had met before
    meetings: int

    @property
    def mean_s(self) -> int:
        return sum(self.waits_s) // len(self.waits_s) if self.waits_s else 0

    @property
    def longest_s(self) -> int:
        return max(self.waits_s, default=0)

    def within_s(self, share: float) -> int:
        """So many of the waits were not longer."""
        ordered = sorted(self.waits_s)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0


def statistics_of(waits_s: Collection[int], past: Past) -> WaitStatistics:
    times: Counter[frozenset[str]] = Counter()
    for meeting in past.meetings:
        times.update(frozenset(pair) for pair in combinations(meeting.entries, 2))
    met = sum(times.values())
    return WaitStatistics(tuple(waits_s), met - len(times), met)
