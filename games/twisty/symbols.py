"""The pieces of Twisty as shapes, each around its own middle, and by name as symbols.

Nothing is told by colour alone: every colour has a sign of its own on its cube, every move token
its number and its directions, every pawn its letter and the outline of its series (the rulebook's
star, square, triangle and circle).

A drawing that stands alone has its pieces in it; a sheet's has each of them once, as a symbol as
wide as a square, so that the phone can lay more of them.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from games.scene import Shape, group, shape
from games.twisty.board import COLOURS, CROSS, DIAGONAL, FLIGHT, KNIGHT, MOVES, PROTECTION
from games.values import SEATS

Look = Mapping[str, str | int | float]
INK = "#22302f"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
# Face, side and sign of a cube. The order of brightness differs from the order of hue.
_CUBES = {
    "R": ("#c5352c", "#8d1f19", "#ffffff"),
    "O": ("#ef8d22", "#b5620b", "#3a1d00"),
    "Y": ("#f7d538", "#bd9a0a", "#3d3000"),
    "G": ("#2b8a57", "#185a37", "#ffffff"),
    "B": ("#2a69bd", "#174582", "#ffffff"),
    "V": ("#7b479f", "#512a6e", "#ffffff"),
    "W": ("#fbfaf4", "#979182", "#3b3a36"),
}
# Body, rim and letter of a pawn.
_PAWNS = {
    "A": ("#173a40", "#0a2226", "#ffffff"),
    "B": ("#f3ead8", "#6d5f45", "#2d2415"),
    "C": ("#8f2d4e", "#5b1730", "#ffffff"),
    "D": ("#5d7f95", "#2c4757", "#ffffff"),
}
# From the middle, in quarter turns: where the arrows of a move token point.
_KNIGHT_TURN = 0.2952  # of a quarter: the angle whose tangent is one half
_ARROWS = {
    CROSS: (0.0, 1.0, 2.0, 3.0),
    DIAGONAL: (0.5, 1.5, 2.5, 3.5),
    KNIGHT: tuple(turn + side * _KNIGHT_TURN for turn in range(4) for side in (-1, 1)),
    FLIGHT: (),
}
_SHIELD = "M0 -24C7 -18 15 -16 21 -16C22 3 14 17 0 25C-14 17 -22 3 -21 -16C-15 -16 -7 -18 0 -24Z"


def styled(look: Look, element: str, text: str = "", **own: str | int | float) -> Shape:
    """A shape with a look that it shares with others."""
    return shape(element, text, **own, **look)


def token(kind: str) -> Shape:
    """A token, 84 wide: a colour's cube on its disc, or a special token's mark."""
    is_colour = kind in _CUBES
    content = group((cube(kind),), transform="scale(1.12)") if is_colour else mark(kind)
    return group((disc(kind), content), class_=f"token token-{kind}")


def disc(kind: str) -> Shape:
    """The bare disc of a token: light wood for colours, dark for special ones."""
    face, rim = ("#e9cfa4", "#b78f58") if kind in _CUBES else ("#44565c", "#27353a")
    return group(
        (
            shape("ellipse", cx=0, cy=5, rx=42, ry=41, fill="#000000", fill_opacity=0.24),
            shape("circle", cx=0, cy=1, r=42, fill=rim, class_="token-rim"),
            shape("circle", cx=0, cy=-1, r=40, fill=face, class_="token-face"),
            shape("circle", cx=0, cy=-1, r=35.5, fill="none", stroke=rim, stroke_opacity=0.45),
        )
    )


def cube(colour: str) -> Shape:
    """A cube, 46 wide, seen from above and a little from the front, with its colour's sign."""
    face, side, sign = _CUBES[colour]
    return group(
        (
            shape("rect", x=-23, y=-17, width=46, height=44, rx=8, fill=side, class_="cube-side"),
            shape("rect", x=-23, y=-25, width=46, height=44, rx=8, fill=face, class_="cube-face"),
            shape(
                "path",
                d="M-15 -21.5H15",
                stroke="#ffffff",
                stroke_opacity=0.45,
                stroke_width=3,
                stroke_linecap="round",
            ),
            group((_sign(colour, sign),), transform="translate(0 -2.5)"),
        ),
        class_=f"cube cube-{colour}",
    )


def card(colour: str) -> Shape:
    """A card of a series, 68 wide, without its cube: the colour pale, the sign in it."""
    face, side, _sign_colour = _CUBES[colour]
    tint: Look = {"x": -34, "y": -34, "width": 68, "height": 68, "rx": 10}
    return group(
        (
            styled(tint, "rect", fill="#fdfbf6", class_="card-paper"),
            styled(tint, "rect", fill=face, fill_opacity=0.16, class_="card-tint"),
            styled(tint, "rect", fill="none", stroke=side, stroke_width=2, stroke_opacity=0.55),
            group((_sign(colour, side),), transform="scale(1.25)", opacity=0.8),
        ),
        class_=f"card card-{colour}",
    )


def mark(kind: str) -> Shape:
    """What is printed on a special token: a shield, or a number with its directions."""
    if kind == PROTECTION:
        return shield()
    number = shape(
        "text",
        kind,
        x=0,
        y=12,
        fill="#fff6e3",
        font_family=FONT,
        font_size=36,
        font_weight=700,
        text_anchor="middle",
        class_="token-mark",
    )
    if kind != FLIGHT:
        return group((number, *(_arrow(turn, kind) for turn in _ARROWS[kind])))
    orbit: Look = {
        "cx": 0,
        "cy": -1,
        "r": 28,
        "fill": "none",
        "stroke": "#ffc861",
        "stroke_width": 4,
    }
    ring = styled(orbit, "circle", stroke_dasharray="2 9", stroke_linecap="round")
    return group((number, ring))


def shield() -> Shape:
    return group(
        (
            shape("path", d=_SHIELD, fill="#8ed0c0", stroke="#123c36", stroke_width=3),
            shape("path", d="M-9 0L-2 8L10 -8", fill="none", stroke="#123c36", stroke_width=5),
        ),
        class_="shield",
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def pawn(seat: str) -> Shape:
    """A pawn, about 64 wide, with the outline of its series."""
    body, rim, letter = _PAWNS[seat]
    outline = _OUTLINES[seat]
    look: Look = {"stroke_width": 5, "stroke_linejoin": "round"}
    return group(
        (
            styled(look, "path", d=outline, transform="translate(0 6)", opacity=0.3, stroke="#000"),
            styled(look, "path", d=outline, fill=body, stroke=rim, class_="pawn-body"),
            shape(
                "text",
                seat,
                x=0,
                y=10.5,
                fill=letter,
                font_family=FONT,
                font_size=30,
                font_weight=700,
                text_anchor="middle",
                class_="pawn-letter",
            ),
        ),
        class_=f"pawn pawn-{seat}",
    )


def crown() -> Shape:
    return shape(
        "path",
        d="M-22 14L-26 -12L-11 0L0 -18L11 0L26 -12L22 14Z",
        fill="#f2b632",
        stroke="#7a5200",
        stroke_width=3,
        stroke_linejoin="round",
        class_="crown",
    )


def step(number: str) -> Shape:
    """The number of a step, in the upper right corner of its square."""
    disc: Look = {"cx": 29, "cy": -29, "r": 17}
    letter: Look = {"x": 29, "y": -21, "text_anchor": "middle"}
    face: Look = {"font_family": FONT, "font_size": 23, "font_weight": 700, "fill": "#ffffff"}
    return group(
        (
            styled(disc, "circle", fill="#b8430a", stroke="#ffffff", stroke_width=3),
            styled({**letter, **face}, "text", number),
        ),
        class_="step",
    )


def here() -> Shape:
    """The square that comes next: dashes, white under red."""
    size: Look = {"x": -44, "y": -44, "width": 88, "height": 88, "rx": 12, "fill": "none"}
    under = styled(size, "rect", stroke="#ffffff", stroke_width=10)
    dashes = styled(size, "rect", stroke="#b8430a", stroke_width=6, stroke_dasharray="16 9")
    return group((under, dashes), class_="here")


def star(points: int, outer: float, inner: float) -> str:
    """The path of a star around the middle, a point upwards."""
    corners = []
    for index in range(2 * points):
        radius, angle = (inner if index % 2 else outer), pi * index / points
        corners.append(f"{radius * sin(angle):.1f} {-radius * cos(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


def _arrow(turn: float, kind: str) -> Shape:
    size = 5 if kind == KNIGHT else 7
    return shape(
        "path",
        d=f"M0 -{34 + size / 7:.1f}L{size} -{33 - size}H-{size}Z",
        fill="#ffc861",
        transform=f"translate(0 -1) rotate({turn * 90:.1f})",
        class_="token-arrow",
    )


def _sign(colour: str, fill: str) -> Shape:
    """The sign of a colour, about 26 wide."""
    if colour in ("O", "W"):
        width = 5.5 if colour == "W" else 0
        inside = "none" if width else fill
        return shape("circle", cx=0, cy=0, r=10.5, fill=inside, stroke=fill, stroke_width=width)
    return shape("path", d=_SIGNS[colour], fill=fill)


_SIGNS = {
    "R": "M0 -13L14 11H-14Z",
    "Y": star(5, 15, 6.2),
    "G": "M-4.5 -13H4.5V-4.5H13V4.5H4.5V13H-4.5V4.5H-13V-4.5H-4.5Z",
    "B": "M0 -15L11 0L0 15L-11 0Z",
    "V": "M5 -13A13 13 0 1 0 5 13A15 15 0 0 1 5 -13Z",
}
_OUTLINES = {
    "A": star(6, 33, 23),
    "B": "M-24 -24H24V24H-24Z",
    "C": "M0 -34L34 24H-34Z",
    "D": "M-28 0A28 28 0 1 1 28 0A28 28 0 1 1 -28 0Z",
}
_HALF = 50  # of a square
NUMBERED_STEPS: Final = 12  # the steps of a way that are numbered; the rest have a dot
TOKENS: Final = COLOURS + MOVES + PROTECTION
PIECES: Final[Mapping[str, Shape]] = {
    **{f"token-{kind}": token(kind) for kind in TOKENS},
    "disc-colour": disc(COLOURS[0]),
    "disc-special": disc(PROTECTION),
    **{f"pawn-{seat}": pawn(seat) for seat in SEATS},
    **{f"card-{colour}": card(colour) for colour in COLOURS},
    **{f"cube-{colour}": cube(colour) for colour in COLOURS},
    "shield": shield(),
    **{f"step-{number}": step(str(number)) for number in range(1, NUMBERED_STEPS + 1)},
    "step": step("•"),
    "here": here(),
}


def itself(name: str) -> Shape:
    """A piece for a drawing that stands alone."""
    return PIECES[name]


def used(name: str) -> Shape:
    """A piece for a drawing whose page has the symbols."""
    size = 2 * _HALF
    return shape("use", href=f"#{symbol_id(name)}", x=-_HALF, y=-_HALF, width=size, height=size)


def symbol_id(name: str) -> str:
    return f"twisty-{name}"


def symbols_of_all() -> Shape:
    """Every piece as a symbol."""
    box = f"{-_HALF} {-_HALF} {2 * _HALF} {2 * _HALF}"
    return Shape(
        "defs",
        children=tuple(
            Shape("symbol", {"id": symbol_id(name), "viewBox": box}, children=(piece,))
            for name, piece in PIECES.items()
        ),
    )
