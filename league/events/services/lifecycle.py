"""From draft to archive and back; starting gives the starting numbers."""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.events.lifecycle_rules import step_between
from league.events.queries.events import facts_of, first_stage
from league.events.seeding import starting_order
from league.events.services.settings import check_version
from league.live.services import changing_event
from league.models import Entry, Event, Round
from league.permissions import Actor
from league.ratings.queries.players import shown_ratings
from league.ratings.skill import NEWCOMER
from league.results.services.counted_results import want_standings
from league.results.services.sealing import seal


def move_event(event: Event, *, to: str, actor: Actor, version: int) -> Event:
    """Take one step, if the event still stands as it did when `version` was read."""
    with changing_event(event.pk) as stored:
        check_version(stored, version)
        origin = stored.status
        step = step_between(origin, to)
        if step is None:
            raise LeagueError(_("There is no such step from where the event stands now."))
        if reason := step.reason(facts_of(stored)):
            raise LeagueError(_(reason))
        stored.status = to
        stored.version += 1
        _follow(stored, origin=origin)
        stored.save()
        log_action(actor, gettext_noop("move event"), stored, origin=origin, to=to)
    return stored


def freeze_seeds(event: Event) -> None:
    """Number those who are here; whoever comes later is numbered after them."""
    entered = event.entries.filter(status=Entry.Status.CHECKED_IN).order_by("created_at", "pk")
    here = {entry.pk: entry for entry in entered.select_related("player", "partner")}
    stage = first_stage(event)
    strengths = _strengths(event, here.values())
    order = starting_order(strengths, by=stage.seeding, lots_seed=stage.seed)
    for seed, pk in enumerate(order, start=1):
        here[pk].seed = seed
        here[pk].first_round = 1
    Entry.objects.bulk_update(here.values(), ["seed", "first_round"], batch_size=200)


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
        want_standings(first_stage(event).pk)
    elif event.status == Event.Status.FINISHED and origin == Event.Status.RUNNING:
        _drop_drafts(event)
        event.finished_at = timezone.now()
        seal(event)
    elif event.status == Event.Status.RUNNING:
        event.finished_at = None


def _drop_drafts(event: Event) -> None:
    Round.objects.filter(stage__event=event, status=Round.Status.DRAFT).delete()
