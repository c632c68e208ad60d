"""Pairs a round with all the rounds to come in view: repeats and short tables over the whole event.

Decided here: which rounds are planned together, from where the search starts and which of two plans
is taken. First this round is seated by points and the later ones are planned around it; if that is
not proven to be the best, all of them are planned together, from there or from the plan of the
round before. The plan that costs less by the weighted sum is taken, the one by points when they
cost the same; then this round's tables are made as good as they can be with the others planned so.
Nothing but this round is decided: the next one plans the rest again, for whoever is there then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from league.pairing.cost import Situation, short_tables
from league.pairing.field import (
    Entrant,
    Meeting,
    NoPairing,
    Pairing,
    PairingRemark,
    Past,
    PastBye,
    TableDrawn,
)
from league.pairing.outlook import Outlook, RoundTables, repeats_over, search
from league.pairing.sizes import SizeMix
from league.pairing.tables import greedy_tables, pair_tables

MOST_PLANNED = 64  # entries; with more, repeats are avoided round by round
Progress = Callable[[float], None]
Plan = dict[int, RoundTables]  # by the number of the round


@dataclass(frozen=True, slots=True)
class RoundToCome:
    """Who is expected in a later round, and at which tables."""

    entrants: tuple[Entrant, ...]
    mix: SizeMix


@dataclass(frozen=True, slots=True)
class RoundsToCome:
    """All later rounds; and what was planned for this one and them when the last was drawn."""

    rounds: tuple[RoundToCome, ...]
    earlier: tuple[RoundTables, ...] = ()


def pair_ahead(
    situation: Situation,
    *,
    mix: SizeMix,
    horizon: RoundsToCome,
    seed: int,
    locked: tuple[TableDrawn, ...] = (),
    progress: Progress | None = None,
) -> Pairing | NoPairing:
    """The round, and in `ahead` the plan for those to come."""
    first = pair_tables(
        situation, mix=mix, seed=seed, locked=locked, progress=_part(progress, 0.0, 0.3)
    )
    if isinstance(first, NoPairing) or not horizon.rounds or len(situation.entrants) > MOST_PLANNED:
        return first
    ask = _Planning(situation, horizon, locked, Random(f"{seed} ahead"))  # noqa: S311 - lots
    plan = ask.best(first, progress=_part(progress, 0.3, 0.9))
    now, later = plan.pop(situation.round_number), plan
    loose = tuple(TableDrawn(table) for table in now if table not in ask.locked_tables)
    drawn = pair_tables(
        replace(situation, planned=_meetings(later)),
        mix=mix,
        seed=seed,
        locked=locked,
        start=replace(first, tables=loose),
        progress=_part(progress, 0.9, 1.0),
    )
    assert isinstance(drawn, Pairing), "with a start there is always a round"
    return _with_outlook(replace(drawn, ahead=tuple(later.values())), situation=situation)


@dataclass(frozen=True, slots=True)
class _Planning:
    """What a plan is made for."""

    situation: Situation
    horizon: RoundsToCome
    locked: tuple[TableDrawn, ...]
    random: Random

    @property
    def locked_tables(self) -> set[tuple[str, ...]]:
        return {table.entries for table in self.locked}

    def best(self, first: Pairing, *, progress: Progress | None) -> Plan:
        """The cheapest plan found; by points when that costs no more."""
        earlier = self.horizon.earlier
        now = tuple(table.entries for table in first.tables)
        outlook = self._outlook(self._filled(now, earlier[1:], byes=first.byes), fixed=now)
        cost, by_points = search(outlook, random=self.random, progress=_part(progress, 0.0, 0.5))
        if cost <= outlook.least:
            return by_points
        start = by_points
        if earlier and not self.locked and _fits(earlier[0], now):
            kept = self._filled(earlier[0], earlier[1:], byes=first.byes)
            start = min(by_points, kept, key=lambda plan: self._outlook(plan).cost)
        total, together = search(
            self._outlook(start), random=self.random, progress=_part(progress, 0.5, 1.0)
        )
        return together if total < cost else by_points

    def _outlook(self, plan: Plan, *, fixed: RoundTables | None = None) -> Outlook:
        seated = self.locked_tables if fixed is None else fixed
        return Outlook(self.situation, plan, fixed=frozenset(chain.from_iterable(seated)))

    def _filled(
        self, now: RoundTables, earlier: Sequence[RoundTables], *, byes: tuple[str, ...]
    ) -> Plan:
        """This round with later ones: as planned before where that still fits, else greedily."""
        number = self.situation.round_number
        plan: Plan = {number: now}
        sat_out = [PastBye(number, entry, kind="pairing") for entry in byes]
        for place, round_ in enumerate(self.horizon.rounds):
            number += 1
            past = Past(self.situation.past.meetings, (*self.situation.past.byes, *sat_out))
            tables = self._greedy(round_, number=number, past=past, plan=plan)
            if place < len(earlier) and _fits(earlier[place], tables):
                tables = earlier[place]
            plan[number] = tables
            seated = set(chain.from_iterable(tables))
            left = (entrant.id for entrant in round_.entrants if entrant.id not in seated)
            sat_out += [PastBye(number, entry, kind="pairing") for entry in left]
        return plan

    def _greedy(self, round_: RoundToCome, *, number: int, past: Past, plan: Plan) -> RoundTables:
        """What points will be then, nobody knows."""
        if not round_.mix.sizes:
            return ()
        situation = replace(
            self.situation,
            entrants=tuple(replace(entrant, points_12=0) for entrant in round_.entrants),
            round_number=number,
            past=past,
            planned=_meetings(plan),
            final_seats=0,
        )
        seated = greedy_tables(situation, mix=round_.mix, seed=self.random.randrange(10**6))
        return tuple(table.entries for table in seated)


def _fits(tables: RoundTables, others: RoundTables) -> bool:
    """Whether the same people sit at tables of the same sizes."""
    return sorted(map(len, tables)) == sorted(map(len, others)) and set(
        chain.from_iterable(tables)
    ) == set(chain.from_iterable(others))


def _meetings(plan: Plan) -> tuple[Meeting, ...]:
    return tuple(Meeting(number, table) for number, tables in plan.items() for table in tables)


def _with_outlook(pairing: Pairing, *, situation: Situation) -> Pairing:
    """With a remark on what the whole event comes to by this plan, if anything is given up."""
    number = situation.round_number
    rounds = (tuple(table.entries for table in pairing.tables), *pairing.ahead)
    planned = _meetings(dict(enumerate(rounds, start=number)))
    meetings = (*situation.past.meetings, *planned)
    short = [entry for table in short_tables(meetings) for entry in table.entries]
    turns = [short.count(entrant.id) for entrant in situation.entrants]
    gaps = {
        "repeats": repeats_over(meetings),
        "rounds": number + len(pairing.ahead),
        "least": min(turns),
        "most": max(turns),
    }
    if not gaps["repeats"] and not gaps["most"]:
        return pairing
    return replace(pairing, remarks=(*pairing.remarks, PairingRemark("outlook", gaps=gaps)))


def _part(progress: Progress | None, start: float, end: float) -> Progress | None:
    """Tells of a part of the work as of the whole."""
    if progress is None:
        return None
    return lambda share: progress(start + share * (end - start))
