"""The example of docs/algorithms/tiebreaks.md, with its numbers."""

import pytest

from league.standings.inputs import Inputs, RoundInput
from league.standings.parts import Exact
from league.standings.points import duel
from league.standings.table import standings
from tests.league.standings.events import entries, match

PLAYED = (
    RoundInput(1, (match("ab", 1, 0), match("cd", 3, 3))),
    RoundInput(2, (match("ac", forfeited="c"), match("bd", 0, 1))),
    RoundInput(3, (match("ad", 4, 4), match("bc", 1, 0))),
)


@pytest.mark.parametrize(
    ("entry", "key", "value"),
    [
        ("a", "WIN", 2),
        ("a", "WON", 1),
        ("a", "PS", 11),
        ("a", "PS-C1", 9),
        ("a", "BH", 7),
        ("d", "BH", 8),
        ("d", "BH-C1", 7),
        ("d", "BH-C2", 5),
        ("d", "BH-M1", 2),
        ("d", "BH-M2", 0),
        ("b", "FB", 11),
        ("b", "AOB", "733/100"),
        ("b", "FB-C1", 9),
        ("d", "SB-C2", 5),
        ("a", "PS-C2", 5),
        ("c", "REP", 2),
        ("a", "STD", "5/2"),
        ("d", "BPG", 3),
        ("d", "BWG", 1),
        ("d", "SB", 10),
        ("d", "SB-C1", 9),
        ("d", "KS", 1),
    ],
)
def test_example_has_the_numbers_of_the_page(entry: str, key: str, value: Exact) -> None:
    rows = standings(Inputs(entries("abcd"), PLAYED), chain=[key], scheme=duel())
    assert {row.entry: row.values[key] for row in rows}[entry] == (value,)
