"""Who sits in which seat: spec/pairing-and-tiebreaks.md 2.3."""

from collections import Counter
from itertools import permutations

from hypothesis import given, settings, strategies as st

from league.pairing.cost import Situation
from league.pairing.field import Meeting, Pairing, Past, TableDrawn
from league.pairing.seats import seat_tables
from league.pairing.tables import pair_tables
from tests.league.pairing.situations import entrants, fours, played


def test_starter_of_the_last_round_starts_no_more() -> None:
    past = Past((Meeting(1, ("a", "b", "c")),))
    assert seat_tables((TableDrawn(("a", "b", "c")),), past=past) == (TableDrawn(("b", "c", "a")),)


def test_first_round_keeps_the_order_given() -> None:
    tables = (TableDrawn(("c", "a", "b")), TableDrawn(("e", "d")))
    assert seat_tables(tables, past=Past()) == tables


def test_locked_seats_stay() -> None:
    past = Past((Meeting(1, ("a", "b")),))
    locked = TableDrawn(("a", "b"), is_locked=True)
    assert seat_tables((locked,), past=past) == (locked,)
    assert seat_tables((TableDrawn(("a", "b")),), past=past) == (TableDrawn(("b", "a")),)


def test_forfeited_seats_were_not_sat_in() -> None:
    past = Past((Meeting(1, ("a", "b"), was_played=False),))
    assert seat_tables((TableDrawn(("a", "b")),), past=past) == (TableDrawn(("a", "b")),)


def test_nobody_keeps_a_seat_when_it_is_otherwise_equal() -> None:
    past = Past((Meeting(2, ("a", "b")), Meeting(1, ("b", "a"))))
    assert seat_tables((TableDrawn(("a", "b")),), past=past) == (TableDrawn(("b", "a")),)


def test_same_four_sit_everywhere_once_in_four_rounds() -> None:
    past = Past()
    for number in range(1, 5):
        (table,) = seat_tables((TableDrawn(("a", "b", "c", "d")),), past=past)
        past = Past((*past.meetings, Meeting(number, table.entries)))
    sat = Counter((e, seat) for m in past.meetings for seat, e in enumerate(m.entries))
    assert set(sat.values()) == {1}
    assert len(sat) == 16


@given(rounds=st.lists(st.permutations("abcdefgh"), min_size=1, max_size=8))
def test_no_other_order_is_better_balanced(rounds: list[list[str]]) -> None:
    past = Past(
        tuple(
            Meeting(number, tuple(order[:4])) for number, order in enumerate(rounds[:-1], start=1)
        )
    )
    entries = tuple(rounds[-1][:4])
    (table,) = seat_tables((TableDrawn(entries),), past=past)

    def unevenness(order: tuple[str, ...]) -> int:
        orders = [*(meeting.entries for meeting in past.meetings), order]
        sat = Counter((entry, seat) for each in orders for seat, entry in enumerate(each))
        return sum(times**2 for times in sat.values())

    assert sorted(table.entries) == sorted(entries)
    assert unevenness(table.entries) == min(map(unevenness, permutations(entries)))


@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_starts_are_balanced_over_an_event(seed: int) -> None:
    past = Past()
    for number in range(1, 9):
        situation = Situation(entrants(12), round_number=number, past=past)
        pairing = pair_tables(situation, mix=fours(12), seed=seed)
        assert isinstance(pairing, Pairing)
        past = played(past, pairing, round_number=number)
    starts = Counter(meeting.entries[0] for meeting in past.meetings)
    assert {starts[f"e{number}"] for number in range(1, 13)} <= {1, 2, 3}
