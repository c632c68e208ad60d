"""The final figures of a game without a record: six colours for each side (RULES.md 4.5)."""

from collections.abc import Sequence

from games.contract import Fault, Setup, Sheets, SideScore, TallyField
from games.contract import gettext_noop as _
from games.kaleidoskop.play import Position, Track
from games.kaleidoskop.table import Table, table
from games.tallies import Sheet

_LABELS = {
    "red": _("Red"),
    "green": _("Green"),
    "blue": _("Blue"),
    "orange": _("Orange"),
    "yellow": _("Yellow"),
    "purple": _("Purple"),
}


def fields(setup: Setup) -> list[TallyField]:
    frame = _table(setup)
    return [
        TallyField(
            colour.name, _LABELS[colour.name], 0, frame.top, "number", True, "3.4", colour.letter
        )
        for colour in frame.board.colours
    ]


def figures(position: Position) -> Sheets:
    names = [colour.name for colour in position.table.board.colours]
    return {
        position.table.side_name(side): dict(zip(names, track, strict=True))
        for side, track in enumerate(position.tracks)
    }


def tally(setup: Setup, sheets: Sequence[Sheet]) -> list[SideScore] | Fault:
    frame = _table(setup)
    tracks = [tuple(sheet[colour.name] for colour in frame.board.colours) for sheet in sheets]
    full = [side for side, track in enumerate(tracks) if min(track) == frame.top]
    if len(full) > 1:
        text = _("{first} and {second} cannot both have {top} in all colours: the first one wins.")
        first, second = map(frame.side_name, full[:2])
        return Fault("both-full", "4.2", text, {"first": first, "second": second, "top": frame.top})
    return scores(frame, tracks)


def scores(frame: Table, tracks: Sequence[Track]) -> list[SideScore]:
    """4.3: the colours in ascending order, the lowest being the score."""
    return [
        SideScore(frame.side_name(side), tuple(seats), min(track), tuple(sorted(track)))
        for side, (seats, track) in enumerate(zip(frame.sides, tracks, strict=True))
    ]


def _table(setup: Setup) -> Table:
    return table(setup.players, variant=setup.variant)
