"""The floor of an open evening: who is ready, who plays, which games and boards are free."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from league.models import Entry, KeepApart, Match, Readiness, Stage
from league.models.game_played import GamePlayed
from league.pairing.evening import Floor, OfferedTable, ReadyEntry
from league.pairing.queries import tables_sat
from league.ratings.queries.players import shown_ratings
from league.standings.queries import ranked_entries

OWN_GAME = ""  # the key of the event's own game
_LONG = timedelta(minutes=10)  # of play, after which a table may end


@dataclass(frozen=True)
class GameOffered:
    """A game of the evening, with how many of its boards are in use."""

    key: str
    played: GamePlayed
    boards: int | None
    in_use: int

    @property
    def free(self) -> int | None:
        return None if self.boards is None else max(self.boards - self.in_use, 0)


@dataclass(frozen=True)
class PersonHere:
    """Somebody who is at the evening and at no table."""

    entry: Entry
    since: datetime | None = None  # ready; None: not
    is_paused: bool = False
    wishes: tuple[str, ...] = ()

    def waited_s(self, now: datetime) -> int:
        return max(int((now - self.since).total_seconds()), 0) if self.since else 0


@dataclass(frozen=True)
class EveningNow:
    """Everybody who is here, by what they do."""

    stage: Stage
    games: Sequence[GameOffered]
    ready: Sequence[PersonHere]  # whoever has waited longest first
    free: Sequence[PersonHere]  # neither ready nor at a table
    playing: int  # entries
    playing_long: int  # of them, at tables that may end soon

    @property
    def others(self) -> int:
        """Who may become ready before long: not those who have just sat down."""
        return self.playing_long + sum(not person.is_paused for person in self.free)

    @property
    def has_choice(self) -> bool:
        return len(self.games) > 1


def games_offered(stage: Stage) -> list[GameOffered]:
    """The event's own first."""
    open_tables = Match.objects.filter(round__stage=stage, is_open=True).select_related("round")
    in_use = Counter(_game_key(match, stage) for match in open_tables)
    own = GameOffered(OWN_GAME, stage.game_here, stage.event.boards, in_use[OWN_GAME])
    others = [
        GameOffered(game.pk, game.game_played, game.boards, in_use[game.pk])
        for game in stage.other_games.all()
    ]
    return [own, *others]


def _game_key(match: Match, stage: Stage) -> str:
    """Which of the evening's games is played at a table."""
    round_ = match.round
    if not round_.plays_own_game:
        return OWN_GAME
    alike = (game.pk for game in stage.other_games.all() if game.game_played == round_.game_played)
    return next(alike, OWN_GAME)


def evening_now(stage: Stage, *, at: datetime | None = None) -> EveningNow:
    """Of its field, whoever is here. By six queries, however many people and games there are."""
    moment = at or timezone.now()
    here = list(
        ranked_entries(stage)
        .filter(status=Entry.Status.CHECKED_IN)
        .select_related("player", "partner")
        .order_by(*Entry.BY_NAME)
    )
    said = {row.entry_id: row for row in Readiness.objects.filter(stage=stage)}
    open_tables = Match.objects.filter(event=stage.event_id, is_open=True)
    seated = dict(open_tables.values_list("seats__entry", "round__published_at"))
    people = [_person(entry, said.get(entry.pk)) for entry in here if entry.pk not in seated]
    ready = sorted(
        (one for one in people if one.since), key=lambda one: (one.since, one.entry.seed)
    )
    return EveningNow(
        stage=stage,
        games=games_offered(stage),
        ready=ready,
        free=[one for one in people if not one.since],
        playing=len(seated),
        playing_long=sum(at is None or moment - at >= _LONG for at in seated.values()),
    )


def _person(entry: Entry, said: Readiness | None) -> PersonHere:
    if said is None:
        return PersonHere(entry)
    return PersonHere(entry, said.since, said.is_paused, tuple(said.wishes))


def floor_of(now: EveningNow, *, at: datetime | None = None) -> Floor:
    """For the module that decides: plain values. Three more queries."""
    stage, moment = now.stage, at or timezone.now()
    rules = [(game, _sizes(stage, game)) for game in now.games]
    ratings = _ratings(stage, now.ready)
    pairs = KeepApart.objects.filter(event=stage.event_id).values_list("first", "second")
    known = {game.key for game in now.games}
    return Floor(
        ready=tuple(
            ReadyEntry(
                id=one.entry.pk,
                waited_s=one.waited_s(moment),
                rating=ratings.get(one.entry.pk),
                wishes=frozenset(one.wishes) & known,
                number=one.entry.seed or 0,
            )
            for one in now.ready
        ),
        games=tuple(rules_ for _game, rules_ in rules if rules_ is not None),
        # A sweep comes so often; made by the one before, nobody waits longer than was said.
        longest_wait_s=max(60 * stage.longest_wait_min - settings.SWEEP_S, 0),
        others=now.others,
        past=tables_sat(stage),
        forbidden=frozenset(frozenset(pair) for pair in pairs),
        seed=stage.seed,
    )


def _sizes(stage: Stage, game: GameOffered) -> OfferedTable | None:
    if not stage.format.can_seat(game.played):
        return None
    rules = stage.format.sizes(stage.settings, game=game.played, boards=None)
    return OfferedTable(game.key, rules.least, rules.most, rules.prefer, game.free)


def _ratings(stage: Stage, people: Sequence[PersonHere]) -> Mapping[str, int]:
    """As typed with the entries; where none is, our own of the event's game."""
    typed = {one.entry.pk: one.entry.rating for one in people if one.entry.rating is not None}
    if typed or not people:
        return typed
    players = [player.pk for one in people for player in one.entry.players]
    known = shown_ratings(stage.game_here.key, players=players)
    return {
        one.entry.pk: known[one.entry.player_id] for one in people if one.entry.player_id in known
    }
