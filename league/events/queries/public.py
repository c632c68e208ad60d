"""What everybody may see of an event: how it stands, its rounds, its table; all of it on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from league.events.queries import tables
from league.events.queries.entries import Listed, entry_names, listed_entries
from league.events.queries.events import stage_at_play
from league.events.queries.stages import OverallRow, overall_shown, with_last_rounds
from league.events.queries.standings import StandingsTable, table_top, with_rounds
from league.models import Announcement, Club, Entry, Event, Match, Round, Stage
from league.standings.queries import published_cells, rounds_to_play

ANNOUNCEMENTS = 3  # on the page of an event
TOP_ROWS = 10  # of the standings on the page of an event
TEMPLATE = "print/paper.html"
BLANK_SLIPS = 8
SEATS = 4
_ENTERED = (*Entry.TAKING_A_PLACE, Entry.Status.WAITLISTED, Entry.Status.WITHDRAWN)


@dataclass(frozen=True)
class PublicRounds:
    """An event's rounds by what they are to the public."""

    playing: tuple[Round, ...] = ()
    closed: tuple[Round, ...] = ()
    withdrawn: tuple[Round, ...] = ()  # its tables were public, and are not any more

    @property
    def shown(self) -> tuple[Round, ...]:
        return (*self.closed, *self.playing)

    @property
    def latest(self) -> Round | None:
        return max(self.shown, key=lambda round_: round_.number, default=None)


@dataclass(frozen=True)
class Waiting:
    """Somebody who is ready and not seated yet."""

    entry: str
    name: str
    since: datetime


@dataclass(frozen=True)
class EventNow:
    """An event as it stands at this moment, for live pages."""

    event: Event
    stage: Stage
    rounds: PublicRounds
    playing: Sequence[tables.RoundShown] = ()
    table: StandingsTable | None = None
    coming: Sequence[Listed] = ()  # who is entered, before the start
    names: Mapping[str, str] = field(default_factory=dict)
    planned: int = 0  # rounds of the stage
    has_stage_to_come: bool = False
    before: Sequence[Round] = ()  # played in the stages before
    overall: Sequence[OverallRow] = ()  # the first of all stages, once all is played
    stages: Sequence[tuple[Stage, int | None]] = ()  # each with its last round, if it has ended
    waiting: Sequence[Waiting] = ()  # who is ready, in an open evening

    @property
    def is_evening(self) -> bool:
        return is_open_evening(self.stage)

    @property
    def is_played_out(self) -> bool:
        """All rounds are closed, whether the event is finished or not."""
        return self.is_stage_over and not self.has_stage_to_come

    @property
    def is_stage_over(self) -> bool:
        """Its last round is closed; one without rounds is, to let the next begin."""
        if not self.stage.format.has_rounds:
            return self.stage.closed_at is not None
        return bool(self.planned) and len(self.rounds.closed) >= self.planned

    @property
    def planned_in_all(self) -> int:
        """Rounds of all stages so far."""
        return self.stage.rounds_before + self.planned

    @property
    def played(self) -> tuple[Round, ...]:
        """Over all stages."""
        return (*self.before, *self.rounds.closed)

    @property
    def step(self) -> str:
        """Another one when the next step of a visitor may be another one."""
        rounds = (*self.rounds.shown, *self.rounds.withdrawn)
        waiting = [one.entry for one in self.waiting]
        numbers = (f"{r.number}{r.status}" for r in rounds)
        seen = [f"{self.event.status}{self.stage.order}", *numbers, *waiting]
        return ":".join(seen)

    @property
    def is_between_rounds(self) -> bool:
        return self.event.status == Event.Status.RUNNING and not self.rounds.playing


@dataclass(frozen=True)
class NameAtTable:
    name: str
    match: Match | None  # None: not at a table now
    entry: str = ""
    seat: str = ""  # that a tap takes, for a phone with the code of the room
    wins_by_forfeit: bool = False
    is_ready: bool = False  # in an open evening


def event_now(event: Event, *, rows: int | None = TOP_ROWS) -> EventNow:
    """Everything that the page of an event shows to everybody, with the top rows of its table."""
    stage, to_come = stage_at_play(event)
    if not event.has_started:
        coming = listed_entries(event, in_full=False, statuses=Entry.TAKING_A_PLACE)
        return EventNow(event, stage, PublicRounds(), coming=coming)
    rounds = public_rounds(stage)
    names = entry_names(event)
    table = table_top(stage, names=names, rows=rows)
    cells = _cells_in(stage, rounds.playing)
    playing = tables.rounds_shown(rounds.playing, event=event, names=names, cells=cells)
    if not stage.format.has_rounds:
        playing = tables.side_by_side(playing)
    now = EventNow(
        *(event, stage, rounds, playing, table),
        names=names,
        planned=rounds_to_play(stage),
        has_stage_to_come=to_come is not None,
        waiting=_waiting(stage, names) if is_open_evening(stage) else (),
    )
    return now if stage.is_first else _with_stages(now, rows=rows)


def _with_stages(now: EventNow, *, rows: int | None) -> EventNow:
    """With what was before, and once all is played with the order over all."""
    before = _stages_before(now.stage)
    is_over = now.event.is_over or now.is_played_out
    return replace(
        now,
        before=public_rounds(*before).closed,
        overall=overall_shown(now.event, names=now.names)[:rows] if is_over else (),
        stages=with_last_rounds([*before, now.stage]),
    )


def is_open_evening(stage: Stage) -> bool:
    """People say in it that they are ready."""
    return "longest_wait_min" in stage.format.settings


def _waiting(stage: Stage, names: Mapping[str, str]) -> list[Waiting]:
    """Whoever has waited longest first."""
    ready = stage.readiness.filter(
        since__isnull=False, entry__status=Entry.Status.CHECKED_IN
    ).order_by("since", "pk")
    rows = ready.values_list("entry", "since")
    return [Waiting(entry, names.get(entry, ""), since) for entry, since in rows if since]


def _stages_before(stage: Stage) -> list[Stage]:
    earlier = Stage.objects.filter(event=stage.event_id, order__lt=stage.order)
    stages = list(earlier.order_by("order"))
    for each in stages:
        each.event = stage.event  # read already
    return stages


def announcements_of(event: Event) -> list[Announcement]:
    """The newest first; older ones have had their time."""
    return list(event.announcements.all()[:ANNOUNCEMENTS])


def public_rounds(*stages: Stage) -> PublicRounds:
    """Where every table is a round, those that play: the others would be a hundred."""
    free = [stage for stage in stages if not stage.format.has_rounds]
    wanted = Q(stage__in=[stage for stage in stages if stage not in free])
    if free:
        wanted |= Q(stage__in=free, matches__is_open=True)
    rounds = list(Round.objects.filter(wanted).order_by("number"))
    by_id = {stage.pk: stage for stage in stages}
    for round_ in rounds:
        round_.stage = by_id[round_.stage_id]  # read already
    return PublicRounds(
        playing=tuple(r for r in rounds if r.status == Round.Status.PUBLISHED),
        closed=tuple(r for r in rounds if r.status == Round.Status.CLOSED),
        withdrawn=tuple(r for r in rounds if r.status == Round.Status.DRAFT and r.withdrawn_at),
    )


def round_shown(round_: Round, *, names: Mapping[str, str] | None = None) -> tables.RoundShown:
    """A round that is public, with all its tables; by public names unless others are given."""
    event = round_.stage.event
    cells = _cells_in(round_.stage, [round_])
    names = entry_names(event) if names is None else names
    [shown] = tables.rounds_shown([round_], event=event, names=names, cells=cells)
    return shown


def _cells_in(stage: Stage, rounds: Sequence[Round]) -> tables.Cells:
    """What these rounds gave, as published; others are not read."""
    if not rounds:
        return {}
    numbers = [round_.number for round_ in rounds]
    return tables.cells_of(published_cells(stage, since=min(numbers), up_to=max(numbers)))


def match_shown(match: Match, *, names: Mapping[str, str]) -> tables.TableShown:
    round_ = match.round
    [stored] = tables.matches_of([round_]).filter(pk=match.pk)
    entries = {seat.entry_id for seat in stored.seats.all()}
    cells = tables.cells_of(published_cells(round_.stage, entries=entries))
    return tables.table_shown(stored, round_=round_, event=match.event, names=names, cells=cells)


@dataclass(frozen=True)
class Met:
    """Somebody at a table as they came to it."""

    name: str
    points_12: int
    seed: int
    group: str = ""


def met_at(shown: tables.TableShown, *, round_: Round) -> list[Met]:
    """Who sits there, with the points from before the round."""
    entries = [side.entry for side in shown.sides]
    seeds = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "seed"))
    rounds = published_cells(round_.stage, entries=entries, up_to=round_.number - 1)
    points_12 = {entry: sum(cell.points_12 for cell in cells) for entry, cells in rounds.items()}
    return [
        Met(side.name, points_12.get(side.entry, 0), seeds[side.entry] or 0, shown.group)
        for side in shown.sides
    ]


def tables_by_name(
    event: Event,
    rounds: Sequence[tables.RoundShown],
    *,
    matching: str = "",
    names: Mapping[str, str] | None = None,
) -> list[NameAtTable]:
    """Everybody who plays, in the order of names; by public ones unless others are given."""
    seated = {
        side.entry: table.match
        for shown in rounds
        for table in shown.tables
        for side in table.sides
    }
    playing = listed_entries(
        event, in_full=False, statuses=[Entry.Status.CHECKED_IN], matching=matching
    )
    shown_as = names or {}
    winners = {forfeit.winner for shown in rounds for forfeit in shown.forfeits}
    return [
        NameAtTable(
            shown_as.get(row.entry.pk, row.name),
            seated.get(row.entry.pk),
            entry=row.entry.pk,
            wins_by_forfeit=row.entry.pk in winners,
        )
        for row in playing
    ]


def open_matches_at(club: Club, *, table: int) -> list[Match]:
    """What is played at a table of the club now: one match, unless two events run at once."""
    return list(
        Match.objects.filter(
            event__club=club,
            event__status=Event.Status.RUNNING,
            event__practice_of="",
            table=table,
            is_open=True,
        )
        .select_related("event", "round")
        .order_by("event__starts_at")
    )


@dataclass(frozen=True)
class Slip:
    """A piece of paper for a table to write its result on; empty: to be filled in by hand."""

    round: int | None
    table: int | None
    sides: Sequence[tuple[str, str]]  # letters of the seats, and the name
    code: str = ""  # by which players come to their match
    qr: str = ""  # the same, drawn
    is_of_round: bool = True  # not: of a game by itself


@dataclass(frozen=True)
class Paper:
    now: EventNow
    entries: list[Listed]
    slips: list[Slip]
    made_at: datetime


def paper_of(event: Event) -> Paper:
    """Names as the public sees them: paper lies about, and is kept."""
    now = event_now(event, rows=None)
    if now.table:
        now = replace(now, table=with_rounds(now.table, stage=now.stage))
    open_slips = [slip for shown in now.playing for slip in slips_of(shown) if slip.table]
    return Paper(
        now=now,
        entries=listed_entries(event, in_full=False, statuses=_ENTERED),
        slips=[*open_slips, *blank_slips(BLANK_SLIPS)],
        made_at=timezone.now(),
    )


def slips_of(shown: tables.RoundShown) -> list[Slip]:
    """For the tables that still play."""
    return [
        Slip(
            shown.round.number,
            table.match.table,
            [(side.letters, side.name) for side in table.sides],
            code=table.match.code,
            is_of_round=shown.round.stage.format.has_rounds,
        )
        for table in shown.tables
        if table.match.is_open
    ]


def blank_slips(number: int) -> list[Slip]:
    return [Slip(None, None, [("", "")] * SEATS)] * number


def paper_page(event: Event) -> str:
    """One page that needs nothing else: no style sheet, no script, no picture."""
    with translation.override(event.language):
        return render_to_string(TEMPLATE, {"event": event, "paper": paper_of(event)})
