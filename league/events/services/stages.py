"""The stages of an event: added, changed, removed; begun with a field of their own, closed; back.

Until a stage begins, nobody is in it. Its field is what the organiser saw and confirmed; rounds
are numbered on from those of the stages before.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop, ngettext

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events import settings_rules
from league.events.queries.changed_fields import rows_of
from league.events.queries.events import stage_at_play, tables_to_settle
from league.events.queries.stages import field_proposed, is_stage_over
from league.events.services.boxes import edition_of
from league.events.services.game_fit import WrongSetting, check_settings
from league.events.services.seating import accept_all, close_tables, reopen_tables
from league.events.services.settings import edit_stage
from league.formats.registry import FORMATS
from league.live import changing_event
from league.models import Entry, Event, Round, Stage, StageEntry
from league.pairing.qualifying import Qualified
from league.pairing.services import divide_stage
from league.permissions import Actor
from league.results.services.counted_results import want_standings

MOST_STAGES = 8
LEAST_ENTRIES = 2


def add_stage(event: Event, *, actor: Actor, values: Mapping[str, Any]) -> Stage:
    """One more, after all that there are."""
    with changing_event(event.pk) as stored:
        _check_open(stored)
        last = stored.stages.aggregate(last=Max("order"))["last"] or 0
        if last >= MOST_STAGES:
            raise LeagueError(_("An event has at most %(most)d stages.") % {"most": MOST_STAGES})
        stage = Stage(event=stored, order=last + 1)
        _set(stage, values, has_usual_chain=True)
        stage.save()
        log_action(actor, gettext_noop("add stage"), stage, format=stage.format.key)
    return stage


def change_stage(
    stage: Stage,
    *,
    actor: Actor,
    values: Mapping[str, Any],
    is_confirmed: bool = False,
    reason: str = "",
) -> Stage:
    """Settings of a stage after the first. Those of the first are the event's.

    Once it has begun: what does not say who plays, and how they are paired. `is_confirmed` and
    `reason` are then asked for as for the settings of an event that has started.
    """
    if stage.begun_at is not None:
        return edit_stage(
            stage, actor=actor, changes=values, is_confirmed=is_confirmed, reason=reason
        )
    with changing_event(stage.event_id) as event:
        stored = _waiting(stage, event)
        is_other = values.get("kind", stored.format.key) != stored.format.key
        _set(stored, values, has_usual_chain=is_other)
        stored.save()
        log_action(actor, gettext_noop("change stage"), stored)
    return stored


def remove_stage(stage: Stage, *, actor: Actor) -> None:
    """While it has not begun; those after it move up."""
    with changing_event(stage.event_id) as event:
        stored = _waiting(stage, event)
        log_action(actor, gettext_noop("remove stage"), event, stage=stored.pk)
        order = stored.order
        stored.delete()
        for later in event.stages.filter(order__gt=order).order_by("order"):
            Stage.objects.filter(pk=later.pk).update(order=later.order - 1)


def begin_stage(stage: Stage, *, actor: Actor, entries: Sequence[str] | None = None) -> Stage:
    """Give a stage its field: these entries by their starting numbers, or as its settings say."""
    proposed = field_proposed(stage, order=entries)
    with changing_event(stage.event_id) as event:
        stored = _waiting(stage, event)
        _check_turn(stored, event)
        _check_field(event, proposed.field)
        stored.rounds_before = _rounds_so_far(event)
        stored.begun_at = timezone.now()
        stored.going_on = {
            "here": list(proposed.here),
            "field": rows_of(proposed.by_settings),
            "is_by_hand": proposed.is_by_hand,
        }
        size = len(proposed.field)
        stored.rounds_planned = stored.format.rounds_for(size, settings=stored.settings)
        stored.save()
        StageEntry.objects.bulk_create(
            StageEntry(
                stage=stored,
                entry_id=one.entry,
                seed=number,
                origin=one.origin,
                came_from=one.place,
                came_group=one.group,
            )
            for number, one in enumerate(proposed.field, start=1)
        )
        divide_stage(stored)
        going_on = [one.entry for one in proposed.field]
        log_action(actor, gettext_noop("begin stage"), stored, entries=going_on)
        want_standings(stored.pk)
    return stored


def take_back_stage(stage: Stage, *, actor: Actor) -> Stage:
    """As if it had not begun, while none of its rounds was published."""
    with changing_event(stage.event_id) as event:
        stored = event.stages.get(pk=stage.pk)
        if stored.is_first or stored.begun_at is None:
            raise Stale
        if stored.rounds.exclude(status=Round.Status.DRAFT).exists():
            raise LeagueError(
                _("A round of this stage is published. Unpublish it first, while nothing is in.")
            )
        stored.rounds.all().delete()
        stored.places.all().delete()
        stored.standings.all().delete()
        stored.begun_at, stored.rounds_before = None, 0
        stored.groups, stored.stood = {}, {}
        stored.going_on, stored.field_changed = {}, False
        stored.save()
        log_action(actor, gettext_noop("take back stage"), stored)
    return stored


def close_stage(stage: Stage, *, actor: Actor, accepts: Collection[str] | None = None) -> Stage:
    """End a stage in which tables are made one at a time, so that the next can begin.

    What was handed in and nobody contests is accepted, and from then on counts as in a closed
    round. `accepts`: the versions that the page listed.
    """
    with changing_event(stage.event_id) as event:
        stored = _at_play(stage, event)
        if stage_at_play(event)[1] is None:
            raise LeagueError(_("No stage comes after this one. Finish the event instead."))
        accept_all(stored, actor=actor, accepts=accepts)
        _check_settled(stored)
        stored.closed_at = timezone.now()
        close_tables(stored, at=stored.closed_at)
        Stage.objects.filter(pk=stored.pk).update(closed_at=stored.closed_at)
        log_action(actor, gettext_noop("close stage"), stored)
    return stored


def reopen_stage(stage: Stage, *, actor: Actor) -> Stage:
    """Let people play on in it, while the next has not begun."""
    with changing_event(stage.event_id) as event:
        _check_open(event)
        stored = event.stages.get(pk=stage.pk)
        if reason := why_not_reopened(stored):
            raise LeagueError(reason)
        if stored.closed_at is not None:
            reopen_tables(stored, closed_at=stored.closed_at)
        Stage.objects.filter(pk=stored.pk).update(closed_at=None)
        log_action(actor, gettext_noop("reopen stage"), stored)
    stored.closed_at = None
    return stored


def why_not_reopened(stage: Stage) -> str:
    """Empty: nothing follows from it yet."""
    if stage.closed_at is None:
        return _("This stage is not closed.")
    later = Stage.objects.filter(event=stage.event_id, order__gt=stage.order)
    if later.filter(begun_at__isnull=False).exists():
        return _("The next stage has begun. Take back its start first.")
    return ""


def _at_play(stage: Stage, event: Event) -> Stage:
    """The row as it is now, of the stage whose tables are made one at a time."""
    now, _to_come = stage_at_play(event)
    if now.pk != stage.pk:
        raise Stale(_("Another stage is played by now."))
    if now.format.has_rounds:
        raise LeagueError(_("This stage is over with its last round. Close its rounds."))
    return now


def _check_settled(stage: Stage) -> None:
    """Every table has a result that nobody contests."""
    if not stage.rounds.exists():
        raise LeagueError(_("No table has played yet. Remove the next stage, or let people play."))
    if number := tables_to_settle(stage):
        raise LeagueError(
            ngettext(
                "%(number)d table has no result yet, or it is contested. Settle it first.",
                "%(number)d tables have no result yet, or it is contested. Settle them first.",
                number,
            )
            % {"number": number}
        )


def _set(stage: Stage, values: Mapping[str, Any], *, has_usual_chain: bool) -> None:
    """`has_usual_chain`: unless tiebreaks are named, those that are usual in the format."""
    before = (stage.plays_own_game, stage.game)
    for name in settings_rules.LATER_STAGE_SETTINGS:
        if name in values:
            setattr(stage, name, values[name])
    if stage.plays_own_game and (True, stage.game) != before and "edition" not in values:
        stage.edition = edition_of(stage.event.club, stage.game)
    if "kind" in values and values["kind"] not in {format_.key for format_ in FORMATS}:
        raise WrongSetting("kind", _("There is no such format."))
    if has_usual_chain and "chain" not in values:
        stage.chain = list(stage.format.chain_for(stage.game_here))
    check_settings(stage.event, stage)


def _check_open(event: Event) -> None:
    if event.is_over:
        raise LeagueError(_("The event is finished. Reopen it first."))


def _waiting(stage: Stage, event: Event) -> Stage:
    """The row as it is now, of a stage that has not begun."""
    _check_open(event)
    stored = event.stages.filter(pk=stage.pk).first()
    if stored is None:
        raise Stale
    stored.event = event
    if stored.is_first or stored.begun_at is not None:
        raise LeagueError(_("This stage has already begun."))
    return stored


def _check_turn(stage: Stage, event: Event) -> None:
    if event.status != Event.Status.RUNNING:
        raise LeagueError(_("The event is not running. Start it first."))
    now, to_come = stage_at_play(event)
    if to_come != stage:
        raise LeagueError(_("Another stage comes first."))
    if not is_stage_over(now):
        if now.format.has_rounds:
            raise LeagueError(_("The stage before is still being played. Close its rounds first."))
        raise LeagueError(_("The stage before is still being played. Close it first."))


def _check_field(event: Event, field: Sequence[Qualified]) -> None:
    if len(field) < LEAST_ENTRIES:
        raise LeagueError(_("At least two entries must go on. Choose who does."))
    here = event.entries.filter(
        pk__in=[one.entry for one in field], status=Entry.Status.CHECKED_IN
    ).count()
    if here != len({one.entry for one in field}) or here != len(field):
        raise Stale(_("Somebody of these is no longer here. Look at the list again."))


def _rounds_so_far(event: Event) -> int:
    rounds = Round.objects.filter(stage__event=event)
    return rounds.aggregate(last=Max("number"))["last"] or 0
