"""The last round: leaders together as far as repeats allow, and what that costs."""

from dataclasses import replace

from hypothesis import given, settings, strategies as st

from league.pairing.cost import Situation, cost_of
from league.pairing.field import Meeting, NoPairing, Pairing, PairingRemark, Past, TableDrawn
from league.pairing.final import pair_final
from league.pairing.remarks import remarks_on
from tests.league.pairing.exact import exact_cost
from tests.league.pairing.situations import entrants, fours, random_situation


def final(situation: Situation) -> Pairing:
    pairing = pair_final(situation, mix=fours(len(situation.entrants)), seed=1)
    assert isinstance(pairing, Pairing)
    return pairing


def about_leaders(pairing: Pairing) -> list[PairingRemark]:
    return [remark for remark in pairing.remarks if remark.code.startswith("leaders")]


def field_of(*points: int) -> Situation:
    field = tuple(
        replace(entrant, points_12=12 * own)
        for entrant, own in zip(entrants(len(points)), points, strict=True)
    )
    return Situation(field, round_number=3, final_seats=4)


WIDE = field_of(9, 8, 7, 1, 1, 1, 0, 0)  # three in front, and three who tie for the fourth seat


def companies(pairing: Pairing) -> list[frozenset[str]]:
    return [frozenset(table.entries) for table in pairing.tables]


def test_leaders_sit_together_with_one_of_those_who_tie() -> None:
    assert WIDE.leaders == {"e1", "e2", "e3"}
    assert WIDE.outsiders == {"e7", "e8"}
    pairing = final(WIDE)
    assert {"e1", "e2", "e3"} < companies(pairing)[0]
    assert about_leaders(pairing) == [
        PairingRemark("leaders", ("e1", "e2", "e3"), {"is_priced": 1})
    ]


def test_leaders_are_parted_by_points_alone_where_that_is_set_off() -> None:
    """Ten: the fourth is nearer to those behind, and the last four to each other."""
    situation = field_of(30, 22, 20, 11, 7, 4, 4, 0, 0, 0)
    together = final(situation)
    assert companies(together)[0] == {"e1", "e2", "e3", "e4"}
    assert about_leaders(together) == [
        PairingRemark("leaders", ("e1", "e2", "e3", "e4"), {"is_priced": 1, "points_12": 9 * 12})
    ]
    off = final(replace(situation, final_seats=0))
    assert companies(off)[0] == {"e1", "e2", "e3"}
    assert about_leaders(off) == []


def test_draft_says_what_the_leaders_cost() -> None:
    """Mates of one club lead: kept apart they would be in different places of the first tables."""
    situation = field_of(5, 5, 5, 5, 4, 4, 4, 4)
    mates = tuple(
        replace(entrant, club="Brno" if entrant.seed <= 2 else "") for entrant in situation.entrants
    )
    situation = replace(situation, entrants=mates, early_rounds=9)
    [remark] = about_leaders(final(situation))
    assert remark == PairingRemark("leaders", ("e1", "e2", "e3", "e4"), {"is_priced": 1})
    met = Past((Meeting(2, ("e1", "e2", "e3", "e4")), Meeting(2, ("e5", "e6", "e7", "e8"))))
    [apart] = about_leaders(final(replace(situation, past=met)))
    assert apart.code == "leaders_apart"
    assert apart.gaps == {"is_priced": 1, "repeats": 8, "club_mates": 1}


def test_repeats_come_before_leaders() -> None:
    met = Past((Meeting(1, ("e1", "e2", "e3", "e4")),))
    situation = replace(field_of(*range(12, 0, -1), 0, 0, 0, 0), past=met)
    pairing = final(situation)
    assert cost_of(pairing.tables, situation=situation).again == 0
    assert about_leaders(pairing) == [
        PairingRemark("leaders_apart", ("e1", "e2", "e3", "e4"), {"is_priced": 1, "repeats": 6})
    ]


def test_leaders_who_must_be_kept_apart_are_told_without_a_price() -> None:
    situation = replace(
        field_of(9, 8, 7, 6, 1, 1, 0, 0), forbidden=frozenset({frozenset(("e1", "e2"))})
    )
    [remark] = about_leaders(final(situation))
    assert remark == PairingRemark("leaders_apart", ("e1", "e2", "e3", "e4"))


def test_edited_draft_tells_where_leaders_sit_without_a_price() -> None:
    tables = tuple(map(TableDrawn, (("e1", "e2", "e3", "e7"), ("e4", "e5", "e6", "e8"))))
    [remark] = [r for r in remarks_on(tables, situation=WIDE) if r.code.startswith("leaders")]
    assert remark == PairingRemark("leaders_apart", ("e1", "e2", "e3"))


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), n=st.integers(5, 12), rounds=st.integers(1, 4))
def test_last_round_costs_what_the_exact_solver_says(seed: int, n: int, rounds: int) -> None:
    situation = replace(random_situation(seed, n=n, rounds=rounds), planned=(), final_seats=3)
    pairing = pair_final(situation, mix=fours(n), seed=seed)
    assert not isinstance(pairing, NoPairing)
    cost = cost_of(pairing.tables, situation=situation).numbers
    assert cost == exact_cost(situation, fours(n).sizes)
