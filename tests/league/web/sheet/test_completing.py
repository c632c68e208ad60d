"""What the field for typed turns proposes: it leads to every line of a game (`completing.js`)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.registry import GAMES
from league.sheets.queries import on_sheet, pad_shown
from tests.factories.sheets import lines_of, noted, practice, tags_of, written

pytestmark = pytest.mark.django_db

DENO = Path(sys.executable).with_name("deno")
SCRIPT = Path(__file__).with_name("completing.js")


SEEDS = dict.fromkeys(GAMES, 1) | {"polyssimo": 44}  # of games in the usual variant


@pytest.mark.parametrize("game", GAMES)
def test_proposals_lead_to_every_line_of_a_game(game: str) -> None:
    sheet = practice(game)
    if game == "twisty":
        written(sheet, *noted(("", tags_of(game)), kind="set_up", key="tags"))
    asked = []
    for at, line in enumerate(lines_of(game, seed=SEEDS[game])):
        page = on_sheet(sheet)
        assert page.game is not None
        if page.is_over:  # what a record says then is not asked of a table
            break
        asked.append({"pad": pad_shown(page.game), "words": line[1]})
        assert not written(sheet, *noted(line, key=f"line{at}-")).refused
        sheet.refresh_from_db()
    done = subprocess.run(
        [DENO, "run", "--quiet", "--no-remote", "--allow-read", SCRIPT],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
