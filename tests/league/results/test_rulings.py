"""Rulings: what each kind makes count, and what is refused."""

import pytest

from league.errors import LeagueError, Stale
from league.events.services.rounds import close_round
from league.models import AuditEntry, Flag, Match, Remark, Result, Ruling, Submission, Verification
from league.permissions import SERVICE
from league.results.services.rulings import (
    Decision,
    accept_handed_in,
    blank_remark,
    outlook_of,
    rule,
)
from league.results.services.verification import mark_flag_seen
from tests.factories.events import enter, entries_at, marks_of, published_round
from tests.factories.submissions import confirm, hand_in, hand_in_record
from tests.factories.tables import broken_record, event_of_scores, lawful_record, other_table, table

pytestmark = pytest.mark.django_db
K = Ruling.Kind


def settle(match: Match, decision: Decision, **more: object) -> Ruling:
    return rule(match, decision, actor=SERVICE, **{"reason": "So it was.", **more})  # type: ignore[arg-type]


def counted(match: Match, game: int = 1) -> list[tuple[int | None, int, bool]]:
    """Score, rank and whether forfeited, in the order of the seats."""
    sides = {side["entry"]: side for side in match.games.get(number=game).result.sides}
    return [(sides[e]["score"], sides[e]["rank"], sides[e]["forfeited"]) for e in entries_at(match)]


def test_accepted_version_of_a_dispute_counts_and_both_stay() -> None:
    match = other_table(4)
    first = hand_in(match, 40, 35, 20, 10, by="A")
    hand_in(match, 40, 36, 20, 10, by="B")
    match.refresh_from_db()
    assert match.state == Match.State.DISPUTED
    settle(match, Decision(K.ACCEPT, submission=first))
    match.refresh_from_db()
    assert (match.state, match.grade) == (Match.State.ACCEPTED, Result.Grade.RULED)
    assert counted(match) == [(40, 1, False), (35, 2, False), (20, 3, False), (10, 4, False)]
    assert Submission.objects.count() == 2


def test_verified_version_keeps_its_grade_when_it_is_accepted() -> None:
    match = table()
    version = hand_in_record(match, lawful_record(match))
    settle(match, Decision(K.ACCEPT, submission=version))
    match.refresh_from_db()
    assert match.grade == Result.Grade.VERIFIED


def test_version_that_is_being_verified_is_not_accepted_yet() -> None:
    match = table()
    version = hand_in_record(match, lawful_record(match), is_verified=False)
    with pytest.raises(LeagueError, match="still being checked"):
        settle(match, Decision(K.ACCEPT, submission=version))


def test_contradicted_record_is_corrected_as_a_new_version() -> None:
    match = table()
    wrong = hand_in_record(match, broken_record(match))
    match.refresh_from_db()
    assert match.state == Match.State.CONTRADICTED
    made = settle(match, Decision(K.EDIT, submission=wrong, record=lawful_record(match)))
    match.refresh_from_db()
    assert (match.state, match.grade) == (Match.State.ACCEPTED, Result.Grade.VERIFIED)
    assert made.submission is not None
    assert (made.submission.by, made.submission.basis) == (Submission.By.OFFICIAL, wrong)
    assert Verification.objects.get(submission=made.submission).outcome == "verified"


def test_corrected_record_that_breaks_a_rule_changes_nothing() -> None:
    match = table()
    wrong = hand_in_record(match, broken_record(match))
    outlook = outlook_of(match, Decision(K.EDIT, submission=wrong, record=broken_record(match)))
    assert outlook.verdict is not None
    assert (outlook.verdict.status, outlook.sides) == ("illegal", ())
    with pytest.raises(LeagueError, match="do not allow this record"):
        settle(match, Decision(K.EDIT, submission=wrong, record=broken_record(match)))
    assert Submission.objects.count() == 1
    assert not Ruling.objects.exists()


def test_time_called_scores_a_record_as_it_stands() -> None:
    match = table()
    record = "\n".join(lawful_record(match).split("\n")[:14])
    version = hand_in_record(match, record)
    match.refresh_from_db()
    assert match.state == Match.State.CONTRADICTED
    made = settle(match, Decision(K.TIME, submission=version))
    assert made.submission is not None
    assert '[Termination "time"]' in made.submission.record
    assert made.submission.termination == Submission.Termination.TIME
    match.refresh_from_db()
    assert match.grade == Result.Grade.VERIFIED


def test_scores_are_set_with_the_order_in_which_they_sat() -> None:
    match = other_table(4)
    a, b, c, d = entries_at(match)
    seating = {"A": b, "B": a, "C": c, "D": d}
    settle(match, Decision(K.SCORES, marks=marks_of(match, 1, 2, 3, 4), seating=seating))
    assert [rank for _score, rank, _gone in counted(match)] == [4, 3, 2, 1]
    seats = {side["entry"]: side["seats"] for side in match.games.get().result.sides}
    assert seats == {a: "B", b: "A", c: "C", d: "D"}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((None, 0, None, None), [(None, 2, True), (0, 1, False), (None, 2, True), (None, 2, True)]),
        ((None,) * 4, [(None, 1, True)] * 4),
    ],
    ids=["one stays", "all at fault"],
)
def test_forfeit_counts(
    scores: tuple[int | None, ...], expected: list[tuple[int | None, int, bool]]
) -> None:
    match = other_table(4)
    settle(match, Decision(K.FORFEIT, marks=marks_of(match, *scores)))
    assert counted(match) == expected
    assert Result.objects.get().ground == Result.Ground.FORFEIT


def test_forfeit_without_anybody_at_fault_is_refused() -> None:
    match = other_table(4)
    with pytest.raises(LeagueError, match="did not come or gave up"):
        settle(match, Decision(K.FORFEIT, marks=marks_of(match, 4, 3, 2, 1)))


def test_game_played_again_makes_everything_history() -> None:
    match = other_table(4)
    version = hand_in(match, 40, 35, 20, 10)
    confirm(version)
    match.refresh_from_db()
    assert match.state == Match.State.ACCEPTED
    settle(match, Decision(K.REPLAY))
    match.refresh_from_db()
    assert (match.state, match.is_open) == (Match.State.WAITING, True)
    hand_in(match, 1, 2, 3, 4, by="B")
    match.refresh_from_db()
    assert match.state == Match.State.HANDED_IN  # not disputed with what is history


def test_game_of_a_closed_round_is_not_played_again() -> None:
    match = other_table(4)
    enter(match, 4, 3, 2, 1)
    close_round(match.round, actor=SERVICE)
    match = Match.objects.select_related("round__stage__event").get(pk=match.pk)
    with pytest.raises(LeagueError, match="Reopen it"):
        outlook_of(match, Decision(K.REPLAY))


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        (
            lambda m: Decision(K.SCORES, marks=marks_of(m, 1, 2, 3, 4), seating={"A": "x"}),
            "one person",
        ),
        (
            lambda m: Decision(
                K.SCORES,
                marks=marks_of(m, 1, 2, 3, 4),
                seating=dict.fromkeys("ABCD", entries_at(m)[0]),
            ),
            "one person",
        ),
        (
            lambda m: Decision(
                K.SCORES, marks=marks_of(m, 1, 2, 3, 4), seating={"A": entries_at(m)[0]}
            ),
            "Say where everybody",
        ),
        (lambda m: Decision(K.SCORES, marks={}), "everybody at the table"),
        (lambda m: Decision(K.EDIT, record="x"), "no records of this game"),
        (lambda m: Decision(K.ACCEPT), "Choose the version"),
    ],
    ids=["stranger", "everywhere", "unseated", "nobody", "no records", "no version"],
)
def test_impossible_decision_is_refused(decision: object, reason: str) -> None:
    match = other_table(4)
    with pytest.raises(LeagueError, match=reason):
        settle(match, decision(match))  # type: ignore[operator]
    assert not Ruling.objects.exists()


def test_places_have_to_fit() -> None:
    match = other_table(4, other_scoring="places")
    with pytest.raises(LeagueError, match="do not fit"):
        settle(match, Decision(K.SCORES, marks=marks_of(match, 1, 3, 3, 4)))
    settle(match, Decision(K.SCORES, marks=marks_of(match, 1, 2, 2, 4)))
    assert [rank for _score, rank, _gone in counted(match)] == [1, 2, 2, 4]


def test_ruling_needs_a_reason_and_a_page_that_is_not_old() -> None:
    match = other_table(4)
    version = match.version
    decision = Decision(K.SCORES, marks=marks_of(match, 4, 3, 2, 1))
    with pytest.raises(LeagueError, match="Say why"):
        settle(match, decision, reason=" ")
    hand_in(match, 40, 35, 20, 10)
    with pytest.raises(Stale):
        settle(match, decision, version=version)
    match.refresh_from_db()
    settle(match, decision, version=match.version)
    assert counted(match)[0] == (4, 1, False)


def test_one_tap_accepts_what_was_handed_in() -> None:
    match = other_table(4)
    version = hand_in(match, 40, 35, 20, 10)
    match.refresh_from_db()
    made = accept_handed_in(match, submission_id=version.pk, actor=SERVICE, version=match.version)
    assert (made.kind, made.submission) == (K.ACCEPT, version)
    match.refresh_from_db()
    assert match.state == Match.State.ACCEPTED


def test_version_of_another_table_is_not_accepted() -> None:
    published = published_round(event_of_scores(8))
    one, two = published.matches.order_by("table")
    version = hand_in(one, 40, 35, 20, 10)
    with pytest.raises(Stale):
        accept_handed_in(two, submission_id=version.pk, actor=SERVICE, version=two.version)


def test_words_of_a_ruling_can_be_taken_away() -> None:
    match = other_table(4)
    settle(match, Decision(K.SCORES, marks=marks_of(match, 4, 3, 2, 1)), private="Jana cried")
    remark = Remark.objects.get()
    assert (remark.reason, remark.private) == ("So it was.", "Jana cried")
    blank_remark(remark, actor=SERVICE)
    remark.refresh_from_db()
    assert (remark.reason, remark.private) == ("", "")
    assert Ruling.objects.get().remark == remark


def test_flag_is_seen_once_and_noted() -> None:
    match = table()
    version = hand_in_record(match, lawful_record(match))
    flag = Flag.objects.get(submission=version, code=Flag.Code.TOO_FAST)
    mark_flag_seen(flag, actor=SERVICE)
    first = Flag.objects.get().seen_at
    mark_flag_seen(flag, actor=SERVICE)
    assert first is not None
    assert Flag.objects.get().seen_at == first
    assert AuditEntry.objects.filter(action="see flag", object_id=match.pk).count() == 1
