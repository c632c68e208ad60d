"""Possible final ranks: sound, never widening, and the rank itself in the end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings, strategies as st

from league.standings.chances.open_play import RoundAhead
from league.standings.chances.possible import RestOfStage, possible_ranks
from league.standings.chances.rank_bounds import Possible
from league.standings.field import field_of
from league.standings.inputs import EntryInput, Inputs, RoundInput, RoundOutcome
from league.standings.points import SOLO, Scheme, by_place, duel
from league.standings.table import standings
from tests.league.standings.events import entries, events, match

CHAIN = ["WON", "SEED"]


def possible(
    inputs: Inputs, planned: int, *, scheme: Scheme, gone: str = ""
) -> dict[str, Possible]:
    field = field_of(inputs, scheme=scheme)
    return possible_ranks(
        field, RestOfStage(planned, gone=frozenset(gone), forfeits=True), chain=CHAIN
    )


def as_it_went(inputs: Inputs) -> Iterator[Inputs]:
    """Every moment of an event: each round is drawn, then its results come in one by one."""
    for number, one in enumerate(inputs.rounds):
        for known in range(len(one.matches) + 1):
            matches = tuple(
                each if at < known else replace(each, games=(), forfeited=frozenset())
                for at, each in enumerate(one.matches)
            )
            rounds = (*inputs.rounds[:number], replace(one, matches=matches))
            yield replace(inputs, rounds=rounds)


@settings(max_examples=12)
@given(
    st.sampled_from([(2, duel()), (4, by_place("equal"))]).flatmap(
        lambda kind: st.tuples(events(most=kind[0]), st.just(kind[1]))
    )
)
def test_ranges_never_widen_and_hold_the_final_rank(event: tuple[Inputs, Scheme]) -> None:
    inputs, scheme = event
    planned = len(inputs.rounds)
    ranges = [possible(each, planned, scheme=scheme) for each in as_it_went(inputs)]
    final = {row.entry: row.rank for row in standings(inputs, chain=CHAIN, scheme=scheme)}
    for before, after in pairwise(ranges):
        for entry, now in after.items():
            assert before[entry].best <= now.best <= now.worst <= before[entry].worst
    for each in ranges:
        assert all(each[entry].best <= rank <= each[entry].worst for entry, rank in final.items())


def test_leader_out_of_reach_is_settled() -> None:
    played = (
        RoundInput(1, (match("ab", 1, 0), match("cd", 1, 0))),
        RoundInput(2, (match("ac", 1, 0), match("bd", 1, 1))),
    )
    found = possible(Inputs(entries("abcd"), played), 3, scheme=duel())
    # a 4; c 2, b 1, d 1 with one round to come: c may still draw level.
    assert found == {
        "a": Possible(1, 2),
        "b": Possible(2, 4),
        "c": Possible(1, 4),
        "d": Possible(2, 4),
    }


def test_table_still_being_played_counts_by_its_size() -> None:
    played = (RoundInput(1, (match("abc"), match("defg", 4, 3, 2, 1))),)
    found = possible(Inputs(entries("abcdefg"), played), 1, scheme=by_place("equal"))
    # d has 11 and nobody at the table of three can have more than 10.
    assert (found["d"], found["g"]) == (Possible(1, 1), Possible(4, 7))
    assert found["a"] == Possible(2, 7)


def test_who_is_gone_gains_nothing() -> None:
    played = (RoundInput(1, (match("ab", 1, 0), match("cd", 1, 0))),)
    found = possible(Inputs(entries("abcd"), played), 4, scheme=duel(), gone="b")
    assert found["b"] == Possible(3, 4)
    assert found["d"] == Possible(1, 4)


def test_everything_played_gives_the_rank_by_the_chain() -> None:
    played = (RoundInput(1, (match("ab", 1, 1), match("cd", 1, 0))),)
    found = possible(Inputs(entries("abcd"), played), 1, scheme=duel())
    assert {entry: (one.best, one.worst) for entry, one in found.items()} == {
        "c": (1, 1),
        "a": (2, 2),
        "b": (3, 3),
        "d": (4, 4),
    }


def test_solo_scores_have_no_limit() -> None:
    inputs = Inputs(entries("ab"), (RoundInput(1, (match("a", 90),), {"b": RoundOutcome.ABSENT}),))
    assert possible(inputs, 2, scheme=SOLO) == {"a": Possible(1, 2), "b": Possible(1, 2)}


def test_known_schedule_of_two_who_meet_lets_only_one_of_them_draw_level() -> None:
    """Both could still have as many points as the leader, were it not against each other."""
    away = {"c": RoundOutcome.ABSENT}
    played = (
        RoundInput(1, (match("ad", 1, 0), match("be", 1, 0)), away),
        RoundInput(2, (match("ae", 1, 0), match("cd", 1, 0)), {"b": RoundOutcome.ABSENT}),
    )
    field = field_of(Inputs(entries("abcde"), played), scheme=duel())
    last = RoundAhead((("b", "c"),))
    known = possible_ranks(field, RestOfStage(3, ahead=(last,)), chain=["GAME"])
    assert (known["a"], known["d"]) == (Possible(1, 2), Possible(4, 5))
    decided = possible_ranks(field, RestOfStage(3, ahead=(last,)), chain=CHAIN)
    assert (decided["a"], decided["d"]) == (Possible(1, 1), Possible(4, 4))
    unknown = possible_ranks(field, RestOfStage(3), chain=CHAIN)
    assert (unknown["a"], unknown["d"]) == (Possible(1, 3), Possible(2, 5))


def test_known_schedule_counts_own_matches_and_byes_alone() -> None:
    """c sits out for points, so that a or b may draw level, not both; d has nobody to meet."""
    field = field_of(Inputs(entries("abcd"), ()), scheme=duel())
    ahead = (RoundAhead((("a", "b"),), ("c",)),) * 7
    found = possible_ranks(field, RestOfStage(7, ahead=ahead, forfeits=True), chain=CHAIN)
    assert (found["a"], found["c"], found["d"]) == (Possible(1, 4), Possible(1, 2), Possible(2, 4))
    assert set(possible_ranks(field, RestOfStage(7), chain=CHAIN).values()) == {Possible(1, 4)}


def test_groups_are_looked_at_as_stages_of_their_own() -> None:
    """What is open in one group, and in how many ways, changes nothing in another."""
    groups = {"A": "abcd", "B": "wxyz"}
    schedule = {"A": ("ad bc", "ca db", "ab dc"), "B": ("wz xy", "yw zx", "wx zy")}
    first = [match(pair, 3, 1) for name in groups for pair in schedule[name][0].split()]
    members = tuple(
        EntryInput(each, seed, group=name)
        for name, ids in groups.items()
        for seed, each in enumerate(ids, start=1)
    )
    chain, rounds = ["DE", "WON", "SB"], (RoundInput(1, tuple(first)),)
    together = possible_ranks(
        field_of(Inputs(members, rounds), scheme=duel()), coming("AB", schedule), chain=chain
    )
    for name, ids in groups.items():
        own = tuple(each for each in members if each.group == name)
        played = tuple(each for each in first if set(each.entries) <= set(ids))
        alone = possible_ranks(
            field_of(Inputs(own, (RoundInput(1, played),)), scheme=duel()),
            coming(name, schedule),
            chain=chain,
        )
        assert {entry: together[entry] for entry in ids} == alone


def coming(names: str, schedule: Mapping[str, tuple[str, ...]]) -> RestOfStage:
    """Rounds 2 and 3 of these groups."""
    ahead = (
        RoundAhead(tuple(tuple(pair) for name in names for pair in schedule[name][at].split()))
        for at in (1, 2)
    )
    return RestOfStage(3, ahead=tuple(ahead), forfeits=True)
