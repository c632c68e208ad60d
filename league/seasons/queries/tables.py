"""The tables of a season's divisions: with the zones of promotion and what is still possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.events.queries.standings import RowShown, Table, table_after
from league.models import Division, Entry, Season
from league.pairing.field import Pairing
from league.seasons.promotion import Line, Zone, lines, zones
from league.seasons.queries.schedule import Schedule
from league.seasons.queries.seasons import stage_of
from league.seasons.reach import Outlook, Reach, reaches
from league.seasons.schedule import matches_left
from league.standings.inputs import RoundOutcome
from league.standings.queries import scheme_of


@dataclass(frozen=True)
class PlaceShown:
    """A row of a division's table."""

    shown: RowShown
    zone: Zone
    reach: Reach | None  # None: nothing is left to play
    has_left: bool = False

    @property
    def is_sure(self) -> bool:
        return self.reach is not None and self.reach.best == self.reach.worst


@dataclass(frozen=True)
class DivisionShown:
    division: Division
    table: Table
    places: tuple[PlaceShown, ...]
    is_over: bool = False

    @property
    def zones(self) -> list[Zone]:
        """Those that the table has, for its legend."""
        present = {place.zone for place in self.places}
        return [zone for zone in Zone if zone in present and zone != Zone.STAY]


def division_tables(schedule: Schedule, divisions: Sequence[Division]) -> list[DivisionShown]:
    """From the top; `schedule` of the same season."""
    season = schedule.season
    tables = {each.pk: table_after(stage_of(each), names=schedule.names) for each in divisions}
    sizes = [len(tables[each.pk].rows) for each in divisions]
    drawn = season_lines(season, sizes)
    left = _left(season)
    return [
        _shown(
            division,
            tables[division.pk],
            zone_of,
            pairings=schedule.pairings.get(division.pk, ()),
            left=left,
        )
        for division, zone_of in zip(divisions, zones(sizes, drawn), strict=True)
    ]


def season_lines(season: Season, sizes: Sequence[int]) -> tuple[Line, ...]:
    return lines(sizes, movers=season.movers, play_offs=season.has_play_offs)


def _shown(
    division: Division,
    table: Table,
    zone_of: Sequence[Zone],
    *,
    pairings: Sequence[Pairing | None],
    left: frozenset[str],
) -> DivisionShown:
    open_cells = any(
        cell.outcome is RoundOutcome.PENDING for each in table.rows for cell in each.row.cells
    )
    is_over = not pairings and not open_cells and bool(table.after_round)
    possible = {} if is_over else _possible(division, table, pairings)
    return DivisionShown(
        division,
        table,
        tuple(
            PlaceShown(
                shown=shown,
                zone=zone,
                reach=possible.get(shown.row.entry),
                has_left=shown.row.entry in left,
            )
            for shown, zone in zip(table.rows, zone_of, strict=True)
        ),
        is_over=is_over,
    )


def _possible(
    division: Division, table: Table, pairings: Sequence[Pairing | None]
) -> Mapping[str, Reach]:
    """From points now, what is being played, and what is to come."""
    stage = stage_of(division)
    scheme = scheme_of(stage)
    seats = 2 if stage.is_for_two else stage.table_size
    win_12 = scheme.win_12(seats)
    unknown = sum(pairing is None for pairing in pairings)
    outlooks = {}
    for shown in table.rows:
        row = shown.row
        pending = sum(cell.outcome is RoundOutcome.PENDING for cell in row.cells)
        playing, sitting_out = matches_left(pairings, row.entry)
        sure_12 = sitting_out * scheme.bye_12
        outlooks[row.entry] = Outlook(
            points_12=row.points_12,
            least_12=sure_12,
            most_12=sure_12 + (pending + playing + unknown) * max(win_12, scheme.bye_12),
        )
    return reaches(outlooks)


def _left(season: Season) -> frozenset[str]:
    gone = Entry.objects.filter(
        event__division__season=season, status=Entry.Status.WITHDRAWN, seed__isnull=False
    )
    return frozenset(gone.values_list("pk", flat=True))
