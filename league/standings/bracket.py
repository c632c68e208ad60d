"""Brackets: which matches there are, who comes to each from where, and what that comes to.

A bracket is known before the start: its slots are the matches that may be played, each with the
round in which its turn comes and the sources of those who sit there. `state_of` fills it with
entries and results; whoever draws a round, makes the table or draws the picture reads that. How
brackets are made is told in `league.pairing.brackets`.

Who has a bye has no slot in that round: the number, or the winner of an earlier match, stands in
the sources of the first match that is really played.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Side(StrEnum):
    """Which part of the picture a match belongs to."""

    WINNERS = "winners"  # nobody here has lost; in a single knockout all but the last matches
    LOSERS = "losers"  # everybody here has lost once
    FINAL = "final"  # the final, and the second one where the first is not the last word
    PLACES = "places"  # for the third place, and for those behind it


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody at a table comes from: the start, or a place at another table."""

    seed: int = 0  # the number in the bracket, from 1 on; 0: from another match
    slot: str = ""  # the key of that match
    place: int = 1  # taken there: 1 for its winner, 2 for who lost a match of two


@dataclass(frozen=True, slots=True)
class Slot:
    """A match of a bracket, whoever will sit there."""

    key: str  # stored with the match that is played for it: W1.3, L2.1, F1, P3.1
    round: int  # of the stage, from 1 on
    side: Side
    sources: tuple[Source, ...]
    best_place: int = 0  # of the stage that its winner takes; 0: they play on
    only_if_lost: str = ""  # the match that its first-named must have lost: a second final
    advance: int = 1  # so many of its best go on
    out_place: int = 0  # that those take who go on nowhere from here
    out_shares: int = 1  # how many share that place

    @property
    def level(self) -> int:
        """The round of its side of the picture: 3 of L3.1; 0 where it has none."""
        number = self.key[1:].partition(".")[0]
        return int(number) if self.side in (Side.WINNERS, Side.LOSERS) else 0


@dataclass(frozen=True, slots=True)
class Bracket:
    slots: tuple[Slot, ...]  # by rounds, in each from top to bottom

    @property
    def rounds(self) -> int:
        return max((slot.round for slot in self.slots), default=0)


@dataclass(frozen=True, slots=True)
class SlotState:
    """A match of a bracket as it stands."""

    slot: Slot
    entries: tuple[str | None, ...]  # by its sources; None: not known yet
    order: tuple[str, ...] = ()  # best first, once it is decided
    is_bye: bool = False  # nobody else comes: who is there goes on without a match
    is_needless: bool = False  # it need not be played: a second final after a clear first
    fed: tuple[str | None, ...] = ()  # whom the sources name now, whoever sits there
    is_seated: bool = False  # its table was drawn
    passed: tuple[str, ...] = ()  # who goes on from which place: its order, unless another stood

    @property
    def is_ready(self) -> bool:
        """It can be played: everybody is known, and nothing is decided."""
        return not (self.order or self.is_bye or self.is_needless) and None not in self.entries


@dataclass(frozen=True, slots=True)
class Stood:
    """An official let others go on from a match than those whom its result names.

    It holds as long as the result is the same: another correction asks anew.
    """

    order: tuple[str, ...]  # by the result, when it was decided
    passed: tuple[str, ...]  # as they went on


@dataclass(frozen=True, slots=True)
class Seeded:
    """A bracket with those who play in it, as a stage has them."""

    bracket: Bracket
    entries: tuple[str, ...]  # in the order of the bracket's numbers
    gone: frozenset[str] = frozenset()  # who withdrew
    rounds_before: int = 0  # rounds of the event that were played in stages before
    stood: Mapping[str, Stood] = field(default_factory=dict)  # by slot

    @property
    def mark(self) -> object:
        """The same for the same bracket, in whichever process it is asked."""
        stood = sorted((slot, one.order, one.passed) for slot, one in self.stood.items())
        return self.bracket, self.entries, sorted(self.gone), self.rounds_before, stood


@dataclass(frozen=True, slots=True)
class BracketCourse:
    """What was drawn and decided so far."""

    results: Mapping[str, Sequence[str]]  # by slot: best first
    seated: Mapping[str, Sequence[str]]  # by slot: who was drawn there
    # By round that was drawn, who was free in it: a match without a table was theirs.
    sat_out: Mapping[int, Collection[str]]


@dataclass(frozen=True, slots=True)
class PlaceRange:
    """The places that an entry can still take; `shares`: how many share the last of them."""

    best: int
    worst: int
    shares: int = 1

    @property
    def last(self) -> int:
        """The lowest place, if those who share one are told apart."""
        return self.worst + self.shares - 1


def state_of(
    bracket: Bracket,
    *,
    entries: Sequence[str],
    results: Mapping[str, Sequence[str]],
    gone: Collection[str] = (),
    seated: Mapping[str, Sequence[str]] | None = None,
    sat_out: Mapping[int, Collection[str]] | None = None,
) -> tuple[SlotState, ...]:
    """Every slot as it stands. `entries` are in the order of the bracket's numbers."""
    seeded = Seeded(bracket, tuple(entries), gone=frozenset(gone))
    return states_of_course(seeded, BracketCourse(results, seated or {}, sat_out or {}))


def states_of_course(seeded: Seeded, course: BracketCourse) -> tuple[SlotState, ...]:
    """Every slot of a bracket as a stage has it.

    Who really sat at a table stays there, whatever its feeders say now. Where somebody is gone, the
    others go on; a round that was drawn without a match gave it to who was free in it.
    """
    numbers = {entry: number for number, entry in enumerate(seeded.entries)}
    states: dict[str, SlotState] = {}
    for slot in seeded.bracket.slots:
        fed = tuple(_comes(source, seeded.entries, states) for source in slot.sources)
        state = _state(slot, fed, states, course, gone=seeded.gone, numbers=numbers)
        states[slot.key] = replace(state, passed=_passed(state, seeded.stood.get(slot.key)))
    return tuple(states.values())


def _passed(state: SlotState, stood: Stood | None) -> tuple[str, ...]:
    return stood.passed if stood and stood.order == state.order else state.order


def _comes(source: Source, entries: Sequence[str], states: Mapping[str, SlotState]) -> str | None:
    if source.seed:
        return entries[source.seed - 1]
    passed = states[source.slot].passed
    return passed[source.place - 1] if len(passed) >= source.place else None


def _state(
    slot: Slot,
    fed: tuple[str | None, ...],
    states: Mapping[str, SlotState],
    course: BracketCourse,
    *,
    gone: Collection[str],
    numbers: Mapping[str, int],
) -> SlotState:
    there = course.seated.get(slot.key) or course.results.get(slot.key)
    is_seated = there is not None
    is_needless = False
    if slot.only_if_lost:
        before = states[slot.only_if_lost].passed
        is_needless = bool(before) and before[0] == fed[0]
        if not before or is_needless:
            fed = (None,) * len(fed)
    entries = fed if there is None else _arranged(there, fed)
    decided = tuple(course.results.get(slot.key, ()))
    if decided:  # who did not come to a table for several is behind those who did
        decided += tuple(e for e in entries if e is not None and e not in decided)
    elif there is None and not is_needless:
        decided = _given(slot, entries, course, gone=gone, numbers=numbers)
    is_bye = bool(decided) and there is None
    return SlotState(slot, entries, decided, is_bye, is_needless, fed, is_seated)


def _arranged(there: Sequence[str], fed: Sequence[str | None]) -> tuple[str | None, ...]:
    """Who really sits there, at the sources from which they came as far as that is so."""
    others = iter([entry for entry in there if entry not in fed])
    seats = [entry if entry in there else next(others, None) for entry in fed]
    if len(there) < len(fed):  # a table that was drawn without somebody
        seats = [seat or entry for seat, entry in zip(seats, fed, strict=True)]
    return tuple(seats)


def _given(
    slot: Slot,
    entries: Sequence[str | None],
    course: BracketCourse,
    *,
    gone: Collection[str],
    numbers: Mapping[str, int],
) -> tuple[str, ...]:
    """The order of a match that is not played, because too few are there; empty: it is."""
    known = [entry for entry in entries if entry is not None]
    if len(known) < len(entries):
        return ()
    free = course.sat_out.get(slot.round)
    if free is None and sum(entry not in gone for entry in known) > slot.advance:
        return ()
    kept = free if free is not None else frozenset(known) - frozenset(gone)
    return tuple(sorted(known, key=lambda e: (e not in kept, e in gone, numbers[e])))


def places_of(states: Sequence[SlotState], *, gone: Collection[str] = ()) -> dict[str, int]:
    """By entry. Who went out in the same round shares a place; who plays on has the best open."""
    return {entry: range_.best for entry, range_ in ranges_of(states, gone=gone).items()}


def ranges_of(states: Sequence[SlotState], *, gone: Collection[str] = ()) -> dict[str, PlaceRange]:
    """The places that each entry can still take, by what it may win and lose from here on."""
    by_key = {state.slot.key: state for state in states}
    ways = _Ways.of([state.slot for state in states])
    at = {entry: state for state in states for entry in state.entries if entry is not None}
    return {
        entry: _range(entry, state, by_key, ways, is_gone=entry in gone)
        for entry, state in at.items()
    }


@dataclass(frozen=True, slots=True)
class _Ways:
    """Where each place at each table leads."""

    leads: Mapping[tuple[str, int], str]
    reach: Mapping[str, PlaceRange]  # by slot, whatever happens there

    @classmethod
    def of(cls, slots: Sequence[Slot]) -> "_Ways":
        leads = {
            (source.slot, source.place): slot.key
            for slot in slots
            if not slot.only_if_lost
            for source in slot.sources
            if source.slot
        }
        reach: dict[str, PlaceRange] = {}
        for slot in reversed(slots):
            ends = [
                reach[leads[slot.key, place]] if (slot.key, place) in leads else _end(slot, place)
                for place in range(1, len(slot.sources) + 1)
            ]
            lowest = max(ends, key=lambda end: end.last)
            best = min(end.best for end in ends)
            reach[slot.key] = PlaceRange(best, lowest.worst, lowest.shares)
        return cls(leads, reach)


def _end(slot: Slot, place: int) -> PlaceRange:
    if slot.best_place:
        taken = slot.best_place + place - 1
        return PlaceRange(taken, taken)
    return PlaceRange(slot.out_place, slot.out_place, slot.out_shares)


def _range(
    entry: str,
    state: SlotState,
    by_key: Mapping[str, SlotState],
    ways: _Ways,
    *,
    is_gone: bool,
) -> PlaceRange:
    slot, last = state.slot, len(state.slot.sources)
    if not state.order and not is_gone:
        return ways.reach[slot.key]
    place = state.passed.index(entry) + 1 if entry in state.passed else last
    following = ways.leads.get((slot.key, place))
    if following and by_key[following].is_seated and entry not in by_key[following].entries:
        place, following = last, ways.leads.get((slot.key, last))  # another went on, and it stood
        if following and entry not in by_key[following].entries:
            following = None if by_key[following].is_seated else following
    while following and is_gone:  # and loses whatever comes
        slot = by_key[following].slot
        place = len(slot.sources)
        following = ways.leads.get((slot.key, place))
    return ways.reach[following] if following else _end(slot, place)


def playing_on(states: Sequence[SlotState]) -> set[str]:
    """Who may still have a match to play."""
    leads = _Ways.of([state.slot for state in states]).leads
    at = {entry: state for state in states for entry in state.entries if entry is not None}
    return {
        entry
        for entry, state in at.items()
        if not state.order
        or (entry in state.passed and (state.slot.key, state.passed.index(entry) + 1) in leads)
    }
