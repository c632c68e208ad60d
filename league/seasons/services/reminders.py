"""Players are written to before the deadline of a match, and once when it has passed.

One message for each match, deadline and person. What was written is a row in the same transaction,
so that a sweep that runs twice writes once.
"""

from datetime import date, datetime

from django.utils import timezone

from league.live.services import changing_event
from league.models import Match, MatchReminder, Season
from league.seasons.days import is_due_soon
from league.seasons.queries.days import Dated, open_dated_matches, today_in
from league.seasons.services.mails import tell_of_deadline

Reminder = MatchReminder.Kind


def remind_of_deadlines(*, now: datetime | None = None) -> int:
    """How many matches were written about."""
    moment = now or timezone.now()
    running = Season.objects.filter(status=Season.Status.RUNNING)
    if not running.exists():
        return 0
    dated = open_dated_matches(running)
    written = set(
        MatchReminder.objects.filter(match__in=[each.match for each in dated]).values_list(
            "match", "kind", "due_on"
        )
    )
    reminded = 0
    for each in dated:
        kind = _reminder_due(each, today=today_in(each.season, at=moment))
        if kind and (each.match.pk, kind, each.due_on) not in written:
            reminded += _remind(each, kind)
    return reminded


def _reminder_due(dated: Dated, *, today: date) -> str:
    if dated.is_overdue(today=today):
        return Reminder.OVERDUE
    soon = is_due_soon(dated.due_on, today=today, days=dated.season.reminder_days)
    return Reminder.COMING if soon and dated.season.reminder_days else ""


def _remind(dated: Dated, kind: str) -> int:
    with changing_event(dated.match.event_id):
        if not Match.objects.filter(pk=dated.match.pk, is_open=True).exists():
            return 0
        _row, is_new = MatchReminder.objects.get_or_create(
            match=dated.match, kind=kind, due_on=dated.due_on
        )
        if not is_new:
            return 0
        tell_of_deadline(
            dated.match, season=dated.season, due_on=dated.due_on, is_over=kind == Reminder.OVERDUE
        )
    return 1
