"""How the sides stand, and the final figures of a game without a record (RULES.md 4).

Figures tell the keys: who stands does so for good (3.3), so that the numbers of pieces placed give
the order of all placements.
"""

from collections.abc import Sequence

from games.polyssimo import faults
from games.polyssimo.board import LARGE, SMALL, Position, edition, numbers_of, takers_of
from games.values import (
    SEATS,
    Fault,
    FiguresBySide,
    LeagueKey,
    Scored,
    Setup,
    SideFigures,
    SideScore,
    TallyField,
    gettext_noop as _,
)

LEFT, SQUARES, LAST = "pieces", "squares", "last"
SURE = 3  # with so many pieces on the board every other one still fits: a test counts the places


def pieces_left(position: Position, seat: str) -> int:
    """Own pieces not placed; those still to be taken count too."""
    if position.to_take:
        return position.numbers[SEATS.index(seat)]
    return position.hand(seat).bit_count()


def squares_left(position: Position, seat: str) -> int:
    """Pieces not yet taken have no squares."""
    hand = position.hand(seat)
    larger = (hand & position.box.larger).bit_count()
    return LARGE * larger + SMALL * (hand.bit_count() - larger)


def standings(position: Position) -> list[SideScore]:
    seats = position.setup.seats
    last = {piece.seat: index for index, piece in enumerate(position.placed)}
    return scores(
        position.setup,
        [pieces_left(position, seat) for seat in seats],
        [squares_left(position, seat) for seat in seats],
        [last.get(seat, -1) for seat in seats],
    )


def scores(
    setup: Setup, pieces: Sequence[int], squares: Sequence[int], last: Sequence[int]
) -> list[SideScore]:
    """From what each seat has left, and the index of its last placement."""
    by_squares = edition(setup.edition).by_squares
    sides = []
    for seat, count, covered, index in zip(setup.seats, pieces, squares, last, strict=True):
        score = covered if by_squares else count
        sides.append(SideScore(seat, (seat,), score, (-score, index), {"squares": covered}))
    return sides


def key_names(setup: Setup) -> Sequence[str]:
    """What `scores` compares: few are best, then a late last placement."""
    by_squares = edition(setup.edition).by_squares
    return _("Squares left") if by_squares else _("Pieces left"), _("Last placement")


def league_key_names(setup: Setup) -> Sequence[LeagueKey]:
    squares = LeagueKey(_("Squares left"))
    return (
        squares if edition(setup.edition).by_squares else LeagueKey(_("Pieces left"), "P")
    ), squares


def league_keys(game: Scored) -> tuple[int, ...]:
    """Pieces left, then squares left, over all games; by squares alone in the edition of that."""
    squares = game.more.get("squares")
    return -game.score, -squares if isinstance(squares, int) else 0


def fields(setup: Setup) -> list[TallyField]:
    most = max(numbers_of(setup))
    large = min(most, of_size(LARGE))
    squares = LARGE * large + SMALL * (most - large)
    return [
        TallyField(LEFT, _("Pieces left"), 0, most, "number", True, "2", "P"),
        TallyField(SQUARES, _("Squares left"), 0, squares, "number", True, "1.3"),
        TallyField(LAST, _("Placed last"), 0, 1, "tick", False, "3.1"),
    ]


def example(setup: Setup) -> Sequence[int]:
    return ((0, 5, 6, 11) if edition(setup.edition).by_squares else (0, 1, 2, 2))[: setup.players]


def score(setup: Setup) -> TallyField:
    pieces, squares, _last = fields(setup)
    return squares if edition(setup.edition).by_squares else pieces


def scores_fault(
    setup: Setup, scores: Sequence[int], *, ahead: Sequence[bool], termination: str
) -> Fault | None:
    """What pieces left tell; of squares alone nothing is impossible but a part of a piece."""
    if edition(setup.edition).by_squares:
        return _parts_fault(scores)
    numbers = numbers_of(setup)
    if fault := _pieces_fault(scores, numbers):
        return fault
    placed = [number - count for number, count in zip(numbers, scores, strict=True)]
    is_normal = termination == "normal"
    return _standing_fault(placing_order(setup), placed, scores, is_normal=is_normal)


def _parts_fault(squares: Sequence[int]) -> Fault | None:
    """RULES.md 1.3: pieces of five and six squares."""
    for seat, covered in zip(SEATS, squares, strict=False):
        held = range(covered // LARGE, covered // SMALL + 1)
        if not any(SMALL * count <= covered <= LARGE * count for count in held):
            return faults.no_such_squares(seat, squares=covered)
    return None


def figures(position: Position) -> FiguresBySide:
    last = position.placed[-1].seat if position.placed else ""
    return {
        seat: {
            LEFT: pieces_left(position, seat),
            SQUARES: squares_left(position, seat),
            LAST: int(seat == last),
        }
        for seat in position.setup.seats
    }


def tally(
    setup: Setup, by_side: Sequence[SideFigures], *, termination: str
) -> list[SideScore] | Fault:
    numbers = numbers_of(setup)
    pieces = [figures[LEFT] for figures in by_side]
    squares = [figures[SQUARES] for figures in by_side]
    is_normal = termination == "normal"
    if fault := _pieces_fault(pieces, numbers):
        return fault
    placed = [number - count for number, count in zip(numbers, pieces, strict=True)]
    order = placing_order(setup)
    placements = _in_turn(order, placed)
    fault = (
        _squares_fault(setup, pieces, squares, may_draft=not placements and not is_normal)
        or _standing_fault(order, placed, pieces, is_normal=is_normal)
        or _last_fault(placements, [figures[LAST] for figures in by_side])
    )
    last = {seat: index for index, seat in enumerate(placements)}
    return fault or scores(
        setup, pieces, squares, [last.get(seat, -1) for seat in range(len(pieces))]
    )


def _in_turn(order: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Whose turn it is, one after the other, when each seat has so many turns, then no more."""
    return [seat for lap in range(max(counts)) for seat in order if counts[seat] > lap]


def placing_order(setup: Setup) -> list[int]:
    """RULES.md 3.1: anticlockwise from whoever took the last piece."""
    first = SEATS.index(takers_of(setup)[-1])
    return [(first - step) % setup.players for step in range(setup.players)]


def _pieces_fault(pieces: Sequence[int], numbers: Sequence[int]) -> Fault | None:
    for seat, (count, number) in enumerate(zip(pieces, numbers, strict=True)):
        if count > number:
            return faults.more_left(SEATS[seat], count=count, taken=number)
    return None


def _squares_fault(
    setup: Setup, pieces: Sequence[int], squares: Sequence[int], *, may_draft: bool
) -> Fault | None:
    """Squares that no such pieces have. In the draft, fewer pieces are held than are left (4)."""
    fault = held_fault(pieces, squares)
    if fault is None or not may_draft:
        return fault
    takers = takers_of(setup)
    held = ([takers.count(seat, 0, end) for seat in setup.seats] for end in range(len(takers)))
    return None if any(held_fault(counts, squares) is None for counts in held) else fault


def held_fault(held: Sequence[int], squares: Sequence[int]) -> Fault | None:
    small = large = 0
    for seat, (count, covered) in enumerate(zip(held, squares, strict=True)):
        least, most = SMALL * count, LARGE * count
        if not least <= covered <= most:
            return faults.wrong_squares(
                SEATS[seat], count=count, squares=covered, least=least, most=most
            )
        small += most - covered
        large += covered - least
    for size, count in ((SMALL, small), (LARGE, large)):
        if count > of_size(size):
            return faults.too_many_of_size(size, count=count, pieces=of_size(size))
    return None


def _standing_fault(
    order: Sequence[int], placed: Sequence[int], pieces: Sequence[int], *, is_normal: bool
) -> Fault | None:
    """Who did not place while every piece still fitted (RULES.md 3.3)."""
    for seat in order:
        if not pieces[seat]:
            continue
        with_one_more = [count + (other == seat) for other, count in enumerate(placed)]
        turns = _in_turn(order, with_one_more)
        before = len(turns) - 1 - turns[::-1].index(seat)
        if before <= SURE and (is_normal or before < sum(placed)):
            return faults.could_place(SEATS[seat], placed=before)
    return None


def _last_fault(placements: Sequence[int], ticks: Sequence[int]) -> Fault | None:
    if not any(ticks):
        return None
    ticked = SEATS[ticks.index(1)]
    if not placements:
        return faults.nobody_placed(ticked)
    first, last = SEATS[placements[0]], SEATS[placements[-1]]
    return None if ticked == last else faults.other_last(ticked, last=last, first=first)


def of_size(size: int) -> int:
    return sum(piece.size == size for piece in edition().pieces.values())
