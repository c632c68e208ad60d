"""Direct encounter among the tied: missing games, sub-groups, repeated meetings, tables."""

from dataclasses import replace

from league.standings.field import field_of
from league.standings.inputs import Inputs, MatchInput, RoundInput, RoundOutcome, Settings
from league.standings.keys.direct_encounter import direct_encounter
from league.standings.points import Scheme, by_place, duel
from league.standings.table import standings
from tests.league.standings.events import entries, match

EQUAL = by_place("equal")


def places(
    *matches: MatchInput,
    tied: str,
    ids: str = "abcdef",
    scheme: Scheme | None = None,
    robin: bool = False,
) -> dict[str, int]:
    """Each match in a round of its own."""
    rounds = tuple(RoundInput(number, (one,)) for number, one in enumerate(matches, start=1))
    inputs = Inputs(entries(ids), rounds, settings=Settings(forfeits_are_games=robin))
    field = field_of(inputs, scheme=scheme or duel())
    return {entry: int(place) for entry, (place,) in direct_encounter(field, list(tied)).items()}


def test_winner_of_the_only_game_is_first() -> None:
    assert places(match("ab", 0, 1), tied="ab") == {"b": 1, "a": 2}


def test_those_who_never_met_stay_equal() -> None:
    assert places(match("ac", 1, 0), tied="ab") == {"a": 1, "b": 1}


def test_circle_stays_equal() -> None:
    circle = (match("ab", 1, 0), match("bc", 1, 0), match("ca", 1, 0))
    assert places(*circle, tied="abc") == {"a": 1, "b": 1, "c": 1}


def test_games_against_others_make_no_difference() -> None:
    games = (match("ab", 1, 1), match("ad", 1, 0), match("be", 0, 1))
    assert places(*games, tied="ab") == {"a": 1, "b": 1}


def test_sub_groups_are_compared_by_their_own_games_again() -> None:
    # a and c have 4, b and d 2 among the four; c beat a, and d beat b.
    games = (
        *(match("ab", 1, 0), match("ac", 0, 1), match("ad", 1, 0)),
        *(match("cd", 1, 0), match("cb", 0, 1), match("bd", 0, 1)),
    )
    assert places(*games, tied="abcd") == {"c": 1, "a": 2, "d": 3, "b": 4}


def test_missing_game_that_cannot_matter_leaves_the_first_alone() -> None:
    games = (match("ab", 1, 0), match("ac", 1, 0))
    assert places(*games, tied="abc") == {"a": 1, "b": 2, "c": 2}


def test_missing_game_that_could_matter_leaves_all_equal() -> None:
    # c could still beat both; a has 2 and c at most 4.
    assert places(match("ab", 1, 0), tied="abc") == {"a": 1, "b": 1, "c": 1}


def test_equal_at_best_is_not_on_top() -> None:
    # a has 3 and is done. d has 1, and could still have 3 by beating b.
    games = (match("ab", 1, 0), match("ad", 1, 1))
    assert places(*games, tied="abd") == {"a": 1, "b": 1, "d": 1}


def test_second_is_found_after_the_first_and_the_rest_is_compared_again() -> None:
    # Among four: a 6; b 4, its game with a lost; c and d never met, both lost to a and b.
    games = (
        *(match("ab", 1, 0), match("ac", 1, 0), match("ad", 1, 0)),
        *(match("bc", 1, 0), match("bd", 1, 0)),
    )
    assert places(*games, tied="abcd") == {"a": 1, "b": 2, "c": 3, "d": 3}


def test_rest_is_settled_by_games_among_themselves() -> None:
    # a and d did not meet; a has 4, and b 3, c 2, d at most 3. Then b, c and d all have met.
    games = (
        *(match("ab", 1, 0), match("ac", 1, 0)),
        *(match("bc", 1, 0), match("bd", 1, 1), match("cd", 1, 0)),
    )
    assert places(*games, tied="abcd") == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_rest_with_a_missing_game_stays_equal() -> None:
    games = (
        *(match("ab", 1, 0), match("ac", 1, 0), match("ad", 1, 0)),
        *(match("bc", 1, 0), match("cd", 0, 1)),
    )
    assert places(*games, tied="abcd") == {"a": 1, "b": 2, "c": 2, "d": 2}


def test_repeated_meetings_are_averaged() -> None:
    games = (match("ab", 1, 0), match("ab", 1, 1), match("ac", 0, 1), match("bc", 1, 0))
    # a: 1½ + 0, b: ½ + 2, c: 2 + 0. Added up, a would have 3 and be first.
    assert places(*games, tied="abc") == {"b": 1, "c": 2, "a": 3}


def test_forfeit_is_no_game_in_a_swiss_and_is_in_a_round_robin() -> None:
    no_show = match("ab", forfeited="a")
    assert places(no_show, tied="ab") == {"a": 1, "b": 1}
    assert places(no_show, tied="ab", robin=True) == {"b": 1, "a": 2}


def test_tables_compare_places_where_both_sat() -> None:
    games = (match("abcd", 1, 3, 4, 2), match("abef", 1, 2, 3, 4), match("acef", 9, 0, 0, 0))
    assert places(*games, tied="ab", scheme=EQUAL) == {"b": 1, "a": 2}


def test_tables_average_and_share_equal_places() -> None:
    games = (match("abcd", 4, 3, 2, 1), match("abef", 2, 3, 4, 1), match("abcf", 2, 2, 1, 0))
    assert places(*games, tied="ab", scheme=EQUAL) == {"a": 1, "b": 1}


def test_no_show_at_a_table_met_nobody_unless_forfeits_are_games() -> None:
    game = match("abcd", 4, 3, 2, forfeited="d")
    assert places(game, tied="ad", scheme=EQUAL) == {"a": 1, "d": 1}
    assert places(game, tied="ad", scheme=EQUAL, robin=True) == {"a": 1, "d": 2}


def test_is_asked_only_of_those_tied_before_it() -> None:
    """All four have two points. With WON first, d is no longer tied with the others."""
    played = (
        RoundInput(1, (match("ab", 0, 1), match("cd", 1, 0))),
        RoundInput(
            2, (match("ac", 1, 0),), {"b": RoundOutcome.ZERO_BYE, "d": RoundOutcome.PAIRING_BYE}
        ),
    )
    inputs = Inputs(entries("abcd"), played)
    by_direct = standings(inputs, chain=["DE", "WON"], scheme=duel())
    # b beat a, a beat c, c beat d: nobody is sure to stay on top.
    assert [(row.rank, row.entry) for row in by_direct] == [(1, "a"), (1, "b"), (1, "c"), (4, "d")]
    by_wins = standings(inputs, chain=["WON", "DE"], scheme=duel())
    assert {row.entry: row.values["DE"] for row in by_wins} == {
        "a": (1,),
        "b": (1,),
        "c": (1,),
        "d": (),
    }


def test_bigger_wins_count_by_the_points_of_the_event() -> None:
    football = duel(win_12=36, draw_12=12)
    games = (match("ab", 1, 0), match("ab", 0, 1), match("ac", 1, 1), match("bc", 1, 0))
    # a: 1½ + 1, b: 1½ + 3, c: 1 + 0.
    assert places(*games, tied="abc", scheme=football) == {"b": 1, "a": 2, "c": 3}


def test_missing_game_is_worth_what_the_event_pays() -> None:
    """A loss that pays is sure as well."""
    kind = duel(win_12=24, draw_12=18, loss_12=12)
    games = (match("ab", 1, 0), match("ac", 1, 0))
    assert places(*games, tied="abc", scheme=kind) == {"a": 1, "b": 2, "c": 2}
    three = replace(match("ab", 1, 0), id="x")
    assert places(three, tied="abc", scheme=kind) == {"a": 1, "b": 1, "c": 1}
