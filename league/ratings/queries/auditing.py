"""Published ratings against counting everything anew: nothing may differ."""

from collections.abc import Iterator

from league.models import Job, RatedGame, Rating, RatingChange
from league.ratings.queries.rated_games import redo_of
from league.ratings.skill import NEWCOMER, Skill, SkillChange, changes


def rating_differences(given: RatedGame) -> Iterator[tuple[str, str]]:
    """A code and a sentence each."""
    if given.is_behind:
        wanted = f"published {given.published_version}, wanted {given.wanted_version}"
        jobs = Job.objects.filter(kind=Job.Kind.COMPUTE_RATINGS, object_id=given.pk)
        is_due = jobs.exclude(state=Job.State.DONE).exists()
        yield "behind", wanted if is_due else f"{wanted}, and no job will do it"
        return
    redo = redo_of(given, since=None)
    fresh = changes(redo.games, known={}, first_order=redo.first_order)
    given_rows = {_key(each): each for each in fresh}
    stored = {_key(each): each for each in _stored(given.game)}
    for key in sorted(given_rows.keys() | stored.keys()):
        if stored.get(key) != given_rows.get(key):
            order, player = key
            yield "ratings", f"the change of {player} by game {order} is not what results give"
    yield from _ends(given.game, fresh)


def _ends(game: str, fresh: list[SkillChange]) -> Iterator[tuple[str, str]]:
    ends = {each.player: each.after for each in fresh}
    shown = {
        row.player_id: (Skill(row.mu, row.sigma, row.games), row.shown)
        for row in Rating.objects.filter(game=game)
    }
    for player in sorted(ends.keys() | shown.keys()):
        wanted = ends.get(player, NEWCOMER)
        if shown.get(player) != (wanted, wanted.shown):
            yield "ratings", f"the rating of {player} is not what the changes come to"


def _stored(game: str) -> Iterator[SkillChange]:
    for row in RatingChange.objects.filter(game=game).iterator(chunk_size=2000):
        yield SkillChange(
            player=row.player_id,
            entry=row.entry_id,
            match=row.match_id,
            number=row.number,
            result=row.result_id,
            rank=row.rank,
            sides=row.sides,
            order=row.order,
            before=Skill(row.mu_before, row.sigma_before, row.games - 1),
            after=Skill(row.mu_after, row.sigma_after, row.games),
        )


def _key(change: SkillChange) -> tuple[int, str]:
    return change.order, change.player
