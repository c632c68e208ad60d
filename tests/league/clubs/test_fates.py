"""What becomes of the rows of an import."""

from league.clubs.fates import Candidate, Fate, Flaw, Judged, judge
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
    assert judge(rows, members=MEMBERS) == [
        Judged(rows[0], Fate.NEW),
        Judged(rows[1], Fate.HERE, like=("jana",)),
        Judged(rows[2], Fate.SIMILAR, like=("petr",)),
        Judged(rows[3], Fate.REPEATED, first_line=2),
        Judged(rows[4], Fate.ELSEWHERE),
        Judged(rows[5], Fate.BROKEN, flaw=Flaw.NO_NAME),
        Judged(rows[6], Fate.BROKEN, flaw=Flaw.NO_LETTERS),
        Judged(rows[7], Fate.BROKEN, flaw=Flaw.TOO_LONG),
    ]
