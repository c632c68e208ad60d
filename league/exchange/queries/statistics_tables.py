"""What games say together, as tables to take out: of an event, a game, a player."""

from django.utils.translation import gettext as _, pgettext

from games.registry import rules_of
from league.exchange.data_table import CellValue, DataTable, file_name, number, text
from league.models import Event, Player
from league.statistics import queries as statistics
from league.statistics.figures import SizeFigures


def event_statistics_table(event: Event, wanted: str) -> DataTable:
    shown = statistics.event_statistics(event, wanted=wanted)
    return _statistics(event.name, shown, is_personal=not event.is_public)


def game_statistics_table(game: str, wanted: str) -> DataTable:
    rules = rules_of(game)
    about = rules.name if rules else game
    return _statistics(about, statistics.game_statistics(game, wanted=wanted))


def player_statistics_table(player: Player, wanted: str) -> DataTable:
    shown = statistics.player_statistics(player, wanted=wanted)
    return _statistics(player.public_name, shown)


def _statistics(
    about: str, shown: statistics.Statistics | None, *, is_personal: bool = False
) -> DataTable:
    """A row for the tables of each size, and one for each seat at them."""
    columns = (
        *(number("players", _("Players at the table")), text("seat", _("Seat"))),
        *(number("games", pgettext("number of games", "Games")), number("wins", _("Wins"))),
        *(number("share", _("Share of wins")), number("low", _("At least"))),
        *(number("high", _("At most")), number("mean_score", _("Average"))),
        number("mean_winning_score", _("Average of winners")),
    )
    sizes = shown.figures.sizes if shown else ()
    rows = [row for size in sizes for row in (_size_row(size), *_seat_rows(size))]
    kind = shown.kind.variant_name if shown else ""
    name = file_name(about, kind, _("Statistics"))
    return DataTable(name, f"{about}: {_('Statistics')}", columns, rows, is_personal)


def _size_row(size: SizeFigures) -> list[CellValue]:
    nothing = [None] * 4  # of wins
    means = [size.mean_score, size.mean_winning_score]
    return [size.players, _("all"), size.games, *nothing, *means]


def _seat_rows(size: SizeFigures) -> list[list[CellValue]]:
    return [
        [
            *(size.players, seat.seat, seat.games, seat.wins),
            *(seat.share, seat.low, seat.high, seat.mean_score, None),
        ]
        for seat in size.seats
    ]
