"""Ratings: read with the version, computed outside, published if nothing newer is there.

What was played before the first change stays as it is; from there on everything is undone and
counted again. The outcome is the same as counting all of it anew.
"""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from league.jobs.outside import compute
from league.models import RatedGame, Rating, RatingChange
from league.ratings.queries.rated_games import Redo, redo_of, skills_after
from league.ratings.services.wanting import want_from
from league.ratings.skill import SkillChange, changes

_BATCH = 500


def compute_ratings(game: str) -> None:
    """Bring the ratings of a game up to the version that is wanted."""
    given = RatedGame.objects.get(pk=game)
    if not given.is_behind:
        return
    redo = redo_of(given, since=given.redo_from)
    made = compute(
        changes,
        redo.games,
        known=redo.known,
        first_order=redo.first_order,
        limit_s=settings.JOB_LIMIT_S,
    )
    _publish(given, redo, made)


def recompute_ratings(game: str) -> None:
    """All of a game from scratch, at once."""
    with transaction.atomic():
        want_from({game: None})
    compute_ratings(game)


def _publish(given: RatedGame, redo: Redo, made: Sequence[SkillChange]) -> None:
    version = given.wanted_version
    with transaction.atomic():
        stored = RatedGame.objects.select_for_update().get(pk=given.pk)
        if stored.published_version >= version:
            return
        undone = RatingChange.objects.filter(game=given.game, order__gte=redo.first_order)
        players = set(undone.values_list("player", flat=True)) | {each.player for each in made}
        undone.delete()
        RatingChange.objects.bulk_create(
            [_row(each, given.game, redo) for each in made], batch_size=_BATCH
        )
        _set_ratings(given.game, players)
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
