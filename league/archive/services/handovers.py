"""An event that goes to another computer: taken along, the lock taken off, the lock put on again.

While it is away, `changing_event` refuses every change here. Whoever has it gets a key that brings
back this event and nothing else.
"""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from league.accounts import return_key, return_token
from league.archive.import_plan import ArchivePlan
from league.archive.queries.archives import content_digest
from league.archive.queries.taken import base_of, file_back, file_out, open_handover
from league.archive.taken import Taken
from league.audit import log_action
from league.errors import LeagueError, Stale
from league.jobs import enqueue
from league.live import changing_event, mark_changed
from league.models import Entry, Event, EventHome, Handover, Job, Round, Sheet, Submission
from league.permissions import Actor

_TRIES = 5
_HERE = gettext_lazy("This event is at home here.")


def take_along(event: Event, *, actor: Actor, who: str) -> Handover:
    """From now on another computer runs it, and nothing is changed here."""
    who = " ".join(who.split())[:80]
    if not who:
        raise LeagueError(_("Say who has the event meanwhile."))
    for _attempt in range(_TRIES):
        seen = Event.objects.get(pk=event.pk)
        digest, rows = base_of(seen)
        with changing_event(event.pk) as stored:
            if stored.live_version != seen.live_version:
                continue
            _check_can_leave(stored)
            handover = Handover(event=stored, who=who, by=actor.user, digest=digest, rows=rows)
            handover.token = return_token(stored, actor=actor, name=who)
            handover.save()
            _lock(stored)
            log_action(actor, gettext_noop("take an event along"), stored, handover=handover.pk)
        return handover
    raise Stale


def _lock(event: Event) -> None:
    event.away_since = timezone.now()
    event.save(update_fields=["away_since"])


def _unlock(event: Event) -> None:
    event.away_since = None
    event.save(update_fields=["away_since"])


def _check_can_leave(event: Event) -> None:
    """What is half done here cannot be finished elsewhere."""
    if event.is_practice or event.wiped_at:
        raise LeagueError(_("A rehearsal stays here."))
    if event.status not in (Event.Status.OPEN, Event.Status.RUNNING):
        raise LeagueError(_("An event that is open for entries or running can be taken along."))
    if hasattr(event, "division"):
        raise LeagueError(_("A division of a season stays here: it is played over weeks."))
    if Round.objects.filter(stage__event=event, status=Round.Status.DRAFT).exists():
        raise LeagueError(_("A round is drawn and not published. Publish or discard it first."))
    if Entry.objects.filter(event=event, status=Entry.Status.APPLIED).exists():
        raise LeagueError(_("Somebody waits for approval. Let them in or decline them first."))
    sheets = Sheet.objects.filter(match__event=event, closed_at=None)
    tables = sorted(set(sheets.values_list("match__table", flat=True)))
    if tables:
        text = _("Score sheets are open at these tables: %(tables)s. Hand them in or give them up.")
        raise LeagueError(text % {"tables": ", ".join(map(str, tables))})
    if _unjudged(event).exists():
        raise LeagueError(_("Records are still being verified. Try again in a moment."))


def _unjudged(event: Event) -> QuerySet[Submission]:
    submissions = Submission.objects.filter(match__event=event, verifications=None)
    return submissions.exclude(record="")


def judge_what_waits(event: Event) -> None:
    """Records that came without a verdict; those of an event that is away are judged there."""
    for pk in _unjudged(event).values_list("pk", flat=True):
        enqueue(Job.Kind.VERIFY_SUBMISSION, object_id=pk)


def key_for(handover: Handover) -> str:
    """For the file; empty where nobody answers for it."""
    return return_key(handover.token) if handover.token else ""


def travel_file(event: Event, *, address: str) -> dict[str, Any]:
    """For the computer that has the event, or for the service where it is at home or will be shown.

    `address`: of this service.
    """
    home = EventHome.objects.filter(event=event).first()
    handover = event.handovers.select_related("token").filter(ended_at=None).first()
    if home is None and handover is not None:
        return file_out(event, handover=handover, address=address, key=key_for(handover))
    is_last = home is not None and home.returned_at is not None
    return file_back(event, is_last=is_last, source=address, who=event.club.name)


def take_lock_off(event: Event, *, actor: Actor) -> Handover:
    """Here it goes on, whatever the other computer has; undone until something changes."""
    with changing_event(event.pk, even_away=True) as stored:
        handover = open_handover(stored)
        handover.ended, handover.ended_at = Handover.Ended.LOCK_OFF, timezone.now()
        handover.save(update_fields=["ended", "ended_at"])
        _unlock(stored)
        judge_what_waits(stored)
        log_action(actor, gettext_noop("take the lock off"), stored, handover=handover.pk)
    return handover


def lock_again(event: Event, *, actor: Actor) -> Handover:
    """The undo of that, as long as nothing was changed here since."""
    digest = content_digest(event)
    with changing_event(event.pk) as stored:
        handover = stored.handovers.order_by("-at").first()
        if handover is None or handover.ended != Handover.Ended.LOCK_OFF:
            raise LeagueError(_("No lock was taken off."))
        if handover.digest != digest or stored.live_version != event.live_version:
            raise LeagueError(
                _("Something was changed here since. Take the event along again, with a new file.")
            )
        handover.ended, handover.ended_at = "", None
        handover.save(update_fields=["ended", "ended_at"])
        _lock(stored)
        log_action(actor, gettext_noop("lock an event again"), stored, handover=handover.pk)
    return handover


def end_handover(event: Event, handover: Handover) -> None:
    """It is back; part of the transaction that holds the event."""
    handover.ended, handover.ended_at = Handover.Ended.BACK, timezone.now()
    handover.save(update_fields=["ended", "ended_at"])
    _unlock(event)
    judge_what_waits(event)


def lend(event: Event, plan: ArchivePlan, *, actor: Actor) -> Handover:
    """An event that has just come, and that another computer goes on running."""
    told = plan.taken.handover["who"] if plan.taken else ""
    who = told or plan.document["about"]["source"] or _("another computer")
    digest, rows = base_of(event)
    handover = Handover(event=event, who=who[:80], by=actor.user, digest=digest, rows=rows)
    handover.people = {}
    handover.state_made_at = plan.document["about"]["made_at"]
    handover.state_at = timezone.now()
    handover.token = return_token(event, actor=actor, name=who[:80])
    handover.save()
    _lock(event)
    mark_changed(event.pk)
    return handover


def keep_home(event: Event, taken: Taken) -> None:
    """Where an event that came with a key goes back to."""
    told = taken.handover
    if told["id"]:
        columns = {
            "handover": told["id"][:10],
            "address": told["address"][:200],
            "key": taken.key[:100],
            "returned_at": None,
        }
        EventHome.objects.update_or_create(event=event, defaults=columns)


def return_home(event: Event, *, actor: Actor) -> None:
    """On the computer that had it: what was played is in the file, and nothing changes here."""
    with changing_event(event.pk) as stored:
        home = EventHome.objects.filter(event=stored).first()
        if home is None:
            raise LeagueError(_HERE)
        home.returned_at = timezone.now()
        home.save(update_fields=["returned_at"])
        who = home.address or _("its home service")
        digest, rows = base_of(stored)
        Handover.objects.create(event=stored, who=who[:80], by=actor.user, digest=digest, rows=rows)
        _lock(stored)
        log_action(actor, gettext_noop("send an event home"), stored)


def play_on_here(event: Event, *, actor: Actor) -> None:
    """The undo of that: it did not arrive, or there is more to play."""
    with changing_event(event.pk, even_away=True) as stored:
        home = EventHome.objects.filter(event=stored, returned_at__isnull=False).first()
        if home is None:
            raise LeagueError(_("This event was not sent home."))
        home.returned_at = None
        home.save(update_fields=["returned_at"])
        Handover.objects.filter(event=stored, ended_at=None).delete()
        _unlock(stored)
        log_action(actor, gettext_noop("play on here"), stored)
