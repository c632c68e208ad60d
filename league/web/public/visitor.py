"""What a visitor of an event does next, and the tables of one person in all events."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.events.queries.events import check_in_opens_at, entries_of, entry_of, names_of_entries
from league.events.queries.public import EventNow
from league.events.queries.sides import FORFEIT
from league.events.queries.standings import ranks_in
from league.events.queries.tables import SittingOut, TableShown, matches_of, table_shown
from league.models import Entry, Event, Match, Round, Seat, User
from league.permissions import Actor, entries_known_to


@dataclass(frozen=True)
class NextStep:
    """One thing to do, by its kind; the page has the words."""

    kind: str
    entry: Entry | None = None
    name: str = ""
    opens_at: datetime | None = None
    place_in_queue: int = 0
    table: TableShown | None = None
    sitting_out: SittingOut | None = None
    rank: int | None = None
    is_by_phone: bool = False  # known by a seat that this phone held before

    @property
    def opponents(self) -> list[str]:
        return self.table.others(self.entry.pk) if self.table and self.entry else []


def next_step(now: EventNow, actor: Actor) -> NextStep:
    entry = entry_of(now.event, actor)
    if now.event.status == Event.Status.DRAFT:
        return NextStep("draft")
    if entry is None:
        return _step_by_phone(now, actor) or NextStep(_step_of_strangers(now.event))
    if now.event.has_started:
        return _step_while_running(now, entry)
    return _step_before_start(now.event, entry)


def _step_by_phone(now: EventNow, actor: Actor) -> NextStep | None:
    """Of several whom one phone speaks for, somebody who sits at a table now."""
    if not (now.event.has_started and actor.device):
        return None
    known = entries_of(now.event).filter(pk__in=entries_known_to(actor))
    steps = [_step_while_running(now, entry) for entry in known.order_by(*Entry.BY_NAME)]
    steps.sort(key=lambda step: step.kind != "table")
    return replace(steps[0], is_by_phone=True) if steps else None


def _step_of_strangers(event: Event) -> str:
    if event.has_started:
        return "watch" if event.status == Event.Status.RUNNING else "finished"
    if event.sign_up == Event.SignUp.DESK:
        return "desk_only"
    if event.entry_limit is None:
        return "sign_up"
    taken = event.entries.filter(status__in=Entry.TAKING_A_PLACE).count()
    if taken < event.entry_limit:
        return "sign_up"
    return "sign_up_to_wait" if event.has_waiting_list else "full"


def _step_before_start(event: Event, entry: Entry) -> NextStep:
    opens_at = check_in_opens_at(event)
    if entry.status == Entry.Status.WAITLISTED:
        before = event.entries.filter(
            status=Entry.Status.WAITLISTED, queued_at__lt=entry.queued_at
        ).count()
        return NextStep("waitlisted", entry, place_in_queue=before + 1)
    if entry.status != Entry.Status.REGISTERED:
        return NextStep(entry.status, entry)
    if opens_at is not None and timezone.now() >= opens_at:
        return NextStep("check_in", entry)
    return NextStep("registered", entry, opens_at=opens_at)


def _step_while_running(now: EventNow, entry: Entry) -> NextStep:
    name = now.names.get(entry.pk, "")
    rank = ranks_in(now.stage).get(entry.pk)
    for shown in now.playing:  # the earliest first: a late table comes before the next one
        for table in shown.tables:
            if any(side.entry == entry.pk for side in table.sides) and table.match.is_open:
                return NextStep("table", entry, name, table=table, rank=rank)
    if now.event.status != Event.Status.RUNNING:
        return NextStep("finished", entry, name, rank=rank)
    if entry.status != Entry.Status.CHECKED_IN:
        has_left = entry.status == Entry.Status.WITHDRAWN
        return NextStep("withdrawn" if has_left else "come_to_desk", entry, name, rank=rank)
    out = [each for shown in now.playing for each in shown.sitting_out if each.entry == entry.pk]
    if out:
        return NextStep("sits_out", entry, name, sitting_out=out[-1], rank=rank)
    return NextStep("between", entry, name, rank=rank)


@dataclass(frozen=True)
class MyTable:
    """A table at which somebody sits or sat."""

    event: Event
    round: Round
    table: TableShown
    entry: str  # the person's own

    @property
    def opponents(self) -> list[str]:
        return self.table.others(self.entry)

    @property
    def scores(self) -> tuple[str, ...]:
        """One for each game, in words where there is none."""
        own = next(side.scores for side in self.table.sides if side.entry == self.entry)
        return tuple(_("forfeit") if score == FORFEIT else score for score in own)


def my_tables(user: User) -> list[MyTable]:
    """All that are public, the newest first, by a number of queries that does not grow."""
    seats = list(
        Seat.objects.filter(player__user=user)
        .exclude(round__status=Round.Status.DRAFT)
        .exclude(match__event__status=Event.Status.DRAFT)
        .select_related("round__stage__event__club")
        .order_by("-round__published_at", "pk")
    )
    rounds = {seat.round_id: seat.round for seat in seats}
    matches = {
        match.pk: match
        for match in matches_of(list(rounds.values())).filter(
            pk__in=[seat.match_id for seat in seats]
        )
    }
    names = _names_in({each.stage.event_id for each in rounds.values()})
    return [_my_table(seat, matches[seat.match_id], names) for seat in seats]


def open_seats_of(user: User) -> QuerySet[Seat]:
    """Where somebody is waited for now."""
    return (
        Seat.objects.filter(player__user=user, match__is_open=True)
        .select_related("match__event", "round")
        .order_by("round__published_at")
    )


def tables_now(tables: list[MyTable]) -> list[MyTable]:
    return [mine for mine in tables if mine.table.match.is_open]


def _my_table(seat: Seat, match: Match, names: Mapping[str, Mapping[str, str]]) -> MyTable:
    event = seat.round.stage.event
    shown = table_shown(match, given=seat.round, event=event, names=names[event.pk], cells={})
    return MyTable(event, seat.round, shown, seat.entry_id)


def _names_in(events: set[str]) -> dict[str, dict[str, str]]:
    """Distinct names by event, by one query for all of them."""
    entered: dict[str, list[Entry]] = defaultdict(list)
    entries = Entry.objects.filter(event__in=events).select_related("player", "partner")
    for entry in entries.order_by("created_at", "pk"):
        entered[entry.event_id].append(entry)
    return {event: names_of_entries(entries, in_full=False) for event, entries in entered.items()}
