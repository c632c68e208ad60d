"""Where a game turned: leads that changed, and the greatest swing."""

import pytest

from games.registry import GAMES
from league.results.replays import told
from league.results.swings import Course, Turning, course_of
from tests.factories.tables import record_of


@pytest.mark.parametrize(
    ("worths", "course"),
    [
        ([(0, 0)], Course()),
        ([(0,), (5,)], Course()),  # alone nobody leads
        ([(0, 0), (0, 0)], Course()),
        # The first to lead takes the lead from nobody; level again is no change.
        ([(0, 0), (3, 0), (3, 3), (5, 3)], Course((), Turning(1, 0, 3))),
        (
            [(0, 0), (3, 0), (3, 9), (10, 9)],
            Course((Turning(2, 1, 6), Turning(3, 0, 1)), Turning(2, 1, 9)),
        ),
        # Of four: the gain is on the best of the others.
        ([(0, 0, 0, 0), (4, 0, 0, 0), (4, 6, 0, 0)], Course((Turning(2, 1, 2),), Turning(2, 1, 6))),
        # Few are best: the worths are negative.
        ([(-3, -3), (-2, -3), (-2, -1)], Course((Turning(2, 1, 1),), Turning(2, 1, 2))),
    ],
)
def test_course_of_a_game(worths: list[tuple[int, ...]], course: Course) -> None:
    assert course_of(worths) == course


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", GAMES)
def test_course_names_moves_and_the_leader_of_the_end_won(game: str, players: int) -> None:
    replay = told(record_of(game=game, players=players, variant="base"))
    course = course_of([replay.worths, *(turn.worths for turn in replay.turns)])
    moves = [turning.move for turning in (*course.leads, *filter(None, [course.swing]))]
    assert all(1 <= move <= len(replay.turns) for move in moves)
    last = replay.turns[-1].worths
    best = max(last)
    if course.leads and last.count(best) == 1:
        assert last[course.leads[-1].side] == best
