"""The board: runs, what is lawful on it, and what a placement is worth.

A board is the bytes of its cells (material.py); 0 is an empty one. Lawful runs and their points
are looked up in one table, so that the usual placement takes a few look-ups; which rule an unlawful
one breaks is found afterwards.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.contract import Fault
from games.triolet import faults
from games.triolet.material import (
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
LONGEST = 3
TRIO = 30  # RULES.md 3.1: its sum and a bonus of as much
TRIOLET = 50  # RULES.md 3.2

# By a cell's content: the number that the rules see, and the points it is worth in a pair.
VALUE = bytes([0, *VALUES, *VALUES])
POINTS = bytes([0, *VALUES, *(0 for _ in VALUES)])
_IS_TILE = bytes([ord("0"), *[ord("1")] * 255])


class Laying(NamedTuple):
    """A lawful placement: the board after it, and the points it may give, the most first."""

    cells: bytes
    points: Sequence[int]


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
    if step == UP:
        return cells[cells.rfind(0, 0, at) + 1 : cells.find(0, at)]
    row, place = cells[at % WIDTH :: WIDTH], at // WIDTH
    return row[row.rfind(0, 0, place) + 1 : row.find(0, place)]


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
    changed = bytearray(cells)
    for tile in tiles:
        changed[tile.at] = tile.code
    after = bytes(changed)
    step = ACROSS if len(tiles) == 1 else _line_step(tiles)
    if len(tiles) > 1 and (fault := _no_run(after, tiles, step)):
        return fault
    line = run_through(after, tiles[0].at, step)
    crossing, longest = [], 1
    for tile in tiles:
        crossing.append(run := run_through(after, tile.at, UP + ACROSS - step))
        longest = max(longest, len(run))
    if longest == 1 and len(line) == len(tiles) and (fault := _untouched(cells, tiles)):
        return fault
    found = group_points()
    try:
        points = found[line]
        for run in crossing:
            points += found[run]
    except KeyError:
        return _wrong_run(after, tiles, step)
    may_block = is_first_turn or longest == LONGEST == len(line)
    if may_block and (fault := _new_block(cells, after, is_first_turn=is_first_turn)):
        return fault
    return Laying(after, _choices(tiles, line, crossing, points))


def _line_step(tiles: Sequence[Laid]) -> int:
    """The step from tile to tile in their row or column; 0 if they lie in none."""
    first, last = tiles[0].at, tiles[-1].at
    if first // WIDTH == last // WIDTH:
        return UP
    return 0 if any((tile.at - first) % WIDTH for tile in tiles) else ACROSS


def _no_run(after: bytes, tiles: Sequence[Laid], step: int) -> Fault | None:
    """Tiles that lie in no row or column, or with a gap between them (RULES.md 2.2)."""
    if not step:
        return faults.not_in_line(tiles)
    between = range(tiles[0].at, tiles[-1].at, step)
    empty = [at for at in between if not after[at]]
    return faults.gap(empty[0]) if empty else None


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


def _choices(
    tiles: Sequence[Laid], line: bytes, crossing: Sequence[bytes], points: int
) -> list[int]:
    """The points of a placement, the most first: a factor is for one group (RULES.md 3.3)."""
    if len(tiles) == LONGEST and JOKER not in [tile.kind for tile in tiles]:
        points += TRIOLET
    for place, tile in enumerate(tiles):
        if tile.special > EXTRA:
            more = tile.special - 1
            gains = [
                more * (TRIO if len(run) == LONGEST else POINTS[tile.code])
                for run in (line, crossing[place])
                if len(run) > 1
            ]
            return [points + gain for gain in sorted(gains, reverse=True)] or [points]
    return [points]
