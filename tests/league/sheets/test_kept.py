"""What a score sheet is worth that only added up points: kept."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from league.events.queries.recheck import differences_of_match
from league.events.services.rounds import close_round
from league.models import Match, Result, Sheet, Submission
from league.models.append_only import install_triggers, lift_triggers, missing_triggers
from league.permissions import SERVICE
from league.results.queries import versions_of
from league.results.services.counted_results import why_guarded
from league.results.services.rulings import accept_handed_in
from league.sheets.services.sheets import hand_in_sheet
from tests.factories.sheets import by_hand, ended, sheet_at
from tests.factories.submissions import confirm, hand_in
from tests.factories.tables import seat_at, state, table

pytestmark = pytest.mark.django_db


def kept(match: Match, *points: int, game: int = 1) -> Sheet:
    """A sheet on which points alone were written, to its end."""
    return ended(by_hand(sheet_at(match, way="plain", game=game), *points))


def handed_in(sheet: Sheet, letter: str = "A") -> Submission:
    assert sheet.match is not None
    return hand_in_sheet(sheet, actor=SERVICE, seat=seat_at(sheet.match, letter))


def test_version_of_a_points_only_sheet_is_kept_and_so_is_its_result() -> None:
    match = table(2)
    submission = handed_in(kept(match, 350, 320))
    assert [version.outcome for version in versions_of(match)] == ["kept"]
    confirm(submission)
    assert state(match) == ("accepted", "kept", False)
    assert list(differences_of_match(match)) == []


def test_kept_points_stay_kept_however_they_are_accepted() -> None:
    by_closing, by_one_tap, by_official = table(2), table(2), table(2)
    handed_in(kept(by_closing, 350, 320))
    close_round(by_closing.round, actor=SERVICE)
    accepted = handed_in(kept(by_one_tap, 350, 320))
    version = Match.objects.get(pk=by_one_tap.pk).version
    accept_handed_in(by_one_tap, submission_id=accepted.pk, actor=SERVICE, version=version)
    hand_in_sheet(kept(by_official, 350, 320), actor=SERVICE, seat=None)
    for match in (by_closing, by_one_tap, by_official):
        assert state(match)[:2] == ("accepted", "kept")
        assert list(differences_of_match(match)) == []


def test_sheet_that_confirms_typed_scores_makes_them_kept() -> None:
    """The sheet is handed in last and is accepted at once: it is known whose sheet it was."""
    match = table(2)
    hand_in(match, 350, 320, by="B")
    handed_in(kept(match, 350, 320))
    assert state(match) == ("accepted", "kept", False)
    assert Sheet.objects.get().submission == Result.objects.get().submission


def test_match_of_two_games_is_as_sure_as_its_weaker_one() -> None:
    match = table(2, games_per_match=2)
    confirm(handed_in(kept(match, 350, 320)))
    confirm(hand_in(match, 350, 320, game=2))
    assert Match.objects.get().grade == "confirmed"
    grades = Result.objects.order_by("game").values_list("grade", flat=True)
    assert list(grades) == ["kept", "confirmed"]


def test_kept_result_is_replaced_with_a_reason_only() -> None:
    match = table(2)
    confirm(handed_in(kept(match, 350, 320)))
    assert "score sheet" in why_guarded(match, Result.objects.get())


def test_grade_without_a_sheet_is_found_by_recheck() -> None:
    match = table(2)
    confirm(hand_in(match, 350, 320))
    lift_triggers("league_result")
    Result.objects.update(grade="kept")
    install_triggers()
    found = {difference.text for difference in differences_of_match(match)}
    assert "result 1: graded as kept without a score sheet" in found


def test_old_results_of_sheets_are_called_kept_by_the_migration() -> None:
    from_sheet, typed = table(2), table(2)
    confirm(handed_in(kept(from_sheet, 350, 320)))
    confirm(hand_in(typed, 350, 320))
    lift_triggers("league_result")
    Result.objects.update(grade="confirmed")
    Match.objects.update(grade="confirmed")
    install_triggers()
    migration = import_module("league.migrations.0011_evidence")
    migration.name_kept(apps, connection.schema_editor())
    assert (state(from_sheet)[1], state(typed)[1]) == ("kept", "confirmed")
    assert Result.objects.get(match=from_sheet).grade == "kept"
    assert missing_triggers() == []
