"""Which games statistics look at: accepted ones that were played, of public events."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from games.registry import GAMES
from league.models import Club, Entry, Event, Match, MatchGame, Player, Result, Verification
from league.models.game_played import GamePlayed, Scoring
from league.statistics.figures import Figures, GameSeen, ListedGame, SideSeen, figures_of
from league.statistics.proved import Proved

KEPT_S = 300
GAMES_AT_MOST = 20_000  # the latest; a page must not grow with the years


@dataclass(frozen=True)
class Kind:
    """Games that can be compared: of one game and variant."""

    game: str  # its key, or the name of another game
    variant: str
    name: str
    variant_name: str
    scoring: str

    @property
    def slug(self) -> str:
        return f"{self.game}:{self.variant}"

    @classmethod
    def of(cls, played: GamePlayed) -> "Kind":
        game = played.key if played.has_records else played.name
        return cls(game, played.variant, played.name, played.variant_name, played.scoring)


@dataclass(frozen=True)
class Statistics:
    """The figures of one kind of games, among the kinds that there are."""

    kind: Kind
    kinds: tuple[tuple[Kind, int], ...]  # with their numbers of games, the most played first
    figures: Figures
    names: Mapping[str, str]  # of the entries that are listed

    @property
    def has_scores(self) -> bool:
        return self.kind.scoring != Scoring.PLACES


def event_statistics(event: Event, *, wanted: str = "") -> Statistics | None:
    return _statistics(_games().filter(match__event=event), wanted=wanted)


def player_statistics(player: Player, *, wanted: str = "") -> Statistics | None:
    """Of the player's own sides."""
    own = Entry.objects.filter(Q(player=player) | Q(partner=player))
    games = _games().filter(match__in=player.seats.values("match"))
    return _statistics(games, wanted=wanted, own=frozenset(own.values_list("pk", flat=True)))


def game_statistics(game: str, *, wanted: str = "") -> Statistics | None:
    """Of a game that Arbitr referees, over all public events; kept for some minutes."""
    own = Q(match__round__plays_own_game=True, match__round__game=game)
    events = Q(match__round__plays_own_game=False, match__event__game=game)
    digest = hashlib.sha256(wanted.encode(errors="replace")).hexdigest()  # anything may be wanted
    key = f"statistics:{game}:{digest}"
    kept = cache.get(key)
    if kept is None:
        kept = _statistics(_games().filter(own | events), wanted=wanted) or ""
        cache.set(key, kept, KEPT_S)
    return kept or None


def proved_in(event: Event) -> Proved:
    """Of all its results so far."""
    if not event.has_started:
        return Proved()
    return _proved(Match.objects.filter(event=event))


def proved_in_club(club: Club) -> Proved:
    """In its public events that keep records."""
    return _proved(_provable().filter(event__club=club))


def proved_of_player(player: Player) -> Proved:
    """Of the matches that the player sat at, in public events that keep records."""
    return _proved(_provable().filter(pk__in=player.seats.values("match")))


def _provable() -> QuerySet[Match]:
    public = Match.objects.exclude(event__status=Event.Status.DRAFT)
    return public.filter(event__practice_of="").exclude(event__records=Event.Records.OFF)


def _proved(matches: QuerySet[Match]) -> Proved:
    accepted = matches.filter(state=Match.State.ACCEPTED).exclude(grade="")
    return Proved(
        **accepted.aggregate(
            verified=Count("pk", filter=Q(grade=Result.Grade.VERIFIED)),
            kept=Count("pk", filter=Q(grade=Result.Grade.KEPT)),
            total=Count("pk"),
        )
    )


def games_counted() -> list[tuple[str, str, int]]:
    """Each game that Arbitr referees: key, name, accepted games."""
    counts: dict[str, int] = defaultdict(int)
    rows = _games().values_list(
        "match__round__plays_own_game", "match__round__game", "match__event__game"
    )
    for plays_own, of_round, of_event in rows:
        counts[of_round if plays_own else of_event] += 1
    return [(key, Kind.of(_played(key)).name, counts[key]) for key in GAMES]


def _played(key: str) -> GamePlayed:
    return Event(game=key).game_played


def _games() -> QuerySet[MatchGame]:
    """Newest first."""
    return (
        MatchGame.objects.filter(result__isnull=False)
        .exclude(result__ground=Result.Ground.FORFEIT)
        .exclude(match__event__status=Event.Status.DRAFT)
        .filter(match__event__practice_of="")
        .order_by("-match__round__published_at", "match_id", "number")
    )


def _statistics(
    games: QuerySet[MatchGame], *, wanted: str, own: frozenset[str] | None = None
) -> Statistics | None:
    by_kind = _by_kind(games)
    if not by_kind:
        return None
    kinds = sorted(by_kind, key=lambda kind: (-len(by_kind[kind]), kind.slug))
    kind = next((kind for kind in kinds if kind.slug == wanted), kinds[0])
    figures = figures_of(by_kind[kind], higher_wins=kind.scoring != Scoring.LOWER, own=own)
    if figures is None:
        return None
    counted = tuple((kind, len(by_kind[kind])) for kind in kinds)
    return Statistics(kind, counted, figures, _names(figures))


def _by_kind(games: QuerySet[MatchGame]) -> dict[Kind, list[GameSeen]]:
    replayed = Verification.objects.filter(
        submission=OuterRef("result__submission"), outcome=Verification.Outcome.VERIFIED
    ).order_by("-rules_version")
    newest = games.select_related("result", "match__round__stage__event").annotate(
        turns=Subquery(
            replayed.values_list(Cast(KT("verdict__turns"), IntegerField()), flat=True)[:1]
        )
    )
    by_kind: dict[Kind, list[GameSeen]] = defaultdict(list)
    for game in newest[:GAMES_AT_MOST]:
        seen = _seen(game)
        if seen:
            by_kind[Kind.of(game.match.round.game_here)].append(seen)
    return by_kind


def _seen(game: MatchGame) -> GameSeen | None:
    """Nothing of a game in which somebody forfeited: it says little about the game."""
    result = game.result
    if result is None or any(side["forfeited"] for side in result.sides):
        return None
    turns: int | None = game.turns  # type: ignore[attr-defined]
    return GameSeen(
        match=game.match_id,
        number=game.number,
        sides=tuple(
            SideSeen(side["entry"], (side.get("seats") or "")[:1], side["rank"], side["score"] or 0)
            for side in result.sides
        ),
        grade=result.grade,
        turns=turns,
        submission=result.submission_id or "" if turns is not None else "",
    )


def _names(figures: Figures) -> dict[str, str]:
    listed: Iterable[ListedGame] = (*figures.best, *figures.longest, *figures.closest)
    wanted = {entry for row in listed for entry in row.entries}
    entries = Entry.objects.filter(pk__in=wanted).select_related("player", "partner")
    return {
        entry.pk: entry.team_name or " + ".join(player.public_name for player in entry.players)
        for entry in entries
    }
