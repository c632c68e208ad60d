"""Leaderboards of a game: of everybody, or of a club. Anyone who is provisional is listed apart.

Players who asked to be forgotten are in none. Searched by what the public sees of a name: a
surname that is not shown is found by nobody.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum

from games.registry import GAMES
from league.clubs.queries import named_like
from league.models import Club, Player, RatedGame, Rating
from league.models.names import match_key
from league.ratings.queries.players import RatingShown, game_name, rating_shown
from league.ratings.skill import PROVISIONAL_GAMES

_SETTLED = Q(games__gte=PROVISIONAL_GAMES)


@dataclass(frozen=True)
class BoardRow:
    """A player in a leaderboard. Without a rank while provisional."""

    player: Player
    rating: RatingShown
    rank: int | None


@dataclass(frozen=True)
class BoardSize:
    """How many have a rating in a game."""

    game: str
    name: str
    settled: int
    provisional: int


def board(
    game: str, *, club: Club | str | None = None, is_settled: bool = True
) -> QuerySet[Rating]:
    """The best first; of a club by itself or its id."""
    ratings = Rating.objects.filter(game=game, player__erased_at=None)
    ratings = ratings.filter(_SETTLED) if is_settled else ratings.exclude(_SETTLED)
    if club is not None:
        ratings = ratings.filter(player__club=club)
    return ratings.select_related("player__club").order_by("-shown", "player__sort_key", "player")


def matching(rows: QuerySet[Rating], words: str) -> QuerySet[Rating] | list[Rating]:
    """Those of whose public name each word typed begins a word."""
    typed = match_key(words).split()
    if not words.strip():
        return rows
    maybe = rows.filter(player__in=named_like(Player.objects.all(), words))
    return [
        row
        for row in maybe
        if all(
            any(part.startswith(word) for part in match_key(row.player.public_name).split())
            for word in typed
        )
    ]


def people_rated(words: str, *, but: Player, limit: int) -> list[Player]:
    """Others with a rating in any game, by what is shown of their names; nobody for no words."""
    if not words.strip():
        return []
    rated = Rating.objects.filter(player__erased_at=None).exclude(player=but)
    rows = rated.select_related("player__club").order_by("player__sort_key", "player", "game")
    people = {row.player_id: row.player for row in matching(rows, words)}
    return list(people.values())[:limit]


def board_rows(rows: Iterable[Rating], *, of: QuerySet[Rating]) -> list[BoardRow]:
    """With their ranks on the whole board `of`; equal numbers share one."""
    ranks: dict[int, int] = {}
    before = 0
    counted = of.order_by("-shown").values_list("shown").annotate(number=Count("pk"))
    for number, many in counted:
        ranks[number] = before + 1
        before += many
    return [
        BoardRow(
            player=row.player,
            rating=rating_shown(row),
            rank=ranks[row.shown] if row.games >= PROVISIONAL_GAMES else None,
        )
        for row in rows
    ]


def board_sizes(*, club: Club | None = None) -> list[BoardSize]:
    """Of every game that Arbitr knows, those most played first."""
    ratings = Rating.objects.filter(player__erased_at=None)
    if club is not None:
        ratings = ratings.filter(player__club=club)
    counted = {
        row["game"]: row
        for row in ratings.order_by()
        .values("game")
        .annotate(settled=Count("pk", filter=_SETTLED), provisional=Count("pk", filter=~_SETTLED))
    }
    sizes = [
        BoardSize(
            game,
            game_name(game),
            counted[game]["settled"] if game in counted else 0,
            counted[game]["provisional"] if game in counted else 0,
        )
        for game in GAMES
    ]
    return sorted(sizes, key=lambda size: (-size.settled, -size.provisional, size.name))


def version_of(game: str = "") -> str:
    """Another one when anything shown of the ratings may be another: numbers, or names.

    Of one game, or of all.
    """
    games = RatedGame.objects.filter(game=game) if game else RatedGame.objects.all()
    rated = Rating.objects.filter(game=game) if game else Rating.objects.all()
    published = games.aggregate(Sum("published_version"))["published_version__sum"] or 0
    people = rated.aggregate(Sum("player__version"), Count("pk"))
    return f"{published}-{people['player__version__sum'] or 0}-{people['pk__count']}"
