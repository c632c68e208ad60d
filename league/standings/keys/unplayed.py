"""What opponents' scores a round brings for the tiebreaks over them, played or not; and cuts.

Decided here: FIDE C.07 articles 14 to 16 (edition of March 2026), and the other editions that a
stage may choose. Rounds count once all their results are in. A *requested bye* is a half- or
zero-point bye or an absence, also every round before a late entry or after a withdrawal; a
*voluntary* unplayed round is one of those, or a forfeit loss.

- `2026`. As an opponent: a requested bye that is followed by nothing but voluntary unplayed rounds
  counts as a draw, everything else as it was paid (16.3). For oneself: an unplayed round is a game
  against a dummy with one's own points, at most the scheduled opponent's adjusted score where there
  is one, else at most a draw in every round (16.4).
- `2024`. The same without these limits.
- `pre-2023`. As an opponent: every unplayed round counts as a draw. For oneself: a virtual opponent
  with one's own points before the round, the rest of the round's points, and draws from then on.
- `none`. As an opponent: the points as they are. For oneself: no opponent, nothing.

In a round robin article 16 does not apply, whatever the edition: points are as they are, a
forfeited game counts against the scheduled opponent, and a free round brings nothing (15.2).

At tables a draw is what all get when all are equal, and of several scheduled opponents the best
one's score is the limit. Somebody who did not come to a table that was played was not met.

A cut drops the least significant value: that of the opponent with the lowest score. But a voluntary
unplayed round goes before it, the one that brought least, unless that is even less (16.5). For
Buchholz nothing can be less than the lowest score, so a voluntary round is always cut first; for
Sonneborn–Berger it can. Medians then drop the values of the highest scores as well.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import PLAYED, RoundOutcome, UnplayedEdition
from league.standings.points import Scheme
from league.standings.wording import Cut, Reason, ngettext

REQUESTED = frozenset({RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE, RoundOutcome.ABSENT})
VOLUNTARY = REQUESTED | {RoundOutcome.FORFEIT_LOSS}
FORFEITS = frozenset({RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS})
OPPONENT = Reason(
    "opponent",
    gettext_noop("%(opponent)s has %(amount)s points."),
    ngettext("%(opponent)s has %(amount)s point.", "%(opponent)s has %(amount)s points."),
)
ADJUSTED = Reason(
    "adjusted",
    gettext_noop(
        "%(opponent)s has %(points)s points; rounds missed at the end count as draws: %(amount)s."
    ),
    ngettext(
        "%(opponent)s has %(points)s point; rounds missed at the end count as draws: %(amount)s.",
        "%(opponent)s has %(points)s points; rounds missed at the end count as draws: %(amount)s.",
    ),
    counts="points",
)
_DUMMY = Reason(
    "dummy",
    gettext_noop("Not played: the player's own %(amount)s points count as the opponent's."),
    ngettext(
        "Not played: the player's own %(amount)s point counts as the opponent's.",
        "Not played: the player's own %(amount)s points count as the opponent's.",
    ),
)
_CAPPED_BY_OPPONENT = Reason(
    "capped_by_opponent",
    gettext_noop(
        "Not played: the player's own points count, but no more than those of %(opponent)s: "
        "%(amount)s."
    ),
)
CAPPED_BY_DRAWS = Reason(
    "capped_by_draws",
    gettext_noop(
        "Not played: the player's own points count, but no more than a draw in every round: "
        "%(amount)s."
    ),
)
_VIRTUAL = Reason(
    "virtual",
    gettext_noop(
        "Not played: an imaginary opponent, as strong as the player at that time, who draws from "
        "then on: %(amount)s."
    ),
)


class Contribution(NamedTuple):
    """An opponent's score, real or not, that a round brings."""

    score_12: int
    points_12: int  # the own ones, of the round
    is_voluntary: bool  # cut first
    cell: Cell
    opponent: str | None
    why: Reason


def even_12(scheme: Scheme) -> int:
    """What a draw gives; at tables, what all get when all are equal."""
    if scheme.is_solo:
        return 0
    if scheme.draw_12 is not None:
        return scheme.draw_12
    return sum(scheme.row_12(scheme.seats)) // scheme.seats


def counted_cells(field: Field, entry: str) -> Sequence[Cell]:
    """The rounds whose results are all in."""
    row = field.cells[entry]
    return row if len(field.counted) == len(row) else [row[at] for at in field.counted]


def counted_points_12(field: Field) -> Mapping[str, int]:
    """Points from the rounds that count."""
    if len(field.counted) == len(field.numbers):
        return field.points_12
    return field.remembered(
        "counted points",
        lambda one: {
            entry: sum(cell.points_12 for cell in counted_cells(one, entry)) for entry in one.cells
        },
    )


def adjusted_12(field: Field) -> Mapping[str, int]:
    """Everybody's score as it counts for opponents."""
    return field.remembered("adjusted", _adjusted_12)


def _adjusted_12(field: Field) -> dict[str, int]:
    adjusted, draw_12 = dict(counted_points_12(field)), even_12(field.scheme)
    as_draws = _rules(field).as_draws
    for entry in field.root.remembered("with unplayed rounds", _with_unplayed_rounds):
        drawn = as_draws(counted_cells(field, entry))
        adjusted[entry] += sum(draw_12 - cell.points_12 for cell in drawn)
    return adjusted


def _with_unplayed_rounds(field: Field) -> list[str]:
    return [
        entry
        for entry, row in field.cells.items()
        if not PLAYED.issuperset([cell.outcome for cell in row])
    ]


def contributions(field: Field, entry: str) -> list[Contribution]:
    """What the rounds bring an entry, in order."""
    adjusted, points_12 = adjusted_12(field), counted_points_12(field)
    games = games_here(field)
    brought: list[Contribution] = []
    for at, cell in zip(field.counted, counted_cells(field, entry), strict=True):
        if cell.outcome not in games:
            brought += filter(None, [instead_of_game(field, entry, cell)])
            continue
        for other in met_in(field, cell, at):
            score_12 = adjusted[other]
            why = OPPONENT if score_12 == points_12[other] else ADJUSTED
            brought.append(Contribution(score_12, cell.points_12, False, cell, other, why))
    return brought


def met_in(field: Field, cell: Cell, at: int) -> Sequence[str]:
    """Whom a game was played against; somebody who did not come to a table was not met."""
    if len(cell.opponents) == 1:
        return cell.opponents
    return [other for other in cell.opponents if field.cells[other][at].outcome in PLAYED]


def instead_of_game(field: Field, entry: str, cell: Cell) -> Contribution | None:
    """What a round without a game brings."""
    return _rules(field).instead(field, entry, cell)


def games_here(field: Field) -> frozenset[RoundOutcome]:
    """What counts as a game against the scheduled opponent."""
    return PLAYED | FORFEITS if field.settings.forfeits_are_games else PLAYED


@dataclass(frozen=True, slots=True)
class _Rules:
    """How an edition takes rounds without a game."""

    as_draws: Callable[[Sequence[Cell]], Iterator[Cell]]  # which are draws for one's opponents
    instead: Callable[[Field, str, Cell], Contribution | None]  # of an opponent, for oneself


def _missed_at_the_end(cells: Sequence[Cell]) -> Iterator[Cell]:
    for cell in reversed(cells):
        if cell.outcome not in VOLUNTARY:
            return
        if cell.outcome in REQUESTED:
            yield cell


def _not_played(cells: Sequence[Cell]) -> Iterator[Cell]:
    return (cell for cell in cells if cell.outcome not in PLAYED)


def _none(_cells: Sequence[Cell]) -> Iterator[Cell]:
    return iter(())


def _nothing(_field: Field, _entry: str, _cell: Cell) -> None:
    return None


def _virtual_opponent(field: Field, entry: str, cell: Cell) -> Contribution:
    score_12 = _virtual_12(field, entry, cell)
    return Contribution(score_12, cell.points_12, False, cell, None, _VIRTUAL)


def _free_dummy(field: Field, entry: str, cell: Cell) -> Contribution:
    own_12 = counted_points_12(field)[entry]
    is_voluntary = cell.outcome in VOLUNTARY
    return Contribution(own_12, cell.points_12, is_voluntary, cell, None, _DUMMY)


def _limited_dummy(field: Field, entry: str, cell: Cell) -> Contribution:
    own_12 = counted_points_12(field)[entry]
    if cell.opponents:
        adjusted = adjusted_12(field)
        scheduled = max(cell.opponents, key=lambda other: (adjusted[other], other))
        limit_12, capped, other = adjusted[scheduled], _CAPPED_BY_OPPONENT, scheduled
    else:
        limit_12, capped, other = _all_drawn_12(field), CAPPED_BY_DRAWS, None
    is_voluntary = cell.outcome in VOLUNTARY
    why = _DUMMY if own_12 <= limit_12 else capped
    return Contribution(min(own_12, limit_12), cell.points_12, is_voluntary, cell, other, why)


def _all_drawn_12(field: Field) -> int:
    return even_12(field.scheme) * len(field.counted)


def _virtual_12(field: Field, entry: str, cell: Cell) -> int:
    """Own points before the round, what the own result leaves of it, and draws to the end."""
    cells = counted_cells(field, entry)
    at = cells.index(cell)
    before_12 = sum(earlier.points_12 for earlier in cells[:at])
    row_12 = (0, 0) if field.scheme.is_solo else field.scheme.row_12(field.scheme.seats)
    left_12 = max(row_12[0] + row_12[-1] - cell.points_12, 0)
    return before_12 + left_12 + even_12(field.scheme) * (len(cells) - at - 1)


_ROUND_ROBIN = _Rules(_none, _nothing)
_EDITIONS: Mapping[UnplayedEdition, _Rules] = {
    UnplayedEdition.OF_2026: _Rules(_missed_at_the_end, _limited_dummy),
    UnplayedEdition.OF_2024: _Rules(_missed_at_the_end, _free_dummy),
    UnplayedEdition.BEFORE_2023: _Rules(_not_played, _virtual_opponent),
    UnplayedEdition.NONE: _Rules(_none, _nothing),
}


def _rules(field: Field) -> _Rules:
    settings = field.settings
    return _ROUND_ROBIN if settings.forfeits_are_games else _EDITIONS[settings.edition]


def last_round_drawn(field: Field) -> Field:
    """The field as if all who were paired in the last planned round had played, and drawn.

    Forfeits included: the last round then says nothing about anybody's strength. Before that
    round is complete nothing is taken for drawn.
    """
    planned = field.settings.rounds_planned
    if not field.counted or (planned and field.numbers[field.counted[-1]] < planned):
        return field
    last = field.counted[-1]
    cells = {
        entry: (*row[:last], _drawn(row[last], field.scheme), *row[last + 1 :])
        for entry, row in field.cells.items()
    }
    points_12 = {entry: sum(cell.points_12 for cell in row) for entry, row in cells.items()}
    return Field(field.inputs, field.scheme, cells, points_12, field.numbers)


def _drawn(cell: Cell, scheme: Scheme) -> Cell:
    if not cell.opponents:
        return cell
    seats = 1 + len(cell.opponents)
    points_12 = scheme.points_12([1] * seats)[0]
    outcome = RoundOutcome.DRAW if seats == 2 else RoundOutcome.PLACE
    return cell._replace(outcome=outcome, points_12=points_12, place=1)


Worth = Callable[[Contribution], int]


def score_of(contribution: Contribution) -> int:
    """What an opponent brings to Buchholz."""
    return contribution.score_12


def product_of(contribution: Contribution) -> int:
    """What an opponent brings to Sonneborn–Berger, in 144ths."""
    return contribution.score_12 * contribution.points_12


def cuts(
    brought: Sequence[Contribution], *, worth: Worth, low: int, high: int = 0
) -> dict[int, Cut]:
    """Why which of them, by their places, do not count."""
    kept = dict(enumerate(brought))
    dropped: dict[int, Cut] = {}
    for _ in range(min(low, len(kept))):
        at, why = _lowest(kept, worth)
        dropped[at] = why
        del kept[at]
    for _ in range(min(high, len(kept))):
        at = max(kept, key=lambda place: (kept[place].score_12, worth(kept[place]), place))
        dropped[at] = Cut.HIGHEST
        del kept[at]
    return dropped


def _lowest(kept: dict[int, Contribution], worth: Worth) -> tuple[int, Cut]:
    least = min(kept, key=lambda at: (kept[at].score_12, worth(kept[at]), at))
    chosen = [at for at, part in kept.items() if part.is_voluntary]
    if chosen:
        first = min(chosen, key=lambda at: (worth(kept[at]), kept[at].score_12, at))
        if worth(kept[first]) >= worth(kept[least]):
            return first, Cut.VOLUNTARY
    return least, Cut.LOWEST
