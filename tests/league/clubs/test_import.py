"""Importing: each row as it was shown, once."""

from typing import Any

import pytest

from league.clubs.import_rows import Candidate
from league.clubs.queries import judged_rows, people_in_file, players_of
from league.clubs.services.imports import Imported, Planned, import_players
from league.clubs.services.players import add_player
from league.errors import LeagueError
from league.models import AuditEntry, Club
from league.models.names import match_key
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from tests.factories import make_club, make_player

pytestmark = pytest.mark.django_db
TABLE = """Jméno;Příjmení;Klub
Eva;Malá;Hexa
Jana;Nováková;
Peter;Dvořák;
Adam;Chalupa;Kocka
"""


@pytest.fixture
def club() -> Club:
    club = make_club("Hexa")
    make_player("Jana Nováková", club=club)
    make_player("Petr Dvořák", club=club)
    return club


def planned(club: Club) -> list[Planned]:
    rows = judged_rows(club, people_in_file(TABLE.encode()))
    return [Planned(new_public_id(), row.candidate) for row in rows]


def names(club: Club) -> list[str]:
    return [player.full_name for player in players_of(club)]


def test_fates_are_those_of_the_club(club: Club) -> None:
    rows = judged_rows(club, people_in_file(TABLE.encode()))
    assert [(row.candidate.name, row.fate.value) for row in rows] == [
        ("Eva Malá", "new"),
        ("Jana Nováková", "here"),
        ("Peter Dvořák", "similar"),
        ("Adam Chalupa", "elsewhere"),
    ]


def test_new_rows_are_added_and_the_rest_as_chosen(club: Club) -> None:
    done = import_players(club, actor=SERVICE, planned=planned(club), add={4})
    assert done == Imported(added=2, left_out=2)
    assert names(club) == ["Peter Dvořák", "Petr Dvořák", "Eva Malá", "Jana Nováková"]
    [entry] = AuditEntry.objects.all()
    assert (entry.action, len(entry.details["players"])) == ("import players", 2)


def test_row_is_left_out_on_wish(club: Club) -> None:
    done = import_players(club, actor=SERVICE, planned=planned(club), leave_out={2})
    assert (done, len(names(club))) == (Imported(added=0, left_out=4), 2)


def test_same_table_sent_twice_is_added_once(club: Club) -> None:
    rows = planned(club)
    import_players(club, actor=SERVICE, planned=rows, add={3, 4})
    again = import_players(club, actor=SERVICE, planned=rows, add={3, 4})
    assert again == Imported(added=0, left_out=4, was_done_before=True)
    assert len(names(club)) == 5


def test_who_was_added_in_the_meantime_is_left_out(club: Club) -> None:
    rows = planned(club)
    add_player(club, actor=SERVICE, full_name="Malá Eva")
    assert import_players(club, actor=SERVICE, planned=rows) == Imported(added=0, left_out=4)


def test_large_table_takes_few_queries(club: Club, django_assert_max_num_queries: Any) -> None:
    people = [f"Eva {number:04}" for number in range(2000)]
    rows = [
        Planned(new_public_id(), Candidate(line, name, match_key(name)))
        for line, name in enumerate(people)
    ]
    with django_assert_max_num_queries(40):
        done = import_players(club, actor=SERVICE, planned=rows)
    assert done == Imported(added=2000, left_out=0)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (b"", "nobody in this table"),
        (b"Jm\xc3\xa9no\n", "nobody in this table"),
        (b"a;b\nc;d\n", "No column of names"),
        (b"Jana\n" * 2001, "more than 2,000 rows"),
        (b"x" * (1024 * 1024 + 1), "larger than 1 MiB"),
        (b"\xd0\xcf\x11\xe0", "old version of Excel"),
        (b"PK\x03\x04", "cannot read this file as a table"),
    ],
)
def test_table_that_cannot_be_read_is_explained(table: bytes, message: str) -> None:
    with pytest.raises(LeagueError, match=message):
        people_in_file(table)
