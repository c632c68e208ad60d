"""Points of a game without rules: what decides is the game's own matter."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from league.models import Match, Round, Sheet
from league.models.game_played import Scoring
from league.permissions import SERVICE
from league.sheets.queries import state_of
from league.sheets.services.sheets import hand_in_sheet, practise_again
from tests.factories.sheets import by_hand, ended, noted, practice, sheet_at, written
from tests.factories.submissions import confirm
from tests.factories.tables import other_table, seat_at, table

pytestmark = pytest.mark.django_db


def ranks(sheet: Sheet) -> list[tuple[str, int, int]]:
    """Side, score and rank, as the phones are told."""
    sheet.refresh_from_db()
    standings = state_of(sheet)["standings"]
    return [(side["side"], side["score"], side["rank"]) for side in standings]


def ranks_counting(match: Match) -> list[int]:
    result = match.games.get().result
    assert result is not None
    return [side["rank"] for side in result.sides]


@pytest.mark.parametrize(
    ("scoring", "first", "second"), [(Scoring.LOWER, 1, 2), (Scoring.HIGHER, 2, 1)]
)
def test_sheet_ranks_as_the_event_says_and_as_its_result(
    scoring: str, first: int, second: int
) -> None:
    match = other_table(2, other_scoring=scoring)
    sheet = ended(by_hand(sheet_at(match), 31, 48))
    assert ranks(sheet) == [("A", 31, first), ("B", 48, second)]
    confirm(hand_in_sheet(sheet, actor=SERVICE, seat=seat_at(match)))
    assert ranks_counting(match) == [first, second]


def test_practice_of_a_game_whose_lower_score_wins() -> None:
    sheet = practice("other", players=3, other_name="Golf", other_scoring=Scoring.LOWER)
    by_hand(sheet, 40, 38, 40)
    expected = [("A", 40, 2), ("B", 38, 1), ("C", 40, 2)]
    assert ranks(sheet) == expected
    assert state_of(ended(sheet))["standings"][1]["keys"] == [
        {"name": "Points", "value": 38, "sign": ""}
    ]
    assert ranks(by_hand(practise_again(sheet), 40, 38, 40)) == expected


def test_points_below_nothing_are_compared_as_they_are() -> None:
    sheet = practice("other", other_name="Hearts")
    lost = noted(("A", "points 3"), ("B", "points -5"), kind="score")
    assert written(sheet, *lost).refused is None
    keys = [side["keys"][0]["value"] for side in state_of(ended(sheet))["standings"]]
    assert (ranks(sheet), keys) == ([("A", 3, 1), ("B", -5, 2)], [3, -5])


def test_rules_of_a_game_say_themselves_what_wins() -> None:
    sheet = practice("triolet", way="plain", other_scoring=Scoring.LOWER)
    assert ranks(by_hand(sheet, 30, 20)) == [("A", 30, 1), ("B", 20, 2)]


def test_sheets_that_are_open_already_learn_what_decides() -> None:
    lower, higher = other_table(2, other_scoring=Scoring.LOWER), other_table(2)
    own = other_table(2)
    golf = {"plays_own_game": True, "game": "other", "other_scoring": Scoring.LOWER}
    Round.objects.filter(pk=own.round.pk).update(**golf)
    sheets = [sheet_at(match) for match in (lower, higher, own, table(2))]
    Sheet.objects.update(other_scoring=Scoring.HIGHER)
    migration = import_module("league.migrations.0021_sheet_scoring")
    migration.name_scoring(apps, connection.schema_editor())
    found = dict(Sheet.objects.values_list("pk", "other_scoring"))
    assert [found[sheet.pk] for sheet in sheets] == ["lower", "higher", "lower", "higher"]
