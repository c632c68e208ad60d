"""A wrong winner found later, and the next match played: an official decides, and takes it back."""

from typing import Any

import pytest

from league.errors import LeagueError, Stale
from league.events.queries.recheck import differences
from league.events.queries.wrong_winners import WrongWinner, wrong_winner_at
from league.events.services.bracket_seats import follow_bracket
from league.events.services.entries import withdraw_entry
from league.events.services.lifecycle import move_event
from league.events.services.rounds import close_round, draft_round, redraw_round
from league.events.services.undo import undo_step
from league.events.services.wrong_winners import decide_wrong_winner
from league.models import AuditEntry, Entry, Event, Match, Round, Ruling, Seat, Stage
from league.pairing.services import pair_round
from league.permissions import SERVICE
from league.standings.services import compute_standings
from tests.factories.events import (
    enter,
    played_round,
    published_round,
    replace_result,
    running_event,
)
from tests.league.events.test_knockout import beaten, entry, ranks, seated

pytestmark = pytest.mark.django_db
WHY = "The slip of the semi-final was read upside down."


def started(kind: str, players: int, **more: Any) -> Stage:
    return running_event(players, stage={"kind": kind, "chain": ["BRACKET"], **more})


def found_out(match: Match) -> None:
    """The other one won; then what the service does by itself."""
    numbers = [Entry.objects.get(pk=pk).seed or 0 for pk in _order(match)]
    replace_result(match, *(20 + 10 * numbers.index(n) for n in _seeds(match)))
    follow(match.round.stage)


def _order(match: Match) -> list[str]:
    result = match.games.get(number=1).result
    assert result is not None
    return [side["entry"] for side in sorted(result.sides, key=lambda side: int(side["rank"]))]


def _seeds(match: Match) -> list[int]:
    return [seat.entry.seed or 0 for seat in match.seats.order_by("letter")]


def follow(stage: Stage) -> None:
    compute_standings(stage.pk)
    follow_bracket(stage.pk)
    compute_standings(stage.pk)


def at(slot: str) -> Match:
    return Match.objects.select_related("round__stage__event", "event").get(slot=slot)


def case_at(slot: str) -> WrongWinner:
    case = wrong_winner_at(at(slot))
    assert case is not None
    return case


def decided(slot: str, choice: str) -> None:
    case = case_at(slot)
    decide_wrong_winner(at(slot), actor=SERVICE, choice=choice, reason=WHY, mark=case.mark)
    follow(case.stage)
    assert not list(differences(case.stage.event))


def flagged() -> list[str]:
    return sorted(Match.objects.filter(is_misplaced=True).values_list("slot", flat=True))


def undo(action: str) -> None:
    undo_step(AuditEntry.objects.filter(action=action).latest("pk"), actor=SERVICE)
    stage = Stage.objects.select_related("event").get()
    follow(stage)
    assert not list(differences(stage.event))


@pytest.fixture
def final_played() -> Stage:
    """Four in a knockout; 1 beat 4 and won the final against 2, whereas really 4 beat 1."""
    stage = started("knockout", 4, places_played=2)
    first = played_round(stage)
    played_round(stage)
    found_out(first.matches.get(slot="W1.1"))
    return stage


def test_officials_are_called_and_told_what_is_at_stake(final_played: Stage) -> None:
    assert flagged() == ["F1"]
    case = case_at("F1")
    assert [(each.leaves, each.comes) for each in case.changes] == [(entry(1).pk, entry(4).pk)]
    assert (case.can_be_seated, case.follows_by_itself, case.later) == (True, False, ())


def test_played_again_by_those_who_belong_there(final_played: Stage) -> None:
    decided("F1", "again")
    final = at("F1")
    assert (seated(final.round)["F1"], final.state) == ([4, 2], Match.State.WAITING)
    assert (final.round.status, final.is_open, flagged()) == (Round.Status.PUBLISHED, True, [])
    ruling = final.rulings.get(kind=Ruling.Kind.AGAIN)
    assert ruling.remark is not None
    assert ruling.remark.reason == WHY
    assert Seat.ever.filter(match=final, has_left=True).get().entry == entry(1)
    assert wrong_winner_at(final) is None
    enter(final, 90, 20)
    close_round(final.round, actor=SERVICE)
    assert ranks(final_played) == {4: 1, 2: 2, 1: 3, 3: 3}


def test_let_stand_they_keep_their_places(final_played: Stage) -> None:
    decided("F1", "stand")
    assert (seated(at("F1").round)["F1"], flagged()) == ([1, 2], [])
    assert wrong_winner_at(at("F1")) is None
    assert at("F1").rulings.get(kind=Ruling.Kind.STAND).remark.reason == WHY  # type: ignore[union-attr]
    assert ranks(final_played) == {1: 1, 2: 2, 4: 3, 3: 3}


@pytest.mark.parametrize(
    ("choice", "action"), [("again", "play again in the bracket"), ("stand", "let bracket stand")]
)
def test_decision_is_taken_back(final_played: Stage, choice: str, action: str) -> None:
    before = ranks(final_played)
    decided("F1", choice)
    undo(action)
    final = at("F1")
    assert (seated(final.round)["F1"], flagged(), final.state) == ([1, 2], ["F1"], "accepted")
    assert final.round.status == Round.Status.CLOSED
    assert ranks(final_played) == before
    with pytest.raises(LeagueError, match=r"changed (again|here) since"):
        undo(action)


def test_played_again_is_not_taken_back_once_something_came_in(final_played: Stage) -> None:
    decided("F1", "again")
    enter(at("F1"), 90, 20)
    with pytest.raises(LeagueError, match="would be lost"):
        undo("play again in the bracket")
    assert seated(at("F1").round)["F1"] == [4, 2]


def test_result_of_who_had_to_leave_does_not_come_back(final_played: Stage) -> None:
    """Steps before the decision are about another match than the one that is played now."""
    decided("F1", "again")
    for action in ("enter result", "rule"):
        for step in AuditEntry.objects.filter(action=action, object_id=at("F1").pk):
            with pytest.raises(LeagueError, match="changed again"):
                undo_step(step, actor=SERVICE)


def test_bad_requests_change_nothing(final_played: Stage) -> None:
    case = case_at("F1")
    final, semi_final = at("F1"), at("W1.1")

    def ask(match: Match, **more: str) -> None:
        terms = {"choice": "again", "reason": WHY, "mark": case.mark, **more}
        decide_wrong_winner(match, actor=SERVICE, **terms)

    with pytest.raises(LeagueError, match="Say why"):
        ask(final, reason="  ")
    with pytest.raises(LeagueError, match="Choose between"):
        ask(final, choice="both")
    with pytest.raises(Stale):
        ask(final, mark="another")
    with pytest.raises(Stale):
        ask(semi_final)
    assert not Ruling.objects.filter(kind__in=["again", "stand"]).exists()
    ask(final)
    with pytest.raises(Stale):  # the same again
        ask(final)
    assert Ruling.objects.filter(kind="again").count() == 1


def test_finished_event_lets_stand_but_does_not_play(final_played: Stage) -> None:
    event = final_played.event
    event.refresh_from_db()
    move_event(event, to=Event.Status.FINISHED, actor=SERVICE, version=event.version)
    with pytest.raises(LeagueError, match="Reopen it"):
        decided("F1", "again")
    decided("F1", "stand")
    assert wrong_winner_at(at("F1")) is None


def test_third_place_waits_for_the_decision_about_the_final() -> None:
    """Who belongs in the final sits at the other table: both are decided as one."""
    stage = started("knockout", 4)
    first = played_round(stage)
    last = published_round(stage)
    enter(last.matches.get(slot="P3.1"), 50, 40)
    found_out(first.matches.get(slot="W1.1"))
    assert (seated(last), flagged()) == ({"F1": [1, 2], "P3.1": [4, 3]}, ["P3.1"])
    decided("P3.1", "again")
    assert seated(last) == {"F1": [4, 2], "P3.1": [1, 3]}
    undo("play again in the bracket")
    assert (seated(last), at("P3.1").state) == ({"F1": [1, 2], "P3.1": [4, 3]}, "accepted")
    decided("P3.1", "stand")
    assert (seated(last), flagged()) == ({"F1": [1, 2], "P3.1": [4, 3]}, [])
    enter(at("F1"), 50, 40)
    assert ranks(stage) == {1: 1, 2: 2, 4: 3, 3: 4}


def test_loser_of_a_double_elimination_goes_the_other_way() -> None:
    stage = started("double_elimination", 4)
    first = played_round(stage)
    second = published_round(stage)
    enter(second.matches.get(slot="W2.1"), 50, 40)
    found_out(first.matches.get(slot="W1.1"))
    assert seated(second) == {"W2.1": [1, 2], "L1.1": [4, 3]}  # both wait
    assert flagged() == ["W2.1"]
    decided("W2.1", "again")
    assert seated(second) == {"W2.1": [4, 2], "L1.1": [1, 3]}
    undo("play again in the bracket")
    decided("W2.1", "stand")
    assert (seated(second), flagged()) == ({"W2.1": [1, 2], "L1.1": [4, 3]}, [])
    enter(at("L1.1"), 50, 40)
    close_round(second, actor=SERVICE)
    third = published_round(stage)
    assert seated(third) == {"L2.1": [2, 4]}


def test_chain_is_decided_match_by_match() -> None:
    """The semi-final is played again; the final, played already, is asked about when it ends."""
    stage = started("knockout", 8, places_played=2)
    rounds = [played_round(stage) for _ in range(3)]
    found_out(rounds[0].matches.get(slot="W1.1"))
    assert flagged() == ["W2.1"]
    assert [match.slot for match in case_at("W2.1").later] == ["F1"]
    decided("W2.1", "again")
    again = at("W2.1")
    assert (_seeds(again), again.round.status, flagged()) == ([8, 4], Round.Status.PUBLISHED, [])
    assert at("F1").state == Match.State.ACCEPTED
    enter(again, 90, 20)  # 8 wins; 1 sits in the final
    follow(stage)
    assert flagged() == ["F1"]
    decided("F1", "again")
    assert _seeds(at("F1")) == [8, 2]
    enter(at("F1"), 20, 90)
    for number in (2, 3):
        close_round(Round.objects.get(number=number), actor=SERVICE)
    assert ranks(stage) == {2: 1, 8: 2, 3: 3, 4: 3, 1: 5, 5: 5, 6: 5, 7: 5}


def test_played_again_takes_another_table_if_its_own_is_taken() -> None:
    stage = started("knockout", 8, places_played=2)
    first = played_round(stage)
    played_round(stage)
    final = published_round(stage).matches.get()
    assert final.table == at("W2.1").table == 1
    found_out(first.matches.get(slot="W1.1"))
    decided("W2.1", "again")
    assert (at("W2.1").table, at("W2.1").is_open) == (3, True)
    undo("play again in the bracket")
    assert (at("W2.1").table, at("W2.1").round.status) == (1, Round.Status.CLOSED)


def test_next_round_is_drawn_after_the_match_is_played_again() -> None:
    stage = started("knockout", 8, places_played=2)
    first = played_round(stage)
    played_round(stage)
    draft = draft_round(stage, actor=SERVICE)
    pair_round(draft.pk)
    found_out(first.matches.get(slot="W1.1"))
    decided("W2.1", "again")
    pair_round(draft.pk)
    draft.refresh_from_db()
    assert (draft.draw, draft.refusal["code"]) == (Round.Draw.REFUSED, "results_missing")
    enter(at("W2.1"), 90, 20)
    close_round(at("W2.1").round, actor=SERVICE)
    draft.refresh_from_db()
    redraw_round(draft, actor=SERVICE, version=draft.version)
    pair_round(draft.pk)
    assert seated(draft) == {"F1": [8, 2]}


def test_best_two_of_a_table_of_four() -> None:
    stage = started("knockout", 8, bracket_seats=4, bracket_advance=2)
    first = played_round(stage)
    table = first.matches.order_by("table")[0]
    played_round(stage)
    before = set(_seeds(at("F1")))
    found_out(table)  # all four the other way round
    best, others = _order(table)[:2], set(_seeds(table))
    right = {Entry.objects.get(pk=pk).seed for pk in best} | (before - others)
    decided("F1", "again")
    assert set(_seeds(at("F1"))) == right
    undo("play again in the bracket")
    decided("F1", "stand")
    assert (set(_seeds(at("F1"))), flagged()) == (before, [])


def second_final_played() -> Stage:
    """1 lost the first final, and the second one; then it is found out that 1 had won the first."""
    stage = started("double_elimination", 3)
    for _ in range(3):
        played_round(stage)
    final = published_round(stage)
    beaten(final, 1)
    close_round(final, actor=SERVICE)
    again = published_round(stage)
    beaten(again, 1)
    close_round(again, actor=SERVICE)
    assert ranks(stage) == {2: 1, 1: 2, 3: 3}
    found_out(at("F1"))
    return stage


def test_needless_second_final_is_dropped_or_stands() -> None:
    stage = second_final_played()
    assert flagged() == ["F2"]
    decided("F2", "again")
    assert ranks(stage) == {1: 1, 2: 2, 3: 3}
    assert (at("F2").seats.count(), at("F2").is_open, flagged()) == (0, False, [])
    assert at("F2").rulings.filter(kind=Ruling.Kind.DROP).exists()
    undo("play again in the bracket")
    assert (ranks(stage), flagged()) == ({2: 1, 1: 2, 3: 3}, ["F2"])
    decided("F2", "stand")
    assert (ranks(stage), flagged()) == ({2: 1, 1: 2, 3: 3}, [])


def test_right_one_who_has_withdrawn_is_waited_for_by_an_official(final_played: Stage) -> None:
    withdraw_entry(entry(4), actor=SERVICE, is_confirmed=True)
    follow(final_played)
    decided("F1", "again")
    assert seated(at("F1").round)["F1"] == [4, 2]
    enter(at("F1"), None, 50)
    assert ranks(final_played) == {2: 1, 4: 2, 1: 3, 3: 3}


def test_correction_that_is_corrected_back_leaves_nothing(final_played: Stage) -> None:
    decided("F1", "stand")
    found_out(at("W1.1"))  # 1 had won after all
    assert (flagged(), wrong_winner_at(at("F1"))) == ([], None)
    assert ranks(final_played) == {1: 1, 2: 2, 4: 3, 3: 3}
