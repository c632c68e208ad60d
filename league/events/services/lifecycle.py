"""An event from draft to archive and back; its officials, its papers, and work of it that stopped.

Starting gives the starting numbers. Papers are kept by themselves after every round.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from itertools import chain

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.clubs.queries import account_called
from league.copies import keep_page
from league.errors import LeagueError, Stale
from league.events import wrap_up_rules
from league.events.lifecycle_rules import starting_order, step_between
from league.events.queries.events import current_stage, facts_of, first_stage, jobs_of
from league.events.queries.public import paper_page
from league.events.services.seating import close_tables
from league.events.services.settings import check_version
from league.jobs import retry_job
from league.live import changing_event
from league.models import (
    Entry,
    Event,
    ImportedEvent,
    Official,
    PaperCopy,
    Round,
    Stage,
)
from league.pairing.services import divide_stage
from league.permissions import Actor
from league.ratings.queries.players import shown_ratings
from league.ratings.skill import NEWCOMER
from league.results.services.counted_results import seal, want_standings
from league.standings.services import compute_standings
from league.webhooks.services.news import tell_event_finished

KEPT_FOR = timedelta(days=30)  # names stand in it: no longer than it is of use


def move_event(event: Event, *, to: str, actor: Actor, version: int) -> Event:
    """Take one step, if the event still stands as it did when `version` was read."""
    with changing_event(event.pk) as stored:
        check_version(stored, version)
        origin = stored.status
        step = step_between(origin, to)
        if step is None:
            raise LeagueError(_("There is no such step from where the event stands now."))
        if ImportedEvent.objects.filter(event=stored, is_read_only=True).exists():
            raise LeagueError(_("This event was imported to be read. It cannot be changed here."))
        if reason := step.reason(facts_of(stored)):
            raise LeagueError(_(reason))
        stored.status = to
        stored.version += 1
        _follow(stored, origin=origin)
        stored.save()
        log_action(actor, gettext_noop("move event"), stored, origin=origin, to=to)
    return stored


def mark_wrap_up(event: Event, *, actor: Actor, step: str, state: str) -> Event:
    """Say that a step after the last round is done, leave it out, or take that back."""
    with changing_event(event.pk) as stored:
        if step not in wrap_up_rules.MAY_SKIP or state not in wrap_up_rules.STATES:
            raise Stale
        if stored.status != Event.Status.FINISHED:
            raise LeagueError(_("This step is for an event that is finished and not archived."))
        if state == wrap_up_rules.DONE and step not in wrap_up_rules.BY_HAND:
            raise LeagueError(_("This step is done automatically once all ties are settled."))
        marks = {key: mark for key, mark in stored.wrap_up.items() if key != step}
        stored.wrap_up = marks if state == wrap_up_rules.TO_DO else marks | {step: state}
        stored.save(update_fields=["wrap_up"])
        log_action(actor, gettext_noop("mark a last step"), stored, step=step, state=state)
    return stored


def freeze_seeds(event: Event) -> None:
    """Number those who are here; anyone who comes later is numbered after them."""
    entered = event.entries.filter(status=Entry.Status.CHECKED_IN).order_by("created_at", "pk")
    here = {entry.pk: entry for entry in entered.select_related("player", "partner")}
    stage = first_stage(event)
    strengths = _strengths(event, here.values())
    order = starting_order(strengths, by=stage.seeding, lots_seed=stage.seed)
    for seed, pk in enumerate(order, start=1):
        here[pk].seed = seed
        here[pk].first_round = 1
    Entry.objects.bulk_update(here.values(), ["seed", "first_round"], batch_size=200)
    rounds = stage.format.rounds_for(len(here), settings=stage.settings)
    Stage.objects.filter(pk=stage.pk).update(rounds_planned=rounds)
    divide_stage(stage)


def _strengths(event: Event, entries: Collection[Entry]) -> dict[str, int | None]:
    """The numbers that organisers typed; if there are none at all, our own ratings of the game.

    Never a mix of the two: nobody knows on what scale the typed ones are.
    """
    if any(entry.rating is not None for entry in entries):
        return {entry.pk: entry.rating for entry in entries}
    players = {entry.pk: [player.pk for player in entry.players] for entry in entries}
    known = shown_ratings(event.game, players=chain.from_iterable(players.values()))
    return {entry: _mean_of_known(known, team) for entry, team in players.items()}


def _mean_of_known(known: Mapping[str, int], team: Sequence[str]) -> int | None:
    """Of a team in which somebody has a rating, those without one are newcomers."""
    if not any(player in known for player in team):
        return None
    return sum(known.get(player, NEWCOMER.shown) for player in team) // len(team)


def _follow(event: Event, *, origin: str) -> None:
    if event.status == Event.Status.RUNNING and origin == Event.Status.OPEN:
        freeze_seeds(event)
        want_standings(first_stage(event).pk)
    elif event.status == Event.Status.OPEN and origin == Event.Status.RUNNING:
        _drop_drafts(event)
        event.entries.update(seed=None, first_round=1)
        divide_stage(first_stage(event))
        want_standings(first_stage(event).pk)
    elif event.status == Event.Status.FINISHED and origin == Event.Status.RUNNING:
        _drop_drafts(event)
        stage = current_stage(event)
        if not stage.format.has_rounds:  # where every table is a round, they close with the event
            close_tables(stage, at=timezone.now())
        event.finished_at = timezone.now()
        seal(event)
        tell_event_finished(event)
    elif event.status == Event.Status.RUNNING:
        event.finished_at = None


def _drop_drafts(event: Event) -> None:
    Round.objects.filter(stage__event=event, status=Round.Status.DRAFT).delete()


def add_official(event: Event, *, actor: Actor, login: str, role: str) -> Official:
    """By login name or e-mail. Anyone who is one already gets the new role."""
    user = account_called(login)
    with changing_event(event.pk) as stored:
        official, _created = Official.objects.update_or_create(
            event=stored, user=user, defaults={"role": role}
        )
        log_action(actor, gettext_noop("add official"), stored, user=user.pk, role=role)
    return official


def remove_official(official: Official, *, actor: Actor) -> None:
    with changing_event(official.event_id) as stored:
        Official.objects.filter(pk=official.pk).delete()
        log_action(actor, gettext_noop("remove official"), stored, user=official.user_id)


def keep_paper(round_id: str) -> None:
    """Write the event down as it is after this round; again, if the round is closed again."""
    closed = Round.objects.select_related("stage__event__club").filter(pk=round_id).first()
    if closed is None or closed.status != Round.Status.CLOSED:
        return  # reopened meanwhile: closing it asks again
    compute_standings(closed.stage_id)  # their own job may come later than this one
    event = closed.stage.event
    html = paper_page(event)
    PaperCopy.objects.update_or_create(
        event=event, after_round=closed.number, defaults={"html": html}
    )
    if settings.MODE == "venue":
        keep_page(html, label=f"{slugify(event.name)}-{closed.number}")


def forget_old_papers() -> None:
    PaperCopy.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()


def retry_work(event: Event, *, job_id: str, actor: Actor) -> None:
    """Try a parked job of this event again; others are none of its officials' business."""
    job = jobs_of(event).filter(pk=job_id).first()
    if job is None:
        raise Stale
    with changing_event(event.pk):
        retry_job(job, actor=actor)
