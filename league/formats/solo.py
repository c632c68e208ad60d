"""A game for one, in an evening or over weeks: everybody plays alone, as often as they like.

Players begin their games themselves, and need nobody at the desk. The best games count, by the
score and then by the game's own keys; in Kaleidoskop these are the six colours.
"""

from collections.abc import Iterator

from games.values import gettext_noop
from league.formats.contract import (
    GameAtTable,
    Sentence,
    StageSettings,
    Template,
)
from league.formats.without_rounds import WithoutRounds
from league.standings.points import SOLO as BY_SCORE, Scheme

_CHAIN = ("BEST", "BEST-GAME")
_STAGE = {"kind": "solo", "chain": list(_CHAIN)}
_EVENT = {
    "game": "kaleidoskop",
    "variant": "solo",
    "records": "required",
    "sign_up": "guests",
    "is_rated": False,
    "round_minutes": None,
}


class Solo(WithoutRounds):
    key = "solo"
    label = gettext_noop("solo: the best games of everybody")
    table_sizes = range(1, 2)
    starts_own_games = True
    settings = frozenset({"best_games", "plays_until"})
    usual_chain = _CHAIN
    opening = gettext_noop("Everybody plays alone.")
    misfit = gettext_noop("This format is for one player, and the game is not. Choose tables.")
    seats_in_words = gettext_noop("In this event everybody plays alone.")
    templates = (
        Template(
            "solo",
            gettext_noop("Solo: best of 3 games in an evening"),
            gettext_noop(
                "Everybody plays alone, as often as they like, and keeps the record on a phone. "
                "The best 3 games count. Nobody has to wait for anybody."
            ),
            _EVENT,
            {**_STAGE, "best_games": 3},
            order=70,
        ),
        Template(
            "solo_league",
            gettext_noop("Solo league: best of 5 games over weeks"),
            gettext_noop(
                "Everybody plays alone at home or at the club, and may join at any time. The "
                "best 5 games count; say in the settings until when people play."
            ),
            _EVENT,
            {**_STAGE, "best_games": 5},
            order=71,
        ),
    )

    def can_seat(self, game: GameAtTable) -> bool:
        return game.most_entries == 1

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        return BY_SCORE

    def chain_for(self, game: GameAtTable) -> tuple[str, ...]:
        return self.usual_chain

    def on_earlier_stages(self, settings: StageSettings) -> str:
        """Nobody meets."""
        return ""

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence(self.opening)
        yield Sentence(gettext_noop("You begin a game when you like, and as many as you like."))
        yield from self.counting_words(settings)
        if settings.plays_until is not None:
            yield Sentence(
                gettext_noop("Games can be begun until %(until)s."),
                {"until": settings.plays_until},
            )


SOLO = Solo()
