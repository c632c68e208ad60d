"""An event as everybody sees it: its page and rounds, and a visitor's next step."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from django.db.models import Count, Min
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from league.archive.queries.seal_log import entries_about
from league.events.queries import public
from league.events.queries.endings import Ending, out_of_bracket
from league.events.queries.entries import entries_held, entries_of
from league.events.queries.events import check_in_opens_at, events_shown
from league.events.queries.forfeits import ForfeitShown
from league.events.queries.own_games import has_ended, takes_newcomers
from league.events.queries.stages import stage_reached, stages_begun, stages_of
from league.events.queries.standings import ranks_in
from league.events.queries.tables import SittingOut, TableShown
from league.models import Entry, Event, Readiness, Round, Seat
from league.permissions import Actor, entries_known_to, may
from league.series.queries.series import series_of_event
from league.standings.bracket import PlaceRange
from league.statistics.queries import proved_in
from league.web.access import PageRequest, permitted
from league.web.addresses import event_named, round_named
from league.web.frames import event_frame, page_of
from league.web.games_wished import GameWished, games_wished
from league.web.live import live_part
from league.web.public.live import round_contents
from league.web.rules import rules_changes, rules_in_words


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
    forfeit: ForfeitShown | None = None  # that the entry wins
    rank: int | None = None
    group: str = ""  # within which it is
    place: PlaceRange | None = None  # that who is out of a bracket has taken
    has_stage_to_come: bool = False  # in which who is out now may play again
    is_by_phone: bool = False  # known by a seat that this phone held before
    ready_since: datetime | None = None  # in an open evening
    games: tuple[GameWished, ...] = ()  # to choose from there; empty: only one is played
    longest_wait_min: int = 0
    is_alone: bool = False  # nobody else is ready

    @property
    def opponents(self) -> list[str]:
        return self.table.others(self.entry.pk) if self.table and self.entry else []


def next_steps(now: public.EventNow, actor: Actor) -> list[NextStep]:
    """One for each entry that the visitor holds, those at a table first; at least one."""
    if now.event.status == Event.Status.DRAFT:
        return [NextStep("draft")]
    steps = [_step_of(now, entry) for entry in entries_held(now.event, actor)]
    steps += _steps_by_phone(now, actor, but={step.entry for step in steps})
    steps.sort(key=lambda step: step.table is None)
    return steps or [NextStep(_step_of_strangers(now))]


def _step_of(now: public.EventNow, entry: Entry) -> NextStep:
    if now.event.has_started:
        return _step_while_running(now, entry)
    return replace(_step_before_start(now.event, entry), name=_name_before_start(now, entry))


def _name_before_start(now: public.EventNow, entry: Entry) -> str:
    listed = (row.name for row in now.coming if row.entry == entry)
    return next(listed, entry.player.public_name)


def _steps_by_phone(
    now: public.EventNow, actor: Actor, *, but: set[Entry | None]
) -> Iterator[NextStep]:
    """Of those whose seats this phone held before."""
    if now.event.has_started and actor.device:
        known = entries_of(now.event).filter(pk__in=entries_known_to(actor))
        for entry in known.order_by(*Entry.BY_NAME):
            if entry not in but:
                yield replace(_step_while_running(now, entry), is_by_phone=True)


def _step_of_strangers(now: public.EventNow) -> str:
    event = now.event
    if event.has_started and not takes_newcomers(now.stage):
        is_running = event.status == Event.Status.RUNNING and not now.is_played_out
        return "watch" if is_running else "finished"
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


def _step_while_running(now: public.EventNow, entry: Entry) -> NextStep:
    reached = now.stage if now.stage.is_first else stage_reached(entry)
    step = partial(
        NextStep,
        entry=entry,
        name=now.names.get(entry.pk, ""),
        rank=ranks_in(reached).get(entry.pk),
        group=reached.groups.get(entry.pk, ""),
    )
    for shown in now.playing:  # the earliest first: a late table comes before the next one
        for table in shown.tables:
            if any(side.entry == entry.pk for side in table.sides) and table.match.is_open:
                is_own = now.stage.format.starts_own_games
                return step("own_game" if is_own else "table", table=table)
    if now.event.status != Event.Status.RUNNING:
        return step("finished")
    has_left = entry.status == Entry.Status.WITHDRAWN
    if not has_left and reached != now.stage:
        return step("played_out" if now.is_played_out else Ending.DID_NOT_GO_ON)
    if now.stage.format.starts_own_games and entry.takes_part:
        return step("games_over" if has_ended(now.stage) else "begin")
    if entry.status != Entry.Status.CHECKED_IN:
        return step("withdrawn" if has_left else "come_to_desk")
    takes_ready = now.is_evening and now.stage.closed_at is None
    return _step_of_evening(now, step) if takes_ready else _step_between(now, entry, step)


def _step_between(now: public.EventNow, entry: Entry, step: Callable[..., NextStep]) -> NextStep:
    """Of somebody who is here and sits at no table."""
    out = [out for shown in now.playing for out in shown.sitting_out if out.entry == entry.pk]
    won = [game for shown in now.playing for game in shown.forfeits if game.winner == entry.pk]
    if won:
        return step("wins_by_forfeit", forfeit=won[-1])
    if out:
        return step("sits_out", sitting_out=out[-1])
    if now.is_stage_over:
        return step("stage_over" if now.has_stage_to_come else "played_out")
    if place := out_of_bracket(now.stage).get(entry.pk):
        return step(Ending.OUT, place=place, has_stage_to_come=now.has_stage_to_come)
    return step("between")


def _step_of_evening(now: public.EventNow, step: Callable[..., NextStep]) -> NextStep:
    """To say that they are ready, or to wait for the table that is made of them."""
    plain = step("ready")
    entry = plain.entry.pk if plain.entry else ""
    said = Readiness.objects.filter(entry=entry).first()
    since = next((one.since for one in now.waiting if one.entry == entry), None)
    kind = "waiting" if since else ("paused" if said and said.is_paused else "ready")
    return replace(
        plain,
        kind=kind,
        ready_since=since,
        games=games_wished(now.stage, said.wishes if said else []),
        longest_wait_min=now.stage.longest_wait_min,
        is_alone=len(now.waiting) == 1,
    )


@permitted("see_event", of=event_named, hidden=True)
def event(request: PageRequest, event: Event) -> HttpResponse:
    """The one link to share."""
    live = live_part("live-event", event) if event.status != Event.Status.DRAFT else None
    now = public.event_now(event)
    frame = event_frame(request, event, tab="event")
    step, *others = next_steps(now, request.actor)
    stages = stages_of(event)
    context = {
        **frame,
        "live": live,
        "now": now,
        "offers_repeat": frame["is_organiser"] and event.is_over,
        "proved": proved_in(event),
        "announcements": public.announcements_of(event),
        "step": step,
        "others": others,
        "chapters": rules_in_words(event, stages),
        "all_series": list(series_of_event(event)),
        "changes": rules_changes(event, stages) if event.has_started else [],
        "seals": event.seals.select_related("ruling__remark") if event.finished_at else [],
        "logged": entries_about(event.pk) if event.is_over else [],
        "imported": getattr(event, "imported", None),
        "officials": event.official_set.select_related("user") if frame["is_official"] else [],
    }
    return render(request, "public/events/detail.html", context)


@permitted("see_event", of=event_named, hidden=True)
def event_next(request: PageRequest, event: Event) -> HttpResponse:
    """The visitor's next step alone, fetched again when it may have become another one."""
    step, *others = next_steps(public.event_now(event), request.actor)
    is_official = may(request.actor, "see_as_official", event)
    context = {"event": event, "step": step, "others": others, "is_official": is_official}
    return render(request, "public/events/_next_step.html", context)


@permitted("see_event", of=event_named, hidden=True)
def find(request: PageRequest, event: Event) -> HttpResponse:
    """A few letters of a name give the table."""
    words = request.GET.get("q", "").strip()[:60]
    now = public.event_now(event)
    is_in_room = event.room_code in request.actor.codes
    found = public.tables_by_name(event, now.playing, matching=words)
    waiting = {one.entry for one in now.waiting}
    found = [replace(each, is_ready=each.entry in waiting) for each in found]
    seats = _seats_to_take(event) if is_in_room else {}
    context = {
        **event_frame(request, event, tab="find"),
        "heading": _("Find my table"),
        "words": words,
        "steps": [step for step in next_steps(now, request.actor) if step.kind == "table"],
        "is_in_room": is_in_room,
        "found": [replace(each, seat=seats.get(each.entry, "")) for each in found],
        "rounds": now.rounds,
        "is_open_evening": now.is_evening,
    }
    is_part = request.headers.get("HX-Request") == "true"
    response = render(
        request, "public/events/_found.html" if is_part else "public/events/find.html", context
    )
    patch_vary_headers(response, ["HX-Request"])
    return response


def _seats_to_take(event: Event) -> dict[str, str]:
    """By entry, for a phone with the room's code: a tap on the own name is the only question.

    The two of a team say at the table who they are.
    """
    seats = Seat.objects.filter(match__event=event, match__is_open=True)
    alone = seats.values("match", "entry").annotate(Count("pk"), seat=Min("pk"))
    return dict(alone.filter(pk__count=1).values_list("entry", "seat"))


@permitted("see_round", of=round_named, hidden=True)
def one_round(request: PageRequest, round_: Round) -> HttpResponse:
    event = round_.stage.event
    context = {
        **event_frame(request, event, tab="event"),
        "heading": round_.title,
        "live": live_part("live-round", event, number=round_.number),
        "rounds": public.public_rounds(*stages_begun(event)),
        **round_contents(round_),
    }
    return render(request, "public/events/round.html", context)


@permitted("visit")
def events(request: PageRequest) -> HttpResponse:
    user = request.actor.user
    context = {
        "page_obj": page_of(events_shown(request.actor), request),
        "may_open": user is not None and user.clubs_run.exists(),
    }
    return render(request, "public/events/list.html", context)
