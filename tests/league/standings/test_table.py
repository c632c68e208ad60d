"""The order of a table, its outcomes and cells, and that nothing but the inputs decides it."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, strategies as st

from league.standings import table, tiebreaks
from league.standings.field import Cell, Field, field_of
from league.standings.inputs import Inputs, MatchInput, OtherGame, RoundInput, RoundOutcome
from league.standings.parts import PartsTold
from league.standings.points import SOLO, Scheme, by_place, duel
from league.standings.table import Row, standings
from league.standings.tiebreak import ANYWHERE, HangsOn, Need, Tiebreak, Valued
from league.standings.tiebreaks import TIEBREAKS
from league.standings.wording import Combination
from tests.league.standings.events import entries, events, game, match

EQUAL = by_place("equal")
IN_ROUNDS = [key for key, one in TIEBREAKS.items() if Need.NO_ROUNDS not in one.fit.needs]
chains = st.lists(st.sampled_from(IN_ROUNDS), unique=True, max_size=4)
kinds = st.tuples(events(), st.just(EQUAL)) | st.tuples(events(most=2), st.just(duel()))


def ranking(rows: tuple[Row, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.entry) for row in rows]


def cells_of(one: RoundInput, *, ids: str) -> dict[str, Cell]:
    field = field_of(Inputs(entries(ids), (one,)), scheme=duel() if len(ids) == 2 else EQUAL)
    return {entry: cells[0] for entry, cells in field.cells.items()}


def test_round_robin_of_three_with_byes() -> None:
    played = (
        RoundInput(1, (match("ab", 5, 3),), {"c": RoundOutcome.PAIRING_BYE}),
        RoundInput(2, (match("bc", 4, 4),), {"a": RoundOutcome.HALF_BYE}),
        RoundInput(3, (match("ca", 2, 1),), {"b": RoundOutcome.ZERO_BYE}),
    )

    rows = standings(Inputs(entries("abc"), played), chain=["WIN", "WON"], scheme=duel())

    assert rows == (
        Row(
            1,
            "c",
            60,
            {"WIN": (2,), "WON": (1,)},
            (
                Cell(1, RoundOutcome.PAIRING_BYE, 24),
                Cell(2, RoundOutcome.DRAW, 12, "bc", ("b",), 1),
                Cell(3, RoundOutcome.WIN, 24, "ca", ("a",), 1),
            ),
        ),
        Row(
            2,
            "a",
            36,
            {"WIN": (1,), "WON": (1,)},
            (
                Cell(1, RoundOutcome.WIN, 24, "ab", ("b",), 1),
                Cell(2, RoundOutcome.HALF_BYE, 12),
                Cell(3, RoundOutcome.LOSS, 0, "ca", ("c",), 2),
            ),
        ),
        Row(
            3,
            "b",
            12,
            {"WIN": (0,), "WON": (0,)},
            (
                Cell(1, RoundOutcome.LOSS, 0, "ab", ("a",), 2),
                Cell(2, RoundOutcome.DRAW, 12, "bc", ("c",), 1),
                Cell(3, RoundOutcome.ZERO_BYE, 0),
            ),
        ),
    )


def test_outcomes_table_of_four_has_places() -> None:
    cells = cells_of(RoundInput(1, (match("abcd", 9, 7, 7, 1),)), ids="abcd")
    assert cells["b"] == Cell(1, RoundOutcome.PLACE, 66, "abcd", ("a", "c", "d"), 2)


def test_outcomes_match_without_a_result_is_pending() -> None:
    cells = cells_of(RoundInput(1, (match("ab"),)), ids="ab")
    assert cells["a"] == Cell(1, RoundOutcome.PENDING, 0, "ab", ("b",))


def test_outcomes_entry_that_is_nowhere_is_absent() -> None:
    assert cells_of(RoundInput(1), ids="ab")["a"] == Cell(1, RoundOutcome.ABSENT)


def test_outcomes_forfeit_at_two_seats() -> None:
    cells = cells_of(RoundInput(1, (match("ab", forfeited="a"),)), ids="ab")
    assert cells == {
        "a": Cell(1, RoundOutcome.FORFEIT_LOSS, 0, "ab", ("b",), 2),
        "b": Cell(1, RoundOutcome.FORFEIT_WIN, 24, "ab", ("a",), 1),
    }


def test_outcomes_double_forfeit_places_nobody() -> None:
    cells = cells_of(RoundInput(1, (match("ab", forfeited="ab"),)), ids="ab")
    assert cells["a"] == Cell(1, RoundOutcome.FORFEIT_LOSS, 0, "ab", ("b",))
    assert cells["b"] == Cell(1, RoundOutcome.FORFEIT_LOSS, 0, "ab", ("a",))


def test_outcomes_no_show_at_a_table_is_last_and_the_others_play_on() -> None:
    cells = cells_of(RoundInput(1, (match("abcd", 3, 8, 5, forfeited="b"),)), ids="abcd")
    found = {entry: (cell.outcome, cell.points_12, cell.place) for entry, cell in cells.items()}
    assert found == {
        "a": (RoundOutcome.PLACE, 48, 3),
        "b": (RoundOutcome.FORFEIT_LOSS, 0, 4),
        "c": (RoundOutcome.PLACE, 132, 1),
        "d": (RoundOutcome.PLACE, 84, 2),
    }


def test_outcomes_no_show_is_known_before_the_others_have_played() -> None:
    cells = cells_of(RoundInput(1, (match("abc", forfeited="b"),)), ids="abc")
    assert cells["a"].outcome is RoundOutcome.PENDING
    assert cells["b"] == Cell(1, RoundOutcome.FORFEIT_LOSS, 0, "abc", ("a", "c"), 3)


def test_outcomes_best_of_three_waits_until_it_is_decided() -> None:
    games = (game("ab", 5, 3), game("ab", 4, 6), game("ab", 1, 0))
    best_of_3 = MatchInput("m", ("a", "b"), planned=3)
    outcomes = [
        cells_of(RoundInput(1, (replace(best_of_3, games=games[:number]),)), ids="ab")["a"].outcome
        for number in range(4)
    ]
    assert outcomes == [RoundOutcome.PENDING] * 3 + [RoundOutcome.WIN]


def test_outcomes_leaving_a_match_forfeits_it_whatever_was_played() -> None:
    left = MatchInput("m", ("a", "b"), (game("ab", 9, 0),), planned=3, forfeited=frozenset("a"))
    cells = cells_of(RoundInput(1, (left,)), ids="ab")
    assert cells["b"].outcome is RoundOutcome.FORFEIT_WIN
    assert cells["a"].outcome is RoundOutcome.FORFEIT_LOSS


def test_outcomes_kinds_of_outcome() -> None:
    assert [one.value for one in RoundOutcome if one.is_played] == [
        "win",
        "draw",
        "loss",
        "place",
    ]


def test_solo_points_are_the_scores() -> None:
    played = (
        RoundInput(1, (match("a", 7), match("b", 9))),
        RoundInput(2, (match("a", 3), match("b"))),
    )
    rows = standings(Inputs(entries("ab"), played), chain=["WIN"], scheme=SOLO)
    assert [(row.entry, row.points_12, row.values["WIN"]) for row in rows] == [
        ("a", 120, (0,)),
        ("b", 108, (0,)),
    ]
    assert rows[1].cells[1].outcome is RoundOutcome.PENDING


@pytest.mark.parametrize(
    ("inputs", "complaint"),
    [
        (Inputs(entries("aa")), "twice"),
        (Inputs(entries("a"), (RoundInput(1, (match("ab"),)),)), "without being in it"),
        (
            Inputs(entries("abc"), (RoundInput(1, (match("ab"), match("bc"))),)),
            "b is twice in round 1",
        ),
    ],
)
def test_field_that_contradicts_itself_is_refused(inputs: Inputs, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        standings(inputs, chain=(), scheme=duel())


def test_solo_is_refused_where_a_lower_score_is_better() -> None:
    inputs = Inputs(entries("a"), rules=OtherGame(higher_score_wins=False))
    with pytest.raises(ValueError, match="higher score"):
        standings(inputs, chain=(), scheme=SOLO)


def test_equal_entries_share_a_rank_in_the_order_of_seeds() -> None:
    inputs = Inputs(entries("dcba"), (RoundInput(1, (match("ab", 1, 0), match("cd", 4, 4))),))
    rows = standings(inputs, chain=["WON"], scheme=duel())
    assert ranking(rows) == [(1, "a"), (2, "d"), (2, "c"), (4, "b")]


def test_later_tiebreak_orders_only_what_earlier_ones_left_equal() -> None:
    inputs = Inputs(entries("dcba"), (RoundInput(1, (match("ab", 1, 0), match("cd", 4, 4))),))
    rows = standings(inputs, chain=["WON", "SEED"], scheme=duel())
    assert ranking(rows) == [(1, "a"), (2, "d"), (3, "c"), (4, "b")]


def test_tiebreak_within_ties_sees_each_tied_group_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def last_letter_first(field: Field, tied: Sequence[str]) -> Valued:
        seen.append(list(tied))
        return {entry: (ord(entry),) for entry in tied}

    def tell(field: Field, entry: str, tied: Sequence[str]) -> PartsTold:
        return PartsTold(Combination.GIVEN, ())

    within = Tiebreak(
        *("TIE", "", "", ANYWHERE, last_letter_first, tell, HangsOn.GIVEN), is_within_ties=True
    )
    monkeypatch.setattr(tiebreaks, "TIEBREAKS", {"TIE": within})
    inputs = Inputs(entries("abcd"), (RoundInput(1, (match("ab", 1, 0), match("cd", 4, 4))),))

    rows = table.standings(inputs, chain=["TIE"], scheme=duel())

    assert seen == [["c", "d"]]
    assert [(row.entry, row.values["TIE"]) for row in rows] == [
        ("a", ()),
        ("d", (100,)),
        ("c", (99,)),
        ("b", ()),
    ]


@given(kinds, chains, st.integers())
def test_order_of_inputs_changes_nothing(
    event: tuple[Inputs, Scheme], chain: list[str], seed: int
) -> None:
    inputs, scheme = event
    random = Random(seed)
    shuffled = replace(
        inputs,
        entries=tuple(random.sample(inputs.entries, len(inputs.entries))),
        rounds=tuple(
            replace(one, matches=tuple(random.sample(one.matches, len(one.matches))))
            for one in random.sample(inputs.rounds, len(inputs.rounds))
        ),
    )
    assert standings(shuffled, chain=chain, scheme=scheme) == standings(
        inputs, chain=chain, scheme=scheme
    )


@given(kinds, st.integers())
def test_names_of_entries_change_nothing_but_lots(event: tuple[Inputs, Scheme], seed: int) -> None:
    """Whoever swaps places with somebody in everything swaps rows."""
    inputs, scheme = event
    chain = [key for key in TIEBREAKS if key != "LOTS"]
    ids = [entry.id for entry in inputs.entries]
    names = dict(zip(ids, Random(seed).sample(ids, len(ids)), strict=True))
    renamed = standings(_renamed(inputs, names), chain=chain, scheme=scheme)
    rows = standings(inputs, chain=chain, scheme=scheme)
    assert [(row.rank, row.entry, row.values) for row in renamed] == [
        (row.rank, names[row.entry], row.values) for row in rows
    ]


def _renamed(inputs: Inputs, names: dict[str, str]) -> Inputs:
    return replace(
        inputs,
        entries=tuple(replace(entry, id=names[entry.id]) for entry in inputs.entries),
        rounds=tuple(
            replace(
                one,
                matches=tuple(_renamed_match(each, names) for each in one.matches),
                byes={names[entry]: outcome for entry, outcome in one.byes.items()},
            )
            for one in inputs.rounds
        ),
    )


def _renamed_match(one: MatchInput, names: dict[str, str]) -> MatchInput:
    return replace(
        one,
        entries=tuple(names[entry] for entry in one.entries),
        forfeited=frozenset(names[entry] for entry in one.forfeited),
        games=tuple(
            replace(
                game, sides=tuple(replace(side, entry=names[side.entry]) for side in game.sides)
            )
            for game in one.games
        ),
    )


@given(events(), chains)
def test_rank_is_one_more_than_the_number_of_better_rows(inputs: Inputs, chain: list[str]) -> None:
    rows = standings(inputs, chain=chain, scheme=EQUAL)
    worth = [(row.points_12, *(turned(key, row) for key in chain)) for row in rows]
    assert [row.rank for row in rows] == [1 + sum(other > one for other in worth) for one in worth]
    assert worth == sorted(worth, reverse=True)
    assert sorted(row.entry for row in rows) == [entry.id for entry in inputs.entries]


def turned(key: str, row: Row) -> tuple[Fraction, ...]:
    """A tiebreak's stored values as numbers, higher being better."""
    sign = 1 if TIEBREAKS[key].higher_wins else -1
    return tuple(sign * Fraction(value) for value in row.values[key])


@given(events(), chains)
def test_lots_leave_no_rank_shared(inputs: Inputs, chain: list[str]) -> None:
    drawn = [*(key for key in chain if key != "LOTS"), "LOTS"]
    rows = standings(inputs, chain=drawn, scheme=EQUAL)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))


@given(events(), chains)
def test_points_are_the_sum_of_the_cells_one_for_each_round(
    inputs: Inputs, chain: list[str]
) -> None:
    for row in standings(inputs, chain=chain, scheme=EQUAL):
        assert row.points_12 == sum(cell.points_12 for cell in row.cells)
        assert [cell.round for cell in row.cells] == [one.number for one in inputs.rounds]


@given(events(), chains)
def test_rows_are_told_as_json_that_says_all(inputs: Inputs, chain: list[str]) -> None:
    for row in standings(inputs, chain=chain, scheme=EQUAL):
        told = json.loads(json.dumps(row.as_dict()))
        assert tuple(map(Cell.from_dict, told.pop("cells"))) == row.cells
        values = {key: tuple(each) for key, each in told.pop("values").items()}
        assert values == row.values
        assert told == {"rank": row.rank, "entry": row.entry, "points_12": row.points_12}
