"""What tiebreaks are made of while matches are open: by one's own end, and by those of opponents.

A *finish* is an entry after one way of its own match. What one's own results and games decide is
known for each finish. Most other tiebreaks add up *slots*: what a round brings there hangs on the
result of the match of that round's opponent, whatever its games, and on nothing else.

All of it is told by the tiebreaks' own rules, asked of fields in which every match has ended by its
first result, by its second, and so on. Only where nobody has more than one open match.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from league.standings.chances.endings import Endings
from league.standings.field import Field
from league.standings.keys.koya import faced, strong_in
from league.standings.keys.opponents import met
from league.standings.keys.running import games_played
from league.standings.keys.unplayed import (
    Contribution,
    adjusted_12,
    contributions,
    games_here,
    instead_of_game,
    last_round_drawn,
)
from league.standings.tiebreak import HangsOn, Tiebreak, Valued, Values


@dataclass(frozen=True, slots=True)
class Finish:
    """An entry after one way of its match; without one, of no match."""

    entry: str
    match: int
    way: int


@dataclass(frozen=True, slots=True)
class Placing:
    """An entry after one result of its match, whatever games led there."""

    entry: str
    match: int
    result: int


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """What is added up, by the result of a match."""

    match: int  # its number, or that of no match
    values: tuple[int, ...]
    is_voluntary: bool = False


Row = list[OpenSlot]  # of one placing
_BY_GAMES = frozenset({HangsOn.OWN_GAMES, HangsOn.OWN_GAMES_MEAN})


class OpenRounds:
    """A field with open matches, by finish and by placing."""

    def __init__(self, endings: Endings):
        self.endings = endings
        matches = endings.matches
        self.none = len(matches)  # stands for no match
        self.ways = max((len(match.ways) for match in matches), default=1)
        self.results = max((1 + max(numbers) for numbers in endings.results), default=1)
        self.after = [
            endings.field_after(
                [numbers.index(min(result, max(numbers))) for numbers in endings.results]
            )
            for result in range(self.results)
        ]
        self.match_of = dict.fromkeys(endings.cells, self.none)
        for at, match in enumerate(matches):
            self.match_of |= dict.fromkeys(match.entries, at)
        self.mates = [match.entries for match in matches]
        self.finishes = [
            Finish(entry, match, way)
            for entry, match in self.match_of.items()
            for way in range(1 if match == self.none else len(matches[match].ways))
        ]
        self.result_of = [*endings.results, [0]]  # by match and way
        self.placings = list(dict.fromkeys(map(self.placing, self.finishes)))
        self.drawn = [last_round_drawn(field) for field in self.after]
        self.scores = cache(self._scores)
        self.buchholz = cache(self._buchholz)

    def placing(self, finish: Finish) -> Placing:
        return Placing(finish.entry, finish.match, self.result_of[finish.match][finish.way])

    @property
    def points_12(self) -> list[int]:
        of = map(self.placing, self.finishes)
        return [self.after[one.result].points_12[one.entry] for one in of]

    @cached_property
    def by_way(self) -> list[Field]:
        """Every match ended by its first way, by its second, and so on."""
        endings = self.endings
        return [
            endings.field_after([min(way, len(match.ways) - 1) for match in endings.matches])
            for way in range(self.ways)
        ]

    def known(self, tiebreak: Tiebreak) -> list[Values]:
        """The values of a tiebreak that one's own matches decide, so that more is better."""
        is_mean = tiebreak.hangs_on is HangsOn.OWN_GAMES_MEAN
        values_in = _means if is_mean else _values
        if tiebreak.hangs_on in _BY_GAMES:
            valued = [values_in(tiebreak, field) for field in self.by_way]
            values = [valued[f.way][f.entry] for f in self.finishes]
        else:
            valued = [values_in(tiebreak, field) for field in self.after]
            of = map(self.placing, self.finishes)
            values = [valued[one.result][one.entry] for one in of]
        if tiebreak.higher_wins:
            return values
        return [tuple([-number for number in value]) for value in values]

    def _scores(self, *, is_fore: bool) -> dict[Placing, Row]:
        """Opponents' scores; `is_fore`: as if the last round had been drawn."""
        return {p: [slot for slot, _ in self._brought(p, is_fore=is_fore)] for p in self.placings}

    def products(self) -> list[Row]:
        """Opponents' scores, each times what was scored against them."""
        return [
            [
                OpenSlot(slot.match, tuple(score * part.points_12 for score in slot.values))
                for slot, part in self._brought(p, is_fore=False)
            ]
            for p in self.placings
        ]

    def factors(self) -> list[list[int]]:
        """What was scored against each of them."""
        return [
            [part.points_12 for _, part in self._brought(p, is_fore=False)] for p in self.placings
        ]

    def _brought(self, own: Placing, *, is_fore: bool) -> Iterator[tuple[OpenSlot, Contribution]]:
        fields = self.drawn if is_fore else self.after
        for part in contributions(fields[own.result], own.entry):
            yield self._slot(fields, own, part), part

    def _slot(self, fields: Sequence[Field], placing: Placing, part: Contribution) -> OpenSlot:
        own = fields[placing.result]
        match = self.match_of[part.opponent] if part.opponent else self.none
        if part.opponent is None or match in (self.none, placing.match):
            return OpenSlot(self.none, (part.score_12,) * self.results, part.is_voluntary)
        if part.cell.outcome in games_here(own):
            scores = [adjusted_12(field)[part.opponent] for field in fields]
        else:
            mates = [placing.entry] if placing.match == self.none else self.mates[placing.match]
            asked = [placing.entry, *part.cell.opponents]
            mixed = [_with_rows(field, own, mates, among=asked) for field in fields]
            instead = [instead_of_game(field, placing.entry, part.cell) for field in mixed]
            scores = [brought.score_12 for brought in instead if brought]
        return OpenSlot(match, tuple(scores), part.is_voluntary)

    def faced(self) -> list[Row]:
        """For Koya: what was scored against each, if they reach the limit."""
        strong = [strong_in(field) for field in self.after]
        return [
            [
                self._hanging(
                    p,
                    OpenSlot(
                        self.match_of[other],
                        tuple(cell.points_12 * (other in some) for some in strong),
                    ),
                )
                for cell, other in faced(self.after[p.result], p.entry)
            ]
            for p in self.placings
        ]

    def opponents_values(self, valued: Callable[[Field], Mapping[str, Values]]) -> list[Row] | None:
        """What each who was met has by own results; None: somebody may have nothing."""
        by_result = [valued(field) for field in self.after]
        rows: list[Row] = []
        for p in self.placings:
            values = [[values[other] for values in by_result] for other in self.met(p)]
            if not all(value for each in values for value in each):
                return None
            rows.append(
                [
                    self._hanging(
                        p,
                        OpenSlot(self.match_of[other], tuple(int(value) for (value,) in each)),
                    )
                    for other, each in zip(self.met(p), values, strict=True)
                ]
            )
        return rows

    def opponents_scores(self, *, is_fore: bool) -> list[Row] | None:
        """The Buchholz of all who were met, added up; None: a part hangs on two matches."""
        rows = [self._of_met(p, is_fore=is_fore) for p in self.placings]
        known = [row for row in rows if row is not None]
        return known if len(known) == len(rows) else None

    def _of_met(self, own: Placing, *, is_fore: bool) -> Row | None:
        sums: dict[int, list[int]] = defaultdict(lambda: [0] * self.results)
        for other in self.met(own):
            if (theirs := self.buchholz(other, is_fore=is_fore)) is None:
                return None
            for slot in theirs:
                hung = self._hanging(own, slot)
                pairs = zip(sums[hung.match], hung.values, strict=True)
                sums[hung.match] = [had + value for had, value in pairs]
        return [OpenSlot(match, tuple(values)) for match, values in sums.items()]

    def _hanging(self, own: Placing, slot: OpenSlot) -> OpenSlot:
        """The same slot, settled where it hangs on the match that is over for oneself."""
        if slot.match not in (self.none, own.match):
            return slot
        return OpenSlot(self.none, (slot.values[own.result],) * self.results)

    def met(self, placing: Placing) -> list[str]:
        return [other for _, other in met(self.after[placing.result], placing.entry)]

    def _buchholz(self, entry: str, *, is_fore: bool) -> Row | None:
        """Of an entry whose own match is open like the others."""
        match = self.match_of[entry]
        rows = [row for p, row in self.scores(is_fore=is_fore).items() if p.entry == entry]
        if match == self.none:
            return rows[0]
        settled = [sum(s.values[0] for s in row if s.match == self.none) for row in rows]
        hanging = [
            Counter((s.match, s.values) for s in row if s.match != self.none) for row in rows
        ]
        if any(row != hanging[0] for row in hanging):
            return None
        settled += settled[-1:] * (self.results - len(settled))
        return [OpenSlot(match, tuple(settled)), *(OpenSlot(*key) for key in hanging[0].elements())]


def _values(tiebreak: Tiebreak, field: Field) -> Valued:
    return tiebreak.compute(field, list(field.cells))


def _means(tiebreak: Tiebreak, field: Field) -> Valued:
    """For each game, whoever is compared, so that unequal numbers of them compare."""
    by_games = defaultdict(list)
    for entry, games in games_played(field).items():
        by_games[games].append(entry)
    return {
        entry: tuple(Fraction(number) / games for number in summed[entry])
        for games, entries in by_games.items()
        for summed in [tiebreak.compute(field, entries)]
        for entry in entries
    }


def _with_rows(field: Field, of: Field, entries: Sequence[str], *, among: Sequence[str]) -> Field:
    """A few who are asked about, some of them as they are in another field."""
    source = {entry: of if entry in entries else field for entry in among}
    return Field(
        field.inputs,
        field.scheme,
        {entry: one.cells[entry] for entry, one in source.items()},
        {entry: one.points_12[entry] for entry, one in source.items()},
        field.numbers,
    )
