"""An event of the demo, played through the services as far as its programme says."""

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from league.demo.programme import EventBilled, Until, starts_at
from league.demo.services.simulation import SimulatedEvent
from league.demo.services.tables import SheetTables
from league.events.services import (
    categories,
    clock,
    evening as open_evening,
    lifecycle,
    prizes,
    rounds,
    settings,
)
from league.events.services.entries import Registration, sign_up, withdraw_entry
from league.events.services.fees import mark_paid
from league.events.services.own_games import start_own_game
from league.events.settings_rules import template_of
from league.models import Club, Entry, Event, Match, Official, Player, Round
from league.permissions import SERVICE, Actor
from league.results.services.calls import call_official
from league.standings.queries import rounds_to_play
from league.standings.services import compute_standings

_BETWEEN_ROUNDS = timedelta(minutes=10)
_PLAYED_FOR, _LATE_FOR = timedelta(minutes=17), timedelta(minutes=62)
_RESULTS_IN = 1


def add_prizes(event: Event, billed: EventBilled, *, actor: Actor) -> None:
    entered = list(event.entries.order_by("created_at", "pk").values_list("pk", flat=True))
    groups = {}
    for offset, group in enumerate(billed.categories):
        category = categories.add_category(
            event, actor=actor, name=group.name, is_shown=group.is_shown
        )
        categories.put_in_category(category, actor=actor, entries=entered[offset :: group.every])
        groups[group.name] = category
    for name, place, what in billed.prizes:
        prizes.add_prize(event, actor=actor, category=groups.get(name), place=place, what=what)


def put_on(
    billed: EventBilled, *, club: Club, players: Iterable[Player], actor: Actor, seed: int
) -> Event:
    template = template_of(billed.template)
    assert template is not None
    event = settings.create_event(
        club,
        actor=actor,
        template=template,
        name=billed.name,
        starts_at=starts_at(billed, now=timezone.localtime()),
        changes=billed.settings,
    )
    if billed.arbiter:
        lifecycle.add_official(event, actor=actor, login=billed.arbiter, role=Official.Role.ARBITER)
    if billed.until == Until.DRAFT:
        return event
    event = lifecycle.move_event(event, to=Event.Status.OPEN, actor=actor, version=event.version)
    evening = SimulatedEvent(event, seed=seed, actor=actor, players=players)
    _STAGED[billed.until](evening, billed)
    compute_standings(evening.stage.pk)
    add_prizes(evening.event, billed, actor=actor)
    for entry in evening.event.entries.order_by("created_at", "pk")[: billed.paid]:
        mark_paid(entry, actor=actor)
    return evening.event


def _open(evening: SimulatedEvent, billed: EventBilled) -> None:
    evening.enter(billed.entries, are_here=False)
    for name in billed.applicants:
        sign_up(evening.event, actor=SERVICE, registration=Registration(full_name=name))


def _arriving(evening: SimulatedEvent, billed: EventBilled) -> None:
    here = billed.entries // 2
    evening.enter(here)
    evening.enter(billed.entries - here, are_here=False)


def _ready(evening: SimulatedEvent, billed: EventBilled) -> None:
    evening.enter(billed.entries)
    evening.start()


def _drawn(evening: SimulatedEvent, billed: EventBilled) -> None:
    _ready(evening, billed)
    for _ in range(billed.rounds):
        evening.play_round()
        evening.go_on()
    _keep_papers(evening)
    evening.draw_round()


def _playing(evening: SimulatedEvent, billed: EventBilled) -> None:
    """Somebody came late, somebody left, a table of the round before still plays, and another
    waits for its people and calls an official. A result is contested.
    """
    first, *_others, last = evening.enter(billed.entries - 1)
    evening.start()
    for _ in range(billed.rounds):
        evening.play_round()
    _keep_papers(evening)
    evening.enter(1)
    withdraw_entry(last, actor=evening.actor)
    before = _published(evening)
    *_played, late = _tables_without([first], of=before)
    evening.enter_results(before.matches.exclude(pk=late.pk).order_by("table"))
    _run_clock(before, actor=evening.actor, since=_LATE_FOR)
    now = _published(evening)
    _run_clock(now, actor=evening.actor, since=_PLAYED_FOR)
    busy = [first, *Entry.objects.filter(seats__match=late)]
    free = _tables_without(busy, of=now)
    evening.enter_results(free[:_RESULTS_IN])
    evening.phones.contest(free[0])
    evening.phones.scenes(free[_RESULTS_IN:])
    awaiting = now.matches.filter(seats__entry__in=busy[1:]).exclude(seats__entry=first)
    call_official(awaiting.order_by("table")[0], actor=SERVICE)
    evening.phones.wait(now.matches.get(seats__entry=first), for_seat=now.seats.get(entry=first))


def _on_sheets(evening: SimulatedEvent, billed: EventBilled) -> None:
    """Rounds were handed in from score sheets; now every table writes on one."""
    first, *_others = evening.enter(billed.entries)
    evening.start()
    tables = SheetTables(evening.luck)
    for _ in range(billed.rounds):
        played = _published(evening)
        tables.play(_tables_without([], of=played))
        rounds.close_round(played, actor=evening.actor)
    now = _published(evening)
    _run_clock(now, actor=evening.actor, since=_PLAYED_FOR)
    tables.scenes([now.matches.get(seats__entry=first), *_tables_without([first], of=now)])


def _in_evening(evening: SimulatedEvent, billed: EventBilled) -> None:
    """Games were played; now some tables play, three people wait, and one pauses."""
    _ready(evening, billed)
    waited = timezone.now() + timedelta(minutes=evening.stage.longest_wait_min)
    for number in range(1, billed.rounds + 1):
        open_evening.everybody_ready(evening.event, actor=evening.actor)
        open_evening.make_tables(evening.stage, at=waited)
        playing = Match.objects.filter(event=evening.event, is_open=True).order_by("table")
        tables = list(playing.select_related("event", "round__stage__event"))
        evening.enter_results(tables if number < billed.rounds else tables[:1])
    pausing, *waiting = Entry.objects.filter(seats__match=tables[0]).select_related("event")
    open_evening.say_pause(pausing, actor=evening.actor)
    open_evening.say_ready_only(waiting, actor=evening.actor)


def _alone(evening: SimulatedEvent, billed: EventBilled) -> None:
    """Everybody has played so many games; somebody has just begun another one."""
    _ready(evening, billed)
    evening.play_alone(billed.rounds)
    here = evening.event.entries.filter(status=Entry.Status.CHECKED_IN).select_related("event")
    start_own_game(here.order_by("seed")[0], actor=evening.actor)


def _finished(evening: SimulatedEvent, billed: EventBilled) -> None:
    _ready(evening, billed)
    for number in range(1, billed.rounds + 1):
        evening.go_on()
        if number - evening.stage.rounds_before > rounds_to_play(evening.stage):
            break
        evening.come_and_go(number)
        own_game = billed.games[number - 1] if billed.games else None
        evening.play_round(own_game=own_game, with_records=billed.has_records)
    evening.finish()
    _date_back(evening.event)


def _archived(evening: SimulatedEvent, billed: EventBilled) -> None:
    _finished(evening, billed)
    evening.move(Event.Status.ARCHIVED)


_STAGED: dict[Until, Callable[[SimulatedEvent, EventBilled], None]] = {
    Until.OPEN: _open,
    Until.ARRIVING: _arriving,
    Until.READY: _ready,
    Until.DRAWN: _drawn,
    Until.PLAYING: _playing,
    Until.ON_SHEETS: _on_sheets,
    Until.EVENING: _in_evening,
    Until.ALONE: _alone,
    Until.FINISHED: _finished,
    Until.ARCHIVED: _archived,
}


def _published(evening: SimulatedEvent) -> Round:
    drawn = evening.draw_round()
    assert drawn is not None
    evening.publish(drawn)
    return drawn


def _run_clock(published: Round, *, actor: Actor, since: timedelta) -> None:
    clock.start_clock(published, actor=actor)
    Round.objects.filter(pk=published.pk).update(clock_started_at=F("clock_started_at") - since)


def _tables_without(entries: Iterable[Entry], *, of: Round) -> list[Match]:
    return list(of.matches.exclude(seats__entry__in=list(entries)).order_by("table"))


def _keep_papers(evening: SimulatedEvent) -> None:
    for closed in evening.stage.rounds.filter(status=Round.Status.CLOSED):
        lifecycle.keep_paper(closed.pk)


def _date_back(event: Event) -> None:
    """What was played just now was played on its day."""
    length = timedelta(minutes=event.round_minutes or 0)
    published_at = event.starts_at
    for round_ in Round.objects.filter(stage__event=event).order_by("number"):
        closed_at = published_at + length
        Round.objects.filter(pk=round_.pk).update(published_at=published_at, closed_at=closed_at)
        published_at = closed_at + _BETWEEN_ROUNDS
    Event.objects.filter(pk=event.pk).update(finished_at=published_at)
