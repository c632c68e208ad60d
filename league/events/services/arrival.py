"""Somebody is here and will play: at once, or from the next round on.

Part of the transactions of the services beside it, which hold the event's row.
"""

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league.errors import LeagueError
from league.events.queries.entries import next_round
from league.events.queries.events import current_stage
from league.models import Bye, Entry, Event, Round
from league.results.services.counted_results import want_later_drafts_anew, want_standings


def arrive(event: Event, entry: Entry) -> None:
    """Checked in. Once the event runs, with the last starting number, from the next round on."""
    entry.status = Entry.Status.CHECKED_IN
    entry.checked_in_at = timezone.now()
    if event.status == Event.Status.RUNNING and entry.seed is None:
        last: int = event.entries.aggregate(last=Max("seed"))["last"] or 0
        entry.seed = last + 1
        entry.first_round = next_round(event)
        _check_schedule(event, entry)
        entry.save()
        is_half = event.late_entry == Event.LateEntry.HALF
        fill_missed_rounds(entry, kind=Bye.Kind.HALF if is_half else Bye.Kind.ZERO)
        want_standings(current_stage(event).pk)
    else:
        entry.save()
    draw_anew(event)


def draw_anew(event: Event) -> None:
    """A draft that does not fit those who are here any more is drawn again."""
    want_later_drafts_anew(current_stage(event).pk, after_round=0)


def leave_as_if_never_here(event: Event, entry: Entry) -> None:
    """Undo an arrival that no round counted on."""
    if event.status == Event.Status.RUNNING:
        entry.byes.all().delete()
        entry.seed, entry.first_round = None, 1
        want_standings(current_stage(event).pk)
    entry.status = Entry.Status.REGISTERED
    entry.checked_in_at = None
    entry.save()
    draw_anew(event)


def fill_missed_rounds(entry: Entry, *, kind: Bye.Kind) -> None:
    """Rounds that went on without the entry get a named bye."""
    missed = (
        Round.objects.filter(stage__event=entry.event_id)
        .exclude(status=Round.Status.DRAFT)
        .exclude(seats__entry=entry)
        .exclude(byes__entry=entry)
    )
    Bye.objects.bulk_create(Bye(round=each, entry=entry, kind=kind) for each in missed)


def _check_schedule(event: Event, entry: Entry) -> None:
    why_not = current_stage(event).format.no_late_entries
    if why_not and entry.first_round > 1:
        raise LeagueError(_(why_not))
