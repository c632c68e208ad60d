"""Rulings of each kind: what counts by them, what they refuse, and that nothing is overwritten."""

import pytest

from league.errors import LeagueError, Stale
from league.events.services.previews import preview_ruling
from league.events.services.rounds import close_round
from league.models import Match, Remark, Ruling, Submission
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.results.services.claims import HandIn
from league.results.services.rulings import Decision, blank_remark, rule
from league.results.services.submissions import submit
from league.results.services.verification import verify_submission
from tests.factories import make_user
from tests.factories.events import enter, entries_at, marks_of
from tests.factories.submissions import confirm, hand_in, hand_in_record, play_again
from tests.factories.tables import (
    counting,
    other_table,
    record_of,
    scores_counting,
    scores_of,
    seat_at,
    state,
    table,
)

pytestmark = pytest.mark.django_db
Kind = Ruling.Kind

UNREADABLE = '[Game "triolet"]\n[Players "2"]\nA what\n'


def ruled(match: Match, kind: Kind, *, reason: str = "Both agree.", **fields: object) -> Ruling:
    return rule(match, Decision(kind, **fields), actor=SERVICE, reason=reason)  # type: ignore[arg-type]


def test_accepted_version_settles_a_dispute() -> None:
    match, official = table(), make_user()
    hand_in(match, 60, 50, 40, 30, by="A")
    other = hand_in(match, 30, 40, 50, 60, by="B")
    made = rule(
        match,
        Decision(Kind.ACCEPT, submission=other),
        actor=Actor(user=official),
        reason="The sheet says so.",
        private="A was cross.",
    )
    result = counting(match)
    assert result is not None
    assert (result.ground, result.grade, result.ruling) == ("ruled", "ruled", made)
    assert (made.author, made.submission) == (official.pk, other)
    assert (made.remark.reason, made.remark.private) == ("The sheet says so.", "A was cross.")
    assert scores_counting(match) == [30, 40, 50, 60]
    assert state(match) == ("accepted", "ruled", False)
    assert Submission.objects.count() == 2


def test_accepted_verified_record_keeps_its_grade() -> None:
    match = table(confirmation="officials")
    ruled(match, Kind.ACCEPT, submission=hand_in_record(match, record_of()))
    assert state(match) == ("accepted", "verified", False)


def test_record_without_a_verdict_yet_is_not_accepted() -> None:
    match = table()
    pending = submit(
        match,
        HandIn(seating=seating_of(match), record=record_of()),
        actor=SERVICE,
        seat=seat_at(match, "A"),
        client_key="k",
    )
    with pytest.raises(LeagueError, match="still being checked"):
        ruled(match, Kind.ACCEPT, submission=pending)
    verify_submission(pending.pk)
    ruled(match, Kind.ACCEPT, submission=pending)
    assert scores_counting(match) == scores_of(record_of())


def test_contradicted_record_without_claims_gives_nothing_to_accept() -> None:
    match = table()
    with pytest.raises(LeagueError, match="no result for everybody"):
        ruled(match, Kind.ACCEPT, submission=hand_in_record(match, UNREADABLE))


def test_version_of_another_table_is_not_accepted() -> None:
    match = other_table()
    with pytest.raises(LeagueError, match="Choose the version"):
        ruled(match, Kind.ACCEPT, submission=hand_in(other_table(), 2, 1))


def test_edited_record_is_a_new_version_with_its_verdict() -> None:
    match = table()
    broken = hand_in_record(match, record_of() + "A pass\n")
    assert state(match)[0] == "contradicted"
    made = ruled(match, Kind.EDIT, submission=broken, record=record_of())
    new = made.submission
    assert new is not None
    assert (new.basis, new.by, new.record) == (broken, "official", record_of())
    assert new.verifications.get().outcome == "verified"
    assert scores_counting(match) == scores_of(record_of())
    assert state(match) == ("accepted", "verified", False)


def test_edited_record_must_be_lawful() -> None:
    match = table()
    broken = hand_in_record(match, record_of() + "A pass\n")
    with pytest.raises(LeagueError, match="do not allow this record"):
        ruled(match, Kind.EDIT, submission=broken, record=record_of() + "B pass\n")
    with pytest.raises(LeagueError, match="not the text"):
        ruled(match, Kind.EDIT, submission=broken, record="\0")
    assert (Submission.objects.count(), Ruling.objects.count()) == (1, 0)
    assert not Remark.objects.exists()


def test_called_time_scores_a_record_as_it_stands() -> None:
    match = table()
    half = "\n".join(record_of().split("\n")[:40]) + "\n"
    unfinished = hand_in_record(match, half)
    assert state(match)[0] == "contradicted"
    made = ruled(match, Kind.TIME, submission=unfinished)
    assert made.submission is not None
    assert made.submission.termination == "time"
    assert state(match) == ("accepted", "verified", False)


def test_set_scores_are_a_version_of_the_official() -> None:
    match = other_table()
    hand_in(match, 2, 1)
    made = ruled(match, Kind.SCORES, marks=marks_of(match, 1, 2))
    assert made.submission is not None
    assert (made.submission.by, scores_counting(match)) == ("official", [1, 2])
    with pytest.raises(LeagueError, match="everybody at the table"):
        ruled(match, Kind.SCORES, marks={})


def test_forfeit_says_so() -> None:
    match = other_table()
    ruled(match, Kind.FORFEIT, marks=marks_of(match, 0, None))
    result = counting(match)
    assert result is not None
    assert (result.ground, [side["forfeited"] for side in result.sides]) == (
        "forfeit",
        [False, True],
    )


def test_replay_opens_the_table_and_makes_acts_history() -> None:
    match = other_table()
    old = hand_in(match, 2, 1)
    confirm(old, "B")
    ruled(match, Kind.REPLAY)
    assert (counting(match), state(match)) == (None, ("waiting", "", True))
    with pytest.raises(Stale):
        confirm(old, "B")
    confirm(hand_in(match, 1, 2), "B")
    assert scores_counting(match) == [1, 2]
    assert match.results.count() == 2


def test_replay_in_a_closed_round_is_refused() -> None:
    match = other_table()
    enter(match, 2, 1)
    close_round(match.round, actor=SERVICE)
    with pytest.raises(LeagueError, match="Reopen it"):
        ruled(match, Kind.REPLAY)
    assert counting(match) is not None


def test_later_correction_is_another_ruling_and_result() -> None:
    match = other_table()
    ruled(match, Kind.SCORES, marks=marks_of(match, 2, 1))
    close_round(match.round, actor=SERVICE)
    ruled(match, Kind.SCORES, marks=marks_of(match, 1, 2))
    assert [result.number for result in match.results.all()] == [1, 2]
    assert scores_counting(match) == [1, 2]


def test_reason_is_needed() -> None:
    match = other_table()
    with pytest.raises(LeagueError, match="Say why"):
        ruled(match, Kind.SCORES, marks=marks_of(match, 2, 1), reason="  ")


def test_ruling_on_an_older_state_is_stale() -> None:
    match = other_table()
    seen = match.version
    hand_in(match, 2, 1)
    with pytest.raises(Stale):
        rule(
            match,
            Decision(Kind.SCORES, marks=marks_of(match, 1, 2)),
            actor=SERVICE,
            reason="So it was.",
            version=seen,
        )
    assert not Ruling.objects.exists()


def test_preview_says_who_moves_and_writes_nothing() -> None:
    match = other_table()
    enter(match, 2, 1)
    first, second = entries_at(match)
    found = preview_ruling(match, Decision(Kind.SCORES, marks=marks_of(match, 1, 2)))
    assert [(one.entry, one.rank_before, one.rank_after) for one in found.moved] == [
        (second, 2, 1),
        (first, 1, 2),
    ]
    assert (match.results.count(), Ruling.objects.count()) == (1, 0)


def test_ruling_sees_to_the_flags() -> None:
    match = table()
    submission = hand_in_record(match, record_of())
    assert match.flags.get().seen_at is None
    made = ruled(match, Kind.ACCEPT, submission=submission)
    assert match.flags.get().seen_at == made.at


def test_blanked_remark_leaves_the_ruling() -> None:
    match = other_table()
    made = ruled(match, Kind.SCORES, marks=marks_of(match, 2, 1))
    assert made.remark is not None
    blank_remark(made.remark, actor=SERVICE)
    assert Remark.objects.get().reason == ""
    assert Ruling.objects.get() == made


def test_result_taken_back_is_history_with_its_acts() -> None:
    match = other_table()
    confirm(hand_in(match, 2, 1), "B")
    play_again(match)
    hand_in(match, 1, 2, by="B")
    assert (state(match), counting(match)) == (("handed_in", "", True), None)
    assert match.results.count() == 1
