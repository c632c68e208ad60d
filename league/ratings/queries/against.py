"""Two players against each other: how often they met in rated games, and who was ahead."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from league.models import Player, RatingChange
from league.ratings.queries.players import changes_of, game_name


@dataclass(frozen=True)
class HeadToHead:
    """All meetings of two players in one game."""

    game: str
    name: str
    ranks: tuple[tuple[int, int], ...]  # of the one and of the other

    @property
    def met(self) -> int:
        return len(self.ranks)

    @property
    def ahead(self) -> int:
        return sum(own < theirs for own, theirs in self.ranks)

    @property
    def behind(self) -> int:
        return sum(own > theirs for own, theirs in self.ranks)

    @property
    def level(self) -> int:
        return self.met - self.ahead - self.behind

    @property
    def wins(self) -> tuple[int, int]:
        """First places of each."""
        return sum(own == 1 for own, _ in self.ranks), sum(its == 1 for _, its in self.ranks)

    @property
    def mean_places(self) -> tuple[Fraction, Fraction]:
        own, theirs = zip(*self.ranks, strict=True)
        return Fraction(sum(own), self.met), Fraction(sum(theirs), self.met)


@dataclass(frozen=True)
class TimesMet:
    player: Player
    times: int


def meetings(player: Player, other: Player) -> QuerySet[RatingChange]:
    """The player's games against the other, the newest first; not those of one team."""
    return _with(player, other).filter(Exists(_theirs(other).exclude(entry=OuterRef("entry"))))


def times_together(player: Player, other: Player) -> int:
    """As partners."""
    both = _theirs(other).filter(entry=OuterRef("entry"))
    return _with(player, other).filter(Exists(both)).count()


def head_to_head(player: Player, other: Player) -> list[HeadToHead]:
    """By game, the one most played first."""
    ranks: dict[str, list[tuple[int, int]]] = {}
    theirs = Subquery(_theirs(other).values("rank")[:1])
    found = meetings(player, other).annotate(their_rank=theirs)
    for game, own, its in found.values_list("game", "rank", "their_rank"):
        ranks.setdefault(game, []).append((own, its))
    games = sorted(ranks.items(), key=_most_first)
    return [HeadToHead(game, game_name(game), tuple(pairs)) for game, pairs in games]


def most_met(player: Player, *, limit: int) -> list[TimesMet]:
    """Against whom the player played most often."""
    own = RatingChange.objects.filter(player=player)
    mine = own.filter(match=OuterRef("match"), number=OuterRef("number"))
    others = (
        RatingChange.objects.filter(
            Exists(mine.exclude(entry=OuterRef("entry"))),
            match__in=own.values("match"),
            player__erased_at=None,
        )
        .order_by()
        .values("player")
        .annotate(times=Count("pk"))
        .order_by("-times", "player__sort_key", "player")[:limit]
    )
    times = {row["player"]: row["times"] for row in others}
    people = Player.objects.select_related("club").in_bulk(list(times))
    return [TimesMet(people[pk], number) for pk, number in times.items()]


def _with(player: Player, other: Player) -> QuerySet[RatingChange]:
    return changes_of(player).filter(match__in=other.rating_changes.values("match"))


def _theirs(other: Player) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(
        player=other, match=OuterRef("match"), number=OuterRef("number")
    )


def _most_first(item: tuple[str, Sequence[object]]) -> tuple[int, str]:
    return -len(item[1]), item[0]
