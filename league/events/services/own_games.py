"""Games that players begin themselves, where the format lets them: nobody seats them."""

from django.utils import translation
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.queries.events import current_stage
from league.events.queries.own_games import game_under_way, has_ended
from league.events.services.check_in import check_in
from league.events.services.seating import (
    check_in_field,
    dissolve_table,
    seat_table,
    why_not_dissolved,
)
from league.live import changing_event
from league.models import Entry, Match, Ruling, Stage
from league.permissions import SERVICE, Actor
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark


def start_own_game(entry: Entry, *, actor: Actor) -> Match:
    """Begin a game; a second tap finds the one that is under way.

    Whoever begins one is there: nobody has to check in for a game at home.
    """
    with changing_event(entry.event_id) as event:
        stage = current_stage(event)
        stage.event = event
        _check_begins_games(stage)
        if under_way := game_under_way(entry):
            return under_way
        check_in_field(stage, [entry.pk])
        if has_ended(stage):
            raise LeagueError(_("The time for new games is over. Thank you for playing."))
        if entry.status == Entry.Status.REGISTERED:
            check_in(entry, actor=actor)
        return seat_table(stage, [entry.pk], actor=actor)


def give_up_own_game(entry: Entry, *, actor: Actor) -> None:
    """Drop the game under way: as if it had not been begun, or without points once it was."""
    _check_begins_games(current_stage(entry.event))
    match = game_under_way(entry)
    if match is None:
        raise Stale(_("There is no game under way any more."))
    if not why_not_dissolved(match.round):
        dissolve_table(match.round, actor=actor)
        return
    with translation.override(match.event.language):  # kept, and read by everybody
        reason = _("Given up by the player.")
    given_up = Decision(Ruling.Kind.FORFEIT, marks={entry.pk: Mark()})
    rule(
        match,
        given_up,
        actor=SERVICE,
        version=match.version,
        reason=reason,
    )
    log_action(actor, gettext_noop("give up game"), match)


def _check_begins_games(stage: Stage) -> None:
    if not stage.format.starts_own_games:
        raise LeagueError(_("In this event the tables are made by the organisers."))
