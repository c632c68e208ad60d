"""Who gets which prize: from the standings, the list of prizes and what officials decided.

The list of prizes is in the order of worth. Where everybody takes home one prize, it is gone
through from the top: a prize goes to the place it is for in its table, in which those who keep a
prize of another table already are crossed out. So anyone who won several keeps the one that stands
highest in the list, and the others pass on to the next in their tables.

Entries with equal points are tied for the prizes of the places they take up together. The chain
decides as far as it goes, unless officials decided otherwise: they share, a deciding game or lots.
What is still equal is an open tie: its prizes are given to all of them for now.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby, pairwise

ALL_ENTRIES = ""  # the table of all; the others are named by their category's id


class Rule(StrEnum):
    ONE = "one"
    ALL = "all"


class HowSettled(StrEnum):
    SHARE = "share"
    GAME = "game"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry in a table, with its rank there."""

    entry: str
    points_12: int
    rank: int


@dataclass(frozen=True, slots=True)
class PrizeOffered:
    """A prize of the list."""

    id: str
    table: str
    place: int


@dataclass(frozen=True, slots=True)
class Decided:
    """What officials decided about the tie of these entries; in their order, if it gives one."""

    id: str
    table: str
    entries: tuple[str, ...]
    how: HowSettled


@dataclass(frozen=True, slots=True)
class Tie:
    """Entries with equal points for whom prizes are at stake."""

    table: str
    place: int  # the first of those that they take up together
    entries: tuple[str, ...]  # in the order of the table
    prizes: tuple[str, ...]
    is_parted: bool  # the chain tells them apart, at least some of them
    decided: Decided | None = None

    @property
    def is_open(self) -> bool:
        return self.decided is None and not self.is_parted


@dataclass(frozen=True, slots=True)
class Award:
    """Who gets a prize: nobody, somebody, or several who share it or are still tied for it."""

    prize: str
    entries: tuple[str, ...] = ()
    tie: Tie | None = None  # that gives the prize to several
    passed: tuple[str, ...] = ()  # who stood higher, and keep a better prize of another table

    @property
    def is_open(self) -> bool:
        return self.tie is not None and self.tie.is_open

    @property
    def is_shared(self) -> bool:
        return self.tie is not None and not self.tie.is_open


@dataclass(frozen=True, slots=True)
class Awards:
    awards: tuple[Award, ...]  # in the order of the list
    ties: tuple[Tie, ...]

    @property
    def open_ties(self) -> tuple[Tie, ...]:
        return tuple(tie for tie in self.ties if tie.is_open)


def award(
    prizes: Sequence[PrizeOffered],
    *,
    tables: Mapping[str, Sequence[Contender]],
    decisions: Sequence[Decided] = (),
    rule: Rule = Rule.ONE,
) -> Awards:
    """The list of prizes with who gets each. ValueError for a list that is in no order."""
    for table in tables:
        places = [prize.place for prize in prizes if prize.table == table]
        if any(upper >= lower for upper, lower in pairwise(places)):
            raise ValueError(f"a better place stands below a worse one: {places}")
    return _Awarding(prizes, tables, decisions, rule).done()


def settled_places(
    rows: Sequence[Contender], *, table: str, decisions: Sequence[Decided]
) -> list[tuple[int, tuple[str, ...]]]:
    """The places of a table with what was decided: who shares a place stands there together."""
    known = {frozenset(d.entries): d for d in decisions if d.table == table}
    places: list[tuple[int, tuple[str, ...]]] = []
    place = 1
    for _, equal in groupby(rows, lambda row: row.points_12):
        for part in _settled(list(equal), known):
            places.append((place, tuple(contender.entry for contender in part)))
            place += len(part)
    return places


def _settled(
    group: list[Contender], known: Mapping[frozenset[str], Decided]
) -> Iterator[list[Contender]]:
    decided = known.get(frozenset(contender.entry for contender in group))
    for part in _parted(group, decided):
        if decided is None and len(part) < len(group):
            yield from _settled(part, known)
        else:
            yield part


class _Awarding:
    """Goes through the list; tables become shorter as prizes are given, and ties are parted."""

    def __init__(
        self,
        prizes: Sequence[PrizeOffered],
        tables: Mapping[str, Sequence[Contender]],
        decisions: Sequence[Decided],
        rule: Rule,
    ) -> None:
        self.prizes = prizes
        self.decisions = {(d.table, frozenset(d.entries)): d for d in decisions}
        self.rule = rule
        self.groups = {
            table: [list(equal) for _, equal in groupby(rows, lambda row: row.points_12)]
            for table, rows in tables.items()
        }
        self.crossed_out: dict[str, list[Contender]] = {table: [] for table in tables}
        self.kept_from: dict[str, str] = {}  # by entry, the table of the prize that it keeps
        self.given: dict[str, Award] = {}
        self.ties: list[Tie] = []

    def done(self) -> Awards:
        for prize in self.prizes:
            if prize.id not in self.given:
                self._cross_out(prize.table)
                self._give(prize)
        return Awards(tuple(self.given[prize.id] for prize in self.prizes), tuple(self.ties))

    def _cross_out(self, table: str) -> None:
        if self.rule is Rule.ALL:
            return
        for group in self.groups[table]:
            gone = [c for c in group if self.kept_from.get(c.entry, table) != table]
            self.crossed_out[table] += gone
            group[:] = [c for c in group if c not in gone]
        self.groups[table] = [group for group in self.groups[table] if group]

    def _give(self, prize: PrizeOffered) -> None:
        place = 1
        for number, group in enumerate(self.groups[prize.table]):
            if prize.place < place + len(group):
                if len(group) == 1:
                    self._hand_over([prize], group)
                else:
                    self._settle(prize, number, place)
                return
            place += len(group)
        self.given[prize.id] = Award(prize.id)

    def _settle(self, prize: PrizeOffered, number: int, place: int) -> None:
        """Part the tied entries and look again, or give their prizes to all of them."""
        groups = self.groups[prize.table]
        group = groups[number]
        entries = tuple(contender.entry for contender in group)
        at_stake = [
            each
            for each in self.prizes
            if each.table == prize.table and place <= each.place < place + len(group)
        ]
        decided = self.decisions.get((prize.table, frozenset(entries)))
        parts = _parted(group, decided)
        tie = Tie(
            table=prize.table,
            place=place,
            entries=entries,
            prizes=tuple(prize.id for prize in at_stake),
            is_parted=len({contender.rank for contender in group}) > 1,
            decided=decided,
        )
        self.ties.append(tie)
        if len(parts) > 1:
            groups[number : number + 1] = parts
            self._give(prize)
        else:
            self._hand_over(at_stake, group, tie=tie)

    def _hand_over(
        self, prizes: Sequence[PrizeOffered], to: Sequence[Contender], *, tie: Tie | None = None
    ) -> None:
        table = prizes[0].table
        entries = tuple(contender.entry for contender in to)
        higher = [c for c in self.crossed_out[table] if c.rank <= to[0].rank]
        passed = tuple(c.entry for c in sorted(higher, key=lambda c: c.rank))
        for prize in prizes:
            self.given[prize.id] = Award(prize.id, entries, tie, passed)
        for entry in entries:
            self.kept_from.setdefault(entry, table)


def _parted(group: list[Contender], decided: Decided | None) -> list[list[Contender]]:
    if decided is None:
        return [list(equal) for _, equal in groupby(group, lambda row: row.rank)]
    if decided.how is HowSettled.SHARE:
        return [group]
    return list(_singly(group, decided.entries))


def _singly(group: list[Contender], order: Sequence[str]) -> Iterator[list[Contender]]:
    by_entry = {contender.entry: contender for contender in group}
    for entry in order:
        yield [by_entry[entry]]
