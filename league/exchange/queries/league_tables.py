"""Tables to take out beside those of an event: of series, seasons, ratings, clubs."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _, pgettext

from games.registry import rules_of
from league.clubs.queries import named_like, players_kept_by, players_of
from league.exchange.data_table import (
    CellValue,
    DataColumn,
    DataTable,
    day,
    file_name,
    filled,
    number,
    score_in,
    text,
)
from league.models import Club, Rating, Season
from league.ratings.queries.boards import board, board_rows, matching
from league.seasons.promotion import Zone
from league.seasons.queries.divisions import division_tables
from league.seasons.queries.schedule import (
    DivisionRound,
    MeetingShown,
    RoundScheduled,
    schedule_of,
)
from league.seasons.queries.seasons import divisions_of
from league.series.queries.shown import SeriesRowShown, SeriesShown
from league.series.table import EveningCell, Use
from league.standings.points import WHOLE

_MOST_LETTERS = 60


def series_table(shown: SeriesShown) -> DataTable:
    """What is dropped stands as [12], what waits for the end of its evening as 12 ?.

    Never as (12), which is -12 to a spreadsheet.
    """
    columns = [
        *(number("rank", _("Rank")), _name(), number("total", _total(shown))),
        *(
            number(f"evening_{column.number}", f"{column.number}. {column.event.name}")
            for column in shown.columns
        ),
        number("bonus", _("Points for coming")),
    ]
    if shown.left:
        columns += [
            number("most", _("At most")),
            number("best", _("Best rank")),
            number("worst", _("Worst rank")),
        ]
    rows = [_series_row(row, shown) for row in shown.everybody]
    name = file_name(shown.series.name, shown.game, otherwise="series")
    return DataTable(name, shown.series.name, tuple(columns), rows)


def divisions_table(season: Season) -> DataTable:
    """All its tables, one below the other."""
    columns = (
        *(text("division", _("Division")), number("rank", _("Rank")), _name()),
        *(number("points", _("Points")), text("leads_to", _("Leads to"))),
        *(number("best", _("Best rank")), number("worst", _("Worst rank"))),
    )
    shown = division_tables(schedule_of(season), divisions_of(season)) if season.has_started else []
    rows = [
        (
            *(table.division.name, place.rank, place.name, Fraction(place.points_12, WHOLE)),
            _leads_to(place.zone),
            *((place.reach.best, place.reach.worst) if place.reach else (None, None)),
        )
        for table in shown
        for place in table.places
    ]
    is_draft = season.status == Season.Status.DRAFT
    return DataTable(
        file_name(season.name, otherwise="season"), season.name, columns, rows, is_draft
    )


def schedule_table(season: Season) -> DataTable:
    """A row for every match, played or to come, and for everybody who is free in a round."""
    rounds = schedule_of(season).rounds
    meetings = [m for each in rounds for part in each.divisions for m in part.meetings]
    widest = max((len(meeting.names) for meeting in meetings), default=2)
    seats = range(1, widest + 1)
    columns = (
        *(text("division", _("Division")), number("round", _("Round"))),
        *(day("starts_on", _("Starts")), day("due_on", _("Deadline"))),
        day("agreed_on", _("Agreed day")),
        *(text(f"player_{at}", _("Player %(number)d") % {"number": at}) for at in seats),
        *(number(f"score_{at}", _("Score of player %(number)d") % {"number": at}) for at in seats),
        *(text("state", _("State")), text("note", _("Note"))),
    )
    rows = [
        row
        for each in rounds
        for part in each.divisions
        for row in _round_rows(each, part, widest=widest)
    ]
    is_draft = season.status == Season.Status.DRAFT
    name = file_name(season.name, _("Schedule"), otherwise="season")
    return DataTable(name, f"{season.name}: {_('Schedule')}", columns, rows, is_draft)


def ratings_table(game: str, wanted: Mapping[str, str], *, club: Club | None = None) -> DataTable:
    """As the leaderboard is searched; those who are provisional by `who=provisional`."""
    whole = board(game, club=club, is_settled=wanted.get("who") != "provisional")
    listed: Sequence[Rating] = list(matching(whole, wanted.get("q", "")[:_MOST_LETTERS]))
    rules = rules_of(game)
    about = rules.name if rules else game
    columns = (
        *(number("rank", _("Rank")), _name(), text("club", _("Club"))),
        *(number("rating", _("Rating")), number("uncertainty", _("Uncertainty"))),
        number("games", pgettext("number of games", "Games")),
    )
    rows = [
        (
            row.rank,
            row.player.public_name,
            row.player.club.name if row.player.club else "",
            *(row.rating.shown, row.rating.uncertainty, row.rating.games),
        )
        for row in board_rows(listed, of=whole)
    ]
    of_club = [club.name] if club else []
    title = ": ".join([*of_club, _("Leaderboard of %(name)s") % {"name": about}])
    return DataTable(file_name(*of_club, _("Ratings"), about), title, columns, rows)


def members_table(club: Club, wanted: Mapping[str, str]) -> DataTable:
    """Full names, for those who keep them. Years of birth and notes are not taken out."""
    players = players_kept_by(club) if wanted.get("list") == "others" else players_of(club)
    columns = (
        text("full_name", _("Full name")),
        text("public_name", _("Shown to the public as")),
        text("account", _("Account")),
    )
    rows = [
        (player.full_name, player.public_name, _("yes") if player.user_id else "")
        for player in named_like(players, wanted.get("q", "")[:_MOST_LETTERS])
    ]
    return DataTable(
        file_name(club.name, otherwise="club"),
        f"{club.name}: {_('Members')}",
        columns,
        rows,
        is_personal=True,
    )


def _series_row(entry: SeriesRowShown, shown: SeriesShown) -> list[CellValue]:
    row = entry.row
    values: list[CellValue] = [row.rank or _("guest"), entry.name, row.total]
    values += [_evening(cell) for _column, cell in entry.pairs]
    values.append(row.bonus)
    if shown.left:
        reach = entry.reach
        values += [reach.most, reach.best, reach.worst] if reach else [None, None, None]
    return values


def _evening(cell: EveningCell | None) -> CellValue:
    if cell is None:
        return None
    points = cell.result.points
    if cell.use is Use.COUNTED:
        return points
    return f"[{points}]" if cell.use is Use.DROPPED else f"{points} ?"


def _total(shown: SeriesShown) -> str:
    """The heading tells what the brackets below it mean, where there are some."""
    cells = (cell for row in shown.everybody for _column, cell in row.pairs if cell)
    is_dropped = any(cell.use is Use.DROPPED for cell in cells)
    return _("Total without [dropped evenings]") if is_dropped else _("Total")


def _round_rows(
    scheduled: RoundScheduled, part: DivisionRound, *, widest: int
) -> Iterator[list[CellValue]]:
    of_round: list[CellValue] = [part.division.name, scheduled.number, scheduled.starts_on]
    for meeting in part.meetings:
        state = meeting.match.get_state_display() if meeting.match else ""
        cells = [*filled(meeting.names, widest), *filled(_scores(meeting), widest)]
        yield [*of_round, meeting.due_on, meeting.agreed_on, *cells, state, ""]
    nobody: list[CellValue] = [None] * (2 * widest)
    for _entry, name in part.sitting_out:
        yield [*of_round, scheduled.due_on, None, name, *nobody[1:], "", _("free this round")]
    if not part.is_known:
        note = _("drawn when the round starts")
        yield [*of_round, scheduled.due_on, None, *nobody, "", note]


def _scores(meeting: MeetingShown) -> list[CellValue]:
    """As the page has them: of several games, one after the other."""
    sides = meeting.table.sides if meeting.table else ()
    return [score_in(" · ".join(side.scores)) if side.scores else None for side in sides]


def _leads_to(zone: Zone) -> str:
    return {
        Zone.UP: _("goes up"),
        Zone.UP_PLAY_OFF: _("plays off to go up"),
        Zone.STAY: "",
        Zone.DOWN_PLAY_OFF: _("plays off to stay"),
        Zone.DOWN: _("goes down"),
    }[zone]


def _name() -> DataColumn:
    return text("name", pgettext("of a person", "Name"))
