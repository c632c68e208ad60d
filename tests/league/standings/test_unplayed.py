"""Rounds without a game in tiebreaks over opponents: FIDE C.07 article 16 and the other editions.

Cross tables made by hand, in points: 2 for a win, 1 for a draw. The numbers beside them are those
of the article, added up on paper.
"""

from dataclasses import replace

import pytest

from league.standings.field import field_of
from league.standings.inputs import Inputs, RoundInput, RoundOutcome, Settings, UnplayedEdition
from league.standings.keys.unplayed import adjusted_12
from league.standings.parts import Exact
from league.standings.points import by_place, duel
from league.standings.table import standings
from tests.league.standings.events import entries, match

PAIRING, HALF, ZERO, ABSENT = (
    RoundOutcome.PAIRING_BYE,
    RoundOutcome.HALF_BYE,
    RoundOutcome.ZERO_BYE,
    RoundOutcome.ABSENT,
)


def values(inputs: Inputs, key: str) -> dict[str, Exact]:
    rows = standings(inputs, chain=[key], scheme=duel())
    return {row.entry: row.values[key][0] for row in rows}


def edition(inputs: Inputs, name: str) -> Inputs:
    return replace(inputs, settings=Settings(edition=UnplayedEdition(name)))


def adjusted(*rounds: RoundInput, ids: str = "abcd") -> dict[str, float]:
    field = field_of(Inputs(entries(ids), rounds), scheme=duel())
    return {entry: points / 12 for entry, points in adjusted_12(field).items()}


# a: 2 + 2 + 1 = 5, b: 0 + 0 + 2 = 2, c: 1 + 0 + 0 = 1, d: 1 + 2 + 1 = 4
FORFEIT = Inputs(
    entries("abcd"),
    (
        RoundInput(1, (match("ab", 1, 0), match("cd", 3, 3))),
        RoundInput(2, (match("ac", forfeited="c"), match("bd", 0, 1))),
        RoundInput(3, (match("ad", 4, 4), match("bc", 1, 0))),
    ),
)


def test_forfeit_dummy_has_no_more_than_the_scheduled_opponent() -> None:
    # a: b 2, for c the own 5 but at most c's 1, d 4. c: d 4, for a the own 1, b 2.
    assert values(FORFEIT, "BH") == {"a": 7, "b": 10, "c": 7, "d": 8}


def test_forfeit_own_forfeit_is_voluntary_and_the_win_is_not() -> None:
    # c's own forfeit brought 1 and is cut, which is also the lowest; a's 1 is only the lowest.
    assert values(FORFEIT, "BH-C1") == {"a": 6, "b": 9, "c": 6, "d": 7}


def test_forfeit_points_of_a_forfeit_win_are_multiplied_with_the_dummy() -> None:
    # a: 2 * 2 + 1 * 2 + 4 * 1. c: 4 * 1 + 1 * 0 + 2 * 0. d: 1 * 1 + 2 * 2 + 5 * 1.
    assert values(FORFEIT, "SB") == {"a": 10, "b": 2, "c": 4, "d": 10}


def test_forfeit_buchholz_of_opponents_is_of_those_played() -> None:
    assert values(FORFEIT, "AOB") == {"a": 9, "b": "733/100", "c": 9, "d": 8}


def test_forfeit_fore_buchholz_takes_the_last_round_for_drawn() -> None:
    # Then b has 1 and c 2. a: 1 + min(5, 2) + 4. c: 4 + min(2, 5) + 1.
    assert values(FORFEIT, "FB") == {"a": 7, "b": 11, "c": 7, "d": 8}


def test_forfeit_fore_buchholz_takes_a_forfeit_of_the_last_round_for_drawn_too() -> None:
    played = (
        RoundInput(1, (match("ab", 1, 0), match("cd", 3, 3))),
        RoundInput(2, (match("ac", forfeited="c"), match("bd", 0, 1))),
    )
    # All of round 2 drawn: a 3, b 1, c 2, d 2.
    expected = {"a": 1 + 2, "b": 3 + 2, "c": 2 + 3, "d": 2 + 1}
    assert values(Inputs(entries("abcd"), played), "FB") == expected


# a: 0 + 2 + 2, b: 2 + 0 + 2, c: 0, d: 2 + 2 + 0. A bye's dummy has at most 3, a draw each.
VOLUNTARY_PLAYED = (
    RoundInput(1, (match("bc", 1, 0),), {"a": ZERO, "d": PAIRING}),
    RoundInput(2, (match("ab", 1, 0), match("cd", 0, 1))),
    RoundInput(3, (match("ac", 1, 0), match("bd", 1, 0))),
)
VOLUNTARY = Inputs(entries("abcd"), VOLUNTARY_PLAYED)


def test_cut_with_a_voluntary_round_bye_brings_at_most_a_draw_in_every_round() -> None:
    assert values(VOLUNTARY, "BH") == {"a": 7, "b": 8, "c": 12, "d": 7}


def test_cut_with_a_voluntary_round_requested_bye_goes_first_and_a_pairing_bye_does_not() -> None:
    # a: 3 for the bye is cut, 4 and 0 stay. d: 3 for the bye stays, c's 0 is cut.
    assert values(VOLUNTARY, "BH-C1") == {"a": 4, "b": 8, "c": 8, "d": 7}


def test_cut_with_a_voluntary_round_second_cut_takes_the_lowest_of_the_rest() -> None:
    assert values(VOLUNTARY, "BH-C2") == {"a": 4, "b": 4, "c": 4, "d": 4}


def test_cut_with_a_voluntary_round_median_cuts_the_bye_and_the_highest() -> None:
    assert values(VOLUNTARY, "BH-M1") == {"a": 0, "b": 4, "c": 4, "d": 3}


def test_cut_with_a_voluntary_round_double_median_of_three_rounds_leaves_nothing() -> None:
    assert set(values(VOLUNTARY, "BH-M2").values()) == {0}


def test_cut_with_a_voluntary_round_sonneborn_berger_cuts_the_lowest_when_a_bye_is_less() -> None:
    # a: 0 for the bye, 2 * 2 for b, 4 * 2 for c. The bye is below b's 4, so that b goes.
    played = (
        RoundInput(1, (match("bc", 0, 1),), {"a": ZERO, "d": PAIRING}),
        RoundInput(2, (match("ab", 1, 0), match("cd", 1, 0))),
        RoundInput(3, (match("ac", 1, 0), match("bd", 1, 0))),
    )
    inputs = Inputs(entries("abcd"), played)
    assert values(inputs, "SB")["a"] == 12
    assert values(inputs, "SB-C1")["a"] == 8


def test_cut_with_a_voluntary_round_sonneborn_berger_cuts_the_bye_when_it_brought_as_much() -> None:
    # a: 0 for the bye, 4 * 2 for b, 0 * 2 for c.
    assert values(VOLUNTARY, "SB-C1")["a"] == 8


FIRST_ROUND = RoundInput(1, (match("ab", 1, 0), match("cd", 1, 0)))


def test_adjusted_scores_zero_point_bye_in_the_last_round_counts_as_a_draw() -> None:
    last = RoundInput(2, (match("ac", 2, 2),), {"b": ZERO, "d": PAIRING})
    assert adjusted(FIRST_ROUND, last) == {"a": 3, "b": 1, "c": 3, "d": 2}


def test_adjusted_scores_own_score_is_not_adjusted_for_the_dummy() -> None:
    last = RoundInput(2, (match("ac", 2, 2),), {"b": ZERO, "d": PAIRING})
    inputs = Inputs(entries("abcd"), (FIRST_ROUND, last))
    # a: b adjusted 1, c 3. b: a 3, and itself 0.
    assert values(inputs, "BH") == {"a": 4, "b": 3, "c": 5, "d": 5}


def test_adjusted_scores_bye_before_a_game_counts_as_it_was_paid() -> None:
    last = RoundInput(2, (match("ac", 2, 2),), {"b": ZERO, "d": PAIRING})
    third = RoundInput(3, (match("ad", 1, 0), match("bc", 0, 1)))
    assert adjusted(FIRST_ROUND, last, third) == {"a": 5, "b": 0, "c": 5, "d": 2}


@pytest.mark.parametrize("kind", [ZERO, ABSENT])
def test_adjusted_scores_every_round_after_a_withdrawal_counts_as_a_draw(
    kind: RoundOutcome,
) -> None:
    second = RoundInput(2, (match("ac", 2, 2),), {"b": kind, "d": PAIRING})
    third = RoundInput(3, (match("ad", 1, 0),), {"b": kind, "c": PAIRING})
    assert adjusted(FIRST_ROUND, second, third)["b"] == 2


def test_adjusted_scores_forfeit_before_a_withdrawal_stays_a_loss() -> None:
    second = RoundInput(2, (match("bc", forfeited="b"), match("ad", 1, 0)))
    third = RoundInput(3, (match("ad", 1, 0),), {"b": ZERO, "c": PAIRING})
    assert adjusted(FIRST_ROUND, second, third)["b"] == 1


def test_adjusted_scores_bye_before_a_forfeit_loss_at_the_end_counts_as_a_draw() -> None:
    second = RoundInput(2, (match("ac", 2, 2),), {"b": ZERO, "d": PAIRING})
    third = RoundInput(3, (match("bc", forfeited="b"), match("ad", 1, 0)))
    assert adjusted(FIRST_ROUND, second, third)["b"] == 1


def test_adjusted_scores_rounds_before_a_late_entry_count_as_they_were_paid() -> None:
    second = RoundInput(2, (match("ae", 0, 1), match("bc", 1, 0)), {"d": PAIRING})
    assert adjusted(FIRST_ROUND, second, ids="abcde")["e"] == 2


def test_adjusted_scores_pairing_bye_at_the_end_keeps_its_points() -> None:
    last = RoundInput(2, (match("ac", 2, 2),), {"b": ZERO, "d": PAIRING})
    assert adjusted(FIRST_ROUND, last)["d"] == 2


def test_other_editions_before_2023_the_virtual_opponent_draws_on() -> None:
    # For opponents unplayed rounds are draws: a 4, b 2, c 2, d 4.
    # a in round 2: 2 before, 0 left of the round, 1 to come. c: 1 before, 2 left, 1 to come.
    found = values(edition(FORFEIT, "pre-2023"), "BH")
    assert found == {"a": 2 + 3 + 4, "b": 4 + 4 + 2, "c": 4 + 4 + 2, "d": 2 + 2 + 4}


def test_other_editions_before_2023_the_lowest_is_cut_whatever_it_was() -> None:
    inputs = edition(VOLUNTARY, "pre-2023")
    # a: 4 for the bye (0 + 2 + 1 + 1), b 4, c 0.
    assert values(inputs, "BH-C1")["a"] == 8


def test_other_editions_of_2024_the_dummy_has_no_limit() -> None:
    # a: b 2, for c the own 5, d 4. c: d 4, for a the own 1, b 2. A bye brings all own points.
    assert values(edition(FORFEIT, "2024"), "BH") == {"a": 11, "b": 10, "c": 7, "d": 8}
    assert values(edition(VOLUNTARY, "2024"), "BH")["a"] == 4 + 4 + 0


def test_fore_buchholz_takes_only_the_last_planned_round_for_drawn() -> None:
    running = replace(FORFEIT, settings=Settings(rounds_planned=4))
    assert values(running, "FB") == values(FORFEIT, "BH")
    last = replace(FORFEIT, settings=Settings(rounds_planned=3))
    assert values(last, "FB") == values(FORFEIT, "FB") != values(FORFEIT, "BH")


def test_other_editions_none_leaves_unplayed_rounds_out() -> None:
    assert values(edition(FORFEIT, "none"), "BH") == {"a": 6, "b": 10, "c": 6, "d": 8}
    assert values(edition(FORFEIT, "none"), "BH-C1") == {"a": 4, "b": 9, "c": 4, "d": 7}


def test_other_editions_none_takes_scores_as_they_are() -> None:
    last = RoundInput(2, (match("ac", 2, 2),), {"b": ZERO, "d": PAIRING})
    inputs = edition(Inputs(entries("abcd"), (FIRST_ROUND, last)), "none")
    assert values(inputs, "BH") == {"a": 3, "b": 3, "c": 5, "d": 3}


def test_unfinished_rounds_round_counts_only_when_all_its_results_are_in() -> None:
    complete = Inputs(FORFEIT.entries, FORFEIT.rounds[:2])
    begun = RoundInput(3, (match("ad", 4, 4), match("bc")))
    inputs = Inputs(FORFEIT.entries, (*FORFEIT.rounds[:2], begun))
    for key in ("BH", "BH-C1", "SB", "FB", "AOB", "KS", "PS", "OPP"):
        assert values(inputs, key) == values(complete, key)
    assert standings(inputs, chain=[], scheme=duel())[0].points_12 == 60


def test_unfinished_rounds_late_table_keeps_its_own_round_out_and_no_other() -> None:
    late = RoundInput(2, (match("ac"), match("bd", 0, 1)))
    inputs = Inputs(FORFEIT.entries, (FORFEIT.rounds[0], late, FORFEIT.rounds[2]))
    # Rounds 1 and 3: a 3, b 2, c 1, d 2.
    assert values(inputs, "BH") == {"a": 4, "b": 4, "c": 4, "d": 4}


def test_draw_at_tables_is_what_all_get_who_are_equal() -> None:
    played = (RoundInput(1, (match("abcd", 4, 3, 2, 1),), {"e": ZERO}),)
    field = field_of(Inputs(entries("abcde"), played), scheme=by_place("equal"))
    assert adjusted_12(field)["e"] == 72


def test_who_did_not_come_to_a_table_was_not_met() -> None:
    played = (RoundInput(1, (match("abcd", 4, 3, 2, forfeited="d"),)),)
    rows = standings(Inputs(entries("abcd"), played), chain=["BH"], scheme=by_place("equal"))
    assert {row.entry: row.values["BH"] for row in rows}["a"] == (7 + 4,)
