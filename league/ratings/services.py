"""Ratings: read with the version, computed outside, published if nothing newer is there.

What was played before the first change stays as it is; from there on everything is undone and
counted again. The outcome is the same as counting all of it again. Rows are locked in this order:
events, rated games, players.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F

from league.child_process import compute
from league.clubs.services.players import merge_players, tell_events
from league.jobs import enqueue
from league.models import Event, Job, Player, RatedGame, Rating, RatingChange, Round
from league.permissions import Actor
from league.ratings.queries.rated_games import Redo, first_published, redo_of, skills_after
from league.ratings.skill import SkillChange, changes

_BATCH = 500


def want_ratings(round_: Round) -> None:
    """A result of this round counts now, or does not any more."""
    game = round_.game_here
    event = round_.stage.event
    is_rated = event.is_rated and game.has_records and game.most_entries > 1
    if is_rated and not event.is_practice and round_.published_at is not None:
        want_from({game.key: round_.published_at})


def want_event_ratings(event: Event) -> None:
    """All its games count now, or do not any more."""
    rounds = Round.objects.filter(stage__event=event)
    want_from(first_published(rounds))


def want_from(moments: Mapping[str, datetime | None]) -> None:
    """By game, from when on what was played is to be counted again; None: all of it."""
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


def compute_ratings(game: str) -> None:
    """Bring the ratings of a game up to the version that is wanted."""
    rated = RatedGame.objects.get(pk=game)
    if not rated.is_behind:
        return
    redo = redo_of(rated, since=rated.redo_from)
    made = compute(
        changes,
        redo.games,
        known=redo.known,
        first_order=redo.first_order,
        limit_s=settings.JOB_LIMIT_S,
    )
    _publish(rated, redo, made)


def recompute_ratings(game: str) -> None:
    """All of a game from scratch, at once."""
    with transaction.atomic():
        want_from({game: None})
    compute_ratings(game)


def _publish(rated: RatedGame, redo: Redo, made: Sequence[SkillChange]) -> None:
    version = rated.wanted_version
    with transaction.atomic():
        stored = RatedGame.objects.select_for_update().get(pk=rated.pk)
        if stored.published_version >= version:
            return
        undone = RatingChange.objects.filter(game=rated.game, order__gte=redo.first_order)
        players = set(undone.values_list("player", flat=True)) | {change.player for change in made}
        undone.delete()
        RatingChange.objects.bulk_create(
            [_row(change, rated.game, redo) for change in made], batch_size=_BATCH
        )
        _set_ratings(rated.game, players)
        stored.published_version = version
        if stored.wanted_version == version:
            stored.redo_from = None
        stored.save(update_fields=["published_version", "redo_from"])


def _row(change: SkillChange, game: str, redo: Redo) -> RatingChange:
    return RatingChange(
        player_id=change.player,
        game=game,
        order=change.order,
        played_at=redo.played_at[change.match],
        match_id=change.match,
        number=change.number,
        result_id=change.result,
        entry_id=change.entry,
        rank=change.rank,
        sides=change.sides,
        games=change.after.games,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu_after=change.after.mu,
        sigma_after=change.after.sigma,
    )


def _set_ratings(game: str, players: set[str]) -> None:
    """Where each of them stands after the last game; nowhere without any."""
    skills = skills_after(RatingChange.objects.filter(game=game), players=players)
    Rating.objects.filter(game=game, player__in=players - skills.keys()).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                player_id=player,
                game=game,
                mu=skill.mu,
                sigma=skill.sigma,
                games=skill.games,
                shown=skill.shown,
            )
            for player, skill in sorted(skills.items())
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["player", "game"],
        update_fields=["mu", "sigma", "games", "shown"],
    )


def unify_players(
    kept: Player, *, actor: Actor, gone: Player, version: int, gone_version: int
) -> None:
    """Everything of `gone` becomes `kept`'s, and ratings are counted again from there on."""
    with transaction.atomic():
        tell_events(kept, gone)  # locks events before rated games
        want_from(first_published(Round.objects.filter(seats__player=gone)))
        merge_players(kept, actor=actor, gone=gone, version=version, gone_version=gone_version)
