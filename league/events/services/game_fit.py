"""Whether the settings of an event go together; each fault is tied to the setting to mend."""

from django.utils.translation import gettext as _

from games.registry import rules_of
from league.errors import LeagueError
from league.models import Event, Round, Stage
from league.models.game_played import OTHER, GamePlayed, PlaysGame
from league.pairing.trf import Points
from league.standings import points
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
    _check_format(event, stage)
    _check_points(stage)
    if _counts_own_points(stage):
        _check_largest_table(stage, event.game_played, field="own_points")


def check_own_game(draft: Round, event: Event) -> None:
    """Whether a round's own game can be played by those who sit at the tables of the event."""
    _check_game(draft)
    game = draft.game_played
    if draft.stage.is_for_two and not game.least_entries <= 2 <= game.most_entries:
        raise WrongSetting(
            "other_most" if game.key == OTHER else "game", _("In this event two sit at a table.")
        )
    if game.has_records and game.team_size != event.game_played.team_size:
        raise WrongSetting(
            "game",
            _("Teams play a game for teams, single players one for single players."),
        )
    if _counts_own_points(draft.stage):
        _check_largest_table(draft.stage, game, field="game")


def _check_game(chosen: PlaysGame) -> None:
    rules = rules_of(chosen.game)
    if rules is None:
        if not chosen.other_name.strip():
            raise WrongSetting("other_name", _("Say which game is played."))
        if chosen.other_least > chosen.other_most:
            raise WrongSetting(
                "other_most", _("The most players at a table cannot be fewer than the fewest.")
            )
        return
    if chosen.variant not in rules.variants:
        raise WrongSetting("variant", _("This game has no such variant."))
    if chosen.edition not in rules.editions:
        raise WrongSetting("edition", _("This game has no such edition."))


def _check_format(event: Event, stage: Stage) -> None:
    game = event.game_played
    if stage.is_for_two and not game.least_entries <= 2 <= game.most_entries:
        raise WrongSetting(
            "kind", _("This format is for two at a table, and the game is not. Choose tables.")
        )
    if stage.is_for_two or game.most_entries == 1:
        return
    if not game.least_entries <= stage.table_size <= game.most_entries:
        raise WrongSetting("table_size", _("The game is not for so many at a table."))


def _check_points(stage: Stage) -> None:
    try:
        points.duel(win_12=stage.win_12, draw_12=stage.draw_12, loss_12=stage.loss_12)
    except ValueError:
        raise WrongSetting(
            "draw_12", _("A draw is worth at most a win, and at least a loss.")
        ) from None
    if stage.kind == Stage.Kind.SWISS:
        _check_swiss_points(stage)
    if _counts_own_points(stage):
        _check_own_points(stage)
    try:
        tiebreaks_of(stage.chain)
    except ValueError:
        raise WrongSetting("chain", _("Each tiebreak may stand in the order once.")) from None


def _check_swiss_points(stage: Stage) -> None:
    try:
        Points(stage.win_12, stage.draw_12, stage.loss_12, stage.bye_12)
    except ValueError:
        raise WrongSetting(
            "win_12", _("A Swiss counts in whole and half points, and no more than 99 at once.")
        ) from None


def _counts_own_points(stage: Stage) -> bool:
    return stage.scheme == Stage.Scheme.OWN and not stage.is_for_two


def _check_largest_table(stage: Stage, game: GamePlayed, *, field: str) -> None:
    """Whatever table is preferred, the number of people may ask for the largest of the game."""
    if max(map(int, stage.own_points)) < game.most_entries:
        raise WrongSetting(
            field,
            _("The event's own points must reach to a table of %(seats)d, the largest of the game.")
            % {"seats": game.most_entries},
        )


def _check_own_points(stage: Stage) -> None:
    sizes = sorted(int(size) for size in stage.own_points)
    is_complete = sizes and sizes[-1] >= stage.table_size
    if not is_complete or any(len(stage.own_points[str(size)]) != size for size in sizes):
        raise WrongSetting(
            "own_points", _("Give one number for each place at a table, the winner's first.")
        )
    rows_12 = [[points.WHOLE * each for each in row] for row in stage.own_points.values()]
    try:
        points.own(rows_12, seats=stage.table_size, bye_12=stage.bye_12)
    except ValueError:
        raise WrongSetting(
            "own_points", _("A better place must not bring fewer points than a worse one.")
        ) from None
