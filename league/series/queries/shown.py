"""A series as readers see it: names, columns, games, what can still be reached, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.models import Event, Player, Series
from league.permissions import VISITOR, Actor, visible_events
from league.series.inputs import Evening, EveningState, SeriesTerms
from league.series.queries.series import CountedSeries, game_key
from league.series.reach import SeriesReach, evenings_left, reaches
from league.series.table import EveningCell, Parted, SeriesRow, parted_by, series_table


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
    chosen = game if game in {offered.key for offered in games} else ""
    evenings = [evening for evening in counted.evenings if chosen in ("", evening.game)]
    terms = _terms(counted, number=len(evenings))
    table = series_table(evenings, terms=terms, guests=counted.guests)
    bounds = reaches(table, evenings, terms=terms, guests=counted.guests)
    listed = _listed(counted, {evening.id for evening in evenings}, actor)
    columns = tuple(evening for evening in listed if evening.has_table)

    def shown(row: SeriesRow) -> SeriesRowShown:
        cells = {cell.evening: cell for cell in row.cells}
        pairs = tuple((column, cells.get(column.event.pk)) for column in columns)
        return SeriesRowShown(row, counted.names[row.player], pairs, bounds.get(row.player))

    by_name = {player: known.sort_key for player, known in counted.players.items()}
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


@dataclass(frozen=True)
class EveningExplained:
    """An evening of a player; without a cell, one they did not come to."""

    evening: EveningShown
    cell: EveningCell | None

    @property
    def places(self) -> list[int]:
        """That are shared, the own one first."""
        result = self.cell.result if self.cell else None
        return list(range(result.place, result.place + result.shared_by)) if result else []


@dataclass(frozen=True)
class SeriesNeighbour:
    name: str
    player: str
    total: Fraction
    parted: Parted


@dataclass(frozen=True)
class SeriesRowExplained:
    shown: SeriesRowShown
    player: Player
    is_guest: bool
    evenings: tuple[EveningExplained, ...]
    counted: int  # evenings that are in the total
    of_evenings: Fraction  # the total without the bonus
    above: SeriesNeighbour | None
    below: SeriesNeighbour | None


def explained_row(shown: SeriesShown, player: str) -> SeriesRowExplained | None:
    """Nothing for somebody who is not in this table."""
    own = next((row for row in shown.everybody if row.row.player == player), None)
    if own is None:
        return None
    at = shown.rows.index(own) if own in shown.rows else None
    return SeriesRowExplained(
        shown=own,
        player=shown.counted.players[player],
        is_guest=player in shown.counted.guests,
        evenings=tuple(EveningExplained(*pair) for pair in own.pairs),
        counted=sum(cell.counts for cell in own.row.cells),
        of_evenings=own.row.total - own.row.bonus,
        above=_above(shown.rows[at - 1], own) if at else None,
        below=_below(own, shown.rows[at + 1]) if at is not None and own != shown.rows[-1] else None,
    )


def _above(upper: SeriesRowShown, own: SeriesRowShown) -> SeriesNeighbour:
    return SeriesNeighbour(
        upper.name, upper.row.player, upper.row.total, parted_by(upper.row, own.row)
    )


def _below(own: SeriesRowShown, lower: SeriesRowShown) -> SeriesNeighbour:
    return SeriesNeighbour(
        lower.name, lower.row.player, lower.row.total, parted_by(own.row, lower.row)
    )
