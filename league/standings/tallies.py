"""Tiebreaks that an entry's own rounds and games give, without a look at its opponents.

Where entries have played unequal numbers of games, GAME and PLACES compare means per game, as
exact fractions. An entry that has played none has no value, and stands behind all that have.
PS adds up the points after each round, once all its results are in. Lots are drawn from the
stored seed by SHA-256, so that everybody can draw them again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import accumulate

from games.contract import SideScore
from league.standings.field import Cell, Field, Sat
from league.standings.inputs import GameRules, OtherGame, RoundOutcome, SeveralGames
from league.standings.parts import Number, PartsTold, ValuePart, exact
from league.standings.unplayed import counted_cells
from league.standings.wording import Combination, Cut, PartReason

Values = tuple[Number, ...]  # compared from the left; empty: no value, behind all others
Valued = Mapping[str, Values]  # by entry


def drawn_order(entries: Iterable[str], *, seed: int) -> list[str]:
    """Who is drawn before whom depends on the two and the seed alone, not on who else is there."""
    return sorted(entries, key=lambda entry: (lot_of(entry, seed=seed), entry))


def lot_of(entry: str, *, seed: int) -> str:
    """The digest of “seed:entry” in hexadecimal digits; the smallest is drawn first."""
    return sha256(f"{seed}:{entry}".encode()).hexdigest()


def totals(
    field: Field, name: str, worth: Callable[[Field, Sat], Values]
) -> Mapping[str, Sequence[Values]]:
    """By entry, what its first games are worth together: of none, of one, of two, and so on."""
    none: Values = ()

    def work(whole: Field) -> dict[str, list[Values]]:
        return {
            entry: list(accumulate((worth(whole, sat) for sat in games), _plus, initial=none))
            for entry, games in whole.sat.items()
        }

    return field.root.remembered(name, work)


def _plus(total: Values, more: Values) -> Values:
    return tuple(map(sum, zip(total, more, strict=True))) if total else more


def have_played_unequally(field: Field, entries: Sequence[str]) -> bool:
    """Then means per game are compared. Who has played none makes no difference."""
    return len({len(field.sat[entry]) for entry in entries} - {0}) > 1


def over_games(
    field: Field, entries: Sequence[str], summed: Mapping[str, Sequence[Values]]
) -> Valued:
    """Sums over games, or means where the numbers of games differ."""
    summed_up = {entry: summed[entry][len(field.sat[entry])] for entry in entries}
    if not have_played_unequally(field, entries):
        return summed_up
    return {
        entry: tuple(Fraction(key, len(field.sat[entry])) for key in values)
        for entry, values in summed_up.items()
    }


def told_over_games(
    field: Field, entry: str, entries: Sequence[str], part: Callable[[Sat], ValuePart]
) -> PartsTold:
    """The parts of a sum or mean over games."""
    games = field.sat[entry]
    parts = tuple(part(sat) for sat in games)
    if games and have_played_unequally(field, entries):
        return PartsTold(Combination.MEAN, parts, len(games))
    return PartsTold(Combination.SUM, parts)


def game_keys(field: Field, entries: Sequence[str]) -> Valued:
    """The game's own keys; by the scores alone as soon as one game is known by those only."""
    rules = _rules(field, entries)
    standings = field.root.remembered("standings", _standings)
    is_mean = have_played_unequally(field, entries)
    keys: dict[str, Values] = {}
    for entry in entries:
        games = standings[entry][: len(field.sat[entry])]
        keys[entry] = () if not games else _keys(rules, games, is_mean=is_mean)
    return keys


def _standings(field: Field) -> dict[str, list[SideScore]]:
    return {entry: [sat.side.standing for sat in games] for entry, games in field.sat.items()}


def _rules(field: Field, entries: Sequence[str]) -> GameRules:
    rules: GameRules = field.inputs.rules
    if isinstance(rules, SeveralGames):
        return rules
    first: Mapping[str, int] = field.root.remembered("scores only", _first_with_scores_only)
    has_scores_only = any(first[entry] < len(field.sat[entry]) for entry in entries)
    return OtherGame(rules.higher_score_wins) if has_scores_only else rules


def _first_with_scores_only(field: Field) -> dict[str, int]:
    """By entry, how many games come before one without keys."""
    return {
        entry: next((at for at, sat in enumerate(games) if not sat.side.keys), len(games))
        for entry, games in field.sat.items()
    }


def _keys(rules: GameRules, games: Sequence[SideScore], *, is_mean: bool) -> Values:
    """Means are of what adds up. Played twice over, a sum doubles; a best game stays."""
    once = rules.league_keys(games)
    if not is_mean:
        return once
    twice = rules.league_keys([*games, *games])
    return tuple(
        first if first == two else Fraction(first, len(games))
        for first, two in zip(once, twice, strict=True)
    )


def tell_game_keys(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    """Each game by itself. Together they count as the game says."""
    rules = _rules(field, entries)
    why = PartReason.GAME_SCORE if isinstance(rules, OtherGame) else PartReason.GAME_KEYS
    parts = tuple(
        ValuePart(why, rules.league_keys([sat.side.standing]), sat.round, match=sat.match)
        for sat in field.sat[entry]
    )
    is_mean = bool(parts) and have_played_unequally(field, entries)
    return PartsTold(Combination.GAME, parts, len(parts) if is_mean else 1)


def places(field: Field, entries: Sequence[str]) -> Valued:
    """Firsts, seconds and thirds, in games."""
    return over_games(field, entries, totals(field, "PLACES", _place))


def places_taken(field: Field, entry: str) -> tuple[int, ...]:
    """The same of one entry, in whole numbers; empty where it has played none."""
    taken = totals(field, "PLACES", _place)[entry][len(field.sat[entry])]
    return tuple(int(number) for number in taken)


def _place(field: Field, sat: Sat) -> Values:
    return tuple(int(sat.side.rank == place) for place in (1, 2, 3))


def tell_places(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    def part(sat: Sat) -> ValuePart:
        amount = tuple(int(number) for number in _place(field, sat))
        gaps = {"place": sat.side.rank}
        return ValuePart(PartReason.PLACE, amount, sat.round, match=sat.match, gaps=gaps)

    return told_over_games(field, entry, entries, part)


def games_won(field: Field, entries: Sequence[str]) -> Valued:
    """Games over the board that nobody else won with it."""
    won = totals(field, "WON", _won)
    return {entry: won[entry][len(field.sat[entry])] or (0,) for entry in entries}


def _won(field: Field, sat: Sat) -> Values:
    is_first = sat.side.rank == 1
    return (int(is_first and sum(side.rank == 1 for side in sat.game.sides) == 1),)


def tell_games_won(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    won = (sat for sat in field.sat[entry] if _won(field, sat) == (1,))
    parts = (ValuePart(PartReason.WON, (1,), sat.round, _only_other(sat), sat.match) for sat in won)
    return PartsTold(Combination.SUM, tuple(parts))


def _only_other(sat: Sat) -> str | None:
    others = [side.entry for side in sat.game.sides if side is not sat.side]
    return others[0] if len(others) == 1 else None


def rounds_won(field: Field, entries: Sequence[str]) -> Valued:
    """Rounds with a win's points, played or not: a bye counts if it is worth as much."""
    won: dict[str, list[int]] = field.root.remembered("WIN", _rounds_won)
    return {entry: (won[entry][len(field.cells[entry])],) for entry in entries}


def _rounds_won(field: Field) -> dict[str, list[int]]:
    return {
        entry: list(accumulate((int(_is_win(cell, field)) for cell in row), initial=0))
        for entry, row in field.cells.items()
    }


def tell_rounds_won(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    won = (cell for cell in field.cells[entry] if _is_win(cell, field))
    parts = (
        ValuePart(
            PartReason.WIN_POINTS,
            (1,),
            cell.round,
            cell.opponents[0] if len(cell.opponents) == 1 else None,
            cell.match,
            gaps={"points": exact(cell.points_12, 12)},
        )
        for cell in won
    )
    return PartsTold(Combination.SUM, tuple(parts))


def _is_win(cell: Cell, field: Field) -> bool:
    if field.scheme.is_solo or cell.outcome is RoundOutcome.PENDING:
        return False
    seats = 1 + len(cell.opponents) if cell.match else field.scheme.seats
    return cell.points_12 >= field.scheme.win_12(seats)


def starting_rank(field: Field, entries: Sequence[str]) -> Valued:
    seeds = {entry.id: entry.seed for entry in field.inputs.entries}
    return {entry: (seeds[entry],) for entry in entries}


def tell_starting_rank(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    (seed,) = starting_rank(field, [entry])[entry]
    return PartsTold(Combination.GIVEN, (ValuePart(PartReason.SEED, (exact(seed),)),))


def lots(field: Field, entries: Sequence[str]) -> Valued:
    """A number drawn for each. Who is drawn before whom depends on the two and the seed alone."""
    drawn: dict[str, int] = field.root.remembered("LOTS", _drawn)
    return {entry: (drawn[entry],) for entry in entries}


def _drawn(field: Field) -> dict[str, int]:
    order = drawn_order(field.cells, seed=field.inputs.lots_seed)
    return {entry: number for number, entry in enumerate(order, start=1)}


def tell_lots(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    (lot,) = lots(field, [entry])[entry]
    return PartsTold(Combination.GIVEN, (ValuePart(PartReason.LOT, (exact(lot),)),))


@dataclass(frozen=True, slots=True)
class ProgressiveScore:
    """Running scores, without those of the first rounds."""

    cut: int = 0

    def compute(self, field: Field, entries: Sequence[str]) -> Valued:
        return {entry: (sum(_running_12(field, entry)[self.cut :]),) for entry in entries}

    def tell(self, field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
        cells = counted_cells(field, entry)
        parts = tuple(
            ValuePart(
                PartReason.RUNNING,
                (exact(points_12, 12),),
                cell.round,
                match=cell.match,
                cut=Cut.FIRST_ROUND if at < self.cut else Cut.NONE,
            )
            for at, (cell, points_12) in enumerate(
                zip(cells, _running_12(field, entry), strict=True)
            )
        )
        return PartsTold(Combination.SUM, parts)


def _running_12(field: Field, entry: str) -> list[int]:
    return list(accumulate(cell.points_12 for cell in counted_cells(field, entry)))
