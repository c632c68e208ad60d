"""Work for an event that gave up and was not done since."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import Event, Job, Round, Stage, Submission

_SHOWN_AT_MOST = 20


def jobs_of(event: Event) -> QuerySet[Job]:
    """Everything that is done for this event in the background, mail and copies aside."""
    stages = Stage.objects.filter(event=event)
    rounds = Round.objects.filter(stage__event=event)
    submissions = Submission.objects.filter(match__event=event).exclude(record="")
    return Job.objects.filter(
        Q(kind=Job.Kind.COMPUTE_STANDINGS, object_id__in=stages.values("pk"))
        | Q(kind=Job.Kind.PAIR_ROUND, object_id__in=rounds.values("pk"))
        | Q(kind=Job.Kind.KEEP_PAPER, object_id__in=rounds.values("pk"))
        | Q(
            kind__in=(Job.Kind.VERIFY_SUBMISSION, Job.Kind.ANALYSE_RECORD),
            object_id__in=submissions.order_by().values("pk"),
        )
    )


def stopped_work(event: Event) -> list[Job]:
    """Parked, and not wanted again by a newer job."""
    newer = Job.objects.filter(
        kind=OuterRef("kind"),
        object_id=OuterRef("object_id"),
        created_at__gt=OuterRef("created_at"),
    )
    parked = jobs_of(event).filter(state=Job.State.PARKED).exclude(Exists(newer))
    return list(parked.order_by("created_at")[:_SHOWN_AT_MOST])
