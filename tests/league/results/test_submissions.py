"""Handing in: what is stored, what is impossible, and sending it again."""

import pytest

from league.errors import KeyReused, LeagueError
from league.models import Job, Notice, Submission
from league.permissions import SERVICE
from league.results.queries import seating_of
from league.results.services.claims import HandIn
from league.results.services.entered_scores import TypedSlip, enter_scores
from league.results.services.submissions import submit, take_what_the_rules_give
from league.results.services.verification import verify_submission
from league.results.sides import Mark
from tests.factories import make_user
from tests.factories.events import drawn_round, enter, entries_at, running_event
from tests.factories.submissions import confirm, hand_in, hand_in_record, handed_in
from tests.factories.tables import (
    broken_record,
    counting,
    lawful_record,
    other_table,
    record_of,
    scores_counting,
    scores_of,
    seat_at,
    state,
    table,
)

pytestmark = pytest.mark.django_db


def test_scores_are_stored_as_a_version_and_wait() -> None:
    match = table()
    submission = hand_in(match, 60, 50, 40, 30)
    stored = Submission.objects.get()
    assert stored == submission
    assert (stored.by, stored.seat, stored.number) == ("seat", seat_at(match, "A"), 2)
    assert stored.seating == seating_of(match)
    assert [stored.claims[entry]["score"] for entry in entries_at(match)] == [60, 50, 40, 30]
    assert (stored.record, stored.record_digest, len(stored.digest)) == ("", "", 64)
    assert state(match) == ("handed_in", "", True)
    assert counting(match) is None
    assert not Job.objects.filter(kind=Job.Kind.VERIFY_SUBMISSION).exists()


def test_record_is_stored_without_names_and_comments_and_wants_its_job() -> None:
    match = table()
    said = record_of().replace("\n", '\n[SeatA "Jana Nováková"]\n', 1) + "; Jana won!\n"
    submission = submit(
        match,
        HandIn(seating=seating_of(match), record=said),
        actor=SERVICE,
        seat=seat_at(match, "A"),
        client_key="k",
    )
    assert "Jana" not in submission.record
    assert len(submission.record.split("\n")) == len(said.split("\n"))
    assert submission.claims == {}
    job = Job.objects.get(kind=Job.Kind.VERIFY_SUBMISSION)
    assert (job.object_id, job.state) == (submission.pk, Job.State.WAITING)


def test_same_key_again_gives_the_stored_answer() -> None:
    match = table()
    first = hand_in(match, 60, 50, 40, 30, key="k")
    assert hand_in(match, 60, 50, 40, 30, key="k") == first
    assert match.submissions.count() == 1
    with pytest.raises(KeyReused) as refused:
        hand_in(match, 61, 50, 40, 30, key="k")
    assert refused.value.status == 422
    assert match.submissions.count() == 1


def test_same_key_again_after_the_result_counts_still_gives_the_stored_answer() -> None:
    match = table()
    first = hand_in(match, 60, 50, 40, 30, key="k")
    confirm(first, "B")
    assert counting(match) is not None
    assert hand_in(match, 60, 50, 40, 30, key="k") == first
    with pytest.raises(LeagueError, match="already counts"):
        hand_in(match, 60, 50, 40, 30, key="other")


def test_key_of_one_seat_is_not_answered_for_another() -> None:
    match = other_table(2)
    hand_in(match, 5, 3, key="k")
    with pytest.raises(KeyReused):
        hand_in(match, 5, 3, by="B", key="k")
    assert Submission.objects.count() == 1


def test_key_of_a_player_is_not_answered_with_an_officials_result() -> None:
    match = other_table()
    hand_in(match, 2, 1, key="k")
    marks = dict(zip(entries_at(match), [Mark(2), Mark(1)], strict=True))
    with pytest.raises(KeyReused):
        enter_scores(match, TypedSlip(marks), actor=SERVICE, client_key="k")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seating": {}}, "everybody at the table"),
        ({"absent": frozenset({"nobody"})}, "everybody at the table"),
        ({"game": 2}, "no such game"),
        ({"figures": {}}, "Points"),
        ({"record": "A\0B"}, "not the text"),
        ({"record": "A \ud800"}, "not the text"),
        ({"record": "x" * 262_145}, "larger than 256 KiB"),
    ],
)
def test_impossible_things_are_refused(change: dict[str, object], why: str) -> None:
    match = table()
    with pytest.raises(LeagueError, match=why):
        hand_in(match, 60, 50, 40, 30, **change)
    assert not Submission.objects.exists()


def test_seat_of_another_table_is_refused() -> None:
    match, other = table(), table()
    with pytest.raises(LeagueError, match="another table"):
        submit(
            match,
            handed_in(match, 4, 3, 2, 1),
            actor=SERVICE,
            seat=seat_at(other, "A"),
            client_key="k",
        )


def test_draft_takes_nothing() -> None:
    match = drawn_round(running_event(4)).matches.get()
    with pytest.raises(LeagueError, match="not published"):
        hand_in(match, 60, 50, 40, 30)


@pytest.mark.parametrize(("records", "why"), [("off", "keeps no records")])
def test_records_where_none_are_kept_are_refused(records: str, why: str) -> None:
    with pytest.raises(LeagueError, match=why):
        hand_in_record(table(records=records), record_of())


def test_places_must_fit() -> None:
    match = other_table(3, other_scoring="places")
    with pytest.raises(LeagueError, match="do not fit together"):
        hand_in(match, 1, 3, 3)
    hand_in(match, 1, 2, 2)
    assert match.submissions.count() == 1


def test_nobody_hands_in_that_nobody_came() -> None:
    match = other_table()
    gone = frozenset(entries_at(match))
    with pytest.raises(LeagueError, match="Somebody must have come"):
        hand_in(match, seating={}, absent=gone, marks={})
    assert not Submission.objects.exists()


def test_no_show_waits_for_an_official() -> None:
    match = other_table()
    here, gone = entries_at(match)
    hand_in(match, seating={"A": here}, absent=frozenset({gone}), marks={})
    assert state(match) == ("handed_in", "", True)


def test_what_the_rules_give_is_a_version_of_its_own() -> None:
    match = table()
    record = record_of()
    wrong = hand_in_record(
        match,
        record,
        figures={entry: {"points": 40} for entry in entries_at(match)},
    )
    assert state(match)[0] == "contradicted"
    taken = take_what_the_rules_give(
        wrong, actor=SERVICE, seat=seat_at(match, "A"), client_key="taken"
    )
    verify_submission(taken.pk)
    assert (taken.basis, taken.claims, taken.record) == (wrong, {}, wrong.record)
    assert state(match)[0] == "handed_in"
    confirm(taken, "B")
    assert scores_counting(match) == scores_of(record)


def test_opponents_with_an_address_are_asked_by_mail() -> None:
    match = table()
    for letter in "ABC":
        player = seat_at(match, letter).player
        player.user = make_user(f"player{letter.lower()}")
        player.save()
    hand_in(match, 60, 50, 40, 30)
    asked = sorted(Notice.objects.values_list("recipient", flat=True))
    assert asked == ["playerb@arbitr.example", "playerc@arbitr.example"]


def test_version_of_an_entered_table_is_refused() -> None:
    match = table()
    enter(match, 4, 3, 2, 1)
    with pytest.raises(LeagueError, match="already counts"):
        hand_in(match, 60, 50, 40, 30)


def test_opponents_are_asked_about_a_record_once_the_rules_agree() -> None:
    match = table(2)
    player = seat_at(match, "B").player
    player.user = make_user()
    player.save()
    hand_in_record(match, broken_record(match))
    assert not Notice.objects.exists()
    submission = hand_in_record(match, lawful_record(match))
    assert Notice.objects.get().recipient == player.user.email
    verify_submission(submission.pk)
    assert Notice.objects.count() == 1
