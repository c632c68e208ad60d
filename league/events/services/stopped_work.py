"""Work for an event that gave up after its tries: its officials may let it try again."""

from league.errors import Stale
from league.events.queries.stopped_work import jobs_of
from league.jobs.services import retry_job
from league.live.services import changing_event
from league.models import Event
from league.permissions import Actor


def retry_work(event: Event, *, job_id: str, actor: Actor) -> None:
    """Try a parked job of this event again; others are none of its officials' business."""
    job = jobs_of(event).filter(pk=job_id).first()
    if job is None:
        raise Stale
    with changing_event(event.pk):
        retry_job(job, actor=actor)
