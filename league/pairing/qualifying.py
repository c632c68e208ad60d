"""Who goes on from one stage to the next, with which starting number, and whom they meet first.

Plain values: tables come with the places that were published, and nothing is decided here that the
organiser has not set. Equal places at the cut are named, so that somebody can decide otherwise.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, permutations

PLACE, BEST_NEXT, CHOICE, WILD_CARD = "place", "best_next", "choice", "wild_card"
_TRIED_WHOLE = 7  # entries of one tier; of more, pairs are exchanged while that helps
Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class PlacedEntry:
    """An entry in the table of the stage before, which is given best first."""

    entry: str
    place: int  # in its group, or in the one table; shared by equal ones
    group: str = ""


@dataclass(frozen=True, slots=True)
class Qualified:
    """An entry that goes on; its number is its place in the sequence."""

    entry: str
    origin: str
    place: int = 0  # in the stage before; 0: it was in none of the places that go on
    group: str = ""


@dataclass(frozen=True, slots=True)
class FieldCut:
    """Those who go on, strongest first, and who was equal to the last of them and is left out."""

    field: tuple[Qualified, ...]
    tied: tuple[str, ...] = ()


def everybody(table: Sequence[PlacedEntry]) -> FieldCut:
    return FieldCut(
        tuple(Qualified(row.entry, PLACE, row.place, row.group) for row in _tiers(table))
    )


def by_places(
    table: Sequence[PlacedEntry],
    *,
    places: int,
    best_next: int = 0,
    across: Sequence[str] = (),
    by_lots: Collection[str] = (),
) -> FieldCut:
    """The first so many of each group, then the best of those one place behind.

    `across`: entries that stand at the same place of different groups, better ones first.
    `by_lots`: of these, who is equal to the one before.
    """
    by_group = _by_group(table)
    first = [row for rows in by_group.values() for row in rows[:places]]
    behind = [rows[places] for rows in by_group.values() if len(rows) > places]
    order = {entry: at for at, entry in enumerate(across)}
    behind.sort(key=lambda row: order.get(row.entry, len(order)))
    chosen = [Qualified(row.entry, PLACE, row.place, row.group) for row in _tiers(first, order)]
    chosen += [Qualified(row.entry, BEST_NEXT, row.place, row.group) for row in behind[:best_next]]
    tied = [*_tied(by_group.values(), places), *_tied_behind(behind, best_next, by_lots)]
    return FieldCut(tuple(chosen), tuple(dict.fromkeys(tied)))


def kept_apart(
    field: Sequence[Qualified], *, meetings: Sequence[tuple[int, ...]], met: Collection[Pair]
) -> tuple[Qualified, ...]:
    """The same field with numbers exchanged, so that few who have met meet in the first round.

    `meetings`: the numbers, from 1 on, of those who sit together then. Only entries that came from
    the same place are exchanged; those of one table have places of their own, and stay.
    """
    arranged = list(field)
    for tier in _same_tier(field):
        _exchange(arranged, tier, meetings=meetings, met=met)
    return tuple(arranged)


def repeated(
    field: Sequence[Qualified], *, meetings: Sequence[tuple[int, ...]], met: Collection[Pair]
) -> list[Pair]:
    """Pairs that meet in the first round and have met before."""
    entries = [one.entry for one in field]
    pairs = (
        frozenset((entries[first - 1], entries[second - 1]))
        for table in meetings
        for at, first in enumerate(table)
        for second in table[at + 1 :]
    )
    return [pair for pair in pairs if pair in met]


def _exchange(
    arranged: list[Qualified],
    tier: Sequence[int],
    *,
    meetings: Sequence[tuple[int, ...]],
    met: Collection[Pair],
) -> None:
    def cost() -> int:
        return len(repeated(arranged, meetings=meetings, met=met))

    least, best = cost(), [arranged[at] for at in tier]
    for order in _orders(best) if least else ():
        for at, one in zip(tier, order, strict=True):
            arranged[at] = one
        if (now := cost()) < least:
            least, best = now, list(order)
        if not least:
            break
    for at, one in zip(tier, best, strict=True):
        arranged[at] = one


def _orders(tier: Sequence[Qualified]) -> Iterator[Sequence[Qualified]]:
    """All, where there are few; of many, each exchange of two."""
    if len(tier) <= _TRIED_WHOLE:
        yield from permutations(tier)
        return
    for first in range(len(tier)):
        for second in range(first + 1, len(tier)):
            order = list(tier)
            order[first], order[second] = order[second], order[first]
            yield order


def _same_tier(field: Sequence[Qualified]) -> list[list[int]]:
    """Positions of those with equal rights to their numbers, the best behind first."""
    numbered = [
        (one.origin, one.place, at) for at, one in enumerate(field) if one.group and one.place
    ]
    tiers = groupby(sorted(numbered), key=lambda each: each[:2])
    return [[at for _origin, _place, at in tier] for _key, tier in tiers][::-1]


def _by_group(table: Sequence[PlacedEntry]) -> dict[str, list[PlacedEntry]]:
    groups: dict[str, list[PlacedEntry]] = {}
    for row in table:
        groups.setdefault(row.group, []).append(row)
    return groups


def _tiers(rows: Iterable[PlacedEntry], order: dict[str, int] | None = None) -> list[PlacedEntry]:
    """Winners of groups first, then their seconds; equal ones as compared across groups."""
    known = order or {}
    numbered = [
        (position, known.get(row.entry, len(known)), row)
        for group in _by_group(list(rows)).values()
        for position, row in enumerate(group)
    ]
    return [row for _position, _known, row in sorted(numbered, key=lambda each: each[:2])]


def _tied(groups: Iterable[Sequence[PlacedEntry]], places: int) -> Iterator[str]:
    """Left out, although equal to somebody who goes on."""
    for rows in groups:
        last = rows[:places][-1:] if len(rows) > places else ()
        for row in last:
            yield from (other.entry for other in rows[places:] if other.place == row.place)


def _tied_behind(
    behind: Sequence[PlacedEntry], best_next: int, by_lots: Collection[str]
) -> Iterator[str]:
    """Left out by lots alone, equal to the last of the best behind."""
    for row in behind[best_next:] if best_next else ():
        if row.entry not in by_lots:
            return
        yield row.entry


def renumbered(
    field: Sequence[Qualified], order: Sequence[str], *, others: str
) -> tuple[Qualified, ...]:
    """As somebody put them in order by hand: who is not named is left out.

    `others`: how those come there who were not in the field.
    """
    known = {one.entry: one for one in field}
    return tuple(known.get(entry) or Qualified(entry, others) for entry in order)
