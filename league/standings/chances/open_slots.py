"""What tiebreaks are made of while matches are open: by one's own end, and by those of opponents.

A *finish* is an entry after one way of its own match. What one's own results decide is known for
each finish. Most other tiebreaks add up *slots*: what a round brings there hangs on how the match
of that round's opponent ends, and on nothing else.

All of it is told by the tiebreaks' own rules, asked of fields in which every match has ended by its
first way, by its second, and so on. Only where nobody has more than one open match.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

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
class OpenSlot:
    """What is added up, by the way in which a match ends."""

    match: int  # its number, or that of no match
    values: tuple[int, ...]
    is_voluntary: bool = False


Row = list[OpenSlot]  # of one finish


class OpenRounds:
    """A field with open matches, by finish."""

    def __init__(self, endings: Endings):
        self.endings = endings
        matches = endings.matches
        self.none = len(matches)  # stands for no match
        self.ways = max((len(match.ways) for match in matches), default=1)
        self.after = [
            endings.field_after([min(way, len(match.ways) - 1) for match in matches])
            for way in range(self.ways)
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
        self.drawn = [last_round_drawn(field) for field in self.after]
        self.scores = cache(self._scores)
        self.buchholz = cache(self._buchholz)

    @property
    def points_12(self) -> list[int]:
        return [self.after[f.way].points_12[f.entry] for f in self.finishes]

    def known(self, tiebreak: Tiebreak) -> list[Values]:
        """The values of a tiebreak that one's own matches decide, so that more is better."""
        is_mean = tiebreak.hangs_on is HangsOn.OWN_GAMES_MEAN
        values_in = _means if is_mean else _values
        valued = [values_in(tiebreak, field) for field in self.after]
        values = [valued[f.way][f.entry] for f in self.finishes]
        if tiebreak.higher_wins:
            return values
        return [tuple([-number for number in value]) for value in values]

    def _scores(self, *, is_fore: bool) -> dict[Finish, Row]:
        """Opponents' scores; `is_fore`: as if the last round had been drawn."""
        return {f: [slot for slot, _ in self._brought(f, is_fore=is_fore)] for f in self.finishes}

    def products(self) -> list[Row]:
        """Opponents' scores, each times what was scored against them."""
        return [
            [
                OpenSlot(slot.match, tuple(score * part.points_12 for score in slot.values))
                for slot, part in self._brought(f, is_fore=False)
            ]
            for f in self.finishes
        ]

    def factors(self) -> list[list[int]]:
        """What was scored against each of them."""
        return [
            [part.points_12 for _, part in self._brought(f, is_fore=False)] for f in self.finishes
        ]

    def _brought(self, finish: Finish, *, is_fore: bool) -> Iterator[tuple[OpenSlot, Contribution]]:
        fields = self.drawn if is_fore else self.after
        for part in contributions(fields[finish.way], finish.entry):
            yield self._slot(fields, finish, part), part

    def _slot(self, fields: Sequence[Field], finish: Finish, part: Contribution) -> OpenSlot:
        own = fields[finish.way]
        match = self.match_of[part.opponent] if part.opponent else self.none
        if part.opponent is None or match in (self.none, finish.match):
            return OpenSlot(self.none, (part.score_12,) * self.ways, part.is_voluntary)
        if part.cell.outcome in games_here(own):
            scores = [adjusted_12(field)[part.opponent] for field in fields]
        else:
            mates = [finish.entry] if finish.match == self.none else self.mates[finish.match]
            asked = [finish.entry, *part.cell.opponents]
            mixed = [_with_rows(field, own, mates, among=asked) for field in fields]
            instead = [instead_of_game(field, finish.entry, part.cell) for field in mixed]
            scores = [brought.score_12 for brought in instead if brought]
        return OpenSlot(match, tuple(scores), part.is_voluntary)

    def faced(self) -> list[Row]:
        """For Koya: what was scored against each, if they reach the limit."""
        strong = [strong_in(field) for field in self.after]
        return [
            [
                self._hanging(
                    f,
                    OpenSlot(
                        self.match_of[other],
                        tuple(cell.points_12 * (other in some) for some in strong),
                    ),
                )
                for cell, other in faced(self.after[f.way], f.entry)
            ]
            for f in self.finishes
        ]

    def opponents_values(self, valued: Callable[[Field], Mapping[str, Values]]) -> list[Row] | None:
        """What each who was met has by own results; None: somebody may have nothing."""
        by_way = [valued(field) for field in self.after]
        rows: list[Row] = []
        for f in self.finishes:
            values = [[values[other] for values in by_way] for other in self.met(f)]
            if not all(value for each in values for value in each):
                return None
            rows.append(
                [
                    self._hanging(
                        f,
                        OpenSlot(self.match_of[other], tuple(int(value) for (value,) in each)),
                    )
                    for other, each in zip(self.met(f), values, strict=True)
                ]
            )
        return rows

    def opponents_scores(self, *, is_fore: bool) -> list[Row] | None:
        """The Buchholz of all who were met, added up; None: a part hangs on two matches."""
        rows = [self._of_met(f, is_fore=is_fore) for f in self.finishes]
        known = [row for row in rows if row is not None]
        return known if len(known) == len(rows) else None

    def _of_met(self, finish: Finish, *, is_fore: bool) -> Row | None:
        sums: dict[int, list[int]] = defaultdict(lambda: [0] * self.ways)
        for other in self.met(finish):
            if (theirs := self.buchholz(other, is_fore=is_fore)) is None:
                return None
            for slot in theirs:
                hung = self._hanging(finish, slot)
                pairs = zip(sums[hung.match], hung.values, strict=True)
                sums[hung.match] = [had + value for had, value in pairs]
        return [OpenSlot(match, tuple(values)) for match, values in sums.items()]

    def _hanging(self, finish: Finish, slot: OpenSlot) -> OpenSlot:
        """The same slot, settled where it hangs on the match that the finish has behind it."""
        if slot.match not in (self.none, finish.match):
            return slot
        return OpenSlot(self.none, (slot.values[finish.way],) * self.ways)

    def met(self, finish: Finish) -> list[str]:
        return [other for _, other in met(self.after[finish.way], finish.entry)]

    def _buchholz(self, entry: str, *, is_fore: bool) -> Row | None:
        """Of an entry whose own match is open like the others."""
        match = self.match_of[entry]
        by_way = [row for f, row in self.scores(is_fore=is_fore).items() if f.entry == entry]
        if match == self.none:
            return by_way[0]
        settled = [sum(s.values[0] for s in row if s.match == self.none) for row in by_way]
        hanging = [
            Counter((s.match, s.values) for s in row if s.match != self.none) for row in by_way
        ]
        if any(row != hanging[0] for row in hanging):
            return None
        settled += settled[-1:] * (self.ways - len(settled))
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
