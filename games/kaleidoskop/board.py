"""The board and the tiles of the edition as tables, and a game as it stands on them.

A field is a number, 16 × row + column, and a set of fields an integer with a bit for each. The
sixteenth column is always empty, so that a step across the edge never lands on a field. A tile is
a number too, in the order of the canonical form. What an action does is play.py's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from games.editions import MOST, EditionError, edition_data
from games.hands import Hands
from games.tallies import side_name
from games.values import SEATS, STANDARD, Setup, gettext_noop as _

VARIANTS: Mapping[str, tuple[int, ...]] = {"base": (2, 3, 4), "teams": (4,), "solo": (1,)}
VARIANT_NAMES: Mapping[str, str] = {
    "base": _("base game"),
    "teams": _("teams of two"),
    "solo": _("solo"),
}
CORNERS = "Corners"  # the tag that says in which order the colours are printed
LETTERS = "RGBOYP"
WIDEST_TILE = 3  # steps between two printed symbols that one tile could touch
SMALLEST_SIDE = 6  # of the area that all games use
ROW = 16
Track = tuple[int, ...]
STEPS = (1, ROW, ROW + 1)  # half of the six directions; the others lead back (RULES.md 1.2)
FRAME = ROW * ROW  # more than any field: three sets of fields fit into one integer side by side
COUNT_BITS = 4  # of each tile in a tally: no tile comes even 16 times
# Which fields lie under one tile: a set of lower fields for each direction, side by side.
JOIN_SHIFTS = {1: 0, ROW: FRAME, ROW + 1: 2 * FRAME}
Ray = tuple[int, tuple[int, ...]]  # the fields in a direction as bits: the nearest, those beyond
# Of a field, by the set of those nearest that show a symbol: what lies beyond each of them.
Rows = Mapping[int, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Colour:
    letter: str
    name: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Board:
    """An edition's tables, by the number of a field, a colour or a tile."""

    edition: str
    side: int
    colours: tuple[Colour, ...]
    corners: tuple[int, ...]  # the fields with printed symbols, clockwise from the top left one
    printed: str  # the colours that they have in this edition
    track: int
    rack: int
    areas: Mapping[int, int]  # number of players -> fields that are used
    fields: Mapping[str, int]  # also those beyond the frame: `a15` can be read, not played
    names: tuple[str, ...]
    bits: tuple[int, ...]
    near: tuple[int, ...]
    rows: tuple[Rows, ...]
    pairs: Mapping[str, tuple[int, int]]  # adjacent fields by their words: `m9-m10`
    joined: Mapping[tuple[int, int], tuple[int, int]]  # of such a pair: its bits, and as a join
    tiles: tuple[str, ...]
    halves: tuple[tuple[int, int], ...]
    copies: tuple[int, ...]

    def row_points(self, symbols: int, field: int) -> int:
        """Equal symbols in unbroken rows from a field (RULES.md 3.3).

        Counted before the tile lies on the board: the sixth direction leads to the field of its
        other half, which is still free, and so gives nothing.
        """
        touched = symbols & self.near[field]
        if not touched:
            return 0
        rows = self.rows[field][touched]
        points = len(rows)
        for beyond in rows:
            for bit in beyond:
                if not symbols & bit:
                    break
                points += 1
        return points


def column_and_row(field: int) -> tuple[int, int]:
    """x and y of RULES.md 1.2: the centre is (0, 0)."""
    return field % ROW - 7, field // ROW - 7


@cache
def distance(field: int) -> int:
    """Steps from the centre."""
    x, y = column_and_row(field)
    return max(abs(x), abs(y), abs(x - y))


def fields_of(bits: int) -> Iterator[int]:
    """The fields of a set, lowest row first, then lowest number."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def free_pairs(free: int) -> Iterator[tuple[int, int]]:
    """Adjacent fields that are both free, each pair once, the lower field first."""
    for step in STEPS:
        for field in fields_of(free & free >> step):
            yield field, field + step


def has_free_pair(free: int) -> bool:
    return bool(free & free >> 1 or free & free >> ROW or free & free >> ROW + 1)


@lru_cache(maxsize=MOST)
def board(edition: str = STANDARD) -> Board:
    """The tables, built when first asked for."""
    data = edition_data("kaleidoskop", edition, tables=("printed",))
    fields = {
        f"{'abcdefghijklmno'[row]}{n + 1}": ROW * row + n for row in range(15) for n in range(15)
    }
    frame = {field for field in fields.values() if distance(field) < data["board"]["side"]}
    names = [""] * (ROW * 15)
    for name, field in fields.items():
        names[field] = name
    colours = tuple(
        Colour(colour["letter"], colour["name"], colour["symbol"]) for colour in data["colours"]
    )
    halves = tuple(combinations_with_replacement(range(len(colours)), 2))
    rays = tuple(_rays(field, frame=frame) for field in range(len(names)))
    adjacent = {
        (first, near.bit_length() - 1): 1 << first | near
        for first, around in enumerate(rays)
        for near, _ in around
    }
    return Board(
        edition=edition,
        side=data["board"]["side"],
        colours=colours,
        corners=_corners(edition, data["printed"]["fields"], fields),
        printed=_printed(edition, data["printed"]["colours"]),
        track=data["track"]["length"],
        rack=data["track"]["rack"],
        areas=_areas(data, frame=frame),
        fields=fields,
        names=tuple(names),
        bits=tuple(1 << field for field in range(len(names))),
        near=tuple(sum(near for near, _ in around) for around in rays),
        rows=tuple(map(_rows, rays)),
        pairs={f"{names[colour]}-{names[two]}": (colour, two) for colour, two in adjacent},
        joined={pair: (bits, _join(*sorted(pair))) for pair, bits in adjacent.items()},
        tiles=tuple(colours[colour].letter + colours[two].letter for colour, two in halves),
        halves=halves,
        copies=tuple(
            data["tiles"]["double" if colour == two else "mixed"] for colour, two in halves
        ),
    )


def is_order(corners: str) -> bool:
    """Whether this names every colour once (RULES.md 1.3)."""
    return sorted(corners) == sorted(LETTERS)


def _printed(edition: str, corners: str) -> str:
    if not is_order(corners):
        why = f"[printed] colours is {LETTERS} in some order, not {corners}"
        raise EditionError("kaleidoskop", edition, why)
    return corners


def _corners(edition: str, names: Sequence[str], fields: Mapping[str, int]) -> tuple[int, ...]:
    corners = tuple(fields[name] for name in names if name in fields)
    if len(corners) != len(LETTERS) or not _are_apart(corners):
        why = "[printed] fields are six of the white area, no two of them within reach of a tile"
        raise EditionError("kaleidoskop", edition, why)
    return corners


def _are_apart(corners: Sequence[int]) -> bool:
    """RULES.md 3.2: no tile can touch two printed symbols; all lie in the smallest area."""
    places = list(map(column_and_row, corners))
    gaps = [
        max(abs(x - u), abs(y - v), abs(x - y - u + v))
        for at, (x, y) in enumerate(places)
        for u, v in places[:at]
    ]
    return min(gaps) > WIDEST_TILE and max(map(distance, corners)) < SMALLEST_SIDE


def _areas(data: Mapping[str, Any], *, frame: set[int]) -> Mapping[int, int]:
    return {
        int(players): sum(1 << field for field in frame if distance(field) < side)
        for players, side in data["board"]["area_side"].items()
    }


def _rays(start: int, *, frame: set[int]) -> tuple[Ray, ...]:
    """The rays from a field of the frame that are not empty."""
    rays = []
    for step in (*STEPS, *(-step for step in STEPS)):
        ray = []
        field = start + step
        while start in frame and field in frame:
            ray.append(1 << field)
            field += step
        if ray:
            rays.append((ray[0], tuple(ray[1:])))
    return tuple(rays)


def _rows(rays: tuple[Ray, ...]) -> Rows:
    rows: dict[int, tuple[tuple[int, ...], ...]] = {0: ()}
    for near, beyond in rays:
        rows |= {touched | near: (*others, beyond) for touched, others in rows.items()}
    return rows


def _join(lower: int, upper: int) -> int:
    return 1 << lower + JOIN_SHIFTS[upper - lower]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The frame of a game; it does not change while it is played."""

    board: Board
    players: int
    area: int
    sides: tuple[str, ...]  # the seats of each side
    side_of: Mapping[str, int]
    next_seat: Mapping[str, str]
    top: int  # where a colour's track ends
    rack: int
    can_exchange: bool
    can_decline: bool  # a bonus placement, by a pass (RULES.md 3.5)
    printed: tuple[int, ...]  # of each colour: the field of its printed symbol
    symbols: tuple[int, ...]  # the same as sets of fields
    free: int  # the area without them

    def side_name(self, side: int) -> str:
        return side_name(self.sides[side])


def arrangement(setup: Setup) -> Arrangement:
    corners = setup.own.get(CORNERS, "")
    if not is_order(corners):
        corners = board(setup.edition).printed
    return _arrangement(setup.players, setup.variant, setup.edition, corners)


@lru_cache(maxsize=512)  # more than a club's boards are, fewer than records could name
def _arrangement(players: int, variant: str, edition: str, corners: str) -> Arrangement:
    tables = board(edition)
    seats = SEATS[:players]
    sides = (seats[0::2], seats[1::2]) if variant == "teams" else tuple(seats)
    printed = tuple(tables.corners[corners.index(colour.letter)] for colour in tables.colours)
    symbols = tuple(1 << field for field in printed)
    is_joint = variant in ("teams", "solo")
    return Arrangement(
        board=tables,
        players=players,
        area=tables.areas[players],
        sides=sides,
        side_of={seat: side for side, members in enumerate(sides) for seat in members},
        next_seat=dict(zip(seats, seats[1:] + seats[:1], strict=True)),
        top=2 * tables.track if is_joint else tables.track,
        rack=1 if variant == "solo" else tables.rack,
        can_exchange=variant != "solo",
        can_decline=variant == "teams",
        printed=printed,
        symbols=symbols,
        free=tables.areas[players] & ~sum(symbols),
    )


class Position(NamedTuple):
    """A game as it stands.

    A tuple, since it is made anew for every action. When a turn is over the next seat is due, and
    whoever `rested` may still exchange; where that hand is open, its draw is due first.
    """

    setup: Setup
    arrangement: Arrangement
    turn: str
    free: int
    symbols: tuple[int, ...]  # of each colour: the fields that show it
    joins: int  # which fields lie under one tile: a set for each of the three directions
    tracks: tuple[Track, ...]  # of each side
    seen: int  # tally of the tiles that lie or are held openly, COUNT_BITS for each kind
    placed: int = 0
    openings: int = 0  # fields beside printed symbols that no first tile has touched
    laid: int = 0  # tiles laid in the turn that is being played or was just played
    bonus: int = 0  # placements that the same player still owes
    rested: str = ""
    hands: Hands = Hands()
    aside: tuple[int, ...] = ()  # tiles of an exchange that are not yet back in the bag

    @property
    def is_over(self) -> bool:
        return not self.turn

    @property
    def is_complete(self) -> bool:
        return not self.turn


# Straight, since one is made for every action (games/values.py).
new_position = Position.__new__


def sides(setup: Setup) -> Sequence[tuple[str, ...]]:
    """The seats of each side."""
    return [tuple(seats) for seats in arrangement(setup).sides]


def start(setup: Setup) -> Position:
    frame = arrangement(setup)
    near = frame.board.near
    return Position(
        setup=setup,
        arrangement=frame,
        turn="A",
        free=frame.free,
        symbols=frame.symbols,
        joins=0,
        tracks=((0,) * len(frame.symbols),) * len(frame.sides),
        seen=0,
        openings=sum(near[field] for field in frame.printed),
    )
