"""Rated games between players that a test names."""

from collections.abc import Mapping

from league.models import Entry, Match, Player
from league.ratings.services import compute_ratings
from tests.factories.events import enter, published_round, running_event


def play(
    scores: Mapping[Player, int | None], *, times: int = 1, counted: bool = True, **event: object
) -> list[Match]:
    """At one table, each time in an event of its own. Whoever has the higher score is ahead."""
    return [_played(scores, counted=counted, **event) for _ in range(times)]


def _played(scores: Mapping[Player, int | None], *, counted: bool, **event: object) -> Match:
    stage = running_event(0, stage={"table_size": max(len(scores), 2)}, **event)
    for seed, player in enumerate(scores, start=1):
        Entry.objects.create(
            event=stage.event, player=player, seed=seed, status=Entry.Status.CHECKED_IN
        )
    [match] = published_round(stage).matches.all()
    seats = match.seats.select_related("player").order_by("letter")
    enter(match, *(scores[seat.player] for seat in seats))
    if counted:
        compute_ratings(stage.event.game)
    return match
