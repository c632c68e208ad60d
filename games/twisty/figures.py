"""The final figures of a game without a record: cubes, and who has won (RULES.md 3)."""

from collections.abc import Sequence

from games.contract import Fault, Setup, Sheets, SideScore, TallyField
from games.contract import gettext_noop as _
from games.tallies import Sheet
from games.twisty.board import COLOURS, Position

WON, CUBES = "won", "cubes"
FIELDS = (
    TallyField(WON, _("Won"), 0, 1, "tick", True, "2.8"),
    TallyField(CUBES, _("Cubes"), 0, len(COLOURS), "number", True, "1.3"),
)


def figures(position: Position) -> Sheets:
    return {
        seat: {WON: int(seat == position.winner), CUBES: player.cubes}
        for seat, player in zip(position.setup.seats, position.players, strict=True)
    }


def tally(setup: Setup, sheets: Sequence[Sheet]) -> list[SideScore] | Fault:
    for seat, sheet in zip(setup.seats, sheets, strict=True):
        if sheet[WON] and sheet[CUBES] < len(COLOURS):
            text = _("{side} cannot have won with {cubes} cubes: that takes all {count}.")
            gaps = {"side": seat, "cubes": sheet[CUBES], "count": len(COLOURS)}
            return Fault("winner", "2.8", text, gaps)
    return scores(setup, sheets)


def scores(setup: Setup, sheets: Sequence[Sheet]) -> list[SideScore]:
    """RULES.md 3: who has won, then cubes; by time nobody has won."""
    return [
        SideScore(seat, (seat,), sheet[CUBES], (sheet[WON], sheet[CUBES]))
        for seat, sheet in zip(setup.seats, sheets, strict=True)
    ]
