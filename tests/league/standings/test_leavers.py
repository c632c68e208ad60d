"""Who withdraws from a round robin: spec/pairing-and-tiebreaks.md, section 4, round robin."""

from league.standings.field import field_of
from league.standings.inputs import (
    EntryInput,
    GameInput,
    GameSide,
    Inputs,
    MatchInput,
    OtherGame,
    RoundInput,
    RoundOutcome,
    Settings,
)
from league.standings.leavers import Leaver, leaver_of, settled, with_forfeits
from league.standings.points import duel

SCHEDULE = (
    (("ann", "dan"), ("bob", "cid")),
    (("dan", "cid"), ("ann", "bob")),
    (("bob", "dan"), ("cid", "ann")),
)
DUEL = duel(bye_12=0)


def won(number: int, first: str, second: str) -> MatchInput:
    sides = (GameSide(first, rank=1, score=9), GameSide(second, rank=2, score=5))
    return MatchInput(f"{first}-{second}", (first, second), (GameInput(sides),))


def inputs_of(*rounds: RoundInput) -> Inputs:
    entries = tuple(
        EntryInput(name, seed) for seed, name in enumerate(("ann", "bob", "cid", "dan"))
    )
    return Inputs(
        entries=entries,
        rounds=rounds,
        rules=OtherGame(),
        settings=Settings(forfeits_are_games=True),
    )


FIRST = RoundInput(1, (won(1, "ann", "dan"), won(1, "bob", "cid")))
SECOND = RoundInput(2, (won(2, "dan", "cid"), won(2, "ann", "bob")))
FREE = RoundOutcome.PAIRING_BYE


def test_half_of_the_schedule_decides() -> None:
    field = field_of(inputs_of(FIRST, SECOND), scheme=DUEL)
    assert leaver_of("dan", field=field, schedule=SCHEDULE) == Leaver("dan", completed=2, games=3)
    assert [Leaver("dan", done, 4).is_struck for done in (0, 1, 2, 3)] == [True, True, False, False]
    assert Leaver("dan", 1, 3).is_struck


def test_who_is_away_loses_by_forfeit_and_the_opponent_wins() -> None:
    """Round 2 was drawn without dan, who comes back for round 3; in an odd round all are there."""
    second = RoundInput(2, (won(2, "ann", "bob"),), {"cid": FREE, "dan": RoundOutcome.ABSENT})
    field = field_of(with_forfeits(inputs_of(FIRST, second), schedule=SCHEDULE), scheme=DUEL)
    assert (field.cells["cid"][1].outcome, field.points_12["cid"]) == (RoundOutcome.FORFEIT_WIN, 24)
    assert field.cells["cid"][1].opponents == ("dan",)
    assert field.cells["dan"][1].outcome is RoundOutcome.FORFEIT_LOSS
    assert leaver_of("cid", field=field, schedule=SCHEDULE).completed == 2
    assert leaver_of("dan", field=field, schedule=SCHEDULE).completed == 1
    nobody_away = inputs_of(FIRST, SECOND)
    assert with_forfeits(nobody_away, schedule=SCHEDULE) == nobody_away


def test_bye_that_was_granted_is_no_forfeit() -> None:
    """As in reports from elsewhere; not even against somebody who was away."""
    for other in (FREE, RoundOutcome.ABSENT):
        second = RoundInput(
            2, (won(2, "ann", "bob"),), {"cid": other, "dan": RoundOutcome.ZERO_BYE}
        )
        played = inputs_of(FIRST, second)
        assert with_forfeits(played, schedule=SCHEDULE) == played


def test_round_seated_otherwise_does_not_tell_who_should_have_met() -> None:
    second = RoundInput(2, (won(2, "ann", "cid"),), {"bob": FREE, "dan": RoundOutcome.ABSENT})
    played = inputs_of(FIRST, second)
    assert with_forfeits(played, schedule=SCHEDULE) == played


def test_win_against_somebody_away_stands_when_the_winner_leaves() -> None:
    """Bob was free in round 3 since dan was gone, and leaves after it: dan alone lost that game."""
    third = RoundInput(3, (won(3, "cid", "ann"),), {"bob": FREE})
    both = [Leaver("dan", 2, 3), Leaver("bob", 3, 3)]
    played = inputs_of(FIRST, SECOND, third)
    field = field_of(settled(played, leavers=both, schedule=SCHEDULE), scheme=DUEL)
    assert field.cells["bob"][2].outcome is RoundOutcome.FORFEIT_WIN
    assert field.cells["dan"][2].outcome is RoundOutcome.FORFEIT_LOSS


def test_nobody_wins_against_who_is_struck() -> None:
    """Dan was away from round 2, and left before half of the games."""
    second = RoundInput(2, (won(2, "ann", "bob"),), {"cid": FREE, "dan": RoundOutcome.ABSENT})
    struck = [Leaver("dan", 1, 3)]
    after = settled(inputs_of(FIRST, second), leavers=struck, schedule=SCHEDULE)
    assert field_of(after, scheme=DUEL).cells["cid"][1].outcome is FREE


def test_own_forfeits_and_open_games_are_not_completed() -> None:
    lost = MatchInput("x", ("ann", "dan"), forfeited=frozenset({"dan"}))
    is_open = MatchInput("y", ("dan", "cid"))
    field = field_of(inputs_of(RoundInput(1, (lost,)), RoundInput(2, (is_open,))), scheme=DUEL)
    assert leaver_of("dan", field=field, schedule=SCHEDULE).completed == 0
    assert leaver_of("ann", field=field, schedule=SCHEDULE).completed == 1


def test_games_of_whom_is_struck_count_for_nobody() -> None:
    played = inputs_of(FIRST)
    after = settled(played, leavers=[Leaver("dan", 1, 3)], schedule=SCHEDULE)
    field = field_of(after, scheme=DUEL)
    assert field.points_12 == {"ann": 0, "bob": 24, "cid": 0}
    assert [cell.outcome for cell in field.cells["ann"]] == [FREE]


def test_rest_is_lost_by_forfeit_from_half_on() -> None:
    """Round 3 was drawn without dan: bob sat out, and wins by forfeit."""
    third = RoundInput(3, (won(3, "cid", "ann"),), {"bob": FREE})
    played = inputs_of(FIRST, SECOND, third)
    after = settled(played, leavers=[Leaver("dan", 2, 3)], schedule=SCHEDULE)
    field = field_of(after, scheme=DUEL)
    won_by_forfeit, lost = field.cells["bob"][2], field.cells["dan"][2]
    assert (won_by_forfeit.outcome, won_by_forfeit.points_12) == (RoundOutcome.FORFEIT_WIN, 24)
    assert (won_by_forfeit.opponents, won_by_forfeit.match) == (("dan",), None)
    assert (lost.outcome, lost.points_12) == (RoundOutcome.FORFEIT_LOSS, 0)
    assert field.points_12["dan"] == 24  # won against cid, which stands


def test_two_who_left_forfeit_to_each_other() -> None:
    third = RoundInput(3, (), {"bob": RoundOutcome.ABSENT})
    played = inputs_of(FIRST, SECOND, third)
    both = [Leaver("dan", 2, 3), Leaver("bob", 2, 3)]
    field = field_of(settled(played, leavers=both, schedule=SCHEDULE), scheme=DUEL)
    assert field.cells["bob"][2].outcome is RoundOutcome.FORFEIT_LOSS
    assert field.cells["dan"][2].outcome is RoundOutcome.FORFEIT_LOSS
