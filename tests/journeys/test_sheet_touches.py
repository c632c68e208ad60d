"""Keeping a record costs few touches: the first turns of what `make bench` counts whole."""

import pytest

from tests.journeys.kept_games import KEPT_GAMES, SET_UP, KeptGame, budget
from tests.journeys.sheets import Room
from tests.journeys.tap_count import begun, shuffled

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOME = 10  # lines of a game; of a draft, the first pieces after it too
DRAFTED = 24


@pytest.mark.parametrize("kept", KEPT_GAMES, ids=lambda kept: f"{kept.game}-{kept.players}")
def test_turns_within_the_budget_of_touches(room: Room, kept: KeptGame) -> None:
    lines = kept.lines[: SOME + DRAFTED * (kept.game == "polyssimo")]
    phone = begun(kept, room.practising)
    kept_lines = phone.keep(lines)
    assert list(kept_lines) == list(lines)
    assert phone.thumb.finger.touches <= budget(kept.game, lines) + 1


@pytest.mark.parametrize(
    "kept", [kept for kept in KEPT_GAMES if kept.tags], ids=lambda kept: str(kept.players)
)
def test_board_is_laid_out_within_the_budget_of_touches(room: Room, kept: KeptGame) -> None:
    assert shuffled(kept, room.practising) <= SET_UP
