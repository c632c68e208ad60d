"""Tiebreaks by their definitions (pairing-and-tiebreaks.md 4), and what a chain says in words."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from games.registry import rules_of
from league.standings.inputs import (
    GameInput,
    GameRules,
    GameSide,
    Inputs,
    MatchInput,
    OtherGame,
    RoundInput,
    RoundOutcome,
    SeveralGames,
)
from league.standings.parts import Exact
from league.standings.points import Scheme, by_place, duel
from league.standings.table import standings
from league.standings.tiebreaks import TIEBREAKS, chain_in_words, tiebreaks_of
from tests.league.standings.events import entries, events, game, match

EQUAL = by_place("equal")


def values(inputs: Inputs, key: str, *, scheme: Scheme = EQUAL) -> dict[str, tuple[Exact, ...]]:
    return {row.entry: row.values[key] for row in standings(inputs, chain=[key], scheme=scheme)}


def order(inputs: Inputs, *chain: str, scheme: Scheme = EQUAL) -> list[tuple[int, str]]:
    return [(row.rank, row.entry) for row in standings(inputs, chain=chain, scheme=scheme)]


def alone(*sides: GameSide, rules: GameRules | None) -> Inputs:
    """A round and a table of its own for each side: all that matters are the games' keys."""
    assert rules
    ids = "".join(dict.fromkeys(side.entry for side in sides))
    matches = [MatchInput(side.entry, (side.entry,), (GameInput((side,)),)) for side in sides]
    rounds = [RoundInput(number, (match,)) for number, match in enumerate(matches)]
    return Inputs(entries(ids), tuple(rounds), rules)


played = (
    RoundInput(1, (match("ab", 5, 3), match("cd", 2, 2)), {"e": RoundOutcome.PAIRING_BYE}),
    RoundInput(2, (match("ac", forfeited="c"), match("be", 1, 0)), {"d": RoundOutcome.HALF_BYE}),
    RoundInput(3, (match("ae"),)),
)
inputs = Inputs(entries("abcde"), played)


def test_wins_win_counts_rounds_with_a_wins_points() -> None:
    wins = values(inputs, "WIN", scheme=duel())
    assert wins == {"a": (2,), "b": (1,), "c": (0,), "d": (0,), "e": (1,)}


def test_wins_won_counts_games_over_the_board() -> None:
    won = values(inputs, "WON", scheme=duel())
    assert won == {"a": (1,), "b": (1,), "c": (0,), "d": (0,), "e": (0,)}


def test_wins_bye_worth_less_than_a_win_is_none() -> None:
    assert values(inputs, "WIN", scheme=duel(bye_12=12))["e"] == (0,)


def test_wins_shared_first_place_at_a_table_is_no_win() -> None:
    inputs = Inputs(
        entries("abcde"),
        (RoundInput(1, (match("abcd", 4, 4, 1, 0),), {"e": RoundOutcome.PAIRING_BYE}),),
    )
    assert set(values(inputs, "WIN").values()) == {(0,)}
    assert set(values(inputs, "WON").values()) == {(0,)}


def test_wins_won_counts_every_game_of_a_match_and_no_awarded_one() -> None:
    games = (game("ab", 2, 1), game("ab", 0, 3), game("ab", 1, 0, was_played=False))
    inputs = Inputs(
        entries("ab"), (RoundInput(1, (MatchInput("m", ("a", "b"), games, planned=3),)),)
    )
    assert values(inputs, "WON", scheme=duel()) == {"a": (1,), "b": (1,)}
    assert values(inputs, "WIN", scheme=duel()) == {"a": (1,), "b": (0,)}


def test_places_firsts_then_seconds_then_thirds() -> None:
    played = (
        RoundInput(1, (match("abcd", 4, 3, 2, 1),)),
        RoundInput(2, (match("abcd", 1, 2, 3, 4),)),
    )
    assert values(Inputs(entries("abcd"), played), "PLACES") == {
        "a": (1, 0, 0),
        "b": (0, 1, 1),
        "c": (0, 1, 1),
        "d": (1, 0, 0),
    }


def test_places_shared_place_counts_as_that_place() -> None:
    inputs = Inputs(entries("abc"), (RoundInput(1, (match("abc", 4, 4, 0),)),))
    assert values(inputs, "PLACES") == {"a": (1, 0, 0), "b": (1, 0, 0), "c": (0, 0, 1)}


def test_places_unequal_numbers_of_games_are_compared_by_the_mean() -> None:
    played = (
        RoundInput(1, (match("abc", 3, 2, 1),)),
        RoundInput(2, (match("abc", 2, 3, 1),)),
        RoundInput(3, (match("ac", 3, 1),), {"b": RoundOutcome.PAIRING_BYE}),
    )
    assert values(Inputs(entries("abc"), played), "PLACES") == {
        "a": ("2/3", "1/3", 0),
        "b": ("1/2", "1/2", 0),
        "c": (0, "1/3", "2/3"),
    }


def test_places_entry_without_games_has_no_value_and_stands_behind() -> None:
    played = (RoundInput(1, (match("bcde", 4, 3, 2, 1),), {"a": RoundOutcome.ZERO_BYE}),)
    scheme = by_place("wins")
    assert values(Inputs(entries("abcde"), played), "PLACES", scheme=scheme)["a"] == ()
    assert order(Inputs(entries("abcde"), played), "PLACES", scheme=scheme) == [
        (1, "b"),
        (2, "c"),
        (3, "d"),
        (4, "e"),
        (5, "a"),
    ]


def test_game_kaleidoskop_adds_up_colours_from_the_lowest() -> None:
    sides = [
        GameSide("a", 1, 2, (2, 3, 4, 5, 6, 7)),
        GameSide("a", 1, 1, (1, 1, 1, 1, 1, 18)),
    ]
    inputs = alone(*sides, rules=rules_of("kaleidoskop"))
    assert values(inputs, "GAME") == {"a": (3, 4, 5, 6, 7, 25)}


def test_game_triolet_adds_up_points_then_takes_the_best_game() -> None:
    sides = [GameSide("a", 1, 151, (151,)), GameSide("a", 1, 100, (100,))]
    assert values(alone(*sides, rules=rules_of("triolet")), "GAME") == {"a": (251, 151)}


def test_game_polyssimo_prefers_fewer_pieces_left_then_fewer_squares() -> None:
    sides = [
        GameSide("a", 1, 3, (-3, 9), {"squares": 12}),
        GameSide("b", 1, 2, (-2, 5), {"squares": 11}),
        GameSide("c", 1, 3, (-3, 1), {"squares": 10}),
    ]
    inputs = alone(*sides, rules=rules_of("polyssimo"))
    assert values(inputs, "GAME") == {"a": (-3, -12), "b": (-2, -11), "c": (-3, -10)}
    assert order(inputs, "GAME") == [(1, "b"), (2, "c"), (3, "a")]


def test_game_twisty_counts_wins_then_cubes() -> None:
    sides = [GameSide("a", 1, 7, (1, 7)), GameSide("a", 2, 4, (0, 4))]
    assert values(alone(*sides, rules=rules_of("twisty")), "GAME") == {"a": (1, 11)}


def test_game_other_game_adds_up_scores_turned_so_that_higher_is_better() -> None:
    sides = [GameSide("a", 1, 30), GameSide("b", 1, 20)]
    assert order(alone(*sides, rules=OtherGame()), "GAME") == [(1, "a"), (2, "b")]
    golf = alone(*sides, rules=OtherGame(higher_score_wins=False))
    assert values(golf, "GAME") == {"a": (-30,), "b": (-20,)}
    assert order(golf, "GAME") == [(1, "b"), (2, "a")]


def test_game_sums_become_means_for_unequal_numbers_of_games_and_a_best_game_does_not() -> None:
    sides = [
        GameSide("a", 1, 100, (100,)),
        GameSide("a", 1, 151, (151,)),
        GameSide("b", 1, 130, (130,)),
    ]
    inputs = alone(*sides, rules=rules_of("triolet"))
    assert values(inputs, "GAME") == {"a": ("251/2", 151), "b": (130, 130)}


def test_game_mean_is_fair_to_those_who_played_more_where_lower_is_better() -> None:
    sides = [GameSide("a", 1, 2), GameSide("a", 1, 2), GameSide("b", 1, 3)]
    inputs = alone(*sides, rules=OtherGame(higher_score_wins=False))
    assert values(inputs, "GAME") == {"a": (-2,), "b": (-3,)}


def test_game_one_game_known_by_its_score_alone_has_all_compared_by_scores() -> None:
    sides = [GameSide("a", 1, 7, (1, 7)), GameSide("a", 1, 9), GameSide("b", 1, 5)]
    inputs = alone(*sides, rules=rules_of("twisty"))
    assert values(inputs, "GAME") == {"a": (8,), "b": (5,)}


def test_game_several_games_have_no_keys_in_common() -> None:
    sides = [GameSide("a", 1, 9, (9,)), GameSide("b", 1, 5, (1, 2)), GameSide("b", 1, 5, (5,))]
    assert values(alone(*sides, rules=SeveralGames()), "GAME") == {"a": (), "b": ()}


def test_game_awarded_games_are_left_out() -> None:
    awarded = MatchInput("m", ("a", "b"), (game("ab", 9, 0, was_played=False),))
    inputs = Inputs(entries("ab"), (RoundInput(1, (awarded,)), RoundInput(2, (match("ab", 1, 2),))))
    assert values(inputs, "GAME", scheme=duel()) == {"a": (1,), "b": (2,)}


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=4), st.integers(1, 4))
def test_mean_of_games_played_over_and_over_stays(scores: list[int], times: int) -> None:
    """Whoever plays the same games again is neither better nor worse."""
    again = [GameSide("a", 1, score) for score in scores * times]
    once = [GameSide("b", 1, score) for score in scores]
    found = values(alone(*again, *once, GameSide("c", 1, 0), rules=OtherGame()), "GAME")
    assert found["a"] == found["b"]
    assert Fraction(found["b"][0]) == Fraction(sum(scores), len(scores))


def test_seed_and_lots_better_starting_number_wins() -> None:
    assert values(Inputs(entries("cab")), "SEED") == {"c": (1,), "a": (2,), "b": (3,)}
    assert order(Inputs(entries("cab")), "SEED") == [(1, "c"), (2, "a"), (3, "b")]


def test_seed_and_lots_lots_repeat_and_depend_on_the_seed() -> None:
    orders = {seed: order(Inputs(entries("abcdefgh"), lots_seed=seed), "LOTS") for seed in (1, 2)}
    assert orders[1] == order(Inputs(entries("abcdefgh"), lots_seed=1), "LOTS")
    assert orders[1] != orders[2]


def test_seed_and_lots_lots_stay_as_they_were_drawn() -> None:
    """By SHA-256 of `7:a`, `7:b` and so on: another release must draw the same."""
    drawn = order(Inputs(entries("abcdef"), lots_seed=7), "LOTS")
    assert "".join(entry for _, entry in drawn) == "ceafdb"


def test_seed_and_lots_late_entry_changes_no_lot_between_others() -> None:
    before = [entry for _, entry in order(Inputs(entries("abcdef"), lots_seed=5), "LOTS")]
    after = [entry for _, entry in order(Inputs(entries("abcdefg"), lots_seed=5), "LOTS")]
    assert [entry for entry in after if entry != "g"] == before


def test_seed_and_lots_every_lot_can_be_the_first() -> None:
    firsts = {order(Inputs(entries("abc"), lots_seed=seed), "LOTS")[0] for seed in range(30)}
    assert firsts == {(1, "a"), (1, "b"), (1, "c")}


@given(events(), st.sampled_from(["WIN", "WON", "GAME", "PLACES"]))
def test_seeds_change_no_value_of_what_was_played(inputs: Inputs, key: str) -> None:
    reseeded = tuple(replace(entry, seed=99 - entry.seed) for entry in inputs.entries)
    assert values(replace(inputs, entries=reseeded), key) == values(inputs, key)


def test_chain_is_told_in_words() -> None:
    assert chain_in_words(["PLACES", "GAME"]) == (
        "More points.",
        "More first places in games, then more second places, then more third ones.",
        "What the game itself counts, over all games played.",
        "Players who are still equal share the rank.",
    )


def test_nobody_shares_a_rank_where_lots_are_drawn() -> None:
    assert chain_in_words(["LOTS"]) == ("More points.", "Lots, drawn once for the whole event.")


@pytest.mark.parametrize("chain", [["WON", "LUCK"], ["WON", "WON"]])
def test_chain_with_unknown_or_repeated_keys_is_refused(chain: list[str]) -> None:
    with pytest.raises(ValueError, match="no chain of tiebreaks"):
        tiebreaks_of(chain)


def test_every_tiebreak_says_what_it_is() -> None:
    assert list(TIEBREAKS) == [
        *("DE", "WIN", "REP", "STD", "PS", "PS-C1", "PS-C2"),
        *("WON", "BPG", "BWG", "GAME", "PLACES"),
        *("BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2"),
        *("FB", "FB-C1", "FB-C2", "FB-M1", "FB-M2", "AOB", "AOB-F"),
        *("SB", "SB-C1", "SB-C2", "OPP", "KS"),
        *("ARO", "ARO-C1", "ARO-C2", "ARO-M1", "ARO-M2", "TPR", "PTP", "APRO", "APPO"),
        *("REL", "SPREAD", "SEED", "RTNG", "LOTS", "BRACKET"),
        *("MIN", "MEAN", "BEST", "BEST-GAME"),
    ]
    assert all(one.label and one.words.endswith(".") for one in TIEBREAKS.values())


def test_keys_of_fide_are_those_that_a_report_may_name() -> None:
    """MTB26 for individuals, but for the variants that are settings of ours."""
    known = {tiebreak.fide for tiebreak in TIEBREAKS.values() if tiebreak.fide}
    assert known == {
        *("DE", "BPG", "BWG", "REP", "STD", "WIN", "WON", "PS", "PS/C1", "PS/C2", "TPN", "RTNG"),
        *("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "FB", "FB/C1", "FB/C2", "FB/M1", "FB/M2"),
        *("AOB", "AOB/F", "SB", "SB/C1", "SB/C2", "KS", "TPR", "PTP", "APRO", "APPO"),
        *("ARO", "ARO/C1", "ARO/C2", "ARO/M1", "ARO/M2"),
    }
