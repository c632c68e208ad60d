"""The divisions of a season: who is in them, their tables with zones, what is still possible."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.clubs.queries import players_kept_by, players_of
from league.events.queries.entries import names_of_entries
from league.models import Division, Entry, Player, Season
from league.permissions import Actor, signed_up_by
from league.seasons import promotion
from league.seasons.queries.schedule import MeetingShown, RoundScheduled, Schedule
from league.seasons.queries.seasons import divisions_of, stage_of, tables_in
from league.standings.chances.endings import ranks_may_be_shared
from league.standings.chances.rank_bounds import Possible
from league.standings.inputs import RoundOutcome
from league.standings.table import Row


@dataclass(frozen=True)
class PlaceShown:
    """A row of a division's table."""

    rank: int
    entry: str
    name: str
    points_12: int
    zone: promotion.Zone
    reach: Possible | None  # None: nothing is left to play
    has_left: bool = False
    is_sure_to_go_up: bool = False

    @property
    def is_settled(self) -> bool:
        return self.reach is not None and self.reach.best == self.reach.worst

    @property
    def is_sure_of_first(self) -> bool:
        return self.reach is not None and self.reach.worst == 1


@dataclass(frozen=True)
class DivisionShown:
    division: Division
    places: tuple[PlaceShown, ...]
    is_over: bool = False

    @property
    def zones(self) -> list[promotion.Zone]:
        """Those that the table has, for its legend."""
        present = {place.zone for place in self.places}
        return [zone for zone in promotion.Zone if zone in present and zone != promotion.Zone.STAY]


def division_tables(schedule: Schedule, divisions: Sequence[Division]) -> list[DivisionShown]:
    """From the top; `schedule` of the same season."""
    tables = tables_in(divisions)
    sizes = [len(rows) for rows in tables]
    marked = promotion.zones(sizes, season_lines(schedule.season, sizes))
    left = _left(schedule.season)
    return [
        _shown(division, rows, zone_of, schedule=schedule, left=left)
        for division, rows, zone_of in zip(divisions, tables, marked, strict=True)
    ]


def season_lines(season: Season, sizes: Sequence[int]) -> tuple[promotion.DivisionLine, ...]:
    return promotion.lines(sizes, movers=season.movers, play_offs=season.has_play_offs)


def _shown(
    division: Division,
    rows: Sequence[Row],
    zone_of: Sequence[promotion.Zone],
    *,
    schedule: Schedule,
    left: frozenset[str],
) -> DivisionShown:
    pairings = schedule.pairings.get(division.pk, ())
    is_open = any(cell.outcome is RoundOutcome.PENDING for row in rows for cell in row.cells)
    is_over = not pairings and not is_open and any(row.cells for row in rows)
    reach = {} if is_over else _reach(rows)
    sure = promotion.sure_to_go_up(
        reach,
        places=zone_of.count(promotion.Zone.UP),
        may_share=ranks_may_be_shared(stage_of(division).chain),
    )
    return DivisionShown(
        division,
        tuple(
            PlaceShown(
                rank=row.rank,
                entry=row.entry,
                name=schedule.names.get(row.entry, ""),
                points_12=row.points_12,
                zone=zone,
                reach=reach.get(row.entry),
                has_left=row.entry in left,
                is_sure_to_go_up=row.entry in sure,
            )
            for row, zone in zip(rows, zone_of, strict=True)
        ),
        is_over=is_over,
    )


def _reach(rows: Sequence[Row]) -> dict[str, Possible]:
    return {
        row.entry: Possible(row.best, row.worst)
        for row in rows
        if row.best is not None and row.worst is not None
    }


def _left(season: Season) -> frozenset[str]:
    gone = Entry.objects.filter(
        event__division__season=season, status=Entry.Status.WITHDRAWN, seed__isnull=False
    )
    return frozenset(gone.values_list("pk", flat=True))


@dataclass(frozen=True)
class PlayerListed:
    entry: Entry
    name: str


@dataclass(frozen=True)
class DivisionListed:
    division: Division
    players: tuple[PlayerListed, ...]
    is_first: bool
    is_last: bool


@dataclass(frozen=True)
class MySeason:
    """A season as one of its players sees it."""

    entry: Entry
    division: Division
    open: tuple[
        tuple[RoundScheduled, MeetingShown], ...
    ]  # to be played now, the earliest due first
    next: tuple[RoundScheduled, MeetingShown] | None  # the next one that is not open yet


def listed_divisions(season: Season, *, in_full: bool) -> list[DivisionListed]:
    """From the top, players in the order that gives their starting numbers."""
    divisions = divisions_of(season)
    entered: dict[str, list[Entry]] = {division.event_id: [] for division in divisions}
    entries = Entry.objects.filter(event__division__season=season).exclude(
        status=Entry.Status.WITHDRAWN
    )
    for entry in entries.select_related("player__club", "partner__club").order_by(
        "created_at", "pk"
    ):
        entered[entry.event_id].append(entry)
    listed = []
    for at, division in enumerate(divisions, start=1):
        names = names_of_entries(entered[division.event_id], in_full=in_full)
        listed.append(
            DivisionListed(
                division,
                tuple(PlayerListed(entry, names[entry.pk]) for entry in entered[division.event_id]),
                is_first=at == 1,
                is_last=at == len(divisions),
            )
        )
    return listed


def members_to_add(season: Season) -> QuerySet[Player]:
    """Players of the club who are in no division."""
    ours = players_of(season.club) | players_kept_by(season.club)
    taken = Entry.objects.filter(event__division__season=season)
    return ours.exclude(pk__in=taken.values("player")).distinct()


def my_season(schedule: Schedule, actor: Actor) -> MySeason | None:
    """Nothing for those who do not play in it."""
    own = signed_up_by(actor)
    if actor.user is not None:
        own |= Q(player__user=actor.user) | Q(partner__user=actor.user)
    entry = (
        Entry.objects.filter(own, event__division__season=schedule.season)
        .select_related("event__division")
        .order_by(*Entry.BY_NAME)
        .first()
    )
    if entry is None:
        return None
    mine = schedule.meetings_of(entry.pk)
    waiting = [pair for pair in mine if pair[1].match is not None and pair[1].match.is_open]
    to_come = (pair for pair in mine if pair[1].match is None)
    return MySeason(
        entry,
        entry.event.division,
        tuple(sorted(waiting, key=lambda pair: (pair[1].due_on, pair[0].number))),
        next(to_come, None),
    )
