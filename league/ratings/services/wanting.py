"""Something changed that ratings depend on: said in the row of the game, done by a job.

Every function here is part of the caller's transaction. Rows are locked in this order: events,
rated games, players.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import F

from league.jobs.services import enqueue
from league.models import Event, Job, RatedGame, Round
from league.ratings.queries.rated_games import first_published


def want_ratings(given: Round) -> None:
    """A result of this round counts now, or does not any more."""
    game = given.game_here
    is_rated = given.stage.event.is_rated and game.has_records and game.most_entries > 1
    if is_rated and given.published_at is not None:
        want_from({game.key: given.published_at})


def want_event_ratings(event: Event) -> None:
    """All its games count now, or do not any more."""
    rounds = Round.objects.filter(stage__event=event)
    want_from(first_published(rounds))


def want_from(moments: Mapping[str, datetime | None]) -> None:
    """By game, from when on what was played is to be counted anew; None: all of it."""
    for game, since in sorted(moments.items()):
        stored, _new = RatedGame.objects.select_for_update().get_or_create(game=game)
        if not stored.is_behind:
            stored.redo_from = since
        elif since is None or stored.redo_from is None:
            stored.redo_from = None
        else:
            stored.redo_from = min(stored.redo_from, since)
        RatedGame.objects.filter(pk=game).update(
            wanted_version=F("wanted_version") + 1, redo_from=stored.redo_from
        )
        enqueue(Job.Kind.COMPUTE_RATINGS, object_id=game)
