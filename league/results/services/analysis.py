"""The job that looks for what else could have been played, and the wish for it."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.child_process import compute
from league.errors import LeagueError
from league.jobs import enqueue
from league.models import Analysis, Job, Submission
from league.permissions import Actor
from league.results.queries import analysis_of, is_analysis_open, rules_version_of
from league.results.replays import analysed

_PROGRESS_STEP = 5  # of 100


def ask_analysis(submission: Submission, *, actor: Actor) -> None:
    """Want a game analysed. Wished for before, it is computed once."""
    if not is_analysis_open(submission):
        raise LeagueError(_("The analysis opens when the round is closed."))
    if not submission.record_digest:
        raise LeagueError(_("Without a record that can be read there is nothing to analyse."))
    with transaction.atomic():
        row, is_new = Analysis.objects.get_or_create(
            record_digest=submission.record_digest, rules_version=rules_version_of(submission)
        )
        if row.turns is not None:
            return
        enqueue(Job.Kind.ANALYSE_RECORD, object_id=submission.pk)
        if is_new:
            log_action(actor, gettext_noop("analyse game"), submission)


def analyse_record(submission_id: str) -> None:
    """Analyse a record by the rules as they are now; done before, it does nothing."""
    submission = Submission.objects.get(pk=submission_id)
    row = analysis_of(submission)
    if row is None or row.turns is not None:
        return
    shown = 0

    def tell(share: float) -> None:
        nonlocal shown
        if (percent := int(100 * share)) >= shown + _PROGRESS_STEP:
            shown = percent
            Analysis.objects.filter(pk=row.pk).update(percent=percent)

    turns = compute(analysed, submission.record, limit_s=settings.JOB_LIMIT_S, progress=tell)
    Analysis.objects.filter(pk=row.pk, turns__isnull=True).update(
        turns=turns, percent=100, computed_at=timezone.now()
    )
