"""Series of evenings whose final tables are given, as if they had been played."""

from collections.abc import Sequence

from league.models import Club, Entry, Event, Player, Series, Stage
from league.permissions import SERVICE
from league.series.services import add_evening
from league.standings import services
from league.standings.field import Cell
from league.standings.inputs import RoundOutcome
from league.standings.queries import published_rows
from league.standings.renewal import Renewed
from league.standings.stored import Stored, rounds_piece, written
from league.standings.table import Row
from tests.factories import make_club, make_event

Sitting = Player | tuple[Player, Player]


def make_series(club: Club | None = None, **fields: object) -> Series:
    return Series.objects.create(club=club or make_club(), **{"name": "Liga", **fields})


def evening_of(
    series: Series,
    *tables: Sitting | Sequence[Sitting],
    status: Event.Status = Event.Status.FINISHED,
    name: str = "Večer",
    **fields: object,
) -> Event:
    """With this final table, the winner first; a list shares its place. Places bring 10, 9, …"""
    event = make_event(series.club, name=name, status=status)
    Event.objects.filter(pk=event.pk).update(**fields)
    rows: list[Row] = []
    for sitting in tables:
        sharing = sitting if isinstance(sitting, list) else [sitting]
        rank = len(rows) + 1
        for one in sharing:
            player, partner = one if isinstance(one, tuple) else (one, None)
            entry = Entry.objects.create(
                event=event,
                player=player,
                partner=partner,
                seed=len(rows) + 1,
                status=Entry.Status.CHECKED_IN,
            )
            cell = Cell(1, RoundOutcome.PLACE, 12 * (11 - rank), place=1)
            rows.append(Row(rank, entry.pk, cell.points_12, {}, (cell,)))
    publish_rows(event, rows)
    add_evening(series, actor=SERVICE, event=event)
    return Event.objects.get(pk=event.pk)


def publish_rows(event: Event, rows: Sequence[Row]) -> None:
    """As the job does: a new version, kept beside its number."""
    stage = Stage.objects.get(event=event)
    version = stage.published_version + 1
    Stage.objects.filter(pk=stage.pk).update(wanted_version=version)
    rounds = {row.entry: rounds_piece(row.cells) for row in rows}
    made = Stored(written({1: rows}, {}), rounds)
    services._publish(stage, Renewed(made, {1: ""}), version=version)


def stored_rows(event: Event) -> list[Row]:
    return list(published_rows(Stage.objects.get(event=event)))
