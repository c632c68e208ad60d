"""The event on paper, kept by itself after every round."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify

from league.copies.services import keep_page
from league.events.queries.paper import paper_page
from league.models import PaperCopy, Round
from league.standings.services import compute_standings

KEPT_FOR = timedelta(days=30)  # names stand in it: no longer than it is of use


def keep_paper(round_id: str) -> None:
    """Write the event down as it is after this round; again, if the round is closed again."""
    closed = Round.objects.select_related("stage__event__club").filter(pk=round_id).first()
    if closed is None or closed.status != Round.Status.CLOSED:
        return  # reopened meanwhile: closing it again asks anew
    compute_standings(closed.stage_id)  # their own job may come later than this one
    event = closed.stage.event
    html = paper_page(event)
    PaperCopy.objects.update_or_create(
        event=event, after_round=closed.number, defaults={"html": html}
    )
    if settings.MODE == "venue":
        keep_page(html, label=f"{slugify(event.name)}-{closed.number}")


def forget_old_papers() -> None:
    PaperCopy.objects.filter(made_at__lt=timezone.now() - KEPT_FOR).delete()
