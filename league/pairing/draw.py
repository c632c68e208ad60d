"""One door to every way of pairing: a round's terms in, a pairing or the reason for none out.

Decided here: which way pairs which kind of stage, and what an organiser's allowances change where
the rules alone have no answer. Runs outside the request, so everything is plain values.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from league.pairing.cost import Situation
from league.pairing.field import Entrant, NoPairing, Pairing, Table
from league.pairing.remarks import remarks_on, repeats_in
from league.pairing.round_robin import berger_round
from league.pairing.schedules import scheduled_round
from league.pairing.sizes import SizeRules, mix_around
from league.pairing.swiss import Outcomes, SwissTerms, pair_swiss
from league.pairing.tables import pair_tables

Progress = Callable[[float], None]

TWOS = SizeRules(prefer=2, least=2, most=2)


@dataclass(frozen=True)
class Terms:
    """A round to be drawn."""

    kind: str  # tables, swiss, round_robin
    situation: Situation  # entries to be paired, and what was before
    seed: int  # of this draw
    stage_seed: int  # the same in all rounds
    sizes: SizeRules
    locked: tuple[Table, ...] = ()
    allowances: frozenset[str] = frozenset()  # allow_repeats, drop_keep_apart
    # Swiss and round robin
    swiss: SwissTerms | None = None
    outcomes: Outcomes | None = None
    others: tuple[Entrant, ...] = ()  # entrants that are away; they keep their numbers
    is_double: bool = False
    keeps_schedule: bool = False


def draw_round(terms: Terms, *, progress: Progress | None = None) -> Pairing | NoPairing:
    """The pairing of a round; the same terms always give the same one."""
    if "drop_keep_apart" in terms.allowances:
        terms = replace(terms, situation=replace(terms.situation, forbidden=frozenset()))
    if terms.sizes.most == 1:
        return _alone(terms)
    if terms.kind == "round_robin":
        return _round_robin(terms)
    if terms.kind == "swiss" and "allow_repeats" not in terms.allowances:
        return _swiss(terms)
    return _tables(terms, progress)


def _alone(terms: Terms) -> Pairing:
    """A solo game: everybody plays at a table of their own."""
    entrants = sorted(terms.situation.entrants, key=lambda each: each.seed)
    return Pairing(tuple(Table((each.id,)) for each in entrants))


def _tables(terms: Terms, progress: Progress | None) -> Pairing | NoPairing:
    sizes = TWOS if terms.kind == "swiss" else terms.sizes
    situation = terms.situation
    if (kept := _scheduled(terms)) is not None:
        return kept
    mix = mix_around(
        len(situation.entrants),
        locked=tuple(len(table.entries) for table in terms.locked),
        rules=sizes,
    )
    return pair_tables(situation, mix=mix, seed=terms.seed, locked=terms.locked, progress=progress)


def _scheduled(terms: Terms) -> Pairing | None:
    """The fixed schedule's round, as long as the field is still the one that it was made for."""
    if not terms.keeps_schedule or terms.locked:
        return None
    situation = terms.situation
    kept = scheduled_round(
        situation.entrants,
        round_number=situation.round_number,
        size=terms.sizes.prefer,
        past=situation.past,
        seed=terms.stage_seed,
    )
    if kept is None or repeats_in(kept.tables, situation=situation):
        return None
    return replace(kept, remarks=remarks_on(kept.tables, situation=situation))


def _swiss(terms: Terms) -> Pairing | NoPairing:
    assert terms.swiss is not None
    swiss = terms.swiss
    if "drop_keep_apart" in terms.allowances:
        swiss = replace(swiss, apart=frozenset())
    return pair_swiss(
        terms.situation.entrants,
        terms=swiss,
        others=terms.others,
        past=terms.situation.past,
        outcomes=terms.outcomes or {},
        locked=terms.locked,
    )


def _round_robin(terms: Terms) -> Pairing:
    """The schedule, without those who are away: whoever was to meet them sits out."""
    present = {each.id for each in terms.situation.entrants}
    planned = berger_round(
        (*terms.situation.entrants, *terms.others),
        round_number=terms.situation.round_number,
        double=terms.is_double,
    )
    tables = tuple(table for table in planned.tables if present.issuperset(table.entries))
    seated = {entry for table in tables for entry in table.entries}
    left = (entry for table in planned.tables for entry in table.entries)
    byes = tuple(e for e in (*planned.byes, *left) if e in present and e not in seated)
    return Pairing(tables, byes)
