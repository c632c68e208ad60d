"""The board: runs, what is lawful on it, and what a placement is worth.

A board is the bytes of its cells (material.py); 0 is an empty one. Lawful runs and their points
are looked up in one table, so that the usual placement takes a few look-ups; which rule an unlawful
one breaks is found afterwards.
"""

from collections.abc import Sequence
from functools import cache

from games.contract import Fault
from games.triolet import faults
from games.triolet.board import (
    ACROSS,
    CELLS,
    EXTRA,
    JOKER,
    SUM,
    UP,
    VALUES,
    WIDTH,
    Laid,
    material,
)

EMPTY = bytes(CELLS)
_BOTH: tuple[int, ...] = (UP, ACROSS)
LONGEST = 3
TRIO = 30  # RULES.md 3.1: its sum and a bonus of as much
TRIOLET = 50  # RULES.md 3.2

# By a cell's content: the number that the rules see, and the points it is worth in a pair.
VALUE = bytes([0, *VALUES, *VALUES])
POINTS = bytes([0, *VALUES, *(0 for _ in VALUES)])
_CONTENT = tuple(bytes([code]) for code in range(len(VALUE)))
_IS_TILE = bytes([ord("0"), *[ord("1")] * 255])


# A lawful placement: the board after it; the points it may give, the most first; what the special
# square under it does, as in Laid.
Laying = tuple[bytes, Sequence[int], int]


def occupied(cells: bytes) -> int:
    """The squares with tiles as the bits of an integer."""
    return int(cells.translate(_IS_TILE)[::-1], 2)


def squares_2x2(tiles: int) -> int:
    """The lowest corners of all 2 × 2 blocks of tiles."""
    pairs = tiles & tiles >> UP
    return pairs & pairs >> ACROSS


def squares_3x3(tiles: int) -> int:
    """The lowest corners of all 3 × 3 blocks of tiles."""
    trios = tiles & tiles >> UP & tiles >> 2 * UP
    return trios & trios >> ACROSS & trios >> 2 * ACROSS


def run_through(cells: bytes, at: int, step: int) -> bytes:
    """The unbroken run of tiles through a square: what its cells hold."""
    first, end = at, at + step
    while cells[first - step]:
        first -= step
    while cells[end]:
        end += step
    return cells[first:end:step]


@cache
def group_points() -> dict[bytes, int]:
    """Every run that RULES.md 2.3 allows, with its points by 3.1."""
    codes = range(1, len(VALUE))
    points = {bytes([code]): 0 for code in codes}
    for one in codes:
        for two in codes:
            if (pair := VALUE[one] + VALUE[two]) > SUM:
                continue
            points[bytes([one, two])] = POINTS[one] + POINTS[two]
            third = SUM - pair + 1
            points[bytes([one, two, third])] = TRIO
            points[bytes([one, two, third + JOKER])] = TRIO
    return points


def lay(cells: bytes, tiles: Sequence[Laid], *, is_first_turn: bool) -> Laying | Fault:
    """Put tiles, sorted by square, on free squares; or the first rule of 2.1–2.5 they break."""
    after, special = cells, 0
    for at, _, _, code, effect, _ in tiles:
        after = after[:at] + _CONTENT[code] + after[at + 1 :]
        special |= effect
    runs: list[bytes] = []
    step, sides = ACROSS, _BOTH
    if len(tiles) > 1:
        step = _line_step(tiles)
        if fault := _no_run(after, tiles, step):
            return fault
        runs.append(run_through(after, at, step))
        sides = (UP + ACROSS - step,)
    for tile in tiles:
        at = tile.at
        for side in sides:
            if after[at - side] or after[at + side]:
                runs.append(run_through(after, at, side))
    touches = runs and (len(runs) > 1 or len(runs[0]) > len(tiles))
    if not touches and (fault := _untouched(cells, tiles)):
        return fault
    try:
        points = sum(map(group_points().__getitem__, runs))
    except KeyError:
        return _wrong_run(after, tiles, step)
    may_block = is_first_turn or points >= 2 * TRIO  # two trios may complete a block
    if may_block and (fault := _new_block(cells, after, is_first_turn=is_first_turn)):
        return fault
    if len(tiles) == LONGEST and all(tile.kind != JOKER for tile in tiles):
        points += TRIOLET
    return after, _choices(after, tiles, points) if special > EXTRA else (points,), special


def _line_step(tiles: Sequence[Laid]) -> int:
    """The step from tile to tile in their row or column; 0 if they lie in none."""
    first = tiles[0].at
    if first // WIDTH == tiles[-1].at // WIDTH:
        return UP
    for tile in tiles:
        if (tile.at - first) % WIDTH:
            return 0
    return ACROSS


def _no_run(after: bytes, tiles: Sequence[Laid], step: int) -> Fault | None:
    """Tiles that lie in no row or column, or with a gap between them (RULES.md 2.2)."""
    if not step:
        return faults.not_in_line(tiles)
    first = tiles[0].at
    gap = after[first : tiles[-1].at : step].find(0)
    return faults.gap(first + gap * step) if gap >= 0 else None


def _new_block(cells: bytes, after: bytes, *, is_first_turn: bool) -> Fault | None:
    """A block that a turn completes but must not: 2 × 2 in the first one, 3 × 3 in any."""
    tiles = occupied(after)
    if is_first_turn and squares_2x2(tiles) != squares_2x2(occupied(cells)):  # RULES.md 2.4
        return faults.block_2x2()
    return faults.block_3x3() if squares_3x3(tiles) else None  # RULES.md 2.5: none before


def _untouched(cells: bytes, tiles: Sequence[Laid]) -> Fault | None:
    """Tiles that touch none that was there: lawful only at the start (RULES.md 2.1)."""
    if cells != EMPTY:
        return faults.no_contact(tiles)
    centre = material().centre
    return None if any(tile.at == centre for tile in tiles) else faults.centre(centre)


def _wrong_run(cells: bytes, tiles: Sequence[Laid], step: int) -> Fault:
    """What is wrong with a run by RULES.md 2.3: its length first, then pairs, then trios."""
    lines = [_squares_through(cells, tiles[0].at, step)]
    lines += [_squares_through(cells, tile.at, UP + ACROSS - step) for tile in tiles]
    if too_long := [line for line in lines if len(line) > LONGEST]:
        return faults.run_too_long(too_long[0])
    numbers = [(line, [VALUE[cells[at]] for at in line]) for line in lines]
    if over := [one for one in numbers if len(one[0]) == 2 and sum(one[1]) > SUM]:
        return faults.sum_over_15(*over[0])
    wrong = [one for one in numbers if len(one[0]) == LONGEST and sum(one[1]) != SUM]
    return faults.sum_not_15(*wrong[0])


def _squares_through(cells: bytes, at: int, step: int) -> list[int]:
    while cells[at - step]:
        at -= step
    return list(range(at, at + step * len(run_through(cells, at, step)), step))


def _choices(after: bytes, tiles: Sequence[Laid], points: int) -> Sequence[int]:
    """The points with a factor, the most first: it is for one group of its tile (RULES.md 3.3)."""
    tile = next(tile for tile in tiles if tile.special > EXTRA)
    runs = run_through(after, tile.at, ACROSS), run_through(after, tile.at, UP)
    more = tile.special - 1
    gains = [
        more * (TRIO if len(run) == LONGEST else POINTS[tile.code]) for run in runs if len(run) > 1
    ]
    return [points + gain for gain in sorted(gains, reverse=True)] or [points]
