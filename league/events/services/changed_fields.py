"""Corrected results name others for a stage that has begun: an official decides about it.

While nothing of the stage is handed in, the right ones are put in by one tap: its rounds are taken
back, and drawn again by the new starting numbers. Afterwards it can only stand, with a reason that
everybody may read. Both can be taken back.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.queries.changed_fields import (
    ChangedField,
    changed_field,
    field_put_right,
    places_of,
    rows_of,
)
from league.events.services.rounds import withdraw_round
from league.live import changing_event
from league.models import Event, Round, Stage, StageEntry
from league.pairing.services import divide_stage
from league.permissions import Actor
from league.results.services.counted_results import want_standings

PUT_RIGHT = "put_right"
LET_STAND = "stand"
Details = Mapping[str, Any]


def follow_field(stage_id: str) -> None:
    """Mark the stage after this one, if others should be in it now. May run twice."""
    before = Stage.objects.select_related("event").get(pk=stage_id)
    stage = Stage.objects.select_related("event").filter(
        event=before.event_id, order=before.order + 1, begun_at__isnull=False
    )
    for after in stage:
        _mark(after)


def _mark(stage: Stage) -> None:
    if stage.event.status == Event.Status.ARCHIVED:
        return
    is_changed = changed_field(stage) is not None
    if is_changed != stage.field_changed:
        with changing_event(stage.event_id):
            Stage.objects.filter(pk=stage.pk).update(field_changed=is_changed)


def decide_field(
    stage: Stage, *, actor: Actor, choice: str, mark: str, reason: str = ""
) -> ChangedField:
    """Put the right ones in, or let it stand. `mark`: of the case as it was looked at."""
    if choice not in (PUT_RIGHT, LET_STAND):
        raise LeagueError(_("Choose between putting it right and letting it stand."))
    if choice == LET_STAND and not reason.strip():
        raise LeagueError(_("Say why: everybody can read it."))
    with changing_event(stage.event_id) as event:
        stored = event.stages.get(pk=stage.pk)
        stored.event = event
        if event.status == Event.Status.ARCHIVED:
            raise LeagueError(_("The event is in the archive. Take it out first."))
        case = changed_field(stored)
        if case is None or case.mark != mark:
            raise Stale(_("Something has changed here since. Look at it again."))
        if choice == PUT_RIGHT:
            _put_right(case, actor=actor)
        else:
            _let_stand(case, actor=actor, reason=reason.strip())
    return case


def _put_right(case: ChangedField, *, actor: Actor) -> None:
    stage = case.stage
    if stage.event.status != Event.Status.RUNNING:
        raise LeagueError(_("The event is finished. Reopen it first."))
    if not case.is_untouched:
        raise LeagueError(
            _("Something of this stage was already handed in. It can only be left as it is.")
        )
    before = {"places": places_of(stage), "going_on": stage.going_on}
    places = field_put_right(case)
    _drop_rounds(stage, actor=actor)
    stage.going_on = {**stage.going_on, "field": rows_of(case.now), "stands": None}
    _write_field(stage, places)
    log_action(actor, gettext_noop("put right who goes on"), stage, **before)


def _drop_rounds(stage: Stage, *, actor: Actor) -> None:
    """Published ones are taken back, so that people hear of it; drafts go."""
    stage.rounds.filter(status=Round.Status.DRAFT).delete()
    for published in stage.rounds.order_by("-number"):
        withdraw_round(published, actor=actor)
        published.delete()


def _write_field(stage: Stage, places: Sequence[Details]) -> None:
    stage.places.all().delete()
    StageEntry.objects.bulk_create(StageEntry(stage=stage, **place) for place in places)
    stage.rounds_planned = stage.format.rounds_for(len(places), settings=stage.settings)
    stage.groups, stage.stood, stage.field_changed = {}, {}, False
    stage.save()
    divide_stage(stage)
    want_standings(stage.pk)


def _let_stand(case: ChangedField, *, actor: Actor, reason: str) -> None:
    stage = case.stage
    before = stage.going_on.get("stands")
    stage.going_on = {
        **stage.going_on,
        "stands": {
            "field": rows_of(case.now),
            "at": timezone.now().isoformat(),
            "reason": reason,
            "swaps": [[swap.leaves, swap.comes] for swap in case.swaps],
        },
    }
    stage.field_changed = False
    stage.save(update_fields=["going_on", "field_changed"])
    log_action(actor, gettext_noop("let stand who goes on"), stage, before=before)


def why_not_taken_back(stage: Stage) -> str | None:
    """Of a field that was put right; None: nothing would be lost."""
    if stage.rounds.exclude(status=Round.Status.DRAFT).exists():
        return _("A round of this stage is published.")
    return None


def take_back_put_right(stage: Stage, *, actor: Actor, step: Details) -> None:
    """Those are in it again who were before; an official has to decide anew."""
    with changing_event(stage.event_id) as event:
        stored = event.stages.get(pk=stage.pk)
        stored.event = event
        if reason := why_not_taken_back(stored):
            raise LeagueError(reason)
        stored.rounds.all().delete()
        stored.going_on = step["going_on"]
        _write_field(stored, step["places"])
        log_action(actor, gettext_noop("take back who goes on"), stored)
        _mark(stored)


def take_back_standing(stage: Stage, *, actor: Actor, before: Details | None) -> None:
    with changing_event(stage.event_id) as event:
        stored = event.stages.get(pk=stage.pk)
        stored.event = event
        stored.going_on = {**stored.going_on, "stands": before}
        stored.save(update_fields=["going_on"])
        log_action(actor, gettext_noop("take back standing of a field"), stored)
        _mark(stored)
