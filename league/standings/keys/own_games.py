"""Tiebreaks that an entry's own games over the board give: GAME, PLACES, WON, BPG, BWG.

Where entries have played unequal numbers of games, GAME and PLACES compare means per game, as
exact fractions. An entry that has played none has no value, and stands behind all that have.
FIDE's Black is the seat that does not start; in a match of several games it changes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from games.values import gettext_noop
from league.standings.field import Field, Sat, games_in_order
from league.standings.inputs import GameRules, MatchInput, OtherGame, SeveralGames
from league.standings.keys.running import Running, games_played, played_sides, running, running_sums
from league.standings.parts import PartsTold, ValuePart
from league.standings.tiebreak import (
    ANYWHERE,
    FOR_MEETINGS,
    FOR_TABLES,
    FOR_TWO,
    HangsOn,
    Need,
    Tiebreak,
    Valued,
    Values,
)
from league.standings.wording import Combination, Reason

Starters = Mapping[tuple[int, str, int], str]  # by round, match and game

GAME_KEYS_SAID = Reason(
    "game_keys",
    gettext_noop("%(amount)s in the game of round %(round)s."),
    of_game=gettext_noop("%(amount)s in game %(round)s."),
)
GAME_SCORE_SAID = Reason(
    "game_score",
    gettext_noop("A score of %(amount)s in round %(round)s."),
    of_game=gettext_noop("A score of %(amount)s in game %(round)s."),
)
_PLACE = Reason(
    "place",
    gettext_noop("Place %(place)s in the game of round %(round)s."),
    of_game=gettext_noop("Place %(place)s in game %(round)s."),
)
_WON = Reason(
    "won",
    gettext_noop("Won in round %(round)s."),
    of_game=gettext_noop("Won game %(round)s."),
)
_SECOND = Reason("second", gettext_noop("%(opponent)s started in round %(round)s."))


def totals(field: Field, name: str, worth: Callable[[Field, Sat], Values]) -> Running:
    """What the first games are worth together."""

    def work(whole: Field) -> Running:
        return running(whole, [worth(whole, sat) for sat in games_in_order(whole.rounds)])

    return field.root.remembered(name, work)


def have_played_unequally(field: Field, entries: Sequence[str]) -> bool:
    """Then means per game are compared. Who has played none makes no difference."""
    games = games_played(field)
    return len({games[entry] for entry in entries} - {0}) > 1


def over_games(field: Field, entries: Sequence[str], summed: Running) -> Valued:
    """Sums over games, or means where the numbers of games differ."""
    if have_played_unequally(field, entries):
        return summed.means(field, over=entries)
    return summed.values(field)


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
    """The game's own keys; by the scores alone as soon as one game is known by those only.

    Means are of what adds up; a best game stays.
    """
    return _by_rules(field, entries, rules_for(field, entries))


def game_scores(field: Field, entries: Sequence[str]) -> Valued:
    """The same by scores alone, as one game without keys would make it."""
    return _by_rules(field, entries, OtherGame(field.inputs.rules.higher_score_wins))


def _by_rules(field: Field, entries: Sequence[str], rules: GameRules) -> Valued:
    name = "GAME by scores" if isinstance(rules, OtherGame) else "GAME"

    def work(whole: Field) -> Running:
        keys = [rules.league_keys(side) for side in played_sides(whole).sides]
        return running(whole, keys, best=rules.best_keys)

    return over_games(field, entries, field.root.remembered(name, work))


def rules_for(field: Field, entries: Sequence[str]) -> GameRules:
    """By which the games of these entries are compared."""
    rules: GameRules = field.inputs.rules
    if isinstance(rules, SeveralGames):
        return rules
    first: Mapping[str, int] = field.root.remembered("scores only", _first_with_scores_only)
    games = games_played(field)
    has_scores_only = any(first[entry] < games[entry] for entry in first.keys() & set(entries))
    return OtherGame(rules.higher_score_wins) if has_scores_only else rules


def _first_with_scores_only(field: Field) -> dict[str, int]:
    """By entry, how many games come before one without keys; of those who have such a game."""
    played = played_sides(field)
    without = [at for at, side in enumerate(played.sides) if not side.keys]
    numbers = (played.places[without] - 1).tolist()
    first: dict[str, int] = {}
    for at, number in zip(without, numbers, strict=True):
        first.setdefault(played.sides[at].entry, number)
    return first


def tell_game_keys(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    """Each game by itself. Together they count as the game says."""
    rules = rules_for(field, entries)
    why = GAME_SCORE_SAID if isinstance(rules, OtherGame) else GAME_KEYS_SAID
    parts = tuple(
        ValuePart(why, rules.league_keys(sat.side), sat.round, match=sat.match)
        for sat in field.sat[entry]
    )
    is_mean = bool(parts) and have_played_unequally(field, entries)
    return PartsTold(Combination.GAME, parts, len(parts) if is_mean else 1)


def places(field: Field, entries: Sequence[str]) -> Valued:
    """Firsts, seconds and thirds, in games."""
    return over_games(field, entries, totals(field, "PLACES", _place))


def places_taken(field: Field) -> Mapping[str, tuple[int, ...]]:
    """The same by entry, in whole numbers; empty where it has played none."""
    taken = totals(field, "PLACES", _place).values(field)
    return {entry: tuple(map(int, numbers)) for entry, numbers in taken.items()}


def _place(field: Field, sat: Sat) -> Values:
    return tuple(int(sat.side.rank == place) for place in (1, 2, 3))


def tell_places(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    def part(sat: Sat) -> ValuePart:
        amount = tuple(int(number) for number in _place(field, sat))
        gaps = {"place": sat.side.rank}
        return ValuePart(_PLACE, amount, sat.round, match=sat.match, gaps=gaps)

    return told_over_games(field, entry, entries, part)


def games_won(field: Field, entries: Sequence[str]) -> Valued:
    """Games over the board that nobody else won with it."""
    won: Running = field.root.remembered("WON", _running_wins)
    return won.values(field, of_none=(0,))


def _running_wins(field: Field) -> Running:
    return running_sums(field, played_sides(field).is_won.astype(np.int64)[:, None])


def _has_won(sat: Sat) -> bool:
    return sat.side.rank == 1 and [side.rank for side in sat.game.sides].count(1) == 1


def tell_games_won(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    won = (sat for sat in field.sat[entry] if _has_won(sat))
    parts = (ValuePart(_WON, (1,), sat.round, _only_other(sat), sat.match) for sat in won)
    return PartsTold(Combination.SUM, tuple(parts))


def _only_other(sat: Sat) -> str | None:
    others = [side.entry for side in sat.game.sides if side is not sat.side]
    return others[0] if len(others) == 1 else None


def games_second(field: Field, entries: Sequence[str]) -> Valued:
    """Games over the board in which somebody else started."""
    return {entry: (len(list(_second(field, entry))),) for entry in entries}


def tell_games_second(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    return _told_second(field, _second(field, entry), _SECOND)


def wins_second(field: Field, entries: Sequence[str]) -> Valued:
    """Those of them that nobody else won with it."""
    return {entry: (len(list(_won_second(field, entry))),) for entry in entries}


def tell_wins_second(field: Field, entry: str, entries: Sequence[str]) -> PartsTold:
    return _told_second(field, _won_second(field, entry), _WON)


def _second(field: Field, entry: str) -> Iterator[Sat]:
    return (sat for sat in field.sat[entry] if _starter_of(field, sat) != entry)


def _starter_of(field: Field, sat: Sat) -> str:
    starters: Starters = field.root.remembered("starters", _starters)
    return starters[sat.round, sat.match, id(sat.game)]


def _won_second(field: Field, entry: str) -> Iterator[Sat]:
    return (sat for sat in _second(field, entry) if _has_won(sat))


def _told_second(field: Field, games: Iterator[Sat], why: Reason) -> PartsTold:
    """Each with who started it."""
    parts = (ValuePart(why, (1,), sat.round, _starter_of(field, sat), sat.match) for sat in games)
    return PartsTold(Combination.SUM, tuple(parts))


def _starters(field: Field) -> dict[tuple[int, str, int], str]:
    """Two games of a match may be equal in everything: they are told apart by their identity."""
    return {
        (round_.number, match.id, id(game)): _starter(match, at)
        for round_ in field.inputs.rounds
        for match in round_.matches
        for at, game in enumerate(match.games)
    }


def _starter(match: MatchInput, at: int) -> str:
    """As the table said; else as it was seated, turned round in every second game."""
    said = (side.entry for side in match.games[at].sides if side.starts)
    return next(said, match.entries[-1] if at % 2 else match.entries[0])


KEYS = (
    Tiebreak(
        "WON",
        gettext_noop("Games won"),
        gettext_noop("More games won at the table; shared wins, forfeits and byes do not count."),
        FOR_MEETINGS,
        games_won,
        tell_games_won,
        HangsOn.OWN_GAMES,
        per_matches=1,
        fide="WON",
    ),
    Tiebreak(
        "BPG",
        gettext_noop("Games without the start"),
        gettext_noop("More games at the table that the other one started (with Black, in chess)."),
        FOR_TWO,
        games_second,
        tell_games_second,
        HangsOn.OWN_GAMES,
        per_matches=1,
        fide="BPG",
    ),
    Tiebreak(
        "BWG",
        gettext_noop("Wins without the start"),
        gettext_noop("More games won at the table that the other one started (with Black)."),
        FOR_TWO,
        wins_second,
        tell_wins_second,
        HangsOn.OWN_GAMES,
        per_matches=1,
        fide="BWG",
    ),
    Tiebreak(
        "GAME",
        gettext_noop("The game's own"),
        gettext_noop("What the game itself counts, over all games played."),
        replace(ANYWHERE, needs=frozenset({Need.SCORES, Need.ONE_GAME})),
        game_keys,
        tell_game_keys,
        HangsOn.OWN_SCORES,
        per_matches=0,
    ),
    Tiebreak(
        "PLACES",
        gettext_noop("Places"),
        gettext_noop("More first places in games, then more second places, then more third ones."),
        FOR_TABLES,
        places,
        tell_places,
        HangsOn.OWN_GAMES_MEAN,
        per_matches=0,
    ),
)
