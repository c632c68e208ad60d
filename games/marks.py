"""How what was not done is marked on a board, alike in all games: against the rules, or better.

Dashes and a cross say it without colour, and keep it apart from the last move, whose outline is
whole. White under the red keeps both visible on every ground, light or dark.
"""

from collections.abc import Iterable, Mapping

from games.pads import Said
from games.scene import Shape, group, shape
from games.values import Action, gettext_noop as _

RED, WHITE, BLUE = "#b3261e", "#ffffff", "#0b57a4"
GHOST = 0.82  # how much of a piece shows that was never laid


def in_words(action: Action | None) -> list[Said]:
    """What the drawing's description has to add."""
    text = _("The board before an action by {seat} that breaks the rules.")
    return [Said(text, {"seat": action.seat})] if action else []


def attempted(shapes: Iterable[Shape]) -> Shape:
    """All marks of an attempted action; taps go through them."""
    return group(shapes, class_="attempted", pointer_events="none")


def better(shapes: Iterable[Shape], **attributes: str | int | float) -> str:
    """All marks of a way that would have brought more, as a part of a drawing."""
    return group(shapes, class_="better", pointer_events="none", **attributes).svg()


def gained(points: int, x: float, y: float, *, radius: float) -> Shape:
    """What it would have brought, on a disc."""
    disc = shape("circle", cx=x, cy=y, r=radius, fill=BLUE, stroke=WHITE, stroke_width=radius * 0.1)
    figure = shape(
        "text",
        f"+{points}",
        x=x,
        y=y + radius * 0.36,
        font_size=radius * (1.05 if points < 10 else 0.85),
        font_weight=700,
        text_anchor="middle",
        fill=WHITE,
    )
    return group((disc, figure), class_="better-points")


def ghost(shapes: Iterable[Shape], **attributes: str | int | float) -> Shape:
    """A piece that was to be laid."""
    return group(shapes, class_="attempted-ghost", opacity=GHOST, **attributes)


def dashed(element: str, *, line: float, **place: str | int | float) -> Shape:
    """An outline in dashes, of a shape given by its place; `line` is its width."""
    return _outline(element, line, RED, place)


def dashed_better(element: str, *, line: float, **place: str | int | float) -> Shape:
    """The same around what would have brought more."""
    return _outline(element, line, BLUE, place)


def _outline(element: str, line: float, ink: str, place: Mapping[str, str | int | float]) -> Shape:
    dashes = shape(
        element,
        class_="attempted-edge",
        stroke=ink,
        stroke_width=line,
        stroke_dasharray=f"{line * 2.4:.1f} {line * 1.6:.1f}",
        **place,
    )
    under = shape(element, class_="attempted-ground", stroke=WHITE, stroke_width=line * 2, **place)
    return group((under, dashes), class_="attempted-outline", fill="none", stroke_linejoin="round")


def cross(x: float, y: float, *, radius: float) -> Shape:
    """The sign of what the rules forbid: a cross on a disc."""
    arm = radius * 0.42
    strokes = f"M{x - arm:.1f} {y - arm:.1f}l{2 * arm:.1f} {2 * arm:.1f}"
    strokes += f"m0 {-2 * arm:.1f}l{-2 * arm:.1f} {2 * arm:.1f}"
    disc = shape("circle", cx=x, cy=y, r=radius, fill=RED, stroke=WHITE, stroke_width=radius * 0.22)
    lines = shape(
        "path",
        d=strokes,
        fill="none",
        stroke=WHITE,
        stroke_width=radius * 0.3,
        stroke_linecap="round",
    )
    return group((disc, lines), class_="attempted-cross")


def seat(x: float, y: float, *, radius: float) -> Shape:
    """Whose action it was: a ring around the sign of a seat, which has this radius."""
    ring = dashed("circle", cx=x, cy=y, r=radius * 1.18, line=radius * 0.16)
    off = radius * 0.95
    return group((ring, cross(x + off, y - off, radius=radius * 0.5)), class_="attempted-seat")
