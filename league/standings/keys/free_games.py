"""What orders a table where everybody plays as many games as they like: MIN, MEAN, BEST, BEST-GAME.

The sum of all points would reward whoever stays longest. So the mean of all games counts, with
those behind who have played fewer than the least number; or the sum of the best ones. A game counts
once it is decided, forfeits among them: who is seated and does not come has a game without points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from games.values import gettext_noop
from league.standings.field import Cell, Field
from league.standings.inputs import GameRules, OtherGame, RoundOutcome
from league.standings.keys.own_games import GAME_KEYS_SAID, GAME_SCORE_SAID, rules_for
from league.standings.parts import PartsTold, ValuePart, exact
from league.standings.points import WHOLE
from league.standings.tiebreak import ANYWHERE, HangsOn, Need, Tiebreak, Valued, Values
from league.standings.wording import Combination, Cut, Reason, ngettext

_COUNTED = Reason(
    "games_counted",
    gettext_noop("%(games)s games of at least %(least)s."),
    ngettext("%(games)s game of at least %(least)s.", "%(games)s games of at least %(least)s."),
    counts="games",
)
_POINTS = Reason(
    "game_points",
    gettext_noop("%(amount)s points in game %(round)s."),
    ngettext("%(amount)s point in game %(round)s.", "%(amount)s points in game %(round)s."),
)


def games_of(field: Field, entry: str) -> list[Cell]:
    """Those that count, in the order in which the tables were made."""
    return [
        cell
        for cell in field.cells[entry]
        if cell.match and cell.outcome is not RoundOutcome.PENDING
    ]


def best_rounds(games: Sequence[Cell], *, number: int) -> frozenset[int]:
    """The rounds of the best games; of equal ones the earlier."""
    in_order = sorted(games, key=lambda cell: (-cell.points_12, cell.round))
    return frozenset(cell.round for cell in in_order[:number])


def enough_games(field: Field, entries: Sequence[str]) -> Valued:
    """Games, up to the least number: who has played more is no better for it."""
    least = field.settings.least_games
    return {entry: (min(len(games_of(field, entry)), least),) for entry in entries}


def tell_enough_games(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    games, least = len(games_of(field, entry)), field.settings.least_games
    gaps = {"games": games, "least": least}
    part = ValuePart(_COUNTED, (min(games, least),), gaps=gaps)
    return PartsTold(Combination.GIVEN, (part,))


def mean_points(field: Field, entries: Sequence[str]) -> Valued:
    return {entry: _mean_12(games_of(field, entry)) for entry in entries}


def _mean_12(games: Sequence[Cell]) -> tuple[Fraction, ...]:
    return (Fraction(sum(cell.points_12 for cell in games), len(games)),) if games else ()


def tell_mean_points(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    games = games_of(field, entry)
    return PartsTold(Combination.MEAN, tuple(map(_part, games)), max(len(games), 1))


def best_points(field: Field, entries: Sequence[str]) -> Valued:
    """The sum of the best games; of fewer, of all."""
    number = field.settings.best_games
    sums = {}
    for entry in entries:
        points = sorted((cell.points_12 for cell in games_of(field, entry)), reverse=True)
        sums[entry] = (sum(points[:number]),)
    return sums


def tell_best_points(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    games = games_of(field, entry)
    best = best_rounds(games, number=field.settings.best_games)
    parts = (
        _part(cell) if cell.round in best else replace(_part(cell), cut=Cut.NOT_BEST)
        for cell in games
    )
    return PartsTold(Combination.SUM, tuple(parts))


def best_game_keys(field: Field, entries: Sequence[str]) -> Valued:
    """The game's own keys, summed over the best games; of equal scores the better game counts."""
    rules = rules_for(field, entries)
    return {entry: _summed(_best_keys(field, entry, rules).values()) for entry in entries}


def tell_best_game_keys(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    rules = rules_for(field, entries)
    why = GAME_SCORE_SAID if isinstance(rules, OtherGame) else GAME_KEYS_SAID
    best = _best_keys(field, entry, rules)
    parts = (
        ValuePart(
            why,
            rules.league_keys(sat.side),
            sat.round,
            match=sat.match,
            cut=Cut.NONE if sat.round in best else Cut.NOT_BEST,
        )
        for sat in field.sat[entry]
    )
    return PartsTold(Combination.SUM, tuple(parts))


def _best_keys(field: Field, entry: str, rules: GameRules) -> Mapping[int, Values]:
    """By round, those of the best games; of equal ones the earlier."""
    points_12 = {cell.round: cell.points_12 for cell in games_of(field, entry)}
    keys = {sat.round: rules.league_keys(sat.side) for sat in field.sat[entry]}
    in_order = sorted(
        keys, key=lambda number: (-points_12[number], [-key for key in keys[number]], number)
    )
    return {number: keys[number] for number in in_order[: field.settings.best_games]}


def _summed(keys: Iterable[Values]) -> Values:
    return tuple(map(sum, zip(*keys, strict=True)))


def _part(cell: Cell) -> ValuePart:
    other = cell.opponents[0] if len(cell.opponents) == 1 else None
    return ValuePart(_POINTS, (exact(cell.points_12, WHOLE),), cell.round, other, cell.match)


_WITHOUT_ROUNDS = replace(ANYWHERE, needs=frozenset({Need.NO_ROUNDS}))
KEYS = (
    Tiebreak(
        "MIN",
        gettext_noop("Enough games"),
        gettext_noop("First those who have played the least number of games, then the others."),
        _WITHOUT_ROUNDS,
        enough_games,
        tell_enough_games,
        HangsOn.OWN_RESULTS,
        instead_of_points=True,
    ),
    Tiebreak(
        "MEAN",
        gettext_noop("Mean"),
        gettext_noop("More points for each game, on average."),
        _WITHOUT_ROUNDS,
        mean_points,
        tell_mean_points,
        HangsOn.OWN_RESULTS,
        WHOLE,
        instead_of_points=True,
    ),
    Tiebreak(
        "BEST",
        gettext_noop("Best games"),
        gettext_noop("More points in the best games, of which a set number counts."),
        _WITHOUT_ROUNDS,
        best_points,
        tell_best_points,
        HangsOn.OWN_RESULTS,
        WHOLE,
        instead_of_points=True,
    ),
    Tiebreak(
        "BEST-GAME",
        gettext_noop("The game's own, best games"),
        gettext_noop("What the game itself counts, over the best games."),
        replace(ANYWHERE, needs=frozenset({Need.NO_ROUNDS, Need.SCORES, Need.ONE_GAME})),
        best_game_keys,
        tell_best_game_keys,
        HangsOn.OWN_SCORES,
        per_matches=0,
    ),
)
