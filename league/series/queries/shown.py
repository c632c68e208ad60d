"""A series as readers see it: names, columns, games, and what can still be reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from league.models import Event, Series
from league.permissions import VISITOR, Actor, visible_events
from league.series.inputs import Evening, EveningState, SeriesTerms
from league.series.queries.series import CountedSeries, game_key
from league.series.reach import SeriesReach, evenings_left, reaches
from league.series.table import EveningCell, SeriesRow, series_table


@dataclass(frozen=True)
class EveningShown:
    """An evening in the list of a series."""

    number: int
    event: Event
    state: EveningState
    winners: tuple[tuple[str, str], ...] = ()  # entry and name
    came: int = 0  # entries that played

    @property
    def winning_entries(self) -> list[str]:
        return [entry for entry, _name in self.winners]

    @property
    def has_table(self) -> bool:
        return self.state is not EveningState.TO_COME

    @property
    def is_running(self) -> bool:
        return self.state is EveningState.RUNNING


@dataclass(frozen=True)
class SeriesRowShown:
    row: SeriesRow
    name: str
    pairs: tuple[tuple[EveningShown, EveningCell | None], ...]  # each column; None: was not there
    reach: SeriesReach | None = None


@dataclass(frozen=True)
class SeriesGame:
    key: str
    name: str


@dataclass(frozen=True)
class SeriesShown:
    """One of its tables: of all games together, or of one."""

    counted: CountedSeries
    games: tuple[SeriesGame, ...]
    game: str  # empty: all
    columns: tuple[EveningShown, ...]  # evenings that have a table already
    evenings: tuple[EveningShown, ...]  # all, as far as everybody may know of them
    rows: tuple[SeriesRowShown, ...]
    guests: tuple[SeriesRowShown, ...]
    left: int

    @property
    def series(self) -> Series:
        return self.counted.series

    @property
    def everybody(self) -> tuple[SeriesRowShown, ...]:
        return (*self.rows, *self.guests)

    @property
    def newcomers_may_pass(self) -> bool:
        return any(shown.reach and shown.reach.newcomers_may_pass for shown in self.rows)


def series_shown(counted: CountedSeries, *, game: str = "", actor: Actor = VISITOR) -> SeriesShown:
    """`game`: one that is not played in the series gives the table of all.

    `actor`: drafts among the evenings are listed for those who run them alone.
    """
    games = _games(counted.events)
    chosen = game if game in {each.key for each in games} else ""
    evenings = [each for each in counted.evenings if chosen in ("", each.game)]
    terms = _terms(counted, number=len(evenings))
    table = series_table(evenings, terms=terms, guests=counted.guests)
    bounds = reaches(table, evenings, terms=terms, guests=counted.guests)
    listed = _listed(counted, {each.id for each in evenings}, actor)
    columns = tuple(each for each in listed if each.has_table)

    def shown(row: SeriesRow) -> SeriesRowShown:
        cells = {cell.evening: cell for cell in row.cells}
        pairs = tuple((column, cells.get(column.event.pk)) for column in columns)
        return SeriesRowShown(row, counted.names[row.player], pairs, bounds.get(row.player))

    by_name = {player: each.sort_key for player, each in counted.players.items()}
    return SeriesShown(
        counted=counted,
        games=games,
        game=chosen,
        columns=columns,
        evenings=listed,
        rows=tuple(
            shown(row)
            for row in sorted(table.rows, key=lambda row: (row.rank, by_name[row.player]))
        ),
        guests=tuple(map(shown, table.guests)),
        left=evenings_left(evenings, terms=terms),
    )


def _games(events: Sequence[Event]) -> tuple[SeriesGame, ...]:
    """In the order in which they first come."""
    names = {game_key(event): event.game_played.name for event in reversed(events)}
    order = dict.fromkeys(game_key(event) for event in events)
    return tuple(SeriesGame(key, names[key]) for key in order)


def _terms(counted: CountedSeries, *, number: int) -> SeriesTerms:
    """Of one game: evenings that are planned and not listed yet may all be of this game."""
    terms = counted.terms
    if terms.planned is None:
        return terms
    return replace(terms, planned=terms.planned - (len(counted.evenings) - number))


def _listed(counted: CountedSeries, wanted: set[str], actor: Actor) -> tuple[EveningShown, ...]:
    hidden = {event.pk for event in counted.events if event.status == Event.Status.DRAFT}
    if hidden and actor.user is not None:
        hidden -= set(visible_events(actor).filter(pk__in=hidden).values_list("pk", flat=True))
    pairs = zip(counted.events, counted.evenings, strict=True)
    return tuple(
        _evening(number, event, evening, counted.names)
        for number, (event, evening) in enumerate(pairs, start=1)
        if event.pk in wanted and event.pk not in hidden
    )


def _evening(number: int, event: Event, evening: Evening, names: Mapping[str, str]) -> EveningShown:
    came = [side for side in evening.sides if side.came]
    is_over = evening.state is EveningState.FINISHED
    best = min((side.rank for side in came), default=0)
    winners = tuple(
        (side.entry, " + ".join(names[player] for player in side.players))
        for side in came
        if is_over and side.rank == best
    )
    return EveningShown(number, event, evening.state, winners, len(came))
