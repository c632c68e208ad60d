"""Two-seat Swiss: what every round promises, and known answers."""

import pytest
from hypothesis import given, settings, strategies as st

from league.pairing.dutch.engine import Drawn, pair_dutch
from league.pairing.dutch.position import Position
from league.pairing.field import (
    Entrant,
    Meeting,
    NoPairing,
    Pairing,
    PairingRemark,
    Past,
    PastBye,
    TableDrawn,
)
from league.pairing.swiss import SwissTerms, pair_swiss
from league.pairing.trf.event import Points
from league.standings.inputs import RoundOutcome
from tests.league.pairing.swiss_play import SwissPlay, entries, faults

WIN, DRAW, LOSS = RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS
MARKS = {">": (WIN, LOSS), "<": (LOSS, WIN), "=": (DRAW, DRAW), "+": (WIN, LOSS)}
Pair = tuple[int, int]


def field_of(count: int) -> list[Entrant]:
    return [Entrant(entry, seed) for entry, seed in entries(count).items()]


def numbers(found: Pairing | NoPairing) -> list[tuple[int, ...]]:
    assert isinstance(found, Pairing)
    return [tuple(int(entry[1:]) for entry in table.entries) for table in found.tables]


def history(*rounds: str) -> tuple[Past, dict[tuple[int, str], RoundOutcome]]:
    """`1>3 5<4 2=6 7+8 9`: the first started; 1 and 4 won, 8 did not come, 9 had the bye."""
    meetings, byes, outcomes = [], [], {}
    for number, told in enumerate(rounds, start=1):
        for word in told.split():
            mark = next((c for c in word if c in MARKS), "")
            if not mark:
                byes.append(PastBye(number, f"e{word}", "pairing"))
                continue
            first, second = (f"e{who}" for who in word.split(mark))
            meetings.append(Meeting(number, (first, second), was_played=mark != "+"))
            outcomes[number, first], outcomes[number, second] = MARKS[mark]
    return Past(tuple(meetings), tuple(byes)), outcomes


def pair_after(
    *rounds: str,
    count: int,
    away: tuple[int, ...] = (),
    locked: tuple[TableDrawn, ...] = (),
    seed: int = 0,
    apart: frozenset[tuple[str, str]] = frozenset(),
) -> Pairing | NoPairing:
    past, outcomes = history(*rounds)
    return pair_swiss(
        [entrant for entrant in field_of(count) if entrant.seed not in away],
        terms=SwissTerms(len(rounds) + 1, rounds_planned=9, seed=seed, apart=apart),
        others=[entrant for entrant in field_of(count) if entrant.seed in away],
        past=past,
        outcomes=outcomes,
        locked=locked,
    )


# Known answers


def test_first_round_pairs_upper_half_with_lower_half() -> None:
    """C.04.3: 14 players, initial colour white."""
    expected = [(1, 8), (9, 2), (3, 10), (11, 4), (5, 12), (13, 6), (7, 14)]

    assert numbers(pair_after(count=14)) == expected
    turned = pair_after(count=14, seed=1)
    assert numbers(turned) == [(second, first) for first, second in expected]


def test_first_round_of_an_odd_field_gives_the_last_the_bye() -> None:
    found = pair_after(count=7)

    assert isinstance(found, Pairing)
    assert numbers(found) == [(1, 4), (5, 2), (3, 6)]
    assert (found.byes, found.remarks) == (("e7",), (PairingRemark("bye", ("e7",)),))


def test_second_round_follows_points_and_turns_starts() -> None:
    """bbpPairings, test dutch_2025_C9: 5 was absent in round 1; both editions agree."""
    found = pair_after("1>3 4<2", count=5)

    assert isinstance(found, Pairing)
    assert (numbers(found), found.byes) == ([(2, 1), (3, 5)], ("e4",))


def test_edition_is_the_one_since_february_2026() -> None:
    """bbpPairings, test dutch_2025_C5, and by hand.

    Players 1 and 3 lead and have not met: the older edition pairs them, and 5, who has met 2 and 6,
    sits out. The newer one first sees to a bye low in the table: 1-5, 3-2 and the bye for 6.
    """
    found = pair_after("1>4 5<2 3>6", "2<1 4<3 6<5", count=6, away=(4,))

    assert isinstance(found, Pairing)
    assert (numbers(found), found.byes) == ([(1, 5), (3, 2)], ("e6",))


def test_criteria_given_up_are_named_with_those_whom_they_concern() -> None:
    """1 and 5 both followed in round 2, where 3 already met somebody with fewer points."""
    found = pair_after("1>4 5<2 3>6", "2<1 4<3 6<5", count=6, away=(4,))

    assert isinstance(found, Pairing)
    told = [(r.code, r.entries) for r in found.remarks if r.code.startswith("given_up")]
    assert told == [("given_up_C12", ("e1", "e5")), ("given_up_C14", ("e3",))]


def test_bye_of_who_played_less_is_named() -> None:
    """5 missed round 1, and may meet nobody: 2 and 4 have as many points, and could sit out."""
    apart = frozenset({("e5", f"e{number}") for number in range(1, 5)})
    found = pair_after("1>2 3>4", count=5, apart=apart)
    free = pair_after("1>2 3>4", count=5)

    assert isinstance(found, Pairing)
    assert isinstance(free, Pairing)
    named = PairingRemark("given_up_C9", ("e5",))
    assert (found.byes, named in found.remarks) == (("e5",), True)
    assert [remark.code for remark in free.remarks if remark.code == named.code] == []


def test_progress_is_told_bracket_by_bracket() -> None:
    past, outcomes = history("1>5 6<2 3>7 8<4")
    shares: list[float] = []
    pair_swiss(
        field_of(8),
        terms=SwissTerms(2, 5, 0),
        past=past,
        outcomes=outcomes,
        progress=shares.append,
    )
    assert shares == [0.5, 1.0]


def test_starts_of_round_1_alternate_over_those_who_are_there() -> None:
    """Number 3 is away: 4 is the third to be paired, and starts as a third does."""
    assert numbers(pair_after(count=7, away=(3,))) == [(1, 5), (6, 2), (4, 7)]


def test_starts_of_late_entries_go_by_the_numbers_of_those_who_were_paired() -> None:
    """3 was never there, so that 6 is the fifth."""
    found = pair_after("1>2 4>5", count=9, away=(3,))
    assert (6, 9) in numbers(found)


def test_table_made_by_hand_counts_for_the_starts_of_round_1() -> None:
    locked = (TableDrawn(("e3", "e4")),)
    assert numbers(pair_after(count=6, locked=locked)) == [(1, 5), (6, 2), (3, 4)]


# What every round promises


@settings(max_examples=60)
@given(count=st.integers(1, 17), seed=st.integers(0, 10**6), is_lively=st.booleans())
def test_any_event_is_lawful_in_every_round(count: int, seed: int, is_lively: bool) -> None:
    play = SwissPlay(entries(count), seed, rounds_planned=6, is_lively=is_lively).play()

    assert list(faults(play)) == []


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), pairs=st.sets(st.tuples(*[st.integers(1, 12)] * 2), max_size=12))
def test_pairs_kept_apart_never_meet(seed: int, pairs: set[Pair]) -> None:
    apart = frozenset((f"e{one}", f"e{other}") for one, other in pairs if one != other)

    play = SwissPlay(entries(12), seed, rounds_planned=5, apart=apart).play()

    assert list(faults(play)) == []


def test_faults_are_seen_where_there_are_some() -> None:
    play = SwissPlay(entries(9), seed=1, rounds_planned=3).play()
    play.pairings[1] = play.pairings[0]
    play.apart = frozenset({play.pairings[2].tables[0].entries})  # type: ignore[arg-type]
    play.outcomes |= {(2, entry): DRAW for entry in play.seeds}

    found = list(faults(play))

    assert f"second bye for {play.pairings[0].byes[0]}" in found
    assert len([fault for fault in found if "may not meet" in fault]) == 5


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_pairing_is_the_same_again(seed: int) -> None:
    one, other = (SwissPlay(entries(11), seed, 4, is_lively=True).play() for _ in range(2))

    assert one.pairings == other.pairings


# History, hands and dead ends


def test_forfeited_pairing_may_be_paired_again() -> None:
    played, forfeited = pair_after("1>2", count=2), pair_after("1+2", count=2)

    assert played == NoPairing(PairingRemark("no_pairing_met"), ("allow_repeats", "finish_stage"))
    assert numbers(forfeited) == [(1, 2)]


def test_no_bye_after_a_forfeit_win() -> None:
    played, forfeited = pair_after("1>2 3", count=3), pair_after("1+2 3", count=3)

    assert isinstance(played, Pairing)
    assert isinstance(forfeited, Pairing)
    assert played.byes == forfeited.byes == ("e2",)


def test_late_entry_keeps_its_number_and_scores_as_told() -> None:
    past, outcomes = history("1>3 2>4")
    field, late = field_of(4), Entrant("e5", 5)
    terms = SwissTerms(2, 5, 0)

    nothing = pair_swiss([*field, late], terms=terms, past=past, outcomes=outcomes)
    halves = Past(past.meetings, (PastBye(1, "e5", "half"),))
    half = pair_swiss([*field, late], terms=terms, past=halves, outcomes=outcomes)

    assert isinstance(nothing, Pairing)
    assert isinstance(half, Pairing)
    assert (numbers(nothing), nothing.byes) == ([(2, 1), (3, 5)], ("e4",))
    assert (numbers(half), half.byes) == ([(2, 1), (3, 5)], ("e4",))
    assert PairingRemark("float", ("e5", "e3"), {"points_12": 12}) in half.remarks
    assert PairingRemark("float", ("e5", "e3"), {"points_12": 12}) not in nothing.remarks


def test_withdrawn_opponent_still_counts_as_met_and_started_against() -> None:
    found = pair_after("1>3 2>4", count=4, away=(3, 4))

    assert isinstance(found, Pairing)
    assert numbers(found) == [(2, 1)]
    assert PairingRemark("start_kept", ("e2",), {"times": 2}) in found.remarks


def test_rest_is_paired_around_locked_tables() -> None:
    found = pair_after(count=7, locked=(TableDrawn(("e6", "e1")), TableDrawn(("e2",))))

    assert isinstance(found, Pairing)
    assert found.tables == (
        TableDrawn(("e6", "e1"), is_locked=True),
        TableDrawn(("e3", "e5")),
        TableDrawn(("e7", "e4")),
    )
    assert found.byes == ("e2",)


def test_locked_repeat_and_kept_apart_are_remarked() -> None:
    locked = (TableDrawn(("e1", "e3")),)
    apart = frozenset({("e3", "e1")})

    found = pair_after("1>3 2>4 5>6", count=6, locked=locked, apart=apart)

    assert isinstance(found, Pairing)
    codes = [remark.code for remark in found.remarks if remark.code.startswith("locked")]
    assert codes == ["locked_repeat", "locked_apart"]


def test_locked_tables_in_the_way_may_be_unlocked() -> None:
    found = pair_after("1>3 2>4", count=4, locked=(TableDrawn(("e1", "e3")),))

    assert found == NoPairing(
        PairingRemark("no_pairing_met"), ("unlock_tables", "allow_repeats", "finish_stage")
    )


def test_all_tables_locked_leaves_nothing_to_pair() -> None:
    found = pair_after(count=2, locked=(TableDrawn(("e2", "e1")),))

    assert isinstance(found, Pairing)
    assert found.tables == (TableDrawn(("e2", "e1"), is_locked=True),)
    assert pair_swiss([], terms=SwissTerms(1, 5, 0)) == Pairing(())


@pytest.mark.parametrize(
    ("rounds", "away", "apart", "cause", "choice"),
    [
        (("1>2 3>4", "1>3 4>2", "4>1 2>3"), (), (), "met", "allow_repeats"),
        (("1>3 2>4", "1>4 2>3"), (3, 4), (), "starts", "pair_by_hand"),
        (("1 2>3",), (2, 3, 4), (), "bye", "give_bye"),
        ((), (), (("e1", "e2"), ("e3", "e1"), ("e1", "e4")), "apart", "drop_keep_apart"),
    ],
)
def test_no_pairing_names_its_cause(
    rounds: tuple[str, ...],
    away: tuple[int, ...],
    apart: tuple[tuple[str, str], ...],
    cause: str,
    choice: str,
) -> None:
    found = pair_after(*rounds, count=4, away=away, apart=frozenset(apart))

    assert found == NoPairing(PairingRemark(f"no_pairing_{cause}"), (choice, "finish_stage"))


def test_round_waits_for_results() -> None:
    past, outcomes = history("1>3 2>4")
    del outcomes[1, "e2"]
    outcomes[1, "e4"] = RoundOutcome.PENDING

    found = pair_swiss(field_of(4), terms=SwissTerms(2, 5, 0), past=past, outcomes=outcomes)

    assert found == NoPairing(PairingRemark("results_missing", ("e2", "e4")), ("enter_results",))


def test_points_that_do_not_follow_from_outcomes_are_remarked() -> None:
    past, outcomes = history("1>2")
    field = [Entrant("e1", 1, 24), Entrant("e2", 2, 12), Entrant("e3", 3), Entrant("e4", 4)]

    found = pair_swiss(field, terms=SwissTerms(2, 5, 0), past=past, outcomes=outcomes)

    assert isinstance(found, Pairing)
    assert found.remarks[-1] == PairingRemark("points_differ", ("e2",))


def test_any_points_can_be_set() -> None:
    past, outcomes = history("1=3 4>2")
    odd = SwissTerms(2, 5, 0, points=Points(win_12=40_000, draw_12=7))

    found = pair_swiss(field_of(4), terms=odd, past=past, outcomes=outcomes)

    assert isinstance(found, Pairing)
    assert PairingRemark("float", ("e4", "e3"), {"points_12": 39_993}) in found.remarks


def test_both_losing_a_match_is_no_obstacle() -> None:
    past, outcomes = history("1>3 2>4")
    outcomes[1, "e1"] = LOSS

    found = pair_swiss(field_of(4), terms=SwissTerms(2, 5, 0), past=past, outcomes=outcomes)

    assert isinstance(found, Pairing)
    assert len(found.tables) == 2


def test_awarded_draw_is_no_meeting() -> None:
    past = Past((Meeting(1, ("e1", "e2"), was_played=False),))
    outcomes = {(1, "e1"): DRAW, (1, "e2"): DRAW}

    found = pair_swiss(field_of(2), terms=SwissTerms(2, 5, 0), past=past, outcomes=outcomes)

    assert numbers(found) == [(1, 2)]


def test_nobody_is_paired_with_nobody() -> None:
    assert pair_dutch(Position(1, 3, histories=())) == Drawn((), None)
