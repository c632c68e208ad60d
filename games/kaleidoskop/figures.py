"""How the sides stand, and the final figures of a game without a record (RULES.md 4)."""

from collections.abc import Sequence

from games.kaleidoskop.board import Arrangement, Position, Track, arrangement
from games.values import (
    Fault,
    FiguresBySide,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)

KEY_NAMES = (
    _("lowest colour"),
    _("second lowest colour"),
    _("third lowest colour"),
    _("fourth lowest colour"),
    _("fifth lowest colour"),
    _("highest colour"),
)
_LABELS = {
    "red": _("Red"),
    "green": _("Green"),
    "blue": _("Blue"),
    "orange": _("Orange"),
    "yellow": _("Yellow"),
    "purple": _("Purple"),
}


def example(setup: Setup) -> Sequence[int]:
    return (9, 7, 6, 4)[: len(_arrangement(setup).sides)]


def score(setup: Setup) -> TallyField:
    """4.3."""
    top = _arrangement(setup).top
    return TallyField("lowest", _("Lowest colour"), 0, top, "number", True, "4.3")


def fields(setup: Setup) -> list[TallyField]:
    frame = _arrangement(setup)
    return [
        TallyField(
            colour.name, _LABELS[colour.name], 0, frame.top, "number", True, "3.4", colour.letter
        )
        for colour in frame.board.colours
    ]


def figures(position: Position) -> FiguresBySide:
    names = [colour.name for colour in position.arrangement.board.colours]
    return {
        position.arrangement.side_name(side): dict(zip(names, track, strict=True))
        for side, track in enumerate(position.tracks)
    }


def tally(
    setup: Setup, by_side: Sequence[SideFigures], *, termination: str
) -> list[SideScore] | Fault:
    frame = _arrangement(setup)
    tracks = [tuple(figures[colour.name] for colour in frame.board.colours) for figures in by_side]
    return _full_fault(frame, [min(track) for track in tracks]) or scores(frame, tracks)


def scores_fault(
    setup: Setup, scores: Sequence[int], *, ahead: Sequence[bool], termination: str
) -> Fault | None:
    return _full_fault(_arrangement(setup), scores)


def _full_fault(frame: Arrangement, lowest: Sequence[int]) -> Fault | None:
    full = [side for side, value in enumerate(lowest) if value == frame.top]
    if len(full) <= 1:
        return None
    text = _("{first} and {second} cannot both have {top} in all colours: the first one wins.")
    first, second = map(frame.side_name, full[:2])
    return Fault("both-full", "4.2", text, {"first": first, "second": second, "top": frame.top})


def scores(frame: Arrangement, tracks: Sequence[Track]) -> list[SideScore]:
    """4.3: the colours in ascending order, the lowest being the score."""
    return [
        SideScore(frame.side_name(side), tuple(seats), min(track), tuple(sorted(track)))
        for side, (seats, track) in enumerate(zip(frame.sides, tracks, strict=True))
    ]


def _arrangement(setup: Setup) -> Arrangement:
    return arrangement(setup)


def standings(position: Position) -> list[SideScore]:
    return scores(position.arrangement, position.tracks)


def key_names(setup: Setup) -> Sequence[str]:
    return KEY_NAMES
