"""A bracket as it stands: who is gone, who was free, who really sat there."""

from league.pairing.brackets import double_elimination, single_elimination
from league.standings.bracket import PlaceRange, ranges_of, state_of
from tests.league.standings.events import names


def test_opponent_of_somebody_who_left_goes_on() -> None:
    bracket = single_elimination(4, places_played=4)
    states = state_of(bracket, entries=names(4), results={}, gone={"e1"})
    assert (states[0].order, states[0].is_bye) == (("e4", "e1"), True)
    results = {"W1.2": ["e2", "e3"]}
    _first, _second, final, third = state_of(
        bracket, entries=names(4), results=results, gone={"e1"}
    )
    assert (final.entries, final.is_ready) == (("e4", "e2"), True)
    assert (third.order, third.is_bye) == (("e3", "e1"), True)


def test_who_left_has_the_last_of_the_open_places() -> None:
    bracket = double_elimination(4)
    states = state_of(bracket, entries=names(4), results={}, gone={"e1"})
    assert ranges_of(states, gone={"e1"})["e1"] == PlaceRange(4, 4)


def test_both_left_and_the_next_opponent_goes_on() -> None:
    bracket = single_elimination(4, places_played=2)
    results = {"W1.2": ["e2", "e3"]}
    *_, final = state_of(bracket, entries=names(4), results=results, gone={"e1", "e4"})
    assert (final.order, final.is_bye) == (("e2", "e1"), True)


def test_table_of_several_plays_without_who_left() -> None:
    bracket = single_elimination(4, seats=4)
    [final] = state_of(bracket, entries=names(4), results={}, gone={"e1"})
    assert final.is_ready
    [final] = state_of(
        bracket,
        entries=names(4),
        results={"F1": ["e3", "e2", "e4"]},
        seated={"F1": ["e2", "e3", "e4"]},
        gone={"e1"},
    )
    assert final.order == ("e3", "e2", "e4", "e1")


def test_match_that_was_not_drawn_stays_with_who_was_free() -> None:
    """Who came back after a round is not in it again."""
    bracket = single_elimination(4, places_played=2)
    states = state_of(
        bracket,
        entries=names(4),
        results={"W1.2": ["e2", "e3"]},
        seated={"W1.2": ["e2", "e3"]},
        sat_out={1: {"e4"}},
    )
    assert states[0].order == ("e4", "e1")
    assert states[2].entries == ("e4", "e2")
