"""The analysis of a game: wanted once its round is closed, computed once, kept by its record."""

import pytest

from league import jobs
from league.errors import LeagueError
from league.models import Analysis, AuditEntry, Job, Match, Round, Submission
from league.permissions import SERVICE
from league.results.replays import analysed
from league.results.services.analysis import analyse_record, ask_analysis
from league.tasks import analyse_record as task
from tests.factories.submissions import hand_in_record
from tests.factories.tables import record_of, table

pytestmark = pytest.mark.django_db

RECORD = record_of(players=2)


def closed(match: Match) -> Match:
    Round.objects.filter(pk=match.round_id).update(status=Round.Status.CLOSED)
    match.round.status = Round.Status.CLOSED
    return match


def handed_in(*, is_closed: bool = True, record: str = RECORD) -> Submission:
    match = table(2)
    submission = hand_in_record(match, record)
    if is_closed:
        closed(submission.match)
    return submission


def analysis_jobs() -> list[str]:
    return list(
        Job.objects.filter(kind=Job.Kind.ANALYSE_RECORD).values_list("object_id", flat=True)
    )


def test_wish_makes_a_row_and_a_job_and_is_audited_once() -> None:
    submission = handed_in()
    ask_analysis(submission, actor=SERVICE)
    ask_analysis(submission, actor=SERVICE)
    row = Analysis.objects.get()
    assert (row.record_digest, row.rules_version) == (submission.record_digest, 2)
    assert (row.percent, row.turns) == (0, None)
    assert analysis_jobs() == [submission.pk]
    [entry] = AuditEntry.objects.filter(action="analyse game")
    assert (entry.object_kind, entry.object_id) == ("submission", submission.pk)


def test_wish_before_the_round_is_closed_is_refused() -> None:
    submission = handed_in(is_closed=False)
    with pytest.raises(LeagueError, match="opens when the round is closed"):
        ask_analysis(submission, actor=SERVICE)
    assert not Analysis.objects.exists()
    assert analysis_jobs() == []


def test_wish_without_a_readable_record_is_refused() -> None:
    with pytest.raises(LeagueError, match="nothing to analyse"):
        ask_analysis(handed_in(record='[Players "2"]'), actor=SERVICE)
    assert not Analysis.objects.exists()


def test_job_writes_what_every_turn_comes_to() -> None:
    submission = handed_in()
    ask_analysis(submission, actor=SERVICE)
    job = Job.objects.get(kind=Job.Kind.ANALYSE_RECORD)
    task(job.pk)
    row = Analysis.objects.get()
    assert row.turns == analysed(submission.record)
    assert (row.percent, len(row.turns)) == (100, 89)
    assert row.computed_at is not None
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_same_record_of_another_match_is_not_computed_again() -> None:
    first, second = handed_in(), handed_in()
    ask_analysis(first, actor=SERVICE)
    analyse_record(first.pk)
    computed_at = Analysis.objects.get().computed_at
    ask_analysis(second, actor=SERVICE)
    analyse_record(second.pk)
    assert Analysis.objects.get().computed_at == computed_at
    assert analysis_jobs() == [first.pk]


def test_job_without_a_wish_does_nothing() -> None:
    submission = handed_in()
    job = jobs.enqueue(Job.Kind.ANALYSE_RECORD, object_id=submission.pk)
    task(job.pk)
    assert not Analysis.objects.exists()
