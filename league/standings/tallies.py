"""Tiebreaks that an entry's own rounds and games give, without a look at its opponents.

Where entries have played unequal numbers of games, GAME and PLACES compare means per game, as
exact fractions. An entry that has played none has no value, and stands behind all that have.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from league.standings.field import Cell, Field
from league.standings.inputs import GameRules, OtherGame, RoundOutcome, SeveralGames
from league.standings.lots import drawn_order

Number = int | Fraction
Values = tuple[Number, ...]  # compared from the left; empty: no value, behind all others
Valued = Mapping[str, Values]  # by entry
T = TypeVar("T")


def game_keys(field: Field, entries: Sequence[str]) -> Valued:
    """The game's own keys; by the scores alone as soon as one game is known by those only."""
    rules: GameRules = field.inputs.rules
    sides = {entry: field.sides(entry) for entry in entries}
    has_scores_only = any(not side.keys for own in sides.values() for side in own)
    if has_scores_only and not isinstance(rules, SeveralGames):
        rules = OtherGame(rules.higher_score_wins)
    known = {entry: [side.standing for side in own] for entry, own in sides.items()}
    return over_games(known, rules.league_keys)


def places(field: Field, entries: Sequence[str]) -> Valued:
    """Firsts, seconds and thirds, in games."""
    ranks = {entry: [side.rank for side in field.sides(entry)] for entry in entries}
    return over_games(ranks, lambda each: tuple(each.count(place) for place in (1, 2, 3)))


def games_won(field: Field, entries: Sequence[str]) -> Valued:
    """Games over the board that nobody else won with it."""
    return {entry: (_won(field, entry),) for entry in entries}


def _won(field: Field, entry: str) -> int:
    firsts = ([side.entry for side in game.sides if side.rank == 1] for game in field.games[entry])
    return sum(winners == [entry] for winners in firsts)


def rounds_won(field: Field, entries: Sequence[str]) -> Valued:
    """Rounds with a win's points, played or not: a bye counts if it is worth as much."""
    return {entry: (sum(_is_win(cell, field) for cell in field.cells[entry]),) for entry in entries}


def _is_win(cell: Cell, field: Field) -> bool:
    if field.scheme.is_solo or cell.outcome is RoundOutcome.PENDING:
        return False
    seats = 1 + len(cell.opponents) if cell.match else field.scheme.seats
    return cell.points_12 >= field.scheme.win_12(seats)


def starting_rank(field: Field, entries: Sequence[str]) -> Valued:
    seeds = {entry.id: entry.seed for entry in field.inputs.entries}
    return {entry: (seeds[entry],) for entry in entries}


def lots(field: Field, entries: Sequence[str]) -> Valued:
    """A number drawn for each."""
    drawn = drawn_order(entries, seed=field.inputs.lots_seed)
    return {entry: (number,) for number, entry in enumerate(drawn, start=1)}


def over_games(
    played: Mapping[str, Sequence[T]], total: Callable[[Sequence[T]], tuple[int, ...]]
) -> Valued:
    """Totals over games, or means where the numbers of games differ."""
    numbers = {len(games) for games in played.values() if games}
    worth = total if len(numbers) <= 1 else lambda games: _mean(games, total)
    return {entry: worth(games) if games else () for entry, games in played.items()}


def _mean(games: Sequence[T], total: Callable[[Sequence[T]], tuple[int, ...]]) -> Values:
    """Of what adds up. Played twice over, a sum doubles; a best game stays, and is no mean."""
    once, twice = total(games), total([*games, *games])
    return tuple(
        one if one == two else Fraction(one, len(games))
        for one, two in zip(once, twice, strict=True)
    )
