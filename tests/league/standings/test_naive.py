"""The engine agrees with a second, naive calculation on random events, for every key."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given, settings, strategies as st

from league.standings.inputs import (
    Against,
    EntryInput,
    Inputs,
    MatchInput,
    OtherGame,
    RoundInput,
    RoundOutcome,
    Settings,
    UnplayedEdition,
)
from league.standings.points import Scheme, by_place, duel
from league.standings.table import Row, standings
from tests.league.standings.events import match as table_of
from tests.league.standings.naive import Naive
from tests.league.standings.naive_games import Value
from tests.league.standings.naive_ratings import NaiveRatings

BYES = [
    RoundOutcome.PAIRING_BYE,
    RoundOutcome.HALF_BYE,
    RoundOutcome.ZERO_BYE,
    RoundOutcome.ABSENT,
]
Values = Mapping[str, Value]


def each(name: str, **cuts: int) -> Callable[[Naive], Values]:
    return lambda naive: {entry: getattr(naive, name)(entry, **cuts) for entry in naive.ids}


def together(name: str) -> Callable[[Naive], Values]:
    return lambda naive: getattr(naive, name)()


FOR_TWO: dict[str, Callable[[Naive], Values]] = {
    "WIN": each("WIN"),
    "WON": each("WON"),
    "PS": each("PS"),
    "PS-C1": each("PS", first=1),
    "PS-C2": each("PS", first=2),
    "REP": each("REP"),
    "STD": each("STD"),
    "BPG": each("BPG"),
    "BWG": each("BWG"),
    "RTNG": each("RTNG"),
    "BH": each("BH"),
    "BH-C1": each("BH", low=1),
    "BH-C2": each("BH", low=2),
    "BH-M1": each("BH", low=1, high=1),
    "BH-M2": each("BH", low=2, high=2),
    "FB": each("FB"),
    "FB-C1": each("FB", low=1),
    "FB-C2": each("FB", low=2),
    "FB-M1": each("FB", low=1, high=1),
    "FB-M2": each("FB", low=2, high=2),
    "AOB": each("AOB"),
    "AOB-F": each("AOB", fore=True),
    "SB": each("SB"),
    "SB-C1": each("SB", low=1),
    "SB-C2": each("SB", low=2),
    "KS": each("KS"),
    "ARO": each("ARO"),
    "ARO-C1": each("ARO", low=1),
    "ARO-C2": each("ARO", low=2),
    "ARO-M1": each("ARO", low=1, high=1),
    "ARO-M2": each("ARO", low=2, high=2),
    "TPR": each("TPR"),
    "PTP": each("PTP"),
    "APRO": each("APRO"),
    "APPO": each("APPO"),
}
FOR_TABLES = {
    "WIN": each("WIN"),
    "WON": each("WON"),
    "PS": each("PS"),
    "PS-C1": each("PS", first=1),
    "OPP": each("OPP"),
    "REL": together("REL"),
    "SPREAD": together("SPREAD"),
    "PLACES": together("PLACES"),
    "GAME": together("GAME"),
}


@st.composite
def rounds(draw: st.DrawFn, *, ids: str, number: int, sizes: tuple[int, ...]) -> RoundInput:
    """All results are in: won, drawn, forfeited by one or by all, byes of every kind."""
    waiting = list(draw(st.permutations(ids)))
    matches: list[MatchInput] = []
    while len(waiting) >= min(sizes) and draw(st.integers(0, 7)):
        size = draw(st.sampled_from([size for size in sizes if size <= len(waiting)]))
        seated, waiting = "".join(waiting[:size]), waiting[size:]
        forfeited = "".join(one for one in seated if not draw(st.integers(0, 7)))
        present = size - len(forfeited)
        scores = draw(st.lists(st.integers(0, 3), min_size=present, max_size=present))
        matches.append(table_of(seated, *(scores if present > 1 else ()), forfeited=forfeited))
    byes = {one: draw(st.sampled_from(BYES)) for one in waiting if draw(st.integers(0, 3))}
    return RoundInput(number, tuple(matches), byes)


@st.composite
def events(draw: st.DrawFn, *, sizes: tuple[int, ...]) -> Inputs:
    ids = "abcdefghijkl"[: draw(st.integers(2, 12))]
    entries = tuple(
        EntryInput(one, seed, rating=draw(st.none() | st.integers(1000, 1010)))
        for seed, one in enumerate(ids, start=1)
    )
    played = tuple(
        draw(rounds(ids=ids, number=number, sizes=sizes))
        for number in range(1, 1 + draw(st.integers(1, 6)))
    )
    chosen = Settings(
        edition=draw(st.sampled_from(UnplayedEdition)),
        spread_against=draw(st.sampled_from(Against)),
        spread_cap=draw(st.none() | st.integers(0, 3)),
        forfeits_are_games=draw(st.booleans()),
        rounds_planned=draw(st.none() | st.integers(1, 8)),
        koya_draws=draw(st.integers(-2, 2)),
    )
    return Inputs(entries, played, rules=OtherGame(draw(st.booleans())), settings=chosen)


SCHEMES_FOR_TWO = [duel(), duel(win_12=36, draw_12=12), duel(bye_12=12)]
SCHEMES = [by_place("equal"), by_place("hig"), by_place("wins", seats=3)]


def values_of(rows: tuple[Row, ...], key: str) -> dict[str, Value]:
    return {row.entry: tuple(map(Fraction, row.values[key])) for row in rows}


def points_of(rows: tuple[Row, ...]) -> dict[str, Fraction]:
    return {row.entry: Fraction(row.points_12, 12) for row in rows}


@pytest.mark.parametrize("key", FOR_TWO)
@settings(max_examples=40)
@given(inputs=events(sizes=(2,)), scheme=st.sampled_from(SCHEMES_FOR_TWO))
def test_key_for_two(key: str, inputs: Inputs, scheme: Scheme) -> None:
    rows, naive = standings(inputs, chain=[key], scheme=scheme), NaiveRatings(inputs, scheme)
    assert points_of(rows) == {entry: naive.points(entry) for entry in naive.ids}
    assert values_of(rows, key) == FOR_TWO[key](naive)


@pytest.mark.parametrize("key", FOR_TABLES)
@settings(max_examples=40)
@given(inputs=events(sizes=(2, 3, 4)), scheme=st.sampled_from(SCHEMES))
def test_key_for_tables(key: str, inputs: Inputs, scheme: Scheme) -> None:
    rows, naive = standings(inputs, chain=[key], scheme=scheme), Naive(inputs, scheme)
    assert points_of(rows) == {entry: naive.points(entry) for entry in naive.ids}
    assert values_of(rows, key) == FOR_TABLES[key](naive)


@settings(max_examples=200)
@given(inputs=events(sizes=(2,)), scheme=st.sampled_from(SCHEMES_FOR_TWO))
def test_direct_encounter(inputs: Inputs, scheme: Scheme) -> None:
    naive = Naive(inputs, scheme)
    by_points = sorted(naive.ids, key=naive.points, reverse=True)
    expected = [
        sorted(equal)
        for _, group in groupby(by_points, naive.points)
        for equal in naive.encounter(list(group))
    ]
    rows = standings(inputs, chain=["DE"], scheme=scheme)
    found = [sorted(row.entry for row in same) for _, same in groupby(rows, lambda row: row.rank)]
    assert found == expected


@settings(max_examples=100)
@given(inputs=events(sizes=(2,)), number=st.integers(0, 2**31))
def test_lots_are_drawn_once_and_repeat(inputs: Inputs, number: int) -> None:
    drawn = replace(inputs, lots_seed=number)
    rows = standings(drawn, chain=["LOTS"], scheme=duel())
    turned = replace(drawn, entries=drawn.entries[::-1])
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert standings(turned, chain=["LOTS"], scheme=duel()) == rows
