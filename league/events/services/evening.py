"""An open evening: people say that they are ready, and tables are made of them.

A tap is written at once. Then tables are looked for outside any transaction, and each is seated in
a short one that looks again whether all of its people are still ready: of two taps at the same
moment one makes the table, and the other finds its people gone. Waiting time runs out without any
tap: the sweep looks for tables, too, and makes up for a process that died in between.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.queries.evening import OWN_GAME, evening_now, floor_of
from league.events.queries.events import current_stage
from league.events.services import seating
from league.events.services.boxes import game_said
from league.events.services.game_fit import check_own_game
from league.events.settings_rules import GAME_SETTINGS
from league.formats.registry import FORMATS
from league.live import changing_event
from league.models import Entry, Event, Match, Readiness, Round, Seat, Stage, StageGame
from league.pairing.evening import TableMade, table_to_make
from league.pairing.field import PairingRemark
from league.permissions import SERVICE, Actor

_MOST_TABLES = 100  # made at once: more people fit in no room
_MOST_GAMES = 12  # of an evening


def say_ready(
    entry: Entry,
    *,
    actor: Actor,
    wishes: Collection[str] | None = None,
    at: datetime | None = None,
) -> None:
    """Somebody is free and wants to play; tables are looked for at once.

    `wishes`: games that they would play, by their keys; empty: whatever is played; None: as they
    said before.
    """
    stage = say_ready_only([entry], actor=actor, wishes=wishes, at=at)
    make_tables(stage, at=at)


def say_ready_only(
    entries: Sequence[Entry],
    *,
    actor: Actor,
    wishes: Collection[str] | None = None,
    at: datetime | None = None,
) -> Stage:
    """The same of several, without looking for tables yet."""
    with changing_event(entries[0].event_id) as event:
        stage = open_stage(event)
        for entry in entries:
            _check_may_wait(stage, entry)
            _set_ready(stage, entry, since=at or timezone.now(), wishes=wishes)
            log_action(actor, gettext_noop("say ready"), entry)
    return stage


def everybody_ready(event: Event, *, actor: Actor) -> int:
    """All who are here, at no table, and have not said that they pause; how many became ready."""
    with changing_event(event.pk) as stored:
        stage = open_stage(stored)
        waiting = [person.entry for person in evening_now(stage).free if not person.is_paused]
        for entry in waiting:
            _set_ready(stage, entry, since=timezone.now(), wishes=None)
        log_action(actor, gettext_noop("say ready for everybody"), stored, number=len(waiting))
    make_tables(stage)
    return len(waiting)


def say_pause(entry: Entry, *, actor: Actor) -> None:
    """Not now: nobody waits for them, and nobody seats them."""
    with changing_event(entry.event_id) as event:
        stage = open_stage(event)
        Readiness.objects.update_or_create(
            entry=entry, defaults={"stage": stage, "since": None, "is_paused": True}
        )
        log_action(actor, gettext_noop("say not now"), entry)
    make_tables(stage)  # with one fewer to wait for, a table may be good enough


def make_tables(stage: Stage, *, at: datetime | None = None) -> list[Match]:
    """Every table that is good enough now."""
    made: list[Match] = []
    for _attempt in range(_MOST_TABLES):
        table = table_to_make(floor_of(evening_now(stage, at=at), at=at))
        if table is None:
            break
        if match := _seat_if_ready(stage, table, at=at):
            made.append(match)
    return made


def make_table_now(event: Event, *, actor: Actor, entries: Sequence[str], game: str) -> Match:
    """As an official says: of people who are free, whoever is ready or not."""
    stage = open_stage(event)
    remark = PairingRemark("by_hand")
    with changing_event(event.pk):
        match = seating.seat_table(
            stage, entries, actor=actor, own_game=_own_game(stage, game), remarks=[remark]
        )
        _clear(entries)
    return match


def table_proposed(event: Event) -> TableMade | None:
    """Whom to seat next, if it has to be now."""
    return table_to_make(floor_of(evening_now(open_stage(event))), is_forced=True)


def send_back(match: Match, *, actor: Actor) -> None:
    """Dissolve a table that has not begun; its people are ready again, and first in line."""
    with changing_event(match.event_id) as event:
        stage = open_stage(event)
        made_at = match.round.published_at or timezone.now()
        entries = seating.dissolve_table(match.round, actor=actor)
        for entry in Entry.objects.filter(pk__in=entries, status=Entry.Status.CHECKED_IN):
            _set_ready(stage, entry, since=made_at, wishes=None)


def sweep_evenings() -> None:
    """Waiting time has run out for somebody, or a tap was left without its table."""
    kinds = [format_.key for format_ in FORMATS if "longest_wait_min" in format_.settings]
    waiting = Readiness.objects.filter(since__isnull=False).values("stage")
    stages = Stage.objects.filter(
        pk__in=waiting,
        kind__in=kinds,
        event__status=Event.Status.RUNNING,
        event__away_since=None,
    )
    for stage in stages.select_related("event"):
        make_tables(stage)


def add_game(
    event: Event, *, actor: Actor, boards: int | None, played: Mapping[str, object]
) -> StageGame:
    """Another game that people may wish for."""
    with changing_event(event.pk) as stored:
        stage = open_stage(stored, is_running=False)
        if stage.other_games.count() >= _MOST_GAMES:
            raise LeagueError(_("So many games are more than anybody can choose from."))
        values = game_said(stored.club, played)
        check_own_game(Round(stage=stage, plays_own_game=True, **values), stored)
        game = StageGame(stage=stage, boards=boards, **values)
        alike = [game.game_played for game in stage.other_games.all()]
        if game.game_played in (stage.game_here, *alike):
            raise LeagueError(_("This game is already played here."))
        game.save()
        log_action(actor, gettext_noop("add game"), stored, game=game.pk)
    return game


def remove_game(game: StageGame, *, actor: Actor) -> None:
    """Tables that play it play on."""
    with changing_event(game.stage.event_id) as stored:
        StageGame.objects.filter(pk=game.pk).delete()
        log_action(actor, gettext_noop("remove game"), stored, game=game.pk)


def open_stage(event: Event, *, is_running: bool = True) -> Stage:
    """The stage that is played, if people say in it that they are ready."""
    stage = current_stage(event)
    if "longest_wait_min" not in stage.format.settings:
        raise LeagueError(_("This is no open evening: its tables are drawn."))
    if is_running and event.status != Event.Status.RUNNING:
        raise LeagueError(_("The event is not running. Start it first."))
    if is_running:
        seating.check_not_closed(stage)
    return stage


def _check_may_wait(stage: Stage, entry: Entry) -> None:
    seating.check_in_field(stage, [entry.pk])
    stored = Entry.objects.get(pk=entry.pk)
    if stored.status != Entry.Status.CHECKED_IN or stored.seed is None:
        raise LeagueError(_("Check in first: at the desk they let you in."))
    playing = Seat.objects.filter(entry=entry, match__is_open=True)
    if table := playing.values_list("match__table", flat=True).first():
        raise LeagueError(
            _("Table %(table)d has no result yet. Hand it in first.") % {"table": table}
        )


def _set_ready(
    stage: Stage, entry: Entry, *, since: datetime, wishes: Collection[str] | None
) -> None:
    """Whoever is ready already keeps their place in the line."""
    row = Readiness.objects.filter(entry=entry).first() or Readiness(entry=entry)
    row.stage, row.is_paused, row.since = stage, False, row.since or since
    if wishes is not None:
        known = {OWN_GAME, *stage.other_games.values_list("pk", flat=True)}
        chosen = sorted(known & set(wishes))
        row.wishes = [] if len(chosen) == len(known) else chosen
    row.save()


def _seat_if_ready(stage: Stage, table: TableMade, *, at: datetime | None = None) -> Match | None:
    """None: somebody of them has sat down or gone since, so that it is looked for again."""
    with changing_event(stage.event_id) as event:
        stage.event = event
        ready = Readiness.objects.filter(entry__in=table.entries, since__isnull=False)
        if event.status != Event.Status.RUNNING or ready.count() < len(table.entries):
            return None
        try:
            match = seating.seat_table(
                stage,
                table.entries,
                actor=SERVICE,
                own_game=_own_game(stage, table.game),
                remarks=table.remarks,
                at=at,
            )
        except LeagueError:  # withdrawn, or seated by hand: they are not waited for any more
            _clear(table.entries)
            return None
        _clear(table.entries)
    return match


def _clear(entries: Sequence[str]) -> None:
    """They sit: who wants to play again says so afterwards."""
    Readiness.objects.filter(entry__in=entries).update(since=None, is_paused=False)


def _own_game(stage: Stage, key: str) -> dict[str, object] | None:
    if key == OWN_GAME:
        return None
    game = stage.other_games.filter(pk=key).first()
    if game is None:
        raise Stale(_("This game is no longer played here."))
    return {name: getattr(game, name) for name in GAME_SETTINGS}
