"""Standings as readers see them: with names, columns in words, by the page, chosen, searched,
and narrowed to clubs and categories.
"""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from urllib.parse import urlencode

from django.db.models import Q
from django.utils.translation import gettext as _

from league.events.names import named_like
from league.events.queries.tiebreak_texts import meetings_told, value_told
from league.models import Club, Entry, Event, Round, Stage, Standing
from league.models.columns import number_in
from league.standings.field import Cell
from league.standings.parts import Exact
from league.standings.queries import (
    lean_rows,
    order_of,
    published_cells,
    published_standing,
    rounds_with_standings,
)
from league.standings.stored import PAGE_ROWS, LeanRow, Order
from league.standings.tiebreak import Tiebreak
from league.standings.tiebreaks import tiebreaks_of

Names = Mapping[str, str]
Value = tuple[Exact, ...]

_MOST_LETTERS = 60


@dataclass(frozen=True)
class Narrowed:
    """Those of a club, of a category, or of both; empty: everybody."""

    club: str = ""
    category: str = ""

    @property
    def is_any(self) -> bool:
        return bool(self.club or self.category)


EVERYBODY = Narrowed()


@dataclass(frozen=True)
class Offered:
    """What there is to choose from."""

    clubs: tuple[tuple[str, str], ...]  # id and name
    categories: tuple[str, ...]

    @property
    def is_any(self) -> bool:
        return bool(self.clubs or self.categories)


def narrowing_offered(event: Event) -> Offered:
    """One club alone is no choice."""
    players = Q(players__entries__event=event) | Q(players__entries_as_partner__event=event)
    clubs = Club.objects.filter(players).distinct().order_by("sort_key", "pk")
    named = tuple(clubs.values_list("pk", "name"))
    return Offered(named if len(named) > 1 else (), tuple(_shown_categories(event)))


def narrowed_to(event: Event, *, club: str, category: str) -> Narrowed:
    """What anybody asked for, as far as it exists and is shown."""
    known = Club.objects.filter(pk=club).exists() if club else False
    is_shown = category in _shown_categories(event) if category else False
    return Narrowed(club if known else "", category if is_shown else "")


def entries_within(stage_id: str, narrowed: Narrowed) -> set[str] | None:
    """The entries in question; None: all of them. A team is of the clubs of both."""
    if not narrowed.is_any:
        return None
    entries = Entry.objects.filter(event__stages=stage_id)
    if narrowed.club:
        entries = entries.filter(Q(player__club=narrowed.club) | Q(partner__club=narrowed.club))
    if narrowed.category:
        entries = entries.filter(categories__name=narrowed.category)
    return set(entries.values_list("pk", flat=True))


def _shown_categories(event: Event) -> list[str]:
    shown = event.categories.filter(is_shown=True).order_by("order", "pk")
    return list(shown.values_list("name", flat=True))


@dataclass(frozen=True)
class Column:
    """A tiebreak of the event's chain in the reader's language."""

    key: str
    label: str
    words: str


@dataclass(frozen=True)
class RowShown:
    row: LeanRow
    name: str
    values: tuple[Value, ...]  # in the order of the columns
    place: int  # among those chosen; the rank where the table is shown as it is
    texts: Mapping[str, str] = field(default_factory=dict)  # values as people read them, by key
    cells: tuple[Cell, ...] = ()  # what each round gave, where it was asked for
    is_withdrawn: bool = False  # plays no more rounds
    lacking: int = 0  # games until it is ranked, where a least number is asked for

    def told(self, key: str) -> str:
        return self.texts.get(key, "")


@dataclass(frozen=True)
class TableChoice:
    """What a reader wants to see of the standings."""

    after_round: int | None = None  # None: the latest
    page: int = 1
    narrowed: Narrowed = EVERYBODY
    words: str = ""  # the beginning of names

    @property
    def is_everything(self) -> bool:
        return not self.narrowed.is_any and not self.words

    @property
    def query(self) -> str:
        """For an address, without the page."""
        query = {
            "after": self.after_round,
            "club": self.narrowed.club,
            "category": self.narrowed.category,
            "q": self.words,
        }
        return urlencode({name: value for name, value in query.items() if value not in (None, "")})

    def at_page(self, page: int) -> str:
        """The query of another page of the same choice."""
        return "&".join(part for part in (self.query, f"page={page}" if page > 1 else "") if part)


EVERYTHING = TableChoice()


@dataclass(frozen=True)
class StandingsTable:
    """Standings after a round as they were published, or a part of them."""

    columns: tuple[Column, ...]
    rows: tuple[RowShown, ...] = ()
    after_round: int = 0  # 0: nothing was played yet
    size: int = 0  # of the whole table, or of what was chosen of it
    version: int = 0  # of the results that it was made from; 0: it was not made yet
    pages: int = 1
    choice: TableChoice = EVERYTHING
    is_complete: bool = True  # no table is still being played
    has_results: bool = False  # some table has ended
    has_rounds: bool = True
    stage: Stage | None = None

    @property
    def round(self) -> Round | None:
        """After which it is, by its number and name alone."""
        return Round(stage=self.stage, number=self.after_round) if self.stage else None

    @property
    def is_stored(self) -> bool:
        """There is such a table, even if nobody in it was chosen."""
        return self.version > 0

    @cached_property
    def shows_possible(self) -> bool:
        """Some rank is still open, and a third of the rows can no longer reach a quarter of them.

        Earlier, almost everybody could still end almost anywhere.
        """
        reach = [
            shown.row.worst - shown.row.best + 1
            for shown in self.rows
            if shown.row.best is not None and shown.row.worst is not None
        ]
        groups = Counter(shown.row.group for shown in self.rows)
        ranked_together = max(groups.values(), default=0) if len(groups) > 1 else self.size
        narrow = [ranks for ranks in reach if 4 * ranks <= 3 * ranked_together]
        is_open = any(ranks > 1 for ranks in reach)
        return not self.is_renumbered and is_open and 3 * len(narrow) >= len(reach)

    @cached_property
    def telling(self) -> tuple[Column, ...]:
        """Columns beside the first, in which not everybody has the same; of a single row, all."""
        others = tuple(column for column in self.columns if column != self.leading)
        if len(self.rows) < 2 or not self.choice.is_everything:
            return others
        return tuple(
            column
            for column in others
            if column.key != "MIN"  # told beside the name
            and len({shown.row.values.get(column.key) for shown in self.rows}) > 1
        )

    @property
    def leading(self) -> Column | None:
        """What orders the table in place of points, where everybody plays as much as they like."""
        return next((column for column in self.columns if column.key in ("MEAN", "BEST")), None)

    @property
    def previous_query(self) -> str:
        return self.choice.at_page(self.choice.page - 1)

    @property
    def next_query(self) -> str:
        return self.choice.at_page(self.choice.page + 1)

    @property
    def has_next(self) -> bool:
        return self.choice.page < self.pages

    @property
    def is_renumbered(self) -> bool:
        """A club or a category has a table of its own, with its own places."""
        return self.choice.narrowed.is_any


def table_chosen(
    event: Event, stage: Stage, *, rounds: Sequence[int], wanted: Mapping[str, str]
) -> TableChoice:
    """What an address asks for, as far as it exists: `after`, `page`, `club`, `category`, `q`."""
    return TableChoice(
        after_round=_known_round(wanted.get("after", ""), rounds),
        page=number_in(wanted.get("page", "")) or 1,
        narrowed=narrowed_to(
            event, club=wanted.get("club", ""), category=wanted.get("category", "")
        ),
        words=" ".join(wanted.get("q", "").split())[:_MOST_LETTERS],
    )


def _known_round(wanted: str, rounds: Sequence[int]) -> int | None:
    known = {str(number): number for number in rounds[:-1]}  # the latest is how it stands now
    return known.get(wanted)


def table_page(
    stage: Stage, *, names: Names, choice: TableChoice, per_page: int | None = PAGE_ROWS
) -> StandingsTable:
    """A page of the standings, by as many queries and rows however long they are.

    `per_page`: None for all that was chosen, on one page.
    """
    standing = published_standing(stage, after_round=choice.after_round)
    if standing is None:
        return _nothing_yet(stage, choice=choice)
    if choice.is_everything:
        chosen: Sequence[int] = range(standing.size)
        places: Mapping[str, int] = {}
    else:
        chosen, places = _chosen(standing, order_of(standing), names=names, choice=choice)
    size = per_page or max(1, len(chosen))
    pages = max(1, -(-len(chosen) // size))
    choice = replace(choice, page=min(choice.page, pages))
    first = (choice.page - 1) * size
    rows = lean_rows(standing, positions=chosen[first : first + size])
    table = _table(stage, standing, rows, names=names, places=places)
    return replace(table, size=len(chosen), choice=choice, pages=pages)


def table_top(stage: Stage, *, names: Names, rows: int | None) -> StandingsTable:
    """The first rows of the latest standings; None: all of them."""
    standing = published_standing(stage)
    if standing is None:
        return _nothing_yet(stage)
    positions = range(standing.size if rows is None else min(rows, standing.size))
    if stage.groups:
        positions = _whole_groups(order_of(standing), len(positions))
    return _table(stage, standing, lean_rows(standing, positions=positions), names=names)


def _whole_groups(order: Order, rows: int) -> range:
    """So many rows, and to the end of the last group among them."""
    last = order.groups[rows - 1 : rows]
    return range(rows + sum(group in last for group in order.groups[rows:]))


def table_after(stage: Stage, *, names: Names, after_round: int | None = None) -> StandingsTable:
    """A whole table with what each round gave: for paper and cross tables."""
    standing = published_standing(stage, after_round=after_round)
    if standing is None:
        return _nothing_yet(stage)
    table = _table(stage, standing, lean_rows(standing), names=names)
    return with_rounds(table, stage=stage)


def _nothing_yet(stage: Stage, *, choice: TableChoice = EVERYTHING) -> StandingsTable:
    return StandingsTable(
        columns_of(stage), choice=choice, has_rounds=stage.format.has_rounds, stage=stage
    )


def with_rounds(table: StandingsTable, *, stage: Stage) -> StandingsTable:
    """The same rows, with what each round gave."""
    entries = [shown.row.entry for shown in table.rows]
    cells = published_cells(stage, entries=entries, up_to=table.after_round)
    rows = (replace(shown, cells=cells.get(shown.row.entry, ())) for shown in table.rows)
    return replace(table, rows=tuple(rows))


def columns_of(stage: Stage) -> tuple[Column, ...]:
    return tuple(map(column_of, tiebreaks_of(stage.chain)))


def chosen_round(stage: Stage, wanted: str) -> int | None:
    """The round after which a reader wants the standings; None: the latest."""
    return _known_round(wanted, rounds_with_standings(stage))


def ranks_in(stage: Stage) -> dict[str, int]:
    """The places of all entries in the latest standings."""
    standing = published_standing(stage)
    if standing is None:
        return {}
    order = order_of(standing)
    return dict(zip(order.entries, order.ranks, strict=True))


def row_shown(
    row: LeanRow,
    *,
    columns: Sequence[Column],
    names: Names,
    met: Mapping[str, str] = MappingProxyType({}),
    gone: Container[str] = (),
) -> RowShown:
    """`met`: how those who are equal met, by entry; `gone`: who withdrew."""
    values = tuple(row.values.get(column.key, ()) for column in columns)
    texts = {key: value_told(key, row, met=met.get(row.entry, "")) for key in row.values}
    return RowShown(row, names[row.entry], values, row.rank, texts, is_withdrawn=row.entry in gone)


def lacking_games(row: LeanRow, stage: Stage) -> int:
    """How many more somebody plays to be ranked; 0: enough, or none are asked for."""
    enough = row.values.get("MIN", ())
    return stage.least_games - int(enough[0]) if enough else 0


def withdrawn_from(stage: Stage) -> set[str]:
    gone = Entry.objects.filter(event=stage.event_id, status=Entry.Status.WITHDRAWN)
    return set(gone.values_list("pk", flat=True))


def _chosen(
    standing: Standing, order: Order, *, names: Names, choice: TableChoice
) -> tuple[list[int], dict[str, int]]:
    """Where in the table the chosen rows stand, and their places among themselves.

    A search finds rows in the table that is shown; it makes no table of its own.
    """
    within = entries_within(standing.stage_id, choice.narrowed)
    meant = named_like(names, choice.words)
    positions = [
        at
        for at, entry in enumerate(order.entries)
        if entry in meant and (within is None or entry in within)
    ]
    return positions, {} if within is None else order.renumbered(within)


def _table(
    stage: Stage,
    standing: Standing,
    rows: Sequence[LeanRow],
    *,
    names: Names,
    places: Mapping[str, int] = MappingProxyType({}),
) -> StandingsTable:
    columns = columns_of(stage)
    named = [row for row in rows if row.entry in names]
    met = meetings_told(named, stage=stage, names=names, after_round=standing.after_round)
    gone = withdrawn_from(stage) if named else ()
    shown = (row_shown(row, columns=columns, names=names, met=met, gone=gone) for row in named)
    return StandingsTable(
        columns=columns,
        rows=tuple(
            replace(
                row,
                place=places.get(row.row.entry, row.place),
                lacking=lacking_games(row.row, stage),
            )
            for row in shown
        ),
        after_round=standing.after_round,
        version=standing.version,
        size=standing.size,
        is_complete=standing.is_complete,
        has_results=standing.has_results,
        has_rounds=stage.format.has_rounds,
        stage=stage,
    )


def column_of(tiebreak: Tiebreak) -> Column:
    return Column(tiebreak.key, _(tiebreak.label), _(tiebreak.words))
