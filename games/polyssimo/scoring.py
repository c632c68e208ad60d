"""Who stands how, and what a position looks like in words (RULES.md 4)."""

from collections.abc import Iterator, Sequence

from games.contract import SEATS, Setup, SideScore
from games.contract import gettext_noop as _
from games.polyssimo.board import edition, squares_of
from games.polyssimo.play import Position


def left(position: Position, seat: str) -> int:
    """Own pieces not placed; those still to be taken count too."""
    placed = sum(one.seat == seat for one in position.placed)
    return position.numbers[SEATS.index(seat)] - placed


def squares_left(position: Position, seat: str) -> int:
    """Pieces not yet taken have no squares."""
    return sum(piece.size for piece in edition().pieces_in(position.hand(seat)))


def standings(position: Position) -> list[SideScore]:
    seats = position.setup.seats
    last = {one.seat: index for index, one in enumerate(position.placed)}
    return scores(
        position.setup,
        [left(position, seat) for seat in seats],
        [squares_left(position, seat) for seat in seats],
        [last.get(seat, -1) for seat in seats],
    )


def scores(
    setup: Setup, pieces: Sequence[int], squares: Sequence[int], last: Sequence[int]
) -> list[SideScore]:
    """From what each seat has left, and the index of its last placement."""
    by_squares = setup.edition == "squares"
    found = []
    for seat, count, covered, index in zip(setup.seats, pieces, squares, last, strict=True):
        score = covered if by_squares else count
        found.append(SideScore(seat, (seat,), score, (-score, index), {"squares": covered}))
    return found


def key_names(setup: Setup) -> Sequence[str]:
    """What `scores` compares: few are best, then a late last placement."""
    by_squares = setup.edition == "squares"
    return _("Squares left") if by_squares else _("Pieces left"), _("Last placement")


def league_keys(games: Sequence[SideScore]) -> tuple[int, ...]:
    """Pieces left, then squares left, over all games; by squares alone in the edition of that."""
    squares = [one.more.get("squares") for one in games]
    return -sum(one.score for one in games), -sum(n for n in squares if isinstance(n, int))


def describe(position: Position, *, is_judged: bool = True) -> str:
    """`is_judged`: it says also who stands, which players have to find out themselves."""
    return "\n".join(_sentences(position, is_judged=is_judged))


def _sentences(position: Position, *, is_judged: bool) -> Iterator[str]:
    yield f"Polyssimo Challenge, {position.setup.players} players. {_whose_turn(position)}"
    for seat in position.setup.seats:
        names = ", ".join(piece.name for piece in edition().pieces_in(position.hand(seat)))
        stands = is_judged and not position.to_take and position.fitting(seat) is None
        yield (
            f"{seat}: pieces left {left(position, seat)}, squares {squares_left(position, seat)}, "
            f"in hand {names or 'none'}{'; stands' if stands else ''}."
        )
    if position.to_take:
        names = ", ".join(piece.name for piece in edition().pieces_in(position.offer))
        yield f"On offer: {names}."
    for one in position.placed:
        squares = " ".join(edition().names[square] for square in squares_of(one.squares))
        yield f"{one.seat} placed {one.piece} on {squares}."


def _whose_turn(position: Position) -> str:
    if position.is_over:
        return "The game is over."
    if position.to_take:
        return f"{position.turn} takes a piece; still to be taken: {position.to_take}."
    return f"{position.turn} places a piece."
