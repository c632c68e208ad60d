"""Whether the settings of an event go together; each fault is tied to the setting to fix."""

from django.utils.translation import gettext as _

from games.registry import rules_of
from league.errors import LeagueError
from league.formats.contract import Sentence
from league.models import Event, Round, Stage
from league.models.game_played import OTHER, GamePlayed, PlaysGame
from league.standings.tiebreaks import tiebreaks_of


class WrongSetting(LeagueError):
    """A setting that does not go with the others."""

    code = "wrong-setting"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def fit_to_game(event: Event, stage: Stage) -> None:
    """What follows from the game by itself: no records without rules, no more seats than it has."""
    _check_game(event)
    game = event.game_played
    if not game.has_records:
        event.records = Event.Records.OFF
    stage.table_size = max(2, min(stage.table_size, game.most_entries))
    stage.table_size = max(stage.table_size, game.least_entries)


def check_settings(event: Event, stage: Stage) -> None:
    _check_game(event)
    if stage.plays_own_game:
        _check_game(stage)
        _check_teams(stage.game_here, event)
    fault = next(stage.format.faults(stage.settings, game=stage.game_here), None)
    if fault is not None:
        raise WrongSetting(fault.field, _said(fault.why))
    try:
        tiebreaks_of(stage.chain)
    except ValueError:
        raise WrongSetting("chain", _("Each tiebreak may appear in the order only once.")) from None


def check_own_game(draft: Round, event: Event) -> None:
    """Whether a round's own game can be played by those who sit at the tables of the event."""
    _check_game(draft)
    game, stage = draft.game_played, draft.stage
    if not stage.format.can_seat(game):
        raise WrongSetting(
            "other_most" if game.key == OTHER else "game", _(stage.format.seats_in_words)
        )
    _check_teams(game, event)
    if missing := stage.format.unreached(stage.settings, game=game):
        raise WrongSetting("game", _said(missing))


def _check_teams(game: GamePlayed, event: Event) -> None:
    if game.has_records and game.team_size != event.game_played.team_size:
        raise WrongSetting(
            "game", _("Teams play a game for teams, single players one for single players.")
        )


def _check_game(chosen: PlaysGame) -> None:
    rules = rules_of(chosen.game)
    if rules is None:
        if not chosen.other_name.strip():
            raise WrongSetting("other_name", _("Say which game is played."))
        if chosen.other_least > chosen.other_most:
            raise WrongSetting(
                "other_most",
                _("The maximum number of players at a table cannot be smaller than the minimum."),
            )
        return
    if chosen.variant not in rules.variants:
        raise WrongSetting("variant", _("This game has no such variant."))
    if chosen.edition not in rules.editions:
        raise WrongSetting("edition", _("This game has no such edition."))


def _said(why: Sentence) -> str:
    return _(why.text) % why.gaps
