"""Tables without rounds: made one at a time, and dissolved while nothing was played.

Each table is a round of its own that is published at once, so that everything about results works
as it does elsewhere: sheets, confirmations, disputes, rulings, undo. It is closed with its stage,
or when the event is finished; until then its players may still say that the result is wrong.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop, ngettext

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.services.game_fit import check_own_game
from league.events.settings_rules import GAME_SETTINGS
from league.jobs import enqueue
from league.live import changing_event
from league.models import (
    Call,
    Entry,
    Event,
    Job,
    Match,
    Readiness,
    Round,
    Ruling,
    Seat,
    SheetAct,
    Stage,
    Submission,
)
from league.pairing.field import Pairing, PairingRemark, TableDrawn
from league.pairing.queries import tables_sat
from league.pairing.seats import seat_tables
from league.pairing.services import remark_as_dict, write_tables
from league.permissions import Actor
from league.results.services.acceptance import accept_unconfirmed
from league.results.services.calls import end_calls
from league.results.services.counted_results import stored_match, want_standings
from league.standings.queries import outside_field


def seat_table(  # noqa: PLR0913 - what a table depends on, each by its name
    stage: Stage,
    entries: Sequence[str],
    *,
    actor: Actor,
    own_game: Mapping[str, object] | None = None,
    remarks: Sequence[PairingRemark] = (),
    keeps_seats: bool = False,
    at: datetime | None = None,
) -> Match:
    """Let these entries play now, at the first free table; they are asked to sit down at once.

    `own_game`: another one than the event's. `remarks`: why these people meet. `keeps_seats`: in
    the order given; otherwise in the one that balances who starts. `at`: in a made-up evening.
    """
    with changing_event(stage.event_id) as event:
        stage.event = event
        _check_running(stage)
        made = Round(
            stage=stage,
            number=_next_number(stage),
            status=Round.Status.PUBLISHED,
            draw=Round.Draw.DRAWN,
            draw_progress=100,
            published_at=at or timezone.now(),
            plays_own_game=own_game is not None,
            remarks=[remark_as_dict(remark) for remark in remarks],
            **{name: value for name, value in (own_game or {}).items() if name in GAME_SETTINGS},
        )
        if made.plays_own_game:
            check_own_game(made, event)
        _check_size(made, len(entries))
        _check_people(stage, entries)
        made.save()
        [match] = write_tables(made, _seated(stage, entries, remarks, keeps_seats=keeps_seats))
        match.is_open, match.remarks = True, made.remarks
        match.save(update_fields=["is_open", "remarks"])
        log_action(actor, gettext_noop("seat table"), made, number=made.number, table=match.table)
        want_standings(stage.pk)
    return match


def dissolve_table(made: Round, *, actor: Actor) -> list[str]:
    """Send people away from a table at which nothing was played; the entries that sat there."""
    with changing_event(made.event_id) as event:
        stored = Round.objects.select_related("stage").filter(pk=made.pk).first()
        if stored is None:
            raise Stale(_("This table was dissolved in the meantime."))
        stored.stage.event = event
        _check_running(stored.stage)
        if reason := why_not_dissolved(stored):
            raise LeagueError(reason)
        match = stored.matches.get()
        seats = match.seats.order_by("letter").values_list("entry", flat=True)
        entries = list(dict.fromkeys(seats))
        end_calls(match=match, how=Call.Ended.CANCELLED)
        log_action(
            actor, gettext_noop("dissolve table"), stored, number=stored.number, table=match.table
        )
        match.sheets.all().delete()
        stored.delete()
        want_standings(stored.stage_id)
    return entries


def why_not_dissolved(made: Round) -> str:
    """Empty: nothing was played or handed in there."""
    if made.stage.format.has_rounds or made.status != Round.Status.PUBLISHED:
        return _("Only a table that is being played can be dissolved.")
    has_results = (
        Submission.objects.filter(match__round=made).exists()
        or Ruling.objects.filter(match__round=made).exists()
    )
    if has_results or SheetAct.objects.filter(sheet__match__round=made).exists():
        return _("This table has already begun. Enter its result, or rule on it.")
    return ""


def accept_all(stage: Stage, *, actor: Actor, accepts: Collection[str] | None = None) -> None:
    """What was handed in and nobody contests is accepted, at all tables, before the event ends.

    `accepts`: the versions that the page listed; what came in since is not accepted unseen.
    """
    with changing_event(stage.event_id) as event:
        stage.event = event
        _check_running(stage)
        handed_in = Match.objects.filter(round__stage=stage, state=Match.State.HANDED_IN)
        for match in handed_in.order_by("round__number"):
            accept_unconfirmed(
                stored_match(match), actor=actor, kind=Ruling.Kind.CLOSING, only=accepts
            )


def close_tables(stage: Stage, *, at: datetime) -> None:
    """Nothing is contested any more, and nobody waits; part of the caller's transaction."""
    playing = stage.rounds.filter(status=Round.Status.PUBLISHED)
    last = playing.order_by("number").last()
    if last is None:
        return
    playing.update(status=Round.Status.CLOSED, closed_at=at, version=F("version") + 1)
    end_calls(match__round__stage=stage)
    Readiness.objects.filter(stage=stage).update(since=None)
    want_standings(stage.pk)
    enqueue(Job.Kind.KEEP_PAPER, object_id=last.pk)


def reopen_tables(stage: Stage, *, closed_at: datetime) -> None:
    """Those that were closed at that moment; part of the caller's transaction."""
    closed = stage.rounds.filter(status=Round.Status.CLOSED, closed_at=closed_at)
    closed.update(status=Round.Status.PUBLISHED, closed_at=None, version=F("version") + 1)
    want_standings(stage.pk)


def _check_running(stage: Stage) -> None:
    if stage.format.has_rounds:
        raise LeagueError(_("This stage is played in rounds. Draft the next one."))
    if stage.event.status != Event.Status.RUNNING:
        raise LeagueError(_("The event is not running. Start it first."))
    check_not_closed(Stage.objects.get(pk=stage.pk))


def check_not_closed(stage: Stage) -> None:
    if stage.closed_at is not None:
        raise LeagueError(_("This stage is closed: no more tables are made in it."))


def check_in_field(stage: Stage, entries: Collection[str]) -> None:
    if outside_field(stage, entries):
        raise LeagueError(_("Only those who went on to this stage play in it."))


def _next_number(stage: Stage) -> int:
    last: int | None = stage.rounds.aggregate(last=Max("number"))["last"]
    return (stage.rounds_before if last is None else last) + 1


def _check_size(made: Round, seats: int) -> None:
    stage = made.stage
    rules = stage.format.sizes(stage.settings, game=made.game_here, boards=None)
    if seats < rules.least:
        raise LeagueError(
            ngettext(
                "At least %(number)d entry sits at a table.",
                "At least %(number)d entries sit at a table.",
                rules.least,
            )
            % {"number": rules.least}
        )
    if seats > rules.most:
        raise LeagueError(
            ngettext(
                "At most %(number)d entry sits at a table.",
                "At most %(number)d entries sit at a table.",
                rules.most,
            )
            % {"number": rules.most}
        )


def _check_people(stage: Stage, entries: Sequence[str]) -> None:
    """Everybody plays in this stage, is here, once, and at no other table."""
    check_in_field(stage, entries)
    here = Entry.objects.filter(
        event=stage.event_id, pk__in=entries, status=Entry.Status.CHECKED_IN, seed__isnull=False
    )
    if len(set(entries)) < len(entries) or here.count() < len(entries):
        raise LeagueError(_("Somebody of these is not here, or is named twice."))
    playing = Seat.objects.filter(match__event=stage.event_id, match__is_open=True)
    if taken := playing.filter(entry__in=entries).values_list("match__table", flat=True).first():
        raise LeagueError(_("Somebody of these still plays at table %(table)d.") % {"table": taken})


def _seated(
    stage: Stage,
    entries: Sequence[str],
    remarks: Sequence[PairingRemark],
    *,
    keeps_seats: bool,
) -> Pairing:
    table = TableDrawn(tuple(entries), is_locked=keeps_seats)
    tables = seat_tables((table,), past=tables_sat(stage, entries=entries))
    return Pairing(tables, remarks=tuple(remarks))
