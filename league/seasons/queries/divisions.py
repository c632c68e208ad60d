"""The tables of a season's divisions: with the zones of promotion and what is still possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.models import Division, Entry, Season
from league.pairing.field import Pairing
from league.seasons.promotion import DivisionLine, Zone, lines, zones
from league.seasons.queries.schedule import Schedule
from league.seasons.queries.seasons import stage_of, tables_in
from league.seasons.reach import PlacesInReach, PointsAhead, reaches
from league.seasons.schedule import matches_left
from league.standings.inputs import RoundOutcome
from league.standings.queries import scheme_of
from league.standings.table import Row


@dataclass(frozen=True)
class PlaceShown:
    """A row of a division's table."""

    rank: int
    entry: str
    name: str
    points_12: int
    zone: Zone
    reach: PlacesInReach | None  # None: nothing is left to play
    has_left: bool = False

    @property
    def is_sure(self) -> bool:
        return self.reach is not None and self.reach.best == self.reach.worst


@dataclass(frozen=True)
class DivisionShown:
    division: Division
    places: tuple[PlaceShown, ...]
    is_over: bool = False

    @property
    def zones(self) -> list[Zone]:
        """Those that the table has, for its legend."""
        present = {place.zone for place in self.places}
        return [zone for zone in Zone if zone in present and zone != Zone.STAY]


def division_tables(schedule: Schedule, divisions: Sequence[Division]) -> list[DivisionShown]:
    """From the top; `schedule` of the same season."""
    tables = tables_in(divisions)
    sizes = [len(rows) for rows in tables]
    marked = zones(sizes, season_lines(schedule.season, sizes))
    left = _left(schedule.season)
    return [
        _shown(division, rows, zone_of, schedule=schedule, left=left)
        for division, rows, zone_of in zip(divisions, tables, marked, strict=True)
    ]


def season_lines(season: Season, sizes: Sequence[int]) -> tuple[DivisionLine, ...]:
    return lines(sizes, movers=season.movers, play_offs=season.has_play_offs)


def _shown(
    division: Division,
    rows: Sequence[Row],
    zone_of: Sequence[Zone],
    *,
    schedule: Schedule,
    left: frozenset[str],
) -> DivisionShown:
    pairings = schedule.pairings.get(division.pk, ())
    is_open = any(cell.outcome is RoundOutcome.PENDING for row in rows for cell in row.cells)
    is_over = not pairings and not is_open and any(row.cells for row in rows)
    possible = {} if is_over else _possible(division, rows, pairings)
    return DivisionShown(
        division,
        tuple(
            PlaceShown(
                rank=row.rank,
                entry=row.entry,
                name=schedule.names.get(row.entry, ""),
                points_12=row.points_12,
                zone=zone,
                reach=possible.get(row.entry),
                has_left=row.entry in left,
            )
            for row, zone in zip(rows, zone_of, strict=True)
        ),
        is_over=is_over,
    )


def _possible(
    division: Division, rows: Sequence[Row], pairings: Sequence[Pairing | None]
) -> Mapping[str, PlacesInReach]:
    """From points now, what is being played, and what is to come."""
    scheme = scheme_of(stage_of(division))
    most_12 = max(scheme.win_12(scheme.seats), scheme.bye_12)
    unknown = sum(pairing is None for pairing in pairings)
    outlooks = {}
    for row in rows:
        pending = sum(cell.outcome is RoundOutcome.PENDING for cell in row.cells)
        playing, sitting_out = matches_left(pairings, row.entry)
        sure_12 = sitting_out * scheme.bye_12
        outlooks[row.entry] = PointsAhead(
            points_12=row.points_12,
            least_12=sure_12,
            most_12=sure_12 + (pending + playing + unknown) * most_12,
        )
    return reaches(outlooks)


def _left(season: Season) -> frozenset[str]:
    gone = Entry.objects.filter(
        event__division__season=season, status=Entry.Status.WITHDRAWN, seed__isnull=False
    )
    return frozenset(gone.values_list("pk", flat=True))
