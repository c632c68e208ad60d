"""A rehearsal of an event with made-up people: a copy of it that counts for nothing.

The event itself is never touched. The copy is wiped as a whole (`events.services.removal`).
"""

from collections.abc import Iterator
from random import SystemRandom

from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.demo.services.simulation import SimulatedEvent
from league.errors import LeagueError
from league.events.queries.practice import practice_of, tables_at_play, why_no_practice
from league.events.queries.tables import results_in
from league.events.services import lifecycle
from league.events.services.rounds import draft_round
from league.events.services.settings import clone_event
from league.models import Event, Player, Round
from league.permissions import Actor

ENTRIES = 8  # two tables of four, or four of two
_SEEDS = 2**31
_FIRST_NAMES = gettext_noop("Adam Betty Carl Dora Emil Fanny Gina Hugo Ida Jacob Karen Leo")
_MORE_FIRST_NAMES = gettext_noop("Mary Nick Olga Paul Quido Rosa Sam Tina Ulric Vera Will Zoe")
_SURNAME = gettext_noop("Sample")


def start_practice(event: Event, *, actor: Actor) -> tuple[Event, bool]:
    """The rehearsal of an event, with its first round being drawn; and whether it is new."""
    if reason := why_no_practice(event):
        raise LeagueError(reason)
    if under_way := practice_of(event):
        return under_way, False
    try:
        with transaction.atomic():
            return _begun(event, actor=actor), True
    except IntegrityError:  # two taps at once: the other one was first
        under_way = practice_of(event)
        if under_way is None:
            raise
        return under_way, False


def _begun(event: Event, *, actor: Actor) -> Event:
    with translation.override(event.language):
        name = _("Practice: %(name)s") % {"name": event.name}
    copy = clone_event(event, actor=actor, name=name[:200], starts_at=event.starts_at)
    copy.practice_of = event.pk
    copy.is_rated, copy.sign_up = False, Event.SignUp.DESK
    copy.entry_limit = copy.boards = copy.entry_fee = copy.accepts_after_min = None
    copy.save()
    copy = lifecycle.move_event(copy, to=Event.Status.OPEN, actor=actor, version=copy.version)
    evening = SimulatedEvent(
        copy, seed=SystemRandom().randrange(_SEEDS), actor=actor, players=_samples(event.language)
    )
    evening.enter(ENTRIES)
    evening.start()
    draft_round(evening.stage, actor=actor)
    log_action(actor, gettext_noop("start practice"), copy, origin=event.pk)
    return evening.event


def _samples(language: str) -> Iterator[Player]:
    """In the event's language, each with a surname that says it."""
    with translation.override(language):
        first_names = f"{_(_FIRST_NAMES)} {_(_MORE_FIRST_NAMES)}".split()
        surname = _(_SURNAME)
    for first in first_names:
        yield Player.objects.create(
            full_name=f"{first} {surname}", privacy=Player.Privacy.FULL, is_sample=True
        )


def make_up_results(event: Event, *, actor: Actor) -> int:
    """Scores for all tables of a rehearsal that still play, as an official types them."""
    if not event.is_practice:
        raise LeagueError(_("Results can be made up only in a practice."))
    matches = list(tables_at_play(event).select_related("event", "round__stage__event"))
    if not matches:
        raise LeagueError(_("No table is being played. Draw a round and publish it first."))
    evening = SimulatedEvent(
        event,
        seed=SystemRandom().randrange(_SEEDS),
        actor=actor,
        players=(),
        seen=_scores_in(event),
    )
    evening.enter_results(matches)
    log_action(actor, gettext_noop("make up results"), event, tables=len(matches))
    return len(matches)


def _scores_in(event: Event) -> set[tuple[int, ...]]:
    """Those of the tables that have a result, the lowest first, without who did not come."""
    results = results_in(list(Round.objects.filter(stage__event=event)))
    games = (sides for played in results.values() for sides in played)
    return {
        tuple(sorted(side["score"] or 0 for side in sides if not side["forfeited"]))
        for sides in games
    }
