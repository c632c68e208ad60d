"""Results as officials enter them: stored once, never edited, pointed at."""

from collections.abc import Mapping

import pytest

from league.errors import LeagueError, Stale
from league.models import Job, Match, MatchGame, Result, Stage, Submission
from league.permissions import SERVICE, Actor
from league.results.services.entered_scores import (
    TypedSlip,
    clear_result,
    enter_scores,
    restore_result,
)
from league.results.sides import Mark
from league.standings.queries import published_rows
from league.standings.services import compute_standings
from tests.factories import make_user
from tests.factories.events import (
    drawn_round,
    enter,
    marks_of,
    published_round,
    running_event,
)
from tests.factories.tables import table

pytestmark = pytest.mark.django_db


def by_time(marks: Mapping[str, Mark]) -> TypedSlip:
    """Few points are possible then."""
    return TypedSlip(marks, termination=Submission.Termination.TIME)


def test_entered_scores_are_a_submission_and_a_result_that_counts() -> None:
    match, user = table(), make_user()
    given = marks_of(match, 40, 30, 30, None)
    result = enter_scores(match, by_time(given), actor=Actor(user=user), client_key="k1")
    match.refresh_from_db()
    assert (match.state, match.is_open, match.version) == (Match.State.ACCEPTED, False, 3)
    assert MatchGame.objects.get(match=match).result == result
    assert (result.number, result.ground, result.author) == (1, Result.Ground.ENTERED, user.pk)
    assert [(side["rank"], side["score"], side["forfeited"]) for side in result.sides] == [
        (1, 40, False),
        (2, 30, False),
        (2, 30, False),
        (4, None, True),
    ]
    submission = result.submission
    assert submission is not None
    assert (submission.by, submission.author) == (Submission.By.OFFICIAL, user.pk)
    assert list(submission.seating) == ["A", "B", "C"]


def test_correction_is_a_second_result_and_the_first_stays() -> None:
    match = table()
    enter(match, 40, 30, 20, 10)
    enter(match, 10, 20, 30, 40)
    assert [result.number for result in match.results.all()] == [1, 2]
    counts = MatchGame.objects.get(match=match).result
    assert counts is not None
    assert counts.number == 2


def test_same_key_again_gives_the_stored_answer() -> None:
    match = table()
    given = marks_of(match, 4, 3, 2, 1)
    first = enter_scores(match, by_time(given), actor=SERVICE, client_key="k")
    again = enter_scores(match, by_time(given), actor=SERVICE, client_key="k", version=1)
    assert first == again
    assert match.results.count() == 1
    with pytest.raises(LeagueError, match="sent before with other scores"):
        enter_scores(match, by_time(marks_of(match, 1, 2, 3, 4)), actor=SERVICE, client_key="k")


def test_stale_page_is_refused() -> None:
    match = table()
    enter(match, 4, 3, 2, 1)
    with pytest.raises(Stale):
        enter_scores(
            match, by_time(marks_of(match, 1, 2, 3, 4)), actor=SERVICE, client_key="k", version=1
        )


def test_scores_must_be_of_everybody_at_the_table() -> None:
    match = table()
    given = marks_of(match, 4, 3, 2, 1)
    given.popitem()
    with pytest.raises(LeagueError, match="everybody at the table"):
        enter_scores(match, by_time(given), actor=SERVICE, client_key="k")
    assert not Submission.objects.exists()


def test_draft_takes_no_results() -> None:
    match = drawn_round(running_event(4)).matches.get()
    with pytest.raises(LeagueError, match="not published"):
        enter(match, 4, 3, 2, 1)


def test_places_must_fit_where_only_places_count() -> None:
    match = table(game="other", other_name="Dáma", other_scoring="places")
    with pytest.raises(LeagueError, match="do not fit together"):
        enter(match, 1, 3, 3, 4)
    enter(match, 1, 2, 2, 4)
    assert match.results.count() == 1


def test_lower_score_wins_where_the_other_game_says_so() -> None:
    match = table(game="other", other_name="Golf", other_scoring="lower")
    enter(match, 70, 80, 90, 60)
    ranks = [side["rank"] for side in match.results.get().sides]
    assert ranks == [2, 3, 4, 1]


def test_best_of_three_is_decided_by_two_wins() -> None:
    stage = running_event(2, stage={"kind": "swiss"}, games_per_match=3)
    match = published_round(stage).matches.get()
    enter(match, 2, 1, game=1)
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.PLAYING, True)
    enter(match, 2, 1, game=2)
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.ACCEPTED, False)
    with pytest.raises(LeagueError, match="no such game"):
        enter(match, 2, 1, game=4)


def test_two_games_with_one_win_each_are_a_draw() -> None:
    stage = running_event(2, stage={"kind": "swiss"}, games_per_match=2)
    match = published_round(stage).matches.get()
    enter(match, 2, 1, game=1)
    enter(match, 1, 2, game=2)
    compute_standings(stage.pk)
    assert [row.points_12 for row in published_rows(stage)] == [12, 12]


def test_no_show_at_two_seats_is_a_forfeit_win() -> None:
    stage = running_event(2, stage={"kind": "swiss"})
    match = published_round(stage).matches.get()
    enter(match, 0, None)
    compute_standings(stage.pk)
    first, second = published_rows(stage)
    assert [cell.outcome for cell in (*first.cells, *second.cells)] == [
        "forfeit_win",
        "forfeit_loss",
    ]
    assert (first.points_12, second.points_12) == (24, 0)


def test_result_taken_back_opens_the_table_again() -> None:
    match = table()
    enter(match, 4, 3, 2, 1)
    clear_result(match, actor=SERVICE)
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.WAITING, True)
    with pytest.raises(LeagueError, match="no result to take back"):
        clear_result(match, actor=SERVICE)


def test_table_number_in_use_by_the_next_round_is_not_opened_again() -> None:
    stage = running_event(8)
    first = published_round(stage).matches.get(table=1)
    enter(first, 4, 3, 2, 1)
    published_round(stage)
    with pytest.raises(LeagueError, match="Others play at table 1"):
        clear_result(first, actor=SERVICE)
    first.refresh_from_db()
    assert first.state == Match.State.ACCEPTED


def test_result_of_another_table_is_not_restored() -> None:
    published = published_round(running_event(8))
    first, second = published.matches.order_by("table")
    enter(first, 4, 3, 2, 1)
    with pytest.raises(LeagueError, match="another table"):
        restore_result(second, actor=SERVICE, result=first.results.get())


def test_many_results_wait_as_one_job() -> None:
    stage = running_event(16)
    for match in published_round(stage).matches.all():
        enter(match, 4, 3, 2, 1)
    waiting = Job.objects.filter(kind=Job.Kind.COMPUTE_STANDINGS, object_id=stage.pk)
    assert waiting.count() == 1


def test_late_job_never_replaces_newer_standings() -> None:
    stage = running_event(4)
    enter(published_round(stage).matches.get(), 4, 3, 2, 1)
    compute_standings(stage.pk)
    stage.refresh_from_db()
    newest = stage.published_version
    Stage.objects.filter(pk=stage.pk).update(wanted_version=newest - 1)
    compute_standings(stage.pk)
    stage.refresh_from_db()
    assert stage.published_version == newest
