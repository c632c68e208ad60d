"""The games of an open evening, to choose from: what somebody would play."""

from collections.abc import Collection
from dataclasses import dataclass

from league.events.queries.evening import OWN_GAME
from league.models import Stage


@dataclass(frozen=True)
class GameWished:
    key: str
    name: str
    is_wished: bool


def games_wished(stage: Stage, wishes: Collection[str]) -> tuple[GameWished, ...]:
    """The event's own first; nothing where it is the only one. No wish is a wish for all."""
    others = [(game.pk, game.game_played.name) for game in stage.other_games.all()]
    if not others:
        return ()
    known = {key for key, _name in others} | {OWN_GAME}
    chosen = known & set(wishes) or known
    games = [(OWN_GAME, stage.game_here.name), *others]
    return tuple(GameWished(key, name, key in chosen) for key, name in games)
