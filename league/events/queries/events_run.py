"""The events that somebody runs: how each stands, its next step, and tables that wait."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import Case, Count, Q, QuerySet, Value, When
from django.utils import timezone

from league.events.next_step import EveningFacts, RoundFacts, next_step, round_at_hand
from league.models import Call, Club, Entry, Event, Match, Official, Round, Stage, User
from league.standings.queries import rounds_to_play

_SHOWN = 8
_WRAPPED_UP_WITHIN = timedelta(days=14)
_TROUBLED = (Match.State.DISPUTED, Match.State.CONTRADICTED)
_RUNNING_FIRST = Case(When(status=Event.Status.RUNNING, then=Value(0)), default=Value(1))


@dataclass(frozen=True)
class EventRun:
    """An event with the step that comes next."""

    event: Event
    step: str
    is_organiser: bool
    number: int = 0  # the round that the step is about
    of: Round | None = None  # the same with its name, where a stage is played
    round: str = ""  # its id, where there is one
    missing: int = 0
    here: int = 0
    applied: int = 0


@dataclass(frozen=True)
class TableInNeed:
    """A table that cannot go on, or calls."""

    match: Match
    kind: str  # disputed, contradicted, contested, misplaced, call


@dataclass(frozen=True)
class FirstSteps:
    """What the admin of a club without an event so far does: three ticks."""

    club: Club
    has_members: bool
    event: Event | None  # the first one, not started yet
    has_people: bool  # somebody is in it

    @property
    def current(self) -> int:
        """The step to do now, from 1; 4: all are done."""
        done = (self.has_members, self.event is not None, self.has_people)
        return done.index(False) + 1 if False in done else len(done) + 1


@dataclass(frozen=True)
class MyEvents:
    events: Sequence[EventRun] = ()
    tables: Sequence[TableInNeed] = ()
    first_steps: Sequence[FirstSteps] = ()


def my_events(user: User, *, clubs: Sequence[Club]) -> MyEvents:
    """By a number of queries that grows with nothing but formats as long as their field."""
    rows = list(_run_by(user)[:_SHOWN])
    tables = _tables_in_need(rows)
    return MyEvents(_with_steps(rows, tables, user), tables, first_steps(clubs))


def _run_by(user: User) -> QuerySet[Event]:
    """Running ones first, then by their start; finished ones until they are wrapped up."""
    own = Q(pk__in=Official.objects.filter(user=user).values("event"))
    own |= Q(club__in=user.clubs_run.values("pk"))
    recently = Q(finished_at__gte=timezone.now() - _WRAPPED_UP_WITHIN)
    timely = ~Q(status__in=(Event.Status.FINISHED, Event.Status.ARCHIVED))
    timely |= Q(status=Event.Status.FINISHED) & recently
    shown = Event.objects.filter(own, timely, wiped_at=None).select_related("club")
    return shown.order_by(_RUNNING_FIRST, "starts_at", "pk")


def _tables_in_need(events: Sequence[Event]) -> list[TableInNeed]:
    running = [event.pk for event in events if event.status == Event.Status.RUNNING]
    if not running:
        return []
    stuck = Q(state__in=_TROUBLED, round__status=Round.Status.PUBLISHED)
    stuck |= Q(is_contested=True) | Q(is_misplaced=True)
    calling = Call.objects.filter(match__event__in=running, ended_at=None).values("match")
    found = Match.objects.filter(stuck | Q(pk__in=calling), event__in=running)
    rows = found.select_related("event", "round__stage__event").order_by(
        "round__published_at", "table"
    )
    return [TableInNeed(match, _kind(match)) for match in rows[:_SHOWN]]


def _kind(match: Match) -> str:
    if match.is_contested:
        return "contested"
    if match.is_misplaced:
        return "misplaced"
    return match.state if match.state in _TROUBLED else "call"


@dataclass(frozen=True)
class StageAtPlay:
    """The stage that an event plays: the last that has begun."""

    stage: Stage
    has_next: bool = False


def _with_steps(
    events: Sequence[Event], tables: Sequence[TableInNeed], user: User
) -> list[EventRun]:
    playing = _stages_at_play(events)
    rounds = _rounds_of(playing)
    people = _people_in(events)
    troubled = {table.match.event_id for table in tables if table.kind != "call"}
    runs = Q(club__in=user.clubs_run.values("pk")) | Q(
        official_set__user=user, official_set__role=Official.Role.ORGANISER
    )
    shown = Event.objects.filter(runs, pk__in=[event.pk for event in events])
    ours = set(shown.values_list("pk", flat=True))
    return [
        _with_step(
            event,
            playing.get(event.pk),
            rounds.get(event.pk, []),
            people[event.pk],
            has_trouble=event.pk in troubled or _has_changed_field(playing.get(event.pk)),
            is_organiser=user.is_superuser or event.pk in ours,
        )
        for event in events
    ]


def _has_changed_field(playing: StageAtPlay | None) -> bool:
    return playing is not None and playing.stage.field_changed


def _with_step(
    event: Event,
    playing: StageAtPlay | None,
    rounds: Sequence[tuple[Round, RoundFacts]],
    people: Mapping[str, int],
    *,
    has_trouble: bool,
    is_organiser: bool,
) -> EventRun:
    states = [facts for _round, facts in rounds]
    facts = EveningFacts(
        status=event.status,
        rounds=states,
        planned=rounds_to_play(playing.stage) if playing and rounds else 1,
        here=people.get(Entry.Status.CHECKED_IN, 0),
        expected=people.get(Entry.Status.REGISTERED, 0),
        is_due=event.starts_at <= timezone.now(),
        has_trouble=has_trouble,
        has_rounds=playing is None or playing.stage.format.has_rounds,
        has_stage_to_come=playing is not None and playing.has_next,
        is_closed=playing is not None and playing.stage.closed_at is not None,
    )
    step = next_step(facts)
    drafted = [state for state in states if step.startswith("draft_") and state.status == "draft"]
    about = next(iter(drafted), None) or round_at_hand(states)
    before = playing.stage.rounds_before if playing else 0
    number = about.number if about else before + len(states) + 1
    return EventRun(
        event=event,
        step=step,
        is_organiser=is_organiser,
        number=number,
        of=Round(stage=playing.stage, number=number) if playing else None,
        round=next((round_.pk for round_, _facts in rounds if round_.number == number), ""),
        missing=about.missing if about else 0,
        here=facts.here,
        applied=people.get(Entry.Status.APPLIED, 0),
    )


def _stages_at_play(events: Sequence[Event]) -> dict[str, StageAtPlay]:
    """By event that is running."""
    running = {event.pk: event for event in events if event.status == Event.Status.RUNNING}
    found: dict[str, StageAtPlay] = {}
    stages = Stage.objects.filter(event__in=running).order_by("order") if running else []
    for stage in stages:
        stage.event = running[stage.event_id]
        if stage.is_first or stage.begun_at:
            found[stage.event_id] = StageAtPlay(stage)
        else:
            found[stage.event_id] = replace(found[stage.event_id], has_next=True)
    return found


def _rounds_of(
    playing: Mapping[str, StageAtPlay],
) -> dict[str, list[tuple[Round, RoundFacts]]]:
    """By event: the rounds of the stage that is played."""
    if not playing:
        return {}
    stages = {shown.stage.pk: shown.stage for shown in playing.values()}
    missing = ~Q(matches__state=Match.State.ACCEPTED) & Q(matches__isnull=False)
    rounds = Round.objects.filter(stage__in=stages)
    if free := [pk for pk, stage in stages.items() if not stage.format.has_rounds]:
        rounds = rounds.exclude(stage__in=free)  # a hundred, and no step is about one of them
    rows = rounds.annotate(
        missing=Count("matches", filter=missing),
        unconfirmed=Count("matches", filter=Q(matches__state=Match.State.HANDED_IN)),
        touched=Count("matches", filter=~Q(matches__state__in=Match.NOTHING_IN)),
    ).order_by("stage", "number")
    by_event: dict[str, list[tuple[Round, RoundFacts]]] = defaultdict(list)
    for round_ in rows:
        round_.stage = stages[round_.stage_id]
        facts = RoundFacts(
            *(round_.number, round_.status, round_.draw, round_.missing, round_.unconfirmed),
            awaits_clock=round_.awaits_clock and not round_.touched,
        )
        by_event[round_.stage.event_id].append((round_, facts))
    return by_event


def _people_in(events: Sequence[Event]) -> dict[str, dict[str, int]]:
    """Entries by status, by event."""
    people: dict[str, dict[str, int]] = defaultdict(dict)
    counted = Entry.objects.filter(event__in=events).order_by().values_list("event", "status")
    for event, status, number in counted.annotate(number=Count("pk")):
        people[event][status] = number
    return people


def first_steps(clubs: Sequence[Club]) -> list[FirstSteps]:
    """Of clubs, with their counts, in which nothing was started yet."""
    if not clubs:
        return []
    opened: dict[str, list[Event]] = defaultdict(list)
    events = Event.objects.filter(club__in=clubs, practice_of="")
    for event in events.annotate(people=Count("entries")).order_by("created_at", "pk"):
        opened[event.club_id].append(event)
    return [
        FirstSteps(
            club=club,
            has_members=bool(club.player_count),  # type: ignore[attr-defined]
            event=next(iter(opened[club.pk]), None),
            has_people=any(event.people for event in opened[club.pk]),  # type: ignore[attr-defined]
        )
        for club in clubs
        if not any(event.has_started for event in opened[club.pk])
    ]
