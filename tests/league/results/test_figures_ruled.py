"""Rulings that set the figures of a game: what counts by them, and what is refused."""

import pytest

from games.registry import GAMES
from league.errors import LeagueError, WrongFigure
from league.models import Match, Ruling
from league.permissions import SERVICE
from league.results.services.rulings import Decision, outlook_of, rule
from league.results.sides import Mark
from tests.factories.events import entries_at
from tests.factories.figures import figures_of, played
from tests.factories.submissions import points_of
from tests.factories.tables import (
    counting,
    other_table,
    record_of,
    scores_counting,
    scores_of,
    table,
)

pytestmark = pytest.mark.django_db
Kind = Ruling.Kind


def ruled(match: Match, kind: Kind = Kind.SCORES, **fields: object) -> Ruling:
    decision = Decision(kind, **fields)  # type: ignore[arg-type]
    return rule(match, decision, actor=SERVICE, reason="Counted again.")


@pytest.mark.parametrize("game", GAMES)
def test_figures_count_with_the_keys_of_the_game(game: str) -> None:
    match = table(2, game=game)
    figures = figures_of(match)
    made = ruled(match, figures=figures)
    result = counting(match)
    assert result is not None
    assert made.submission is not None
    assert {e: c["figures"] for e, c in made.submission.claims.items()} == figures
    assert scores_counting(match) == scores_of(played(match))
    assert all(side["keys"] for side in result.sides)
    assert (result.grade, result.ground, made.submission.by) == ("ruled", "ruled", "official")


def test_those_who_came_move_up_to_the_first_seats() -> None:
    match = table(3)
    first, *came = entries_at(match)
    record = record_of(players=2)
    figures = figures_of(match, record=record, players=2)
    made = ruled(match, Kind.FORFEIT, figures=figures, marks={first: Mark()})
    result = counting(match)
    assert result is not None
    assert made.submission is not None
    assert made.submission.seating == dict(zip("AB", came, strict=True))
    scores = {side["entry"]: side["score"] for side in result.sides}
    assert scores == {first: None, **dict(zip(came, scores_of(record), strict=True))}
    assert result.ground == "forfeit"


def test_by_time_nobody_need_have_won() -> None:
    match = table(2, game="twisty")
    figures = {entry: {"cubes": 1} for entry in entries_at(match)}
    with pytest.raises(WrongFigure):
        ruled(match, figures=figures)
    made = ruled(match, Kind.TIME, figures=figures)
    assert made.submission is not None
    assert made.submission.termination == "time"


def test_what_no_game_can_come_to_is_refused() -> None:
    match = table(2)
    first = entries_at(match)[0]
    with pytest.raises(WrongFigure) as refused:
        ruled(match, figures=points_of(match, 999_999, 1))
    assert (refused.value.entry, refused.value.field) == (first, "points")
    assert not Ruling.objects.exists()


def test_figures_are_of_everybody_who_played_and_of_nobody_else() -> None:
    match = table(3)
    figures = points_of(match, 150, 160, 170)
    first, second, third = entries_at(match)
    wrong = [
        {"figures": points_of(match, 150, 160)},
        {"figures": figures, "marks": {first: Mark()}},
        {"figures": points_of(match, 150, 160), "marks": {third: Mark(170)}},
        {"figures": figures, "seating": {"A": first, "B": second}},
    ]
    for given in wrong:
        with pytest.raises(LeagueError):
            ruled(match, **given)
    ruled(match, figures=figures)
    assert Ruling.objects.count() == 1


def test_game_without_rules_has_no_figures() -> None:
    match = other_table()
    with pytest.raises(LeagueError, match="no figures of its own"):
        ruled(match, figures=points_of(match, 2, 1))


def test_lines_of_a_record_ended_by_time_are_those_that_were_typed() -> None:
    match = table(2)
    record = '[Game "triolet"]\n[Players "2"]\nA h8=99\n'
    outlook = outlook_of(match, Decision(Kind.TIME, record=record))
    assert outlook.verdict is not None
    assert outlook.verdict_as_typed is not None
    assert outlook.verdict.error is not None
    assert outlook.verdict_as_typed.error is not None
    assert (outlook.verdict.error.line, outlook.verdict_as_typed.error.line) == (4, 3)
