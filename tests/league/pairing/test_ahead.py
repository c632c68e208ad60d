"""Rounds planned together: spec/pairing-and-tiebreaks.md 2.2, over whole events."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.contract import RoundTerms, StageSettings
from league.formats.tables import TABLES
from league.pairing.ahead import MOST_PLANNED, RoundsToCome, RoundToCome, pair_ahead
from league.pairing.cost import Situation, Weights, cost_of
from league.pairing.field import Meeting, NoPairing, Pairing, TableDrawn
from league.pairing.outlook import Outlook, RoundTables, anneal, repeats_over
from league.pairing.sizes import SizeRules, mix_around, table_sizes
from league.pairing.tables import greedy_tables
from tests.league.pairing.situations import entrants, fours, played, random_situation, random_tables

POINTS = {4: (11, 7, 4, 2), 3: (10, 6, 2), 2: (9, 3)}
SEEDS = st.integers(0, 10**6)


def planned(situation: Situation, *, horizon: RoundsToCome, seed: int = 1) -> Pairing:
    mix = fours(len(situation.entrants))
    pairing = pair_ahead(situation, mix=mix, horizon=horizon, seed=seed)
    assert isinstance(pairing, Pairing)
    return pairing


def same_field(
    situation: Situation, *, rounds: int, earlier: tuple[RoundTables, ...] = ()
) -> RoundsToCome:
    field = situation.entrants
    return RoundsToCome((RoundToCome(field, fours(len(field))),) * rounds, earlier)


def draws(n: int, *, rounds: int, seed: int) -> Iterator[tuple[Situation, Pairing]]:
    """A whole event as the format draws it; places at the tables are drawn by lots."""
    lots = Random(seed)
    event = StageSettings(rounds_planned=rounds)
    situation, drawn = Situation(entrants(n)), Pairing(())
    for left in reversed(range(rounds)):
        gathers = TABLES.gathers_leaders(situation.round_number, settings=event)
        terms = RoundTerms(
            replace(situation, final_seats=fours(n).full if gathers else 0),
            settings=event,
            sizes=SizeRules(),
            seed=seed,
            coming=(situation.entrants,) * left,
            earlier=drawn.ahead,
        )
        pairing = TABLES.pair(terms)
        assert isinstance(pairing, Pairing)
        yield terms.situation, pairing
        situation, drawn = after(situation, pairing, lots), pairing


def after(situation: Situation, pairing: Pairing, lots: Random) -> Situation:
    points_12 = {entrant.id: entrant.points_12 for entrant in situation.entrants}
    for table in pairing.tables:
        places = lots.sample(table.entries, len(table.entries))
        for entry, points in zip(places, POINTS[len(places)], strict=True):
            points_12[entry] += 12 * points
    return replace(
        situation,
        entrants=tuple(replace(e, points_12=points_12[e.id]) for e in situation.entrants),
        round_number=situation.round_number + 1,
        past=played(situation.past, pairing, round_number=situation.round_number),
    )


def whole_event(n: int, *, rounds: int = 5, seed: int) -> Situation:
    *_, (before, last) = draws(n, rounds=rounds, seed=seed)
    return after(before, last, Random(seed))


def greedy_event(n: int, *, rounds: int = 5, seed: int) -> Situation:
    lots = Random(seed)
    situation = Situation(entrants(n))
    for _ in range(rounds):
        tables = greedy_tables(situation, mix=fours(n), seed=seed)
        situation = after(situation, Pairing(tables), lots)
    return situation


@pytest.mark.parametrize(
    ("n", "repeats", "least", "most"),
    [(5, 10, 2, 2), (7, 24, 2, 3), (10, 18, 1, 4), (11, 25, 0, 3)],
)
def test_five_rounds_repeat_little_and_share_short_tables(
    n: int, repeats: int, least: int, most: int
) -> None:
    """Round by round it was one to four turns for 5, one to three for 7, up to five for 10."""
    event = whole_event(n, seed=n)
    turns = [event.short_times[entrant.id] for entrant in event.entrants]
    assert repeats_over(event.past.meetings) <= repeats
    assert least <= min(turns) <= max(turns) <= most
    assert max(event.meetings.values()) <= 3


@pytest.mark.parametrize("n", [*range(5, 14), 16, 24, 31, 60])
def test_whole_event_never_repeats_more_than_greedy(n: int) -> None:
    """With the leaders together at the end. `bench tables` goes through all fields of 5 to 60."""
    ours, greedy = whole_event(n, seed=n), greedy_event(n, seed=n)
    assert repeats_over(ours.past.meetings) <= repeats_over(greedy.past.meetings)


def test_plan_gets_no_worse_from_round_to_round() -> None:
    """As long as nobody comes or goes, what was planned can still be played."""
    totals = [
        Outlook(situation, rounds_of(situation, pairing), fixed=()).cost
        for situation, pairing in draws(10, rounds=5, seed=3)
    ]
    assert totals == sorted(totals, reverse=True)


def rounds_of(situation: Situation, pairing: Pairing) -> dict[int, RoundTables]:
    now = tuple(table.entries for table in pairing.tables)
    return dict(enumerate((now, *pairing.ahead), start=situation.round_number))


def test_weights_decide_between_repeats_and_turns() -> None:
    """Ten: with turns for nothing, every pair is repeated as little as there is room for."""
    event = Situation(entrants(10))
    drawn = [
        planned(replace(event, weights=weights), horizon=same_field(event, rounds=4))
        for weights in (Weights(repeat=20, short=0), Weights(repeat=1, short=20))
    ]
    told = [pairing.remarks[-1].gaps for pairing in drawn]
    assert told[0]["repeats"] == 15
    assert told[1] == {"repeats": 20, "rounds": 5, "least": 3, "most": 3}


def test_table_of_two_weighs_more() -> None:
    weights = [Weights(two=two).short_again(1, size=2) for two in (1, 2, 3)]
    assert weights == [8 * 1, 8 * (1 + 4), 8 * (1 + 4 + 9)]
    assert Weights().short_again(1, size=3) == Weights(two=1).short_again(1, size=2)


@settings(max_examples=30)
@given(seed=SEEDS, n=st.integers(5, 14), rounds=st.integers(0, 3))
def test_plan_costs_what_its_rounds_cost(seed: int, n: int, rounds: int) -> None:
    """A round among others costs the same to the plan as to who pairs that round alone."""
    situation = replace(random_situation(seed, n=n, rounds=rounds), planned=())
    random = Random(seed)
    ids = [entrant.id for entrant in situation.entrants]
    plan = {rounds + k: tuple(random_tables(random, ids)) for k in range(1, 4)}
    later = {number: tables for number, tables in plan.items() if number > rounds + 1}
    meetings = (Meeting(number, table) for number, tables in later.items() for table in tables)
    with_plan = replace(situation, planned=tuple(meetings))
    own = cost_of(map(TableDrawn, plan[rounds + 1]), situation=with_plan)
    difference = cost_in(plan, situation) - cost_in(later, situation)
    assert own.again == difference


def cost_in(plan: dict[int, RoundTables], situation: Situation) -> int:
    return Outlook(replace(situation, forbidden=frozenset()), plan, fixed=()).cost


@settings(max_examples=20)
@given(seed=SEEDS, n=st.integers(5, 14))
def test_search_keeps_count_and_never_costs_more(seed: int, n: int) -> None:
    situation = random_situation(seed, n=n, rounds=2, forbidden=2)
    random = Random(seed)
    ids = [entrant.id for entrant in situation.entrants]
    start = {number: tuple(random_tables(random, ids)) for number in (3, 4, 5)}
    outlook = Outlook(situation, start, fixed=start[3][0])
    before = outlook.cost
    cost, found = anneal(outlook, tries=400, random=random)
    assert outlook.least <= cost <= before
    assert Outlook(situation, found, fixed=()).cost == cost
    assert start[3][0] in found[3]
    for number, tables in found.items():
        assert [len(table) for table in tables] == [len(table) for table in start[number]]
        assert sorted(chain.from_iterable(tables)) == sorted(ids)


def test_same_terms_give_the_same_plan() -> None:
    situation = replace(random_situation(4, n=11, rounds=2), planned=(), final_seats=0)
    horizon = same_field(situation, rounds=3)
    assert planned(situation, horizon=horizon) == planned(situation, horizon=horizon)


def test_later_rounds_are_planned_for_those_expected_then() -> None:
    """One leaves after this round, one comes in the last; one of five sits out, by turn."""
    here = entrants(8)
    leaving, coming = here[:7], entrants(9)[:9]
    horizon = RoundsToCome(
        tuple(RoundToCome(field, fours(len(field))) for field in (leaving, coming))
    )
    ahead = planned(Situation(here), horizon=horizon).ahead
    assert [set(chain.from_iterable(tables)) for tables in ahead] == [
        {entrant.id for entrant in field} for field in (leaving, coming)
    ]
    five = Situation(entrants(5))
    mix = table_sizes(5, rules=SizeRules(least=3))
    with_byes = pair_ahead(
        five, mix=mix, horizon=RoundsToCome((RoundToCome(five.entrants, mix),) * 4), seed=1
    )
    assert isinstance(with_byes, Pairing)
    seated = Counter(chain.from_iterable(chain.from_iterable(with_byes.ahead)))
    assert sorted(seated[entrant.id] for entrant in five.entrants) == [3, 3, 3, 3, 4]
    assert seated[with_byes.byes[0]] == 4


def test_earlier_plan_is_left_where_it_no_longer_fits() -> None:
    situation = Situation(entrants(10))
    ahead = planned(situation, horizon=same_field(situation, rounds=3)).ahead
    fewer = replace(situation, entrants=situation.entrants[:9], round_number=2)
    replanned = planned(fewer, horizon=same_field(fewer, rounds=2, earlier=ahead))
    assert [len(set(chain.from_iterable(tables))) for tables in replanned.ahead] == [9, 9]


def test_locked_table_stays_and_the_rest_is_planned_around_it() -> None:
    locked = TableDrawn(("e3", "e1", "e9"), is_locked=True)
    situation = Situation(entrants(10))
    pairing = pair_ahead(
        situation,
        mix=mix_around(10, locked=(3,), rules=SizeRules()),
        horizon=same_field(situation, rounds=4),
        seed=1,
        locked=(locked,),
    )
    assert isinstance(pairing, Pairing)
    assert locked in pairing.tables
    assert sorted(len(table.entries) for table in pairing.tables) == [3, 3, 4]
    assert pairing.remarks[-1].gaps["repeats"] <= 18


def test_forbidden_pairs_come_first() -> None:
    """In all rounds, however many more repeats that takes; no plan where one round has none."""
    pair = frozenset(("e1", "e2"))
    situation = Situation(entrants(6), forbidden=frozenset({pair}))
    drawn = planned(situation, horizon=same_field(situation, rounds=4))
    tables = [table.entries for table in drawn.tables] + [*chain.from_iterable(drawn.ahead)]
    assert not [table for table in tables if pair <= set(table)]
    everybody = frozenset(frozenset(("e1", f"e{n}")) for n in range(2, 7))
    refused = pair_ahead(
        replace(situation, forbidden=everybody),
        mix=fours(6),
        horizon=same_field(situation, rounds=4),
        seed=1,
    )
    assert isinstance(refused, NoPairing)


def test_points_decide_among_plans_that_cost_the_same() -> None:
    """Where nothing needs to repeat, the leaders of a round still meet."""
    field = tuple(
        replace(each, points_12=120 - 12 * ((each.seed - 1) // 4)) for each in entrants(24)
    )
    situation = Situation(field, round_number=2)
    drawn = planned(situation, horizon=same_field(situation, rounds=2))
    assert cost_of(drawn.tables, situation=situation).spread == 0
    assert drawn.remarks == ()


def test_outlook_is_told() -> None:
    situation = Situation(entrants(11))
    drawn = planned(situation, horizon=same_field(situation, rounds=4))
    rounds = rounds_of(situation, drawn).items()
    meetings = [Meeting(number, table) for number, tables in rounds for table in tables]
    [remark] = drawn.remarks
    assert remark.code == "outlook"
    assert remark.gaps["repeats"] == repeats_over(meetings) >= 20
    assert remark.gaps["rounds"] == 5


def test_large_field_is_paired_round_by_round() -> None:
    situation = Situation(entrants(MOST_PLANNED + 1))
    assert planned(situation, horizon=same_field(situation, rounds=3)).ahead == ()


def test_progress_is_told() -> None:
    told: list[float] = []
    situation = Situation(entrants(10))
    horizon = same_field(situation, rounds=3)
    pair_ahead(situation, mix=fours(10), horizon=horizon, seed=1, progress=told.append)
    assert told == sorted(told)
    assert told[0] < 0.4
    assert told[-1] > 0.8
