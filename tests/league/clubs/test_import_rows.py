"""What becomes of the rows of an import."""

from league.clubs.import_rows import Candidate, Flaw, JudgedRow, RowFate, judge_rows
from league.clubs.namesakes import Namesakes
from league.models.names import match_key

MEMBERS = Namesakes([("jana", match_key("Jana Nováková")), ("petr", match_key("Petr Dvořák"))])


def candidate(line: int, name: str, *, of_other_club: bool = False) -> Candidate:
    return Candidate(line, name, match_key(name), of_other_club=of_other_club)


def test_each_row_has_a_fate() -> None:
    rows = [
        candidate(2, "Eva Malá"),
        candidate(3, "Novakova Jana"),
        candidate(4, "Peter Dvořák"),
        candidate(5, "Malá Eva"),
        candidate(6, "Adam Chalupa", of_other_club=True),
        candidate(7, ""),
        candidate(8, "???"),
        candidate(9, "a" * 201),
    ]
    assert judge_rows(rows, members=MEMBERS) == [
        JudgedRow(rows[0], RowFate.NEW),
        JudgedRow(rows[1], RowFate.HERE, like=("jana",)),
        JudgedRow(rows[2], RowFate.SIMILAR, like=("petr",)),
        JudgedRow(rows[3], RowFate.REPEATED, first_line=2),
        JudgedRow(rows[4], RowFate.ELSEWHERE),
        JudgedRow(rows[5], RowFate.BROKEN, flaw=Flaw.NO_NAME),
        JudgedRow(rows[6], RowFate.BROKEN, flaw=Flaw.NO_LETTERS),
        JudgedRow(rows[7], RowFate.BROKEN, flaw=Flaw.TOO_LONG),
    ]
