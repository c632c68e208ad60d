"""Tables as they are stored: cut into pages of rows, and what rounds gave kept once per entry.

A table of 10,000 rows is read by the page. Each piece of text has a digest, so that publishing
writes only what has become another. The order of a whole table is a piece of its own, by which
a row is found, and rows are chosen, without reading the others.

The table after each round is made from what is known now; what a round gave is the same in all of
them, so that it is not repeated.
"""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from league.standings.chances.possible import RestOfStage, possible_ranks
from league.standings.chances.rank_bounds import Possible
from league.standings.field import Cell, Field, field_of
from league.standings.inputs import Inputs, RoundOutcome
from league.standings.points import Scheme
from league.standings.table import Row, table_of, tables_of, without_gc

PAGE_ROWS = 100
DIGEST_LENGTH = 16
_PENDING = RoundOutcome.PENDING
_NOTHING: Mapping[str, object] = {}
_encode = json.JSONEncoder(separators=(",", ":")).encode
ORDER = 0  # the number of the piece that has the order of the table; pages are numbered from 1


@dataclass(frozen=True, slots=True)
class StoredPiece:
    """Text to be stored."""

    text: str
    digest: str


@dataclass(frozen=True, slots=True)
class StoredTable:
    size: int
    has_results: bool  # some table has ended; before that everybody has nothing, but for byes
    is_complete: bool  # no table is still being played
    pieces: Mapping[int, StoredPiece]  # the order, and the pages by number


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored of a stage's standings."""

    tables: Mapping[int, StoredTable]  # by the round after which they are
    rounds: Mapping[str, StoredPiece]  # what the rounds gave, by entry


@dataclass(frozen=True, slots=True)
class Order:
    """Who stands where in a table."""

    entries: tuple[str, ...]
    ranks: tuple[int, ...]
    groups: tuple[str, ...] = ()  # empty where there are none

    def positions(self) -> dict[str, int]:
        """By entry, from 0."""
        return {entry: at for at, entry in enumerate(self.entries)}

    def renumbered(self, chosen: Container[str]) -> dict[str, int]:
        """The places of some entries among themselves. Each group counts from one."""
        places: dict[str, int] = {}
        numbers: Counter[str] = Counter()
        first_at: dict[tuple[str, int], int] = {}
        groups = self.groups or ("",) * len(self.entries)
        for entry, rank, group in zip(self.entries, self.ranks, groups, strict=True):
            if entry in chosen:
                numbers[group] += 1
                places[entry] = first_at.setdefault((group, rank), numbers[group])
        return places


@dataclass(frozen=True, slots=True)
class LeanRow:
    """A row without its rounds."""

    entry: str
    rank: int
    points_12: int
    values: Mapping[str, tuple[int | str, ...]]
    before: int | None = None  # the rank after the round before; None where there was none
    # The ranks that can still come: in the latest table, while something is to be played.
    best: int | None = None
    worst: int | None = None
    group: str = ""
    games: int = 0  # played over the board
    placed: tuple[int, ...] = ()  # how often first, second, third

    @property
    def moved(self) -> int:
        """Places up since the round before; down if negative."""
        return 0 if self.before is None else self.before - self.rank

    @property
    def is_sure_of_first(self) -> bool:
        """Nobody can end above it any more, though something is still to be played."""
        return self.worst == 1

    def with_rounds(self, cells: Iterable[Cell]) -> Row:
        return Row(
            *(self.rank, self.entry, self.points_12, self.values, tuple(cells), self.group),
            games=self.games,
            placed=self.placed,
            best=self.best,
            worst=self.worst,
        )


def stored_tables(
    inputs: Inputs,
    *,
    chain: list[str],
    scheme: Scheme,
    rest: RestOfStage,
    since: int = 0,
) -> Stored:
    """The standings of a stage after each of its rounds, and what can still come of the latest.

    `since`: without the tables of so many rounds, from the first on.
    """
    with without_gc():
        whole = field_of(inputs, scheme=scheme)
        if not rest.has_rounds:
            return _latest_alone(whole, chain=chain)
        is_open = since <= len(whole.numbers) and rest.is_open(whole)
        possible = possible_ranks(whole, rest, chain=chain) if is_open else {}
        before = max(since - 1, 0)  # for the ranks that rows have moved from
        tables = written(tables_of(whole, chain=chain, since=before), possible)
        kept = {number: tables[number] for number in (0, *whole.numbers)[since:]}
        return Stored(kept, {entry: rounds_piece(row) for entry, row in whole.cells.items()})


def _latest_alone(whole: Field, *, chain: list[str]) -> Stored:
    """Where every table is a round, nobody asks how it stood after the 37th one.

    Of each entry its own games are kept, and not the hundred of the others.
    """
    latest = max((0, *whole.numbers))
    rows = {latest: table_of(whole, chain=chain)}
    return Stored(
        written(rows, {}),
        {
            entry: rounds_piece([cell for cell in cells if cell.match])
            for entry, cells in whole.cells.items()
        },
    )


def written(
    tables: Mapping[int, Sequence[Row]], possible: Mapping[str, Possible]
) -> dict[int, StoredTable]:
    """The tables after each round by its number, as they are written down."""
    numbers = sorted(tables)
    extras: dict[int, dict[str, dict[str, object]]] = {number: {} for number in numbers}
    for earlier, later in pairwise(numbers):
        if earlier:  # before the first round nobody has a place to move from
            extras[later] = {row.entry: {"before": row.rank} for row in tables[earlier]}
    for entry, ranks in possible.items():
        more = extras[numbers[-1]].setdefault(entry, {})
        more |= {"best": ranks.best, "worst": ranks.worst}
    return {number: _table(tables[number], extras[number]) for number in numbers}


def _table(rows: Sequence[Row], extras: Mapping[str, Mapping[str, object]]) -> StoredTable:
    cells = [cell for row in rows for cell in row.cells]
    lean = [_lean(row, extras.get(row.entry, _NOTHING)) for row in rows]
    pages = {
        1 + start // PAGE_ROWS: _piece(lean[start : start + PAGE_ROWS])
        for start in range(0, len(lean), PAGE_ROWS)
    }
    groups = [row.group for row in rows]
    listed = [[row.entry for row in rows], [row.rank for row in rows]]
    order = _piece([*listed, groups] if any(groups) else listed)
    is_pending = [cell.outcome is _PENDING for cell in cells]
    return StoredTable(
        size=len(rows),
        has_results=any(cell.match and cell.outcome is not _PENDING for cell in cells),
        is_complete=not any(is_pending),
        pieces={ORDER: order, **pages},
    )


def _lean(row: Row, extras: Mapping[str, object]) -> dict[str, object]:
    kept: dict[str, object] = {
        "entry": row.entry,
        "rank": row.rank,
        "points_12": row.points_12,
        "values": row.values,
        "games": row.games,
    }
    if row.group:
        kept["group"] = row.group
    if row.placed:
        kept["placed"] = row.placed
    kept.update(extras)
    return kept


def rounds_piece(cells: Sequence[Cell]) -> StoredPiece:
    return _piece([cell.as_dict() for cell in cells])


def _piece(value: object) -> StoredPiece:
    text = _encode(value)
    return StoredPiece(text, digest_of(text))


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGEST_LENGTH]


def read_order(text: str) -> Order:
    return Order(*map(tuple, json.loads(text)))


def read_page(text: str) -> list[LeanRow]:
    return [
        LeanRow(
            **{
                **row,
                "values": {key: tuple(value) for key, value in row["values"].items()},
                "placed": tuple(row.get("placed", ())),
            }
        )
        for row in json.loads(text)
    ]


def read_rounds(text: str, *, since: int = 0, up_to: int | None = None) -> tuple[Cell, ...]:
    """What each round gave an entry, or those from one to another, both included."""
    return tuple(
        Cell.from_dict(cell)
        for cell in json.loads(text)
        if since <= cell["round"] and (up_to is None or cell["round"] <= up_to)
    )


def pages_with(positions: Iterable[int]) -> set[int]:
    """The numbers of the pages in which these rows stand."""
    return {1 + at // PAGE_ROWS for at in positions}
