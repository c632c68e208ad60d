"""From an uploaded table to the fate of each of its rows; nothing is written here."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.clubs.fates import Candidate, JudgedRow, judge_rows
from league.clubs.import_rows import NoNames, PeopleListed, people_in
from league.clubs.namesakes import Namesakes
from league.clubs.queries.players import players_of
from league.clubs.spreadsheets import MAX_ROWS, UnreadableFile, WhyUnreadable, read_table
from league.errors import LeagueError
from league.models import Club
from league.models.names import match_key


def people_in_file(data: bytes) -> PeopleListed:
    try:
        people = people_in(read_table(data))
    except UnreadableFile as error:
        raise LeagueError(_reason(error.why)) from error
    except NoNames as error:
        raise LeagueError(
            _(
                "No column of names was found. Name the columns in the first row, "
                "such as “First name” and “Surname”, or “Full name”."
            )
        ) from error
    if len(people.people) > MAX_ROWS:
        raise LeagueError(_reason(WhyUnreadable.TOO_MANY_ROWS))
    if not people.people:
        raise LeagueError(_reason(WhyUnreadable.EMPTY))
    return people


def namesakes_in(club: Club) -> Namesakes:
    return Namesakes(players_of(club).values_list("pk", "match_key"))


def judged_rows(club: Club, people: PeopleListed) -> list[JudgedRow]:
    own = match_key(club.name)
    candidates: Sequence[Candidate] = [
        Candidate(
            line=person.line,
            name=person.name,
            key=match_key(person.name),
            of_other_club=bool(person.club) and match_key(person.club) != own,
        )
        for person in people.people
    ]
    return judge_rows(candidates, members=namesakes_in(club))


def _reason(why: WhyUnreadable) -> str:
    return {
        WhyUnreadable.EMPTY: _("There is nobody in this table. Choose another file."),
        WhyUnreadable.TOO_LARGE: _("The file is larger than 1 MiB. Leave out what is not needed."),
        WhyUnreadable.TOO_MANY_ROWS: _(
            "The table has more than 2,000 rows. Split it into smaller ones."
        ),
        WhyUnreadable.OLD_EXCEL: _("This is a file of an old Excel. Save it as XLSX or CSV."),
        WhyUnreadable.OPEN_DOCUMENT: _("This is an OpenDocument file. Save it as XLSX or CSV."),
        WhyUnreadable.NOT_A_TABLE: _(
            "This file is no table that we can read. Save it as XLSX or CSV."
        ),
    }[why]
