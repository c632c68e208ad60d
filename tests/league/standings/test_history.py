"""The tables after each round, and tables of groups."""

from dataclasses import replace

from hypothesis import given, strategies as st

from league.standings.field import field_of
from league.standings.inputs import EntryInput, Inputs, RoundInput
from league.standings.points import by_place, duel
from league.standings.table import standings, tables_of
from league.standings.tiebreak import Need
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import entries, events, match

EQUAL = by_place("equal")
IN_ROUNDS = [key for key, one in TIEBREAKS.items() if Need.NO_ROUNDS not in one.fit.needs]
chains = st.lists(st.sampled_from(IN_ROUNDS), unique=True, max_size=6)


@given(events(), chains)
def test_tables_are_those_of_the_rounds_up_to_each(inputs: Inputs, chain: list[str]) -> None:
    kept = tables_of(field_of(inputs, scheme=EQUAL), chain=chain)
    assert list(kept) == [0, *(one.number for one in inputs.rounds)]
    for number, rows in kept.items():
        rounds = tuple(one for one in inputs.rounds if one.number <= number)
        alone = standings(replace(inputs, rounds=rounds), chain=chain, scheme=EQUAL)
        assert rows == alone


def test_event_without_entries_has_empty_tables() -> None:
    assert tables_of(field_of(Inputs(()), scheme=duel()), chain=["BH"]) == {0: ()}


grouped = tuple(
    EntryInput(each, seed, group=group)
    for seed, (each, group) in enumerate({"a": "B", "b": "A", "c": "B", "d": "A"}.items(), start=1)
)
inputs = Inputs(grouped, (RoundInput(1, (match("ac", 1, 0), match("bd", 2, 2))),))


def test_groups_rows_are_ranked_in_each_group() -> None:
    rows = standings(inputs, chain=["BH"], scheme=duel())
    assert [(row.group, row.rank, row.entry) for row in rows] == [
        ("A", 1, "b"),
        ("A", 1, "d"),
        ("B", 1, "a"),
        ("B", 2, "c"),
    ]


def test_groups_group_is_stored_only_where_there_are_groups() -> None:
    (first, *_) = standings(inputs, chain=[], scheme=duel())
    (alone, *_) = standings(Inputs(entries("ab")), chain=[], scheme=duel())
    assert first.as_dict()["group"] == "A"
    assert "group" not in alone.as_dict()


def test_groups_unequal_numbers_of_games_matter_within_a_group_only() -> None:
    more = (*inputs.rounds, RoundInput(2, (match("ac", 0, 1),)))
    rows = standings(replace(inputs, rounds=more), chain=["SPREAD"], scheme=duel())
    assert {row.entry: row.values["SPREAD"] for row in rows} == {
        "a": (0,),
        "b": (0,),
        "c": (0,),
        "d": (0,),
    }
