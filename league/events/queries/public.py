"""What everybody may see of an event: how it stands now, its rounds and its table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Q

from league.events.queries.entries import Listed, entry_names, listed_entries
from league.events.queries.events import first_stage
from league.events.queries.standings import Table, table_top
from league.events.queries.tables import (
    Cells,
    RoundShown,
    TableShown,
    Verified,
    cells_of,
    matches_of,
    rounds_shown,
    table_shown,
)
from league.models import Club, Entry, Event, Match, Result, Round, Stage
from league.standings.field import Cell
from league.standings.queries import published_cells

TOP_ROWS = 10  # of the standings on the page of an event


@dataclass(frozen=True)
class Rounds:
    """An event's rounds by what they are to the public."""

    playing: tuple[Round, ...] = ()
    closed: tuple[Round, ...] = ()
    withdrawn: tuple[Round, ...] = ()  # its tables were public, and are not any more

    @property
    def shown(self) -> tuple[Round, ...]:
        return (*self.closed, *self.playing)

    @property
    def latest(self) -> Round | None:
        return max(self.shown, key=lambda each: each.number, default=None)


@dataclass(frozen=True)
class Now:
    """An event as it stands at this moment, for live pages."""

    event: Event
    stage: Stage
    rounds: Rounds
    playing: Sequence[RoundShown] = ()
    table: Table | None = None
    coming: Sequence[Listed] = ()  # who is entered, before the start
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def step(self) -> str:
        """Another one when the next step of a visitor may be another one."""
        rounds = (*self.rounds.shown, *self.rounds.withdrawn)
        return ":".join([self.event.status, *(f"{each.number}{each.status}" for each in rounds)])

    @property
    def is_between_rounds(self) -> bool:
        return self.event.status == Event.Status.RUNNING and not self.rounds.playing


@dataclass(frozen=True)
class Found:
    name: str
    match: Match | None  # None: not at a table now


def event_now(event: Event, *, rows: int | None = TOP_ROWS) -> Now:
    """Everything that the page of an event shows to everybody, with the top rows of its table."""
    stage = first_stage(event)
    stage.event = event  # read already
    if not event.has_started:
        coming = listed_entries(event, in_full=False, statuses=Entry.TAKING_A_PLACE)
        return Now(event, stage, Rounds(), coming=coming)
    rounds = public_rounds(stage)
    names = entry_names(event)
    table = table_top(stage, names=names, rows=rows)
    playing = rounds_shown(
        rounds.playing, event=event, names=names, cells=_cells_in(stage, rounds.playing)
    )
    return Now(event, stage, rounds, playing, table, names=names)


def verified_in(event: Event) -> Verified:
    """Of all its results so far."""
    if not event.has_started:
        return Verified(0, 0)
    accepted = event.matches.filter(state=Match.State.ACCEPTED)
    counted = accepted.aggregate(
        number=Count("pk", filter=Q(grade=Result.Grade.VERIFIED)),
        total=Count("pk", filter=~Q(grade="")),
    )
    return Verified(**counted)


def public_rounds(stage: Stage) -> Rounds:
    rounds = list(stage.rounds.order_by("number"))
    return Rounds(
        playing=tuple(each for each in rounds if each.status == Round.Status.PUBLISHED),
        closed=tuple(each for each in rounds if each.status == Round.Status.CLOSED),
        withdrawn=tuple(
            each for each in rounds if each.status == Round.Status.DRAFT and each.withdrawn_at
        ),
    )


def round_shown(given: Round) -> RoundShown:
    """A round that is public, with all its tables."""
    event = given.stage.event
    cells = _cells_in(given.stage, [given])
    [shown] = rounds_shown([given], event=event, names=entry_names(event), cells=cells)
    return shown


def _cells_in(stage: Stage, rounds: Sequence[Round]) -> Cells:
    """What these rounds gave, as published; others are not read."""
    if not rounds:
        return {}
    numbers = [each.number for each in rounds]
    return cells_of(published_cells(stage, since=min(numbers), up_to=max(numbers)))


def match_shown(match: Match, *, names: Mapping[str, str]) -> TableShown:
    given = match.round
    [stored] = matches_of([given]).filter(pk=match.pk)
    entries = {seat.entry_id for seat in stored.seats.all()}
    cells = cells_of(published_cells(given.stage, entries=entries))
    return table_shown(stored, given=given, event=match.event, names=names, cells=cells)


@dataclass(frozen=True)
class Met:
    """Somebody at a table as they came to it."""

    name: str
    points_12: int
    seed: int


def met_at(shown: TableShown, *, given: Round) -> list[Met]:
    """Who sits there, with the points from before the round."""
    entries = [side.entry for side in shown.sides]
    seeds = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "seed"))
    rounds = published_cells(given.stage, entries=entries, up_to=given.number - 1)
    points_12 = {entry: _points_12(cells) for entry, cells in rounds.items()}
    return [
        Met(side.name, points_12.get(side.entry, 0), seeds[side.entry] or 0) for side in shown.sides
    ]


def _points_12(cells: Iterable[Cell]) -> int:
    return sum(cell.points_12 for cell in cells)


def tables_by_name(
    event: Event, rounds: Sequence[RoundShown], *, matching: str = ""
) -> list[Found]:
    """Everybody who plays, in the order of names."""
    seated = {
        side.entry: table.match
        for shown in rounds
        for table in shown.tables
        for side in table.sides
    }
    playing = listed_entries(
        event, in_full=False, statuses=[Entry.Status.CHECKED_IN], matching=matching
    )
    return [Found(listed.name, seated.get(listed.entry.pk)) for listed in playing]


def open_matches_at(club: Club, *, table: int) -> list[Match]:
    """What is played at a table of the club now: one match, unless two events run at once."""
    return list(
        Match.objects.filter(
            event__club=club, event__status=Event.Status.RUNNING, table=table, is_open=True
        )
        .select_related("event", "round")
        .order_by("event__starts_at")
    )
