"""What an official types: possible as from a phone, and nothing settled replaced without a word."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from games.registry import GAMES
from league.errors import LeagueError, NeedsReason, NeedsRuling, WrongFigure
from league.events.services.rounds import close_round
from league.events.services.undo import undo_step
from league.models import AuditEntry, Match, Result, Round, Ruling, Submission
from league.models.append_only import install_triggers, lift_triggers, missing_triggers
from league.permissions import SERVICE
from league.results.services.entered_scores import TypedSlip, clear_result, enter_scores
from league.results.services.rulings import Decision, accept_handed_in, rule
from tests.factories.events import enter, entries_at, marks_of, replace_result
from tests.factories.figures import figures_of
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import counting, lawful_record, other_table, scores_of, state, table

pytestmark = pytest.mark.django_db


def typed(match: Match, *scores: int | None, **more: object) -> Result:
    """A slip of a game played to its end."""
    slip = TypedSlip(marks_of(match, *scores))
    return enter_scores(match, slip, actor=SERVICE, client_key="typed", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "scores", "why"),
    [
        ("kaleidoskop", (40, 3, 2, 1), "Lowest colour can be 0 to 18, not 40"),
        ("kaleidoskop", (-1, 3, 2, 1), "Lowest colour can be 0 to 18, not -1"),
        ("kaleidoskop", (18, 18, 2, 1), "cannot both have 18"),
        ("triolet", (4, 3, 2, 1), "Together that is 10"),
        ("triolet", (9000, 3, 2, 1), "Points can be"),
        ("twisty", (8, 3, 2, 1), "Cubes can be 0 to 7, not 8"),
        ("twisty", (5, 3, 2, 1), "Nobody has all 7 cubes"),
        ("twisty", (7, 7, 2, 1), r"write 7\+ for the winner"),
        ("polyssimo", (30, 3, 2, 1), "Pieces left can be"),
        ("polyssimo", (-1, 3, 2, 1), "Pieces left can be"),
        ("kaleidoskop", (None,) * 4, "Somebody must have come"),
        ("triolet", (None,) * 4, "Somebody must have come"),
        ("kaleidoskop", (40, None, None, None), "Lowest colour can be 0 to 18, not 40"),
    ],
)
def test_what_no_game_comes_to_is_refused(
    game: str, scores: tuple[int | None, ...], why: str
) -> None:
    match = table(game=game)
    with pytest.raises(LeagueError, match=why):
        typed(match, *scores)
    assert not Submission.objects.exists()
    assert not Result.objects.exists()


@pytest.mark.parametrize("game", GAMES)
def test_scores_and_figures_of_a_played_game_rank_it(game: str) -> None:
    match = table(game=game)
    figures = figures_of(match)
    by_figures = enter_scores(
        match, TypedSlip({}, figures=figures), actor=SERVICE, client_key="figures"
    )
    scores = {side["entry"]: side["score"] for side in by_figures.sides}
    assert [scores[entry] for entry in entries_at(match)] == scores_of(lawful_record(match, seed=2))
    assert all(side["keys"] for side in by_figures.sides)
    assert (by_figures.ground, by_figures.grade) == ("entered", "entered")


def test_score_that_the_figures_do_not_give_is_refused() -> None:
    match = table(2, game="kaleidoskop")
    figures = {entry: dict.fromkeys(COLOURS, 5) for entry in entries_at(match)}
    slip = TypedSlip(marks_of(match, 5, 4), figures=figures)
    with pytest.raises(WrongFigure, match="The figures give 5, not 4") as refused:
        enter_scores(match, slip, actor=SERVICE, client_key="k")
    assert refused.value.entry == entries_at(match)[1]


COLOURS = ("red", "green", "blue", "orange", "yellow", "purple")


def test_points_of_a_slip_are_those_that_a_phone_would_hand_in() -> None:
    match = table(2)
    submission = hand_in(match, 300, 200)
    result = typed(match, 300, 200)
    assert result.submission is not None
    assert result.submission.digest == submission.digest


def settled(kind: str) -> Match:
    """A table whose result is not simply replaced."""
    match = other_table()
    if kind == "confirmed":
        confirm(hand_in(match, 5, 3), "B")
    elif kind == "ruled":
        rule(
            match,
            Decision(Ruling.Kind.SCORES, marks=marks_of(match, 5, 3)),
            actor=SERVICE,
            reason="So it was.",
        )
    elif kind == "closed":
        enter(match, 5, 3)
        close_round(match.round, actor=SERVICE)
    elif kind == "verified":
        match = table(2)
        confirm(hand_in_record(match, lawful_record(match)), "B")
    match.refresh_from_db()
    match.round.refresh_from_db()
    return match


@pytest.mark.parametrize("kind", ["verified", "confirmed", "ruled", "closed"])
def test_settled_result_is_replaced_with_a_reason_and_comes_back_by_undo(kind: str) -> None:
    match = settled(kind)
    before, number = counting(match), Result.objects.count()
    with pytest.raises(NeedsReason):
        typed(match, 100, 200)
    with pytest.raises(NeedsReason):
        typed(match, 100, 200, version=match.version, reason="  ")
    with pytest.raises(NeedsReason):
        typed(match, 100, 200, reason="The slip says so.")  # what was seen is not said
    assert (counting(match), Result.objects.count()) == (before, number)
    typed(match, 100, 200, version=match.version, reason="The slip says so.")
    after = counting(match)
    assert after is not None
    assert after.ruling is not None
    assert after.ruling.remark is not None
    assert (after.grade, after.ruling.remark.reason) == ("ruled", "The slip says so.")
    undo_step(AuditEntry.objects.filter(object_id=match.pk).order_by("pk").last(), actor=SERVICE)
    assert counting(match) == before


def test_control_slip_of_an_official_is_replaced_freely() -> None:
    match = other_table()
    enter(match, 5, 3)
    enter(match, 3, 5)
    assert state(match) == ("accepted", "entered", False)
    assert not Ruling.objects.exists()


def test_what_counts_already_is_not_entered_again() -> None:
    match = settled("confirmed")
    assert typed(match, 5, 3) == counting(match)
    assert Submission.objects.count() == 1


@pytest.mark.parametrize("kind", ["verified", "confirmed", "ruled"])
def test_settled_result_is_neither_taken_back_nor_replaced_by_one_tap(kind: str) -> None:
    match = settled(kind)
    with pytest.raises(NeedsRuling, match="settle it by a ruling"):
        clear_result(match, actor=SERVICE)
    version = match.submissions.order_by("number").first()
    assert version is not None
    with pytest.raises(NeedsRuling, match="with a reason"):
        accept_handed_in(match, submission_id=version.pk, actor=SERVICE, version=match.version)
    assert counting(match) is not None


def test_game_is_left_where_a_round_is_closed_meanwhile() -> None:
    """The guard looks at what is stored, not at the page's copy."""
    match = other_table()
    enter(match, 5, 3)
    Round.objects.update(status=Round.Status.CLOSED)
    with pytest.raises(NeedsReason, match="closed round"):
        enter(match, 3, 5)


def test_old_slips_are_called_entered_by_the_migration() -> None:
    typed_alone, ruled = other_table(), other_table()
    enter(typed_alone, 5, 3)
    enter(ruled, 5, 3)
    Round.objects.filter(pk=ruled.round_id).update(status=Round.Status.CLOSED)
    replace_result(ruled, 3, 5)
    lift_triggers("league_result")
    Result.objects.update(grade="ruled")
    Match.objects.update(grade="ruled")
    install_triggers()
    migration = import_module("league.migrations.0005_entered_by_official")
    migration.name_entered(apps, connection.schema_editor())
    grades = Result.objects.order_by("match", "number").values_list("match", "grade")
    assert sorted(grades) == sorted(
        [(typed_alone.pk, "entered"), (ruled.pk, "entered"), (ruled.pk, "ruled")]
    )
    assert (state(typed_alone)[1], state(ruled)[1]) == ("entered", "ruled")
    assert missing_triggers() == []
