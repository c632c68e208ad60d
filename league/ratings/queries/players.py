"""A player's ratings: where they stand in each game, how they came there, what they played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from games.registry import rules_of
from league.models import Player, Rating, RatingChange
from league.ratings.skill import is_provisional, shown, uncertainty


@dataclass(frozen=True)
class RatingShown:
    """Where a player stands in one game."""

    game: str
    name: str
    shown: int
    uncertainty: int
    games: int
    is_provisional: bool
    wins: int = 0  # first places, shared ones too
    best: int = 0


@dataclass(frozen=True)
class RatingStep:
    """The friendly number after a game."""

    number: int  # of the player's games
    at: datetime
    shown: int


@dataclass(frozen=True)
class PersonRated:
    """Somebody in a game, by the public name. No address: the person asked to be forgotten."""

    player: str
    name: str
    rank: int
    score: int | None
    is_known: bool

    @property
    def address(self) -> str:
        return self.player if self.is_known else ""


@dataclass(frozen=True)
class RatedGameShown:
    """A game of a player, and what it changed."""

    change: RatingChange
    name: str
    score: int | None
    partners: tuple[PersonRated, ...]
    opponents: tuple[PersonRated, ...]
    shown: int
    difference: int

    @property
    def is_draw(self) -> bool:
        ranks = {opponent.rank for opponent in self.opponents}
        return self.change.sides == 2 and ranks == {self.change.rank}

    @property
    def has_record(self) -> bool:
        """The rules have replayed it."""
        return self.change.result.grade == "verified"


def game_name(key: str) -> str:
    rules = rules_of(key)
    return rules.name if rules else key


def ratings_of(player: Player) -> list[RatingShown]:
    """The game most played comes first."""
    rows = list(Rating.objects.filter(player=player).order_by("-games", "game"))
    if not rows:
        return []
    careful = F("mu_after") - 3 * F("sigma_after")
    facts = {
        row["game"]: row
        for row in RatingChange.objects.filter(player=player)
        .order_by()
        .values("game")
        .annotate(wins=Count("pk", filter=Q(rank=1)), best=Max(careful))
    }
    return [
        rating_shown(row, wins=facts[row.game]["wins"], best=shown(facts[row.game]["best"], 0))
        for row in rows
        if row.game in facts
    ]


def rating_shown(row: Rating, *, wins: int = 0, best: int = 0) -> RatingShown:
    return RatingShown(
        game=row.game,
        name=game_name(row.game),
        shown=row.shown,
        uncertainty=uncertainty(row.sigma),
        games=row.games,
        is_provisional=is_provisional(row.games),
        wins=wins,
        best=best,
    )


def shown_ratings(game: str, *, players: Iterable[str]) -> dict[str, int]:
    """The friendly numbers of those who have one."""
    ratings = Rating.objects.filter(game=game, player__in=list(players))
    return dict(ratings.values_list("player", "shown"))


def steps_of(player: Player, *, game: str) -> list[RatingStep]:
    """From the first game to the last."""
    rows = RatingChange.objects.filter(player=player, game=game).order_by("order")
    return [
        RatingStep(number, at, shown(mu, sigma))
        for number, at, mu, sigma in rows.values_list(
            "games", "played_at", "mu_after", "sigma_after"
        )
    ]


def places_of(player: Player, *, game: str) -> dict[int, int]:
    """How often each place was reached."""
    rows = RatingChange.objects.filter(player=player, game=game).order_by()
    return dict(sorted(rows.values_list("rank").annotate(Count("pk"))))


def changes_of(player: Player, *, game: str = "") -> QuerySet[RatingChange]:
    """The newest first."""
    changes = RatingChange.objects.filter(player=player)
    if game:
        changes = changes.filter(game=game)
    return changes.select_related("match__event", "result").order_by("-played_at", "-order")


def games_shown(changes: Sequence[RatingChange]) -> list[RatedGameShown]:
    """With everybody who played in them, by one query."""
    matches = {change.match_id for change in changes}
    met: dict[tuple[str, int], list[RatingChange]] = {}
    rows = RatingChange.objects.filter(match__in=matches).select_related("player")
    for change in rows.order_by("rank", "pk"):
        met.setdefault((change.match_id, change.number), []).append(change)
    return [_game_shown(change, met[change.match_id, change.number]) for change in changes]


def _game_shown(change: RatingChange, met: Sequence[RatingChange]) -> RatedGameShown:
    scores = {side["entry"]: side["score"] for side in change.result.sides}
    others = [person for person in met if person.player_id != change.player_id]
    after = shown(change.mu_after, change.sigma_after)
    return RatedGameShown(
        change=change,
        name=game_name(change.game),
        score=scores.get(change.entry_id),
        partners=tuple(
            _person(person, scores) for person in others if person.entry_id == change.entry_id
        ),
        opponents=tuple(
            _person(person, scores) for person in others if person.entry_id != change.entry_id
        ),
        shown=after,
        difference=after - shown(change.mu_before, change.sigma_before),
    )


def _person(change: RatingChange, scores: dict[str, int | None]) -> PersonRated:
    player = change.player
    return PersonRated(
        player=player.pk,
        name=player.public_name,
        rank=change.rank,
        score=scores.get(change.entry_id),
        is_known=player.erased_at is None,
    )


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
    met = meetings(player, other).annotate(their_rank=theirs)
    for game, own, its in met.values_list("game", "rank", "their_rank"):
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
