"""An open evening played by chance: people come and go, and every tap has its moment.

Time is made up, so that an evening of five hours takes seconds: each tap is given the moment at
which it happens, and the sweep looks for tables as often as it would.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Any

from django.conf import settings

from league.demo.services.simulation import EventPlan, SimulatedEvent, WayToPlay
from league.events.queries.evening import evening_now
from league.events.services import evening as services
from league.events.services.entries import return_entry, withdraw_entry
from league.formats.registry import format_of
from league.models import Entry, Match, Readiness
from league.pairing.evening import WaitStatistics, statistics_of
from league.pairing.queries import tables_sat

_ARRIVAL_S = 900  # within which most people come
_GAME_S = range(20 * 60, 40 * 60)
_GETS_UP_S = range(5, 60)
_PAUSE_S = range(5 * 60, 20 * 60)
_PAUSES, _LEAVES, _COMES_BACK = 0.1, 0.03, 0.5
_LATE = 0.2  # of those who come
_LATE_S = 3600
_FEW = 6  # of so few nobody comes late
_LEAST = 2  # entries at a table
_LONGEST_S = 12 * 3600  # an evening that does not end by itself


@dataclass
class OpenPlay:
    """An evening from the first tap to the last game."""

    evening: SimulatedEvent
    games: int  # that everybody wants to play
    started_at: datetime
    waits_s: list[int] = field(default_factory=list)
    late: int = 0  # waits that were longer than was set
    beside_others: int = 0  # of these, while somebody else was ready, too
    passed_over: int = 0  # and of these, by a table that was made without them
    _events: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = field(
        default_factory=list
    )
    _order: Any = field(default_factory=count)
    _left: dict[str, int] = field(default_factory=dict)
    _not_alone: set[str] = field(default_factory=set)  # who waits too long beside others
    _passed_over: set[str] = field(default_factory=set)
    _now_s: int = 0

    def play(self) -> WaitStatistics:
        """To its end; what waiting and meeting were like."""
        here = self.evening.event.entries.filter(status=Entry.Status.CHECKED_IN)
        for entry in here.order_by("seed"):
            self._expect(entry)
        self._later(0, self._sweep)
        while self._events and self._now_s < _LONGEST_S:
            self._now_s, _number, happens, about = heappop(self._events)
            happens(*about)
        return statistics_of(self.waits_s, tables_sat(self.evening.stage))

    def come_late(self, number: int) -> None:
        for _ in range(number):
            self._later(self.evening.luck.randrange(_ARRIVAL_S, _LATE_S), self._arrive)

    def _expect(self, entry: Entry) -> None:
        self._left[entry.pk] = self.games
        self._later(self.evening.luck.randrange(_ARRIVAL_S), self._ready, entry)

    def _later(self, after_s: int, happens: Callable[..., None], *about: Any) -> None:
        heappush(self._events, (self._now_s + after_s, next(self._order), happens, about))

    @property
    def _at(self) -> datetime:
        return self.started_at + timedelta(seconds=self._now_s)

    def _arrive(self) -> None:
        [entry] = self.evening.enter(1)
        self._left[entry.pk] = self.games
        self._ready(entry)

    def _ready(self, entry: Entry) -> None:
        stored = Entry.objects.select_related("event").get(pk=entry.pk)
        if stored.status != Entry.Status.CHECKED_IN:
            return
        services.say_ready_only([stored], actor=self.evening.actor, at=self._at)
        self._make_tables()

    def _sweep(self) -> None:
        self._make_tables()
        if any(left > 0 for left in self._left.values()) and self._events:
            self._later(settings.SWEEP_S, self._sweep)

    def _make_tables(self) -> None:
        said = Readiness.objects.filter(stage=self.evening.stage, since__isnull=False)
        ready = {entry: since for entry, since in said.values_list("entry", "since") if since}
        if len(ready) < _LEAST:
            return
        for match in services.make_tables(self.evening.stage, at=self._at):
            entries = list(dict.fromkeys(match.seats.values_list("entry", flat=True)))
            for entry in entries:
                self._sit_down(entry, waited_s=int((self._at - ready.pop(entry)).total_seconds()))
            self._later(self.evening.luck.choice(_GAME_S), self._end, match, entries)
            self._passed_over |= set(ready)
        if len(ready) >= _LEAST:
            too_long = self._at - timedelta(seconds=self._longest_wait_s)
            self._not_alone |= {entry for entry, since in ready.items() if since < too_long}

    @property
    def _longest_wait_s(self) -> int:
        return 60 * self.evening.stage.longest_wait_min

    def _sit_down(self, entry: str, *, waited_s: int) -> None:
        self.waits_s.append(waited_s)
        if waited_s > self._longest_wait_s:
            self.late += 1
            self.beside_others += entry in self._not_alone
            self.passed_over += entry in self._passed_over
        self._not_alone.discard(entry)
        self._passed_over.discard(entry)

    def _end(self, match: Match, entries: list[str]) -> None:
        played = Match.objects.select_related("event", "round__stage__event").get(pk=match.pk)
        self.evening.enter_results([played])
        for entry in Entry.objects.select_related("event").filter(pk__in=entries).order_by("seed"):
            self._left[entry.pk] -= 1
            self._get_up(entry)

    def _get_up(self, entry: Entry) -> None:
        luck = self.evening.luck
        if self._left[entry.pk] <= 0:
            services.say_pause(entry, actor=self.evening.actor)
        elif luck.happens(_PAUSES):
            services.say_pause(entry, actor=self.evening.actor)
            self._later(luck.choice(_PAUSE_S), self._ready, entry)
        elif luck.happens(_LEAVES):
            withdraw_entry(entry, actor=self.evening.actor, is_confirmed=True)
            self._left[entry.pk] = 0
            if luck.happens(_COMES_BACK):
                self._later(luck.choice(_PAUSE_S), self._come_back, entry)
        else:
            self._later(luck.choice(_GETS_UP_S), self._ready, entry)

    def _come_back(self, entry: Entry) -> None:
        self._left[entry.pk] = 1
        self._ready(return_entry(entry, actor=self.evening.actor))


def way_without_rounds(kind: str, *, say: Callable[[str], object]) -> WayToPlay | None:
    """How the games of an event come about in a simulation; None: in rounds."""
    format_ = format_of(kind)
    if format_.has_rounds:
        return None
    play = play_solo if format_.starts_own_games else play_open_evening
    return partial(play, say=say)


def play_solo(evening: SimulatedEvent, plan: EventPlan, *, say: Callable[[str], object]) -> None:
    """Everybody plays as many games as there would be rounds; some leave on the way."""
    evening.enter(plan.entries)
    evening.start()
    evening.play_alone(plan.rounds)
    games = Match.objects.filter(round__stage=evening.stage)
    counted = games.filter(state=Match.State.ACCEPTED).count()
    say(f"games: {games.count()}, with a result that counts: {counted}")


def play_open_evening(
    evening: SimulatedEvent, plan: EventPlan, *, say: Callable[[str], object]
) -> None:
    """People come, play as many games as there would be rounds, and go; then what it was like."""
    late = int(plan.entries * _LATE) if plan.entries > _FEW else 0
    evening.enter(plan.entries - late)
    evening.start()
    play = OpenPlay(evening, plan.rounds, started_at=evening.event.starts_at)
    play.come_late(late)
    told = play.play()
    say(
        f"waits: mean {told.mean_s} s, half within {told.within_s(0.5)} s, nine of ten within "
        f"{told.within_s(0.9)} s, longest {told.longest_s} s"
    )
    say(
        f"waited longer than was set: {play.late} of {len(told.waits_s)}; while somebody else was "
        f"ready: {play.beside_others}, left alone by a table: {play.passed_over}"
    )
    waiting = [f"number {person.entry.seed}" for person in evening_now(evening.stage).ready]
    say(f"still waiting at the end: {', '.join(waiting) or 'nobody'}")
    share = 100 * told.repeats // max(told.meetings, 1)
    say(f"repeats: {told.repeats} of {told.meetings} meetings ({share} %)")
