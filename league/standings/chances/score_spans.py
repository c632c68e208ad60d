"""Tiebreaks that scores decide, while games are to come: known for some, anything for others.

What finished games give stays as it is for whoever plays no more; the game's own keys become scores
as soon as one game is known by its scores only, so that only what both say is known. Whoever has a
game to come may end with anything. At a table with several games to come so may what games decide.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import groupby

from league.standings.chances.endings import DecidedChain, Endings
from league.standings.field import Field
from league.standings.inputs import SeveralGames
from league.standings.keys.own_games import game_scores
from league.standings.tiebreak import Tiebreak, Valued, Values
from league.standings.tiebreaks import TIEBREAKS

Range = tuple[int, int]  # places in an order, the higher the better
_ANYTHING = -(10**9), 10**9


class ScoreSpans:
    """Of each entry, by the ways in which its open matches end."""

    def __init__(self, endings: Endings, keys: Collection[str]):
        self.endings = endings
        self.keys = keys

    @cached_property
    def _known(self) -> Mapping[str, Mapping[str, Range]]:
        """By tiebreak and entry, if it plays no more."""
        return {key: self._ranges(key) for key in self.keys}

    def _ranges(self, key: str) -> dict[str, Range]:
        field = self.endings.field
        members = sorted(field.inputs.entries, key=lambda entry: entry.group)
        ranges: dict[str, Range] = {}
        for _, group in groupby(members, key=lambda entry: entry.group):
            entries = [entry.id for entry in group]
            orders = [_order(valued, TIEBREAKS[key]) for valued in _values(key, field, entries)]
            for entry in entries:
                places = [order[entry] for order in orders]
                ranges[entry] = min(places), max(places)
        return ranges

    def span(self, key: str, entry: str, ways: Sequence[tuple[int, int]]) -> Range:
        """`ways`: how its open matches end, by their number and that of the way."""
        plays = any(self._has_game(*way) for way in ways)
        return _ANYTHING if plays else self._known[key][entry]

    def _has_game(self, match: int, way: int) -> bool:
        open_match = self.endings.matches[match]
        return bool(open_match.ways[way].games) or not open_match.tells_games


def _values(key: str, field: Field, entries: Sequence[str]) -> list[Valued]:
    """One for each way in which these may be compared."""
    values = [TIEBREAKS[key].compute(field, entries)]
    if key == "GAME" and not isinstance(field.inputs.rules, SeveralGames):
        values.append(game_scores(field, entries))
    return values


def _order(valued: Valued, tiebreak: Tiebreak) -> dict[str, int]:
    def turned(values: Values) -> Values:
        return values if tiebreak.higher_wins else tuple([-number for number in values])

    order = {values: at for at, values in enumerate(sorted({*map(turned, valued.values())}))}
    return {entry: order[turned(values)] for entry, values in valued.items()}


class ScoresToCome:
    """What parts entries that are equal in all that results decide, after a way of each match."""

    def __init__(self, endings: Endings, decided: DecidedChain):
        self.keys = decided.chain[len(decided.by_results) :]
        self.spans = ScoreSpans(endings, decided.scores)
        self.matches: dict[str, list[int]] = {}
        for at, match in enumerate(endings.matches):
            for entry in match.entries:
                self.matches.setdefault(entry, []).append(at)

    def after(
        self, field: Field, choice: Sequence[int], equal: Sequence[str]
    ) -> dict[str, list[Range]]:
        """By entry, between what and what each tiebreak lies."""
        found: dict[str, list[Range]] = {entry: [] for entry in equal}
        for key in self.keys:
            if key in self.spans.keys:
                for entry, ranges in found.items():
                    ways = [(at, choice[at]) for at in self.matches.get(entry, ())]
                    ranges.append(self.spans.span(key, entry, ways))
            else:
                order = _order(TIEBREAKS[key].compute(field, equal), TIEBREAKS[key])
                for entry, ranges in found.items():
                    ranges.append((order[entry], order[entry]))
        return found


def is_above(one: Sequence[Range], other: Sequence[Range]) -> bool:
    """Whether it surely is."""
    for (least, most), (their_least, their_most) in zip(one, other, strict=True):
        if least > their_most:
            return True
        if not least == most == their_least == their_most:
            return False
    return False
