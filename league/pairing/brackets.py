"""How brackets are made: single knockout with places behind, tables of several, double elimination.

Decided here: which matches there are, in which round, and who comes to each from where. What a
bracket is, and what results make of it, stands in `league.standings.bracket`, since the table is
made of it; its names are given on here.

The full bracket has a power of two of lines. Where a line is empty, the other goes on without a
match, and such a match is no slot at all: numbers of slots keep the gaps, so that a match is at the
same height of the picture whoever plays.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import count

from league.standings.bracket import (
    Bracket,
    PlaceRange,
    Seeded,
    Side,
    Slot,
    SlotState,
    Source,
    places_of,
    ranges_of,
    state_of,
)

__all__ = [
    "Bracket",
    "PlaceRange",
    "Seeded",
    "Side",
    "Slot",
    "SlotState",
    "Source",
    "double_elimination",
    "places_of",
    "ranges_of",
    "single_elimination",
    "state_of",
]

Line = Source | None  # None: nobody comes from there
Met = tuple[str, tuple[Source, ...]]  # a match: its key, and who comes there
ALL_PLACES = 64  # `places_played` from here on means all of them
_DUEL = 2
_SIDES = (Side.FINAL, Side.WINNERS, Side.LOSERS, Side.PLACES)


@cache
def single_elimination(
    entries: int,
    *,
    places_played: int = 2,
    seats: int = _DUEL,
    advance: int = 1,
    least: int = _DUEL,
    neighbours: bool = False,
) -> Bracket:
    """Who loses is out, or plays for the places behind.

    `places_played`: the places from the first on that are played for. At tables of more than two
    seats the best `advance` go on, and the final table decides its places; no table has fewer than
    `least`. `neighbours`: the numbers stand in order, so that 1 and 2 meet first; otherwise as late
    as possible. ValueError where so many cannot be brought to one final table.
    """
    if seats > _DUEL:
        return _of_tables(entries, seats=seats, advance=advance, least=least)
    limit = places_played if places_played < ALL_PLACES else entries
    lines = _lines(entries, neighbours=neighbours)
    return _in_order(_played_out(lines, best=1, first_round=1, limit=limit))


@cache
def double_elimination(
    entries: int, *, has_reset: bool = True, neighbours: bool = False
) -> Bracket:
    """Who loses once plays on in the losers' bracket; who loses twice is out.

    Losers of a round come to places of the losers' bracket that were filled from elsewhere: two who
    have met do so again as late as can be. `has_reset`: if who had not lost before loses the final,
    there is a second one.
    """
    levels = _Levels()
    lines = _lines(entries, neighbours=neighbours)
    dropping: list[list[Line]] = []
    while len(lines) > 1:
        lines, losers = levels.play(lines, side=Side.WINNERS)
        dropping.append(losers)
    finalists = tuple(line for line in (*lines, _losers_bracket(dropping, levels)) if line)
    slots = _with_rounds(levels.levels)
    return _in_order((*slots, *_finals(finalists, after=slots, has_reset=has_reset)))


def _in_order(slots: Iterable[Slot]) -> Bracket:
    def key(slot: Slot) -> tuple[int, ...]:
        numbers = (int(part) for part in slot.key[1:].split("."))
        return (slot.round, _SIDES.index(slot.side), *numbers)

    return Bracket(tuple(sorted(slots, key=key)))


def _lines(entries: int, *, neighbours: bool) -> list[Line]:
    """The numbers from top to bottom of the picture. Byes are with the first numbers."""
    if entries < _DUEL:
        raise ValueError(f"a bracket of {entries}")
    size = 1 << (entries - 1).bit_length()
    if neighbours:
        byes = size - entries
        order = [number for first in range(1, byes + 1) for number in (first, size)]
        order += range(byes + 1, entries + 1)
    else:
        order = [1]
        while len(order) < size:
            turned = 2 * len(order) + 1
            order = [number for upper in order for number in (upper, turned - upper)]
    return [Source(seed=number) if number <= entries else None for number in order]


def _there(lines: Sequence[Line]) -> int:
    return sum(line is not None for line in lines)


def _met(
    lines: Sequence[Line], key_at: Callable[[int], str]
) -> tuple[list[Met], list[Line], list[Line]]:
    """The matches of neighbouring lines, then the lines of winners and those of losers."""
    matches: list[Met] = []
    winners: list[Line] = []
    losers: list[Line] = []
    for at, (upper, lower) in enumerate(zip(lines[::2], lines[1::2], strict=True), start=1):
        if upper is None or lower is None:
            winners.append(upper or lower)
            losers.append(None)
            continue
        key = key_at(at)
        matches.append((key, (upper, lower)))
        winners.append(Source(slot=key))
        losers.append(Source(slot=key, place=2))
    return matches, winners, losers


# Single knockout


def _played_out(lines: list[Line], *, best: int, first_round: int, limit: int) -> Iterator[Slot]:
    """A knockout among these for the places from `best` on; losers play on up to the limit."""
    key_of, side = (_main_key, Side.WINNERS) if best == 1 else (_place_keys(best), Side.PLACES)
    for round_ in count(first_round):
        playing = _there(lines)
        if playing < _DUEL:
            return
        is_last = playing == _DUEL
        is_final = is_last and best == 1
        matches, lines, losers = _met(lines, partial(key_of, 0 if is_final else round_))
        behind = best + playing - len(matches)
        for key, sources in matches:
            yield Slot(
                *(key, round_, Side.FINAL if is_final else side, sources),
                best_place=best if is_last else 0,
                out_place=behind,
                out_shares=len(matches),
            )
        if behind <= limit:
            yield from _played_out(losers, best=behind, first_round=round_ + 1, limit=limit)


def _main_key(level: int, at: int) -> str:
    return f"W{level}.{at}" if level else f"F{at}"


def _place_keys(best: int) -> Callable[[int, int], str]:
    numbers = count(1)
    return lambda _level, _at: f"P{best}.{next(numbers)}"


# Tables of several


@dataclass(frozen=True, slots=True)
class _TableRound:
    """How many tables there are, and how many entries are free."""

    tables: int
    byes: int


def _of_tables(entries: int, *, seats: int, advance: int, least: int) -> Bracket:
    if not 0 < advance < seats:
        raise ValueError(f"{advance} of {seats} cannot go on")
    plan = _plan(entries, seats, advance, least)
    if plan is None:
        raise ValueError(f"{entries} cannot be brought to a table of {least} to {seats}")
    slots: list[Slot] = []
    coming = [Source(seed=number) for number in range(1, entries + 1)]
    for number, round_ in enumerate(plan, start=1):
        is_final = number == len(plan)
        free, playing = coming[: round_.byes], coming[round_.byes :]
        tables = _dealt(playing, round_.tables)
        after = 1 if is_final else round_.byes + round_.tables * advance
        keys = ["F1"] if is_final else [_main_key(number, at) for at in range(1, len(tables) + 1)]
        slots += (
            Slot(
                *(key, number, Side.FINAL if is_final else Side.WINNERS, tuple(table)),
                best_place=int(is_final),
                advance=1 if is_final else advance,
                out_place=after + 1,
                out_shares=len(coming) - after,
            )
            for key, table in zip(keys, tables, strict=True)
        )
        first, *others = (
            [Source(slot=key, place=place) for key in keys] for place in range(1, advance + 1)
        )
        # Who was free comes after those who won, so that byes do not fall to the same again.
        coming = [*first, *free, *(source for row in others for source in row)]
    return _in_order(slots)


@cache
def _plan(entries: int, seats: int, advance: int, least: int) -> tuple[_TableRound, ...] | None:
    """The fewest rounds to a final table, then the fewest byes, then the fewest tables."""
    if least <= entries <= seats:
        return (_TableRound(1, 0),)
    smallest = max(least, advance + 1)
    ways = []
    for tables in range(1, entries // smallest + 1):
        for byes in range(max(0, entries - tables * seats), entries - tables * smallest + 1):
            rest = _plan(byes + tables * advance, seats, advance, least)
            if rest is not None:
                ways.append((_TableRound(tables, byes), *rest))
    return min(
        ways,
        key=lambda way: (len(way), sum(r.byes for r in way), sum(r.tables for r in way)),
        default=None,
    )


def _dealt(coming: Sequence[Source], tables: int) -> list[list[Source]]:
    """To and fro over the tables, the best first; who sat together before sits apart if possible.

    The larger tables are the last: the best have fewer opponents.
    """
    dealt: list[list[Source]] = [[] for _ in range(tables)]
    least, larger = divmod(len(coming), tables)
    room = [least + (at >= tables - larger) for at in range(tables)]
    for source in coming:
        open_ = [at for at in range(tables) if len(dealt[at]) < room[at]]
        row = min(len(dealt[at]) for at in open_)
        free = [at for at in open_ if len(dealt[at]) == row]

        def worth(at: int, source: Source = source, row: int = row) -> tuple[int, int]:
            known = sum(bool(source.slot) and other.slot == source.slot for other in dealt[at])
            return known, -at if row % 2 else at

        dealt[min(free, key=worth)].append(source)
    return dealt


# Double elimination


@dataclass(slots=True)
class _Levels:
    """The rounds of both brackets as they come to be, those without a match left out."""

    levels: list[tuple[Side, list[Met]]] = field(default_factory=list)

    def play(self, lines: Sequence[Line], *, side: Side) -> tuple[list[Line], list[Line]]:
        """Neighbours meet: the lines of winners, and of losers."""
        level = 1 + sum(each == side for each, _ in self.levels)
        letter = side.value[0].upper()
        matches, winners, losers = _met(lines, lambda at: f"{letter}{level}.{at}")
        if matches:
            self.levels.append((side, matches))
        return winners, losers


def _losers_bracket(dropping: Sequence[list[Line]], levels: _Levels) -> Line:
    """Its winner. `dropping`: who lost each round of the winners' bracket, by their lines."""
    waiting = dropping[0]
    if len(waiting) > 1:
        waiting, _ = levels.play(waiting, side=Side.LOSERS)
    for level, losers in enumerate(dropping[1:], start=2):
        crossing = _crossing(level, bits=len(losers).bit_length() - 1)
        coming = [losers[at ^ crossing] for at in range(len(losers))]
        pairs = [line for pair in zip(coming, waiting, strict=True) for line in pair]
        waiting, _ = levels.play(pairs, side=Side.LOSERS)
        if len(waiting) > 1:
            waiting, _ = levels.play(waiting, side=Side.LOSERS)
    return waiting[0]


def _crossing(level: int, *, bits: int) -> int:
    """By which places losers of a level are moved, as bits to turn.

    Who lost in two different rounds may have met. They can do so again from where the two moves,
    read from the largest step down, have the same beginning left: with the bits of the level in
    reverse, so many moves differ in so few steps as can be.
    """
    return sum(1 << (bits - 1 - at) for at in range(bits) if (level - 1) >> at & 1)


def _with_rounds(levels: Sequence[tuple[Side, list[Met]]]) -> list[Slot]:
    """Each level as early as it can be; the winners' bracket then waits for the losers'."""
    home = {key: at for at, (_, matches) in enumerate(levels) for key, _ in matches}
    feeders = [
        {home[source.slot] for _, sources in matches for source in sources if source.slot}
        for _, matches in levels
    ]
    rounds: list[int] = []
    for fed_by in feeders:
        rounds.append(1 + max((rounds[at] for at in fed_by), default=0))
    for at in reversed(range(len(levels))):
        following = [rounds[later] for later, fed_by in enumerate(feeders) if at in fed_by]
        if levels[at][0] is Side.WINNERS and following:
            rounds[at] = min(following) - 1
    behind = 3  # the two finalists are ahead of everybody who is out
    slots: list[Slot] = []
    for (side, matches), round_ in zip(reversed(levels), reversed(rounds), strict=True):
        out = len(matches) if side is Side.LOSERS else 0  # who loses a match of the others plays on
        slots += [
            Slot(key, round_, side, sources, out_place=behind, out_shares=max(out, 1))
            for key, sources in matches
        ]
        behind += out
    return slots


def _finals(
    finalists: tuple[Source, ...], *, after: Sequence[Slot], has_reset: bool
) -> Iterator[Slot]:
    round_ = 1 + max(slot.round for slot in after)
    first = Slot("F1", round_, Side.FINAL, finalists, best_place=1, out_place=2)
    yield first
    if has_reset:
        yield replace(first, key="F2", round=round_ + 1, only_if_lost="F1")
