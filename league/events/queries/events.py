"""Events as lists need them, how they stand, and what is done for them in the background."""

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from league.events.lifecycle_rules import Facts, steps_from
from league.events.settings_rules import LABELS
from league.formats.contract import Overview
from league.formats.registry import FORMATS, format_of
from league.models import Club, Entry, Event, Job, Match, Round, Stage, StageGame, Submission
from league.models.names import match_key
from league.permissions import Actor, visible_events
from league.prepositions import spoken
from league.standings.queries import last_round, rounds_to_play

_SHOWN_AT_MOST = 20
_TABS = ("has_tables", "has_bracket", "has_rounds", "has_changed_field")


@dataclass(frozen=True)
class StepOffered:
    """A step of the life cycle in the reader's language."""

    to: str
    label: str
    effect: str
    reason: str  # why it cannot be taken now
    warning: str


def events_shown(actor: Actor) -> QuerySet[Event]:
    return told_if_played_out(visible_events(actor).select_related("club")).order_by(
        "-starts_at", "pk"
    )


def called_like(events: QuerySet[Event], words: str) -> QuerySet[Event]:
    """Those that hold all the words in their name, the club's or its town, whatever the accents."""
    wanted = match_key(words).split()
    rows = events.order_by().values_list("pk", "name", "club__name", "club__town")
    found = [
        pk for pk, *texts in rows if all(word in match_key(" ".join(texts)) for word in wanted)
    ]
    return events.filter(pk__in=found)


def playing(events: QuerySet[Event], game: str) -> QuerySet[Event]:
    """Those with this game: their own, of a stage, beside it at an evening, or at one table."""
    of_event = {"stage__event": OuterRef("pk"), "game": game}
    elsewhere = (
        Stage.objects.filter(event=OuterRef("pk"), game=game, plays_own_game=True),
        StageGame.objects.filter(**of_event),
        Round.objects.filter(**of_event, plays_own_game=True),
    )
    return events.filter(reduce(or_, map(Exists, elsewhere), Q(game=game)))


def told_if_played_out(events: QuerySet[Event]) -> QuerySet[Event]:
    """Each with `is_played_out`: all its rounds are closed, whether it is finished or not."""
    return events.annotate(is_played_out=~Exists(_stages_to_play().filter(event=OuterRef("pk"))))


def is_played_out(event: Event) -> bool:
    """Asked of one event alone."""
    return not _stages_to_play().filter(event=event).exists()


def _stages_to_play() -> QuerySet[Stage]:
    closed = Count("rounds", filter=Q(rounds__status=Round.Status.CLOSED))
    return Stage.objects.annotate(closed=closed).filter(closed__lt=F("rounds_planned"))


def coming_events(actor: Actor) -> QuerySet[Event]:
    return (
        told_if_played_out(visible_events(actor))
        .select_related("club")
        .filter(status__in=(Event.Status.OPEN, Event.Status.RUNNING), practice_of="")
        .order_by("starts_at", "pk")
    )


def events_of(club: Club, actor: Actor) -> QuerySet[Event]:
    return events_shown(actor).filter(club=club)


def first_stage(event: Event) -> Stage:
    """The stage that people enter: what is set for an event as a whole is set there."""
    return event.stages.order_by("order")[:1].get()


def with_tabs(events: QuerySet[Event]) -> QuerySet[Event]:
    """With what decides about the tabs of their pages.

    There are tables to find in a round that is not closed, or in the first.
    """
    rounds = Round.objects.filter(stage__event=OuterRef("pk"))
    is_closed = Q(status=Round.Status.CLOSED)
    brackets = stages_with(Overview.BRACKET).filter(event=OuterRef("pk"))
    return events.annotate(
        has_tables=Exists(rounds.exclude(is_closed)) | ~Exists(rounds.filter(is_closed)),
        has_bracket=Exists(brackets),
        has_rounds=~Exists(_played_without_rounds().filter(event=OuterRef("pk"))),
        has_changed_field=Exists(Stage.objects.filter(event=OuterRef("pk"), field_changed=True)),
    )


def _played_without_rounds() -> QuerySet[Stage]:
    """Stages in which tables are made one at a time, if they are the last that has begun."""
    kinds = [each.key for each in FORMATS if not each.has_rounds]
    begun = Q(order=1) | Q(begun_at__isnull=False)
    later = Stage.objects.filter(
        event=OuterRef("event"), order__gt=OuterRef("order"), begun_at__isnull=False
    )
    return Stage.objects.filter(~Exists(later), begun, kind__in=kinds)


def has_tables(event: Event) -> bool:
    return _tab(event, "has_tables")


def has_bracket(event: Event) -> bool:
    return _tab(event, "has_bracket")


def has_rounds(event: Event) -> bool:
    """Not: in the stage that is played tables are made one at a time."""
    return _tab(event, "has_rounds")


def has_changed_field(event: Event) -> bool:
    """In some stage others play than those whom the results name now."""
    return _tab(event, "has_changed_field")


def _tab(event: Event, name: str) -> bool:
    """Read with the event, where `with_tabs` was asked for it; else once for all tabs."""
    if name not in event.__dict__:
        found = with_tabs(Event.objects.filter(pk=event.pk)).get().__dict__
        event.__dict__.update({tab: found[tab] for tab in _TABS})
    return bool(event.__dict__[name])


def stages_with(overview: Overview) -> QuerySet[Stage]:
    """Whose format shows its results in this way."""
    formats = [format_.key for format_ in FORMATS if format_.overview is overview]
    return Stage.objects.filter(kind__in=formats)


def current_stage(event: Event) -> Stage:
    """The stage that is played: the last that has begun, before all others the first."""
    return stage_at_play(event)[0]


def stage_at_play(event: Event) -> tuple[Stage, Stage | None]:
    """The stage that is played, and the one that takes its field from it, if any does."""
    stages = list(event.stages.order_by("order"))
    for stage in stages:
        stage.event = event  # read already
    begun = max(at for at, stage in enumerate(stages) if stage.is_first or stage.begun_at)
    return stages[begun], next(iter(stages[begun + 1 :]), None)


def facts_of(event: Event) -> Facts:
    """What the steps of the life cycle depend on."""
    rows = Round.objects.filter(stage__event=event).values_list("status", "number", "stage__kind")
    rounds = [(status, number) for status, number, _kind in rows]
    kinds = [kind for status, _number, kind in rows if status == Round.Status.CLOSED]
    statuses = [status for status, _number in rounds]
    closed = statuses.count(Round.Status.CLOSED)
    entered = ~Q(status=Entry.Status.WITHDRAWN)
    here = Q(status=Entry.Status.CHECKED_IN)
    counts = event.entries.aggregate(
        entered=Count("pk", filter=entered), here=Count("pk", filter=here)
    )
    stage = current_stage(event)
    has_rounds = stage.format.has_rounds
    return Facts(
        entries=counts["entered"],
        checked_in=counts["here"],
        planned=sum(
            rounds_to_play(each)
            for each in event.stages.select_related("event")
            if each.format.has_rounds
        ),
        played=sum(format_of(kind).has_rounds for kind in kinds),
        published=closed + statuses.count(Round.Status.PUBLISHED),
        closed=closed,
        draft=next((number for status, number in rounds if status == Round.Status.DRAFT), 0),
        has_rounds=has_rounds,
        open_tables=0 if has_rounds else tables_to_settle(stage),
    )


def tables_to_settle(stage: Stage) -> int:
    """Without a result, or with one that somebody contests."""
    matches = Match.objects.filter(round__stage=stage)
    return matches.filter(~Q(state=Match.State.ACCEPTED) | Q(is_contested=True)).count()


def steps_of(event: Event) -> list[StepOffered]:
    """Where the event may go from here, the usual way first."""
    facts = facts_of(event)

    def said(text: str) -> str:
        return spoken(_(text) % asdict(facts)) if text else ""

    return [
        StepOffered(
            to=step.to,
            label=_(step.label),
            effect=" ".join(map(said, step.effects(facts))),
            reason=said(step.reason(facts)),
            warning=said(step.warning(facts)),
        )
        for step in steps_from(event.status)
    ]


def next_round(event: Event) -> int:
    """The round that is paired next: a draft, or the one after the last published.

    Where there are no rounds nobody has missed one, so that it is the first for everybody.
    """
    if not current_stage(event).format.has_rounds:
        return 1
    published = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    return (published.aggregate(last=Max("number"))["last"] or 0) + 1


def next_undrafted_round(event: Event) -> int:
    rounds = Round.objects.filter(stage__event=event)
    return (rounds.aggregate(last=Max("number"))["last"] or 0) + 1


def rounds_to_come(stage: Stage) -> range:
    """Rounds of the stage at play that nobody has paired yet."""
    return range(next_undrafted_round(stage.event), last_round(stage) + 1)


def check_in_opens_at(event: Event) -> datetime | None:
    """From when players may check in by themselves; None: they may not."""
    if event.check_in_opens_min is None:
        return None
    return event.starts_at - timedelta(minutes=event.check_in_opens_min)


def setting_label(field: str) -> str:
    if text := LABELS.get(field):
        return _(text)
    columns = (*Event._meta.fields, *Stage._meta.fields)
    return next(str(column.verbose_name) for column in columns if column.name == field)


def jobs_of(event: Event) -> QuerySet[Job]:
    """Everything that is done for this event in the background, mail and copies aside."""
    stages = Stage.objects.filter(event=event)
    rounds = Round.objects.filter(stage__event=event)
    submissions = Submission.objects.filter(match__event=event).exclude(record="")
    return Job.objects.filter(
        Q(kind=Job.Kind.COMPUTE_STANDINGS, object_id__in=stages.values("pk"))
        | Q(kind=Job.Kind.PAIR_ROUND, object_id__in=rounds.values("pk"))
        | Q(kind=Job.Kind.KEEP_PAPER, object_id__in=rounds.values("pk"))
        | Q(kind=Job.Kind.SEAL_EVENT, object_id=event.pk)
        | Q(
            kind__in=(Job.Kind.VERIFY_SUBMISSION, Job.Kind.ANALYSE_RECORD),
            object_id__in=submissions.order_by().values("pk"),
        )
    )


def stopped_work(event: Event) -> list[Job]:
    """Parked, and not wanted again by a newer job."""
    newer = Job.objects.filter(
        kind=OuterRef("kind"),
        object_id=OuterRef("object_id"),
        created_at__gt=OuterRef("created_at"),
    )
    parked = jobs_of(event).filter(state=Job.State.PARKED).exclude(Exists(newer))
    return list(parked.order_by("created_at")[:_SHOWN_AT_MOST])
