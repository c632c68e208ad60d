"""Koya, ratings, OPP and progress by their definitions, on cross tables made by hand."""

from dataclasses import replace

from league.standings.inputs import EntryInput, Inputs, RoundInput, RoundOutcome, Settings
from league.standings.parts import Exact
from league.standings.points import SOLO, Scheme, by_place, duel
from league.standings.table import standings
from league.standings.tiebreaks import TIEBREAKS
from tests.league.standings.events import entries, match

EQUAL = by_place("equal")

# a: 2 + 2 + 1 = 5, b: 0 + 0 + 2 = 2, c: 1 + 0 + 0 = 1, d: 1 + 2 + 1 = 4
PLAYED = (
    RoundInput(1, (match("ab", 1, 0), match("cd", 3, 3))),
    RoundInput(2, (match("ac", forfeited="c"), match("bd", 0, 1))),
    RoundInput(3, (match("ad", 4, 4), match("bc", 1, 0))),
)
DUELS = Inputs(entries("abcd"), PLAYED)


def values(inputs: Inputs, key: str, *, scheme: Scheme) -> dict[str, tuple[Exact, ...]]:
    return {row.entry: row.values[key] for row in standings(inputs, chain=[key], scheme=scheme)}


def test_progress_running_scores_are_added_up() -> None:
    found = values(DUELS, "PS", scheme=duel())
    assert found == {"a": (2 + 4 + 5,), "b": (2,), "c": (1 + 1 + 1,), "d": (1 + 3 + 4,)}


def test_progress_cut_drops_the_first_round() -> None:
    found = values(DUELS, "PS-C1", scheme=duel())
    assert found == {"a": (9,), "b": (2,), "c": (2,), "d": (7,)}


def test_progress_shared_places_at_a_table_keep_their_fractions() -> None:
    inputs = Inputs(entries("abcd"), (RoundInput(1, (match("abcd", 5, 5, 5, 1),)),))
    assert values(inputs, "PS", scheme=EQUAL)["a"] == ("22/3",)


def test_koya_points_against_those_with_half_of_the_maximum() -> None:
    # Half of 6 is had by a and d.
    found = values(DUELS, "KS", scheme=duel())
    assert found == {"a": (1,), "b": (0,), "c": (1,), "d": (1,)}


def test_koya_exactly_half_is_enough() -> None:
    inputs = Inputs(entries("ab"), (RoundInput(1, (match("ab", 3, 3),)),))
    assert values(inputs, "KS", scheme=duel()) == {"a": (1,), "b": (1,)}


def test_koya_forfeit_win_counts_against_the_strong() -> None:
    played = (
        RoundInput(1, (match("ab", forfeited="b"),)),
        RoundInput(2, (match("bc", 1, 0),)),
    )
    swiss = Inputs(entries("abc"), played)
    robin = replace(swiss, settings=Settings(forfeits_are_games=True))
    assert values(swiss, "KS", scheme=duel())["a"] == (2,)
    assert values(robin, "KS", scheme=duel())["a"] == (2,)


def test_koya_half_of_what_can_be_had_is_of_games_in_a_round_robin() -> None:
    # Three rounds, two games each: b has won one of two games.
    played = (
        RoundInput(1, (match("ab", 1, 0),), {"c": RoundOutcome.PAIRING_BYE}),
        RoundInput(2, (match("bc", 1, 0),), {"a": RoundOutcome.PAIRING_BYE}),
        RoundInput(3, (match("ca", 0, 1),), {"b": RoundOutcome.PAIRING_BYE}),
    )
    robin = Inputs(entries("abc"), played, settings=Settings(forfeits_are_games=True))
    assert values(robin, "KS", scheme=duel(bye_12=0)) == {"a": (2,), "b": (0,), "c": (0,)}


def test_koya_limit_is_moved_by_draws() -> None:
    for draws, expected in ((0, 1), (1, 1), (3, 0), (-1, 3)):
        moved = replace(DUELS, settings=Settings(koya_draws=draws))
        assert values(moved, "KS", scheme=duel())["d"] == (expected,)


def test_free_round_of_a_round_robin_brings_nothing_to_any_key() -> None:
    """Against the same round robin whose free rounds are not there at all."""
    games = ("ab", "bc", "ca", "ba", "cb", "ac")
    free = "cabcab"
    played = [match(ids, number % 3, 1) for number, ids in enumerate(games)]
    told = tuple(
        RoundInput(number, (one,), {bye: RoundOutcome.PAIRING_BYE})
        for number, (one, bye) in enumerate(zip(played, free, strict=True), start=1)
    )
    robin = Inputs(entries("abc"), told, settings=Settings(forfeits_are_games=True))
    without = replace(robin, rounds=tuple(replace(one, byes={}) for one in told))
    for key in (key for key in TIEBREAKS if key not in ("ARO", "DE")):
        found = values(robin, key, scheme=duel(bye_12=0))
        assert found == values(without, key, scheme=duel(bye_12=0)), key
    # a: 2·c + 1·b + … each opponent's points once for each game, nothing for the free rounds.
    scored = {row.entry: row.points_12 // 12 for row in standings(robin, chain=[], scheme=duel())}
    assert sum(scored.values()) > 12  # a bye that gives points is another scheme


def test_forfeited_game_of_a_round_robin_counts_against_the_scheduled_opponent() -> None:
    # a: b 2, c 1 with a win by forfeit, d 4; nobody is adjusted, nothing is cut first.
    robin = replace(DUELS, settings=Settings(forfeits_are_games=True))
    assert values(robin, "SB", scheme=duel())["a"] == (2 * 2 + 1 * 2 + 4 * 1,)
    # c forfeited to a, who has 5: in a Swiss that would count c's own points.
    assert values(robin, "BH", scheme=duel())["c"] == (4 + 5 + 2,)


rated = tuple(
    EntryInput(each, seed, rating)
    for seed, (each, rating) in enumerate(
        {"a": 1500, "b": 1400, "c": None, "d": 1301}.items(), start=1
    )
)


def test_ratings_mean_rating_of_those_met_over_the_board_is_rounded() -> None:
    found = values(Inputs(rated, PLAYED), "ARO", scheme=duel())
    assert found["a"] == (1351,)  # 2701/2; the forfeit of c, who has no rating, is left out
    assert found["c"] == (1351,)


def test_ratings_one_opponent_without_a_rating_makes_it_void() -> None:
    found = values(Inputs(rated, PLAYED), "ARO", scheme=duel())
    assert (found["b"], found["d"]) == ((), ())


def test_ratings_void_stands_behind_every_value() -> None:
    tied = (RoundInput(1, (match("ab", 1, 1), match("cd", 1, 1))),)
    rows = standings(Inputs(rated, tied), chain=["ARO"], scheme=duel())
    assert [row.entry for row in rows] == ["b", "a", "c", "d"]
    assert [row.rank for row in rows] == [1, 2, 3, 4]


def test_opponents_points_mean_over_all_opponents_of_their_points_for_each_round() -> None:
    played = (
        RoundInput(1, (match("abcd", 4, 3, 2, 1), match("efg", 3, 2, 1))),
        RoundInput(2, (match("aefg", 4, 3, 2, 1), match("bcd", 3, 2, 1))),
    )
    found = values(Inputs(entries("abcdefg"), played), "OPP", scheme=EQUAL)
    # b 17, c 10, d 4, e 17, f 10, g 4, each in two rounds.
    assert found["a"] == ("31/6",)  # 62 by 6 opponents by 2
    assert found["b"] == (5,)  # a 22, c 10, d 4, c 10, d 4: 50 by 10


def test_opponents_points_somebody_met_twice_counts_twice() -> None:
    played = (
        RoundInput(1, (match("abc", 3, 2, 1),)),
        RoundInput(2, (match("abd", 3, 2, 1),), {"c": RoundOutcome.ZERO_BYE}),
    )
    found = values(Inputs(entries("abcd"), played), "OPP", scheme=by_place("equal", seats=3))
    assert found["a"] == ("7/2",)  # b 12, c 2, b 12, d 2: 28 by 4 by 2


def test_opponents_points_entry_that_met_nobody_has_no_value() -> None:
    played = (RoundInput(1, (match("abc", 3, 2, 1),), {"d": RoundOutcome.PAIRING_BYE}),)
    assert values(Inputs(entries("abcd"), played), "OPP", scheme=EQUAL)["d"] == ()


def test_multi_seat_ties_keep_exact_values_in_every_key_over_opponents() -> None:
    played = (RoundInput(1, (match("abcd", 5, 5, 5, 1),)),)
    inputs = Inputs(entries("abcd"), played)
    # 22/3 each for the first three, 2 for the last.
    assert values(inputs, "BH", scheme=EQUAL)["a"] == ("50/3",)
    assert values(inputs, "SB", scheme=EQUAL)["a"] == ("1100/9",)
    assert values(inputs, "BH-C1", scheme=EQUAL)["d"] == ("44/3",)
    assert values(inputs, "OPP", scheme=EQUAL)["d"] == ("22/3",)


def test_solo_has_nothing_to_add_up_over_opponents() -> None:
    inputs = Inputs(entries("ab"), (RoundInput(1, (match("a", 7), match("b", 9))),))
    for key in ("BH", "BH-C1", "FB", "SB", "KS"):
        assert values(inputs, key, scheme=SOLO) == {"a": (0,), "b": (0,)}
    for key in ("AOB", "ARO", "OPP"):
        assert values(inputs, key, scheme=SOLO) == {"a": (), "b": ()}
    assert values(inputs, "PS", scheme=SOLO) == {"a": (7,), "b": (9,)}
