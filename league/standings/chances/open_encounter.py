"""Direct encounter while matches are open: it hangs on who else is equal, and on their games alone.

Once it is settled who is equal before it, it is known, as the event's own table has it. Before
that it is bounded where all who may be equal have met: then their points against each other decide
first, and whoever may still join the equals brings each of two so much.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np

from league.standings.chances.open_slots import Finish, OpenRounds
from league.standings.chances.open_sums import Amounts, Flags, Numbers, Span
from league.standings.keys.direct_encounter import places_among, scored_against
from league.standings.parts import Number
from league.standings.points import Scheme

_FEW_IN_DOUBT = 2  # of whom each choice is looked at
_EXACT = 1e-6  # means of points are no whole numbers


@dataclass(frozen=True)
class OpenEncounter:
    """Of all finishes."""

    finishes: Sequence[Finish]
    scored: Sequence[Mapping[str, Number]]  # by finish
    scheme: Scheme

    @classmethod
    def of(cls, rounds: OpenRounds) -> "OpenEncounter":
        scored = {p: scored_against(rounds.after[p.result], p.entry) for p in rounds.placings}
        by_finish = [scored[rounds.placing(finish)] for finish in rounds.finishes]
        return cls(rounds.finishes, by_finish, rounds.after[0].scheme)

    def difference(self, finishes: Numbers, own: int) -> "EncounterDifference":
        at = [own, *finishes.tolist()]
        return EncounterDifference(
            [self.finishes[each].entry for each in at],
            [self.scored[each] for each in at],
            self.scheme,
        )


@dataclass(frozen=True)
class EncounterDifference:
    """What some have more than the first of them."""

    entries: Sequence[str]
    scored: Sequence[Mapping[str, Number]]
    scheme: Scheme
    known: dict[bytes, Amounts] = field(default_factory=dict)  # by who is equal

    def among(self, kept: Numbers) -> "EncounterDifference":
        at = [0, *(kept + 1).tolist()]
        return EncounterDifference(
            [self.entries[each] for each in at], [self.scored[each] for each in at], self.scheme
        )

    def span(self, is_in: Flags, may_be_in: Flags) -> Span:
        """By who is surely equal before, and who may be; a row for each state."""
        least, most = self._bounds(is_in, may_be_in)
        in_doubt = may_be_in & ~is_in
        for row in np.flatnonzero(in_doubt.sum(axis=1) <= _FEW_IN_DOUBT).tolist():
            least[row], most[row] = self._by_groups(is_in[row], np.flatnonzero(in_doubt[row]))
        return least, most

    def _by_groups(self, is_in: Flags, in_doubt: Numbers) -> Span:
        """With every choice of those in doubt; each of these by the choices with itself."""
        least, most = np.full(len(is_in), np.inf), np.full(len(is_in), -np.inf)
        for chosen in product((False, True), repeat=len(in_doubt)):
            group = is_in.copy()
            group[in_doubt] = chosen
            differences = self._exactly(group)
            counts = group | ~is_in
            counts[in_doubt] = chosen
            least[counts] = np.minimum(least, differences)[counts]
            most[counts] = np.maximum(most, differences)[counts]
        return least, most

    def _exactly(self, is_in: Flags) -> Amounts:
        key = is_in.tobytes()
        if key not in self.known:
            at = [0, *(np.flatnonzero(is_in) + 1).tolist()]
            places = places_among({self.entries[e]: self.scored[e] for e in at}, self.scheme)
            own = places[self.entries[0]]
            self.known[key] = np.array(
                [own - places.get(entry, own) for entry in self.entries[1:]], np.float64
            )
        return self.known[key]

    def _bounds(self, is_in: Flags, may_be_in: Flags) -> Span:
        if not self._have_all_met:
            # Nobody parts those who have met none of them.
            is_apart = may_be_in @ self._met_first | ((may_be_in @ self._met) & may_be_in).any(
                axis=1
            )
            unknown = np.repeat(is_apart[:, None].astype(np.float64), is_in.shape[1], axis=1)
            return -unknown, unknown
        more = self._more
        open_ = (may_be_in & ~is_in).astype(np.float64)
        sure = is_in.astype(np.float64) @ more + self._between
        least = sure + open_ @ np.minimum(more, 0)
        most = sure + open_ @ np.maximum(more, 0)
        # Who is equal in this is compared again, by the games among these alone.
        return np.where(least > _EXACT, 1.0, -1.0), np.where(most < -_EXACT, -1.0, 1.0)

    @cached_property
    def _have_all_met(self) -> bool:
        everybody = set(self.entries)
        pairs = zip(self.entries, self.scored, strict=True)
        return all(scored.keys() >= everybody - {entry} for entry, scored in pairs)

    @cached_property
    def _met_first(self) -> Flags:
        return np.array([self.entries[0] in scored for scored in self.scored[1:]], np.bool_)

    @cached_property
    def _met(self) -> Flags:
        others = self.entries[1:]
        rows = [[other in scored for other in others] for scored in self.scored[1:]]
        return np.array(rows, np.bool_).reshape(len(others), len(others))

    @cached_property
    def _more(self) -> Amounts:
        """What the one of a column scored against that of a row, more than the first did."""
        others = self.entries[1:]
        own = self.scored[0]
        rows = [
            [
                0.0 if one in (each, self.entries[0]) else float(theirs[one] - own[one])
                for each, theirs in zip(others, self.scored[1:], strict=True)
            ]
            for one in others
        ]
        return np.array(rows, np.float64).reshape(len(others), len(others))

    @cached_property
    def _between(self) -> Amounts:
        """What each scored against the first, more than the first against it."""
        own, first = self.scored[0], self.entries[0]
        return np.array(
            [
                float(theirs[first] - own[each])
                for each, theirs in zip(self.entries[1:], self.scored[1:], strict=True)
            ]
        )
