"""Tables of a bracket drawn for others: what hangs together, and what it takes to let it stand."""

from league.pairing.brackets import double_elimination, single_elimination
from league.standings.bracket import (
    Bracket,
    BracketCourse,
    Seeded,
    SlotState,
    Stood,
    places_of,
    state_of,
    states_of_course,
)
from league.standings.misplaced import Misplaced, as_seated, hanging_together, misplaced
from tests.league.standings.events import names

Results = dict[str, list[str]]


def states_of(
    bracket: Bracket,
    count: int,
    results: Results,
    *,
    seated: Results | None = None,
    stood: dict[str, Stood] | None = None,
) -> tuple[SlotState, ...]:
    seated = seated or {slot: sorted(order) for slot, order in results.items()}
    seeded = Seeded(bracket, tuple(names(count)), stood=stood or {})
    return states_of_course(seeded, BracketCourse(results, seated, {}))


def stood_in(states: tuple[SlotState, ...]) -> dict[str, Stood]:
    """All of it stands."""
    by_key = {state.slot.key: state for state in states}
    groups = hanging_together(misplaced(states))
    return {
        slot: stood for group in groups for slot, stood in as_seated(group, states=by_key).items()
    }


def slots(group: tuple[Misplaced, ...]) -> list[str]:
    return [one.slot for one in group]


def test_seats_stay_when_a_feeder_is_corrected() -> None:
    bracket = single_elimination(4, places_played=2)
    seated = {"W1.1": ["e1", "e4"], "W1.2": ["e2", "e3"], "F1": ["e1", "e2"]}
    results = {"W1.1": ["e4", "e1"], "W1.2": ["e2", "e3"]}
    states = state_of(bracket, entries=names(4), results=results, seated=seated)
    assert (states[2].entries, states[2].fed) == (("e1", "e2"), ("e4", "e2"))
    [found] = misplaced(states)
    assert (found.state.slot.key, found.wrong, found.right) == ("F1", ("e1",), ("e4",))
    assert misplaced(state_of(bracket, entries=names(4), results={}, seated=seated)) == ()
    # It stands: who was to be there takes the place of who sits there.
    decided = state_of(
        bracket, entries=names(4), results={**results, "F1": ["e1", "e2"]}, seated=seated
    )
    assert places_of(decided) == {"e1": 1, "e2": 2, "e3": 3, "e4": 3}


def test_second_final_that_is_needless_now_is_misplaced() -> None:
    bracket = double_elimination(2)
    pair = ["e1", "e2"]
    states = state_of(
        bracket,
        entries=names(2),
        results={"W1.1": pair, "F1": pair},
        seated={"W1.1": pair, "F1": pair, "F2": pair},
    )
    [found] = misplaced(states)
    assert (found.state.slot.key, found.wrong, found.right) == ("F2", ("e1", "e2"), ())


def test_both_matches_after_a_corrected_one_hang_together() -> None:
    """In a double elimination the loser goes on, too: 1 and 4 have changed ways."""
    bracket = double_elimination(4)
    results = {"W1.1": ["e4", "e1"], "W1.2": ["e2", "e3"]}
    seated = {"W2.1": ["e1", "e2"], "L1.1": ["e4", "e3"]}
    states = states_of(bracket, 4, results, seated={**results, **seated})
    [group] = hanging_together(misplaced(states))
    assert slots(group) == ["W2.1", "L1.1"]
    stood = stood_in(states)
    assert stood == {"W1.1": Stood(("e4", "e1"), ("e1", "e4"))}
    standing = states_of(bracket, 4, results, seated={**results, **seated}, stood=stood)
    assert misplaced(standing) == ()


def test_who_won_and_did_not_go_on_is_out_where_the_other_would_be() -> None:
    bracket = single_elimination(4, places_played=2)
    results = {"W1.1": ["e4", "e1"], "W1.2": ["e2", "e3"], "F1": ["e1", "e2"]}
    stood = stood_in(states_of(bracket, 4, results))
    states = states_of(bracket, 4, results, stood=stood)
    assert places_of(states) == {"e1": 1, "e2": 2, "e3": 3, "e4": 3}


def test_another_correction_asks_anew() -> None:
    bracket = single_elimination(4, seats=4, advance=2)
    stood = {"F1": Stood(("e1", "e2", "e3", "e4"), ("e2", "e1", "e3", "e4"))}
    [as_decided] = states_of(bracket, 4, {"F1": ["e1", "e2", "e3", "e4"]}, stood=stood)
    [corrected] = states_of(bracket, 4, {"F1": ["e3", "e2", "e1", "e4"]}, stood=stood)
    assert as_decided.passed == ("e2", "e1", "e3", "e4")
    assert corrected.passed == corrected.order


def test_final_and_third_place_change_people_and_hang_together() -> None:
    bracket = single_elimination(4, places_played=4)
    results = {"W1.1": ["e4", "e1"], "W1.2": ["e2", "e3"]}
    seated = {**results, "F1": ["e1", "e2"], "P3.1": ["e4", "e3"]}
    states = states_of(bracket, 4, results, seated=seated)
    [group] = hanging_together(misplaced(states))
    assert slots(group) == ["F1", "P3.1"]
    assert [one.belonging for one in group] == [("e4",), ("e1",)]


def test_two_corrections_that_touch_nowhere_are_two_cases() -> None:
    bracket = single_elimination(8, places_played=2)
    results = {
        "W1.1": ["e8", "e1"],
        "W1.2": ["e4", "e5"],
        "W1.3": ["e7", "e2"],
        "W1.4": ["e3", "e6"],
    }
    seated = {**results, "W2.1": ["e1", "e4"], "W2.2": ["e2", "e3"]}
    groups = hanging_together(misplaced(states_of(bracket, 8, results, seated=seated)))
    assert [slots(group) for group in groups] == [["W2.1"], ["W2.2"]]


def test_table_of_four_keeps_both_who_came_from_one_table() -> None:
    """Of the best two of each table, two at once were wrong."""
    bracket = single_elimination(8, seats=4, advance=2)
    first, second = (slot for slot in bracket.slots if slot.round == 1)
    one, two = ([f"e{source.seed}" for source in slot.sources] for slot in (first, second))
    results = {first.key: one[::-1], second.key: two[::-1]}
    seated = {first.key: one, second.key: two, "F1": [*one[:2], *two[:2]]}
    states = states_of(bracket, 8, results, seated=seated)
    [found] = misplaced(states)
    assert set(found.wrong) == {*one[:2], *two[:2]}
    stood = stood_in(states)
    assert {slot: set(each.passed[:2]) for slot, each in stood.items()} == {
        first.key: set(one[:2]),
        second.key: set(two[:2]),
    }
    assert misplaced(states_of(bracket, 8, results, seated=seated, stood=stood)) == ()


def test_needless_second_final_stands_or_falls() -> None:
    bracket = double_elimination(2)
    results = {"W1.1": ["e1", "e2"], "F1": ["e1", "e2"], "F2": ["e2", "e1"]}
    states = states_of(bracket, 2, results)
    stood = stood_in(states)
    assert stood == {"F1": Stood(("e1", "e2"), ("e2", "e1"))}
    assert places_of(states_of(bracket, 2, results, stood=stood)) == {"e2": 1, "e1": 2}
    del results["F2"]
    assert places_of(states_of(bracket, 2, results)) == {"e1": 1, "e2": 2}


def test_who_has_withdrawn_still_belongs_there() -> None:
    bracket = single_elimination(4, places_played=2)
    results = {"W1.1": ["e4", "e1"], "W1.2": ["e2", "e3"], "F1": ["e1", "e2"]}
    [found] = misplaced(states_of(bracket, 4, results), gone={"e4"})
    assert (found.right, found.gone, found.belonging) == ((), ("e4",), ("e4",))
