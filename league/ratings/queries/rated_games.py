"""The games that ratings are made of, in the order of play; what counting them again changes.

The order is that in which rounds were published, then by table, then by game. A correction of a
result changes none of these.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Min, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from games.registry import GAMES
from league.models import Job, MatchGame, RatedGame, Rating, RatingChange, Round, Seat
from league.ratings.skill import NEWCOMER, CountedGame, Skill, SkillChange, changes, rated_sides


@dataclass(frozen=True)
class Redo:
    """What is to be counted again: games from a moment on, after what stays as it is."""

    games: list[CountedGame]
    played_at: dict[str, datetime]  # by match
    known: dict[str, Skill]
    first_order: int


def redo_of(rated: RatedGame, *, since: datetime | None) -> Redo:
    """`since` None: everything."""
    rows = _counting(rated.game, since=since)
    games = _games(rows)
    kept = RatingChange.objects.filter(game=rated.game)
    kept = kept.none() if since is None else kept.filter(played_at__lt=since)
    players = {player for game in games for side in game.sides for player in side.players}
    last = kept.order_by("-order").values_list("order", flat=True).first()
    return Redo(
        games=games,
        played_at={
            row.match_id: at for row in rows if (at := row.match.round.published_at) is not None
        },
        known=skills_after(kept, players=players),
        first_order=(last or 0) + 1,
    )


def skills_after(made: QuerySet[RatingChange], *, players: Iterable[str]) -> dict[str, Skill]:
    """Where the last of these changes left each of the players."""
    newest = Window(RowNumber(), partition_by="player", order_by=F("order").desc())
    last = made.filter(player__in=list(players)).annotate(back=newest).filter(back=1)
    return {
        player: Skill(mu, sigma, games)
        for player, mu, sigma, games in last.order_by().values_list(
            "player", "mu_after", "sigma_after", "games"
        )
    }


def first_published(rounds: QuerySet[Round]) -> dict[str, datetime]:
    """By game that has ratings: when the first of these rounds was published."""
    of_event = Q(plays_own_game=False)
    published = rounds.filter(published_at__isnull=False).order_by()
    earliest: dict[str, datetime] = {}
    for own, key in ((True, "game"), (False, "stage__event__game")):
        some = published.exclude(of_event) if own else published.filter(of_event)
        for game, first in some.values_list(key).annotate(first=Min("published_at")):
            if game in GAMES:
                earliest[game] = min(first, earliest.get(game, first))
    return earliest


def _counting(game: str, *, since: datetime | None) -> list[MatchGame]:
    """Every game of a match whose result counts, in the order of play."""
    by_round = Q(match__round__plays_own_game=True, match__round__game=game)
    by_event = Q(match__round__plays_own_game=False, match__event__game=game)
    counting = MatchGame.objects.filter(
        by_round | by_event,
        result__isnull=False,
        match__event__is_rated=True,
        match__event__practice_of="",
        match__round__published_at__isnull=False,
    )
    if since is not None:
        counting = counting.filter(match__round__published_at__gte=since)
    in_order = counting.select_related("match__round", "result__ruling").order_by(
        "match__round__published_at", "match__round", "match__table", "number"
    )
    return list(in_order)


def _games(rows: list[MatchGame]) -> list[CountedGame]:
    players: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    matches = sorted({row.match_id for row in rows})
    for start in range(0, len(matches), _AT_ONCE):
        seats = Seat.objects.filter(match__in=matches[start : start + _AT_ONCE])
        for match, entry, player in seats.order_by("match_id", "letter").values_list(
            "match", "entry", "player"
        ):
            players[match][entry].append(player)
    games = []
    for row in rows:
        result = row.result
        assert result is not None  # only those were asked for
        sides = rated_sides(
            result.sides,
            players=players[row.match_id],
            ruling=result.ruling.kind if result.ruling else "",
        )
        if sides:
            games.append(CountedGame(row.match_id, row.number, result.pk, sides))
    return games


_AT_ONCE = 5000


def rating_differences(rated: RatedGame) -> Iterator[tuple[str, str]]:
    """A code and a sentence each."""
    if rated.is_behind:
        wanted = f"published {rated.published_version}, wanted {rated.wanted_version}"
        jobs = Job.objects.filter(kind=Job.Kind.COMPUTE_RATINGS, object_id=rated.pk)
        is_due = jobs.exclude(state=Job.State.DONE).exists()
        yield "behind", wanted if is_due else f"{wanted}, and no job will do it"
        return
    redo = redo_of(rated, since=None)
    fresh = changes(redo.games, known={}, first_order=redo.first_order)
    given_rows = {_key(change): change for change in fresh}
    stored = {_key(change): change for change in _stored(rated.game)}
    for key in sorted(given_rows.keys() | stored.keys()):
        if stored.get(key) != given_rows.get(key):
            order, player = key
            yield "ratings", f"the change of {player} by game {order} is not what results give"
    yield from _ends(rated.game, fresh)


def _ends(game: str, fresh: list[SkillChange]) -> Iterator[tuple[str, str]]:
    ends = {change.player: change.after for change in fresh}
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
