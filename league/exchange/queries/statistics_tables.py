"""What games say together, as tables to take out: of an event, a game, a player.

Each has several tables, one below the other on its page. Which one is wanted, `part` says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from games.registry import rules_of
from league.exchange.data_table import CellValue, DataColumn, DataTable, file_name, number, text
from league.models import Event, Player
from league.statistics import queries as statistics
from league.statistics.figures import ListedGame, SizeFigures

SEATS = "seats"
_MOST_LETTERS = 150  # of a kind's slug
Rows = list[list[CellValue]]


def event_statistics_table(event: Event, wanted: Mapping[str, str]) -> DataTable:
    shown = statistics.event_statistics(event, wanted=_kind_in(wanted))
    return _statistics(event.name, shown, wanted, is_personal=not event.is_public)


def game_statistics_table(game: str, wanted: Mapping[str, str]) -> DataTable:
    rules = rules_of(game)
    about = rules.name if rules else game
    shown = statistics.game_statistics(game, wanted=_kind_in(wanted))
    return _statistics(about, shown, wanted)


def player_statistics_table(player: Player, wanted: Mapping[str, str]) -> DataTable:
    shown = statistics.player_statistics(player, wanted=_kind_in(wanted))
    return _statistics(player.public_name, shown, wanted)


def _kind_in(wanted: Mapping[str, str]) -> str:
    return wanted.get("of", "")[:_MOST_LETTERS]


def _statistics(
    about: str,
    shown: statistics.Statistics | None,
    wanted: Mapping[str, str],
    *,
    is_personal: bool = False,
) -> DataTable:
    part = PARTS.get(wanted.get("part", SEATS), PARTS[SEATS])
    title = str(part.title)
    kind = shown.kind.variant_name if shown else ""
    name = file_name(about, kind, title)
    rows = part.rows(shown) if shown else []
    return DataTable(name, f"{about}: {title}", part.columns(), rows, is_personal)


def _summary_columns() -> tuple[DataColumn, ...]:
    return (
        number("games", pgettext("number of games", "Games")),
        number("verified", _("Verified results")),
        number("kept", _("Results kept on a sheet")),
        *(number("mean_score", _("Average score")), number("median_score", _("Median of scores"))),
    )


def _summary(shown: statistics.Statistics) -> Rows:
    """One row; two of its numbers say how many results are proved."""
    figures = shown.figures
    of_scores = (figures.mean_score, figures.median_score) if shown.has_scores else (None, None)
    return [[figures.games, figures.proved.verified, figures.proved.kept, *of_scores]]


def _score_columns() -> tuple[DataColumn, ...]:
    return (
        *(number("least", _("Score from")), number("most", _("Score to"))),
        number("number", _("How often")),
    )


def _scores(shown: statistics.Statistics) -> Rows:
    bars = shown.figures.bars if shown.has_scores else ()
    return [[bar.least, bar.most, bar.number] for bar in bars]


def _seat_columns() -> tuple[DataColumn, ...]:
    return (
        *(number("players", _("Players at the table")), text("seat", _("Seat"))),
        *(number("games", pgettext("number of games", "Games")), number("wins", _("Wins"))),
        *(number("share", _("Share of wins")), number("low", _("At least"))),
        *(number("high", _("At most")), number("mean_score", _("Average"))),
        number("mean_winning_score", _("Average of winners")),
    )


def _seats(shown: statistics.Statistics) -> Rows:
    """A row for the tables of each size, and one for each seat at them."""
    return [row for size in shown.figures.sizes for row in (_size_row(size), *_seat_rows(size))]


def _size_row(size: SizeFigures) -> list[CellValue]:
    nothing = [None] * 4  # of wins
    means = [size.mean_score, size.mean_winning_score]
    return [size.players, _("all"), size.games, *nothing, *means]


def _seat_rows(size: SizeFigures) -> Rows:
    return [
        [
            *(size.players, seat.seat, seat.games, seat.wins),
            *(seat.share, seat.low, seat.high, seat.mean_score, None),
        ]
        for seat in size.seats
    ]


def _game_columns() -> tuple[DataColumn, ...]:
    return (
        *(text("list", _("List")), number("rank", _("Rank")), text("players", _("Players"))),
        *(number("score", _("Score")), number("turns", _("Turns"))),
        *(number("apart", _("Points apart")), text("address", _("Address"))),
    )


def _games(shown: statistics.Statistics) -> Rows:
    """The lists one below the other; what a game is listed for stands in a column of its own."""
    figures = shown.figures
    lists: list[tuple[str, Sequence[ListedGame], int]] = [(_("Longest games"), figures.longest, 1)]
    if shown.has_scores:
        lists.insert(0, (_("Best scores"), figures.best, 0))
        lists.append((_("Closest games"), figures.closest, 2))
    return [
        [
            *(title, rank, ", ".join(shown.names[entry] for entry in game.entries)),
            *(game.value if at == column else None for at in range(3)),
            settings.SITE_URL + reverse("match", args=[game.match]),
        ]
        for title, listed, column in lists
        for rank, game in enumerate(listed, start=1)
    ]


@dataclass(frozen=True)
class Part:
    """One of the tables of statistics. Without any game it has columns alone."""

    title: Promise
    columns: Callable[[], tuple[DataColumn, ...]]
    rows: Callable[[statistics.Statistics], Rows]


PARTS: Mapping[str, Part] = {
    "summary": Part(gettext_lazy("Summary of statistics"), _summary_columns, _summary),
    "scores": Part(gettext_lazy("How often which score"), _score_columns, _scores),
    SEATS: Part(gettext_lazy("Statistics"), _seat_columns, _seats),
    "games": Part(gettext_lazy("Best, longest and closest games"), _game_columns, _games),
}
