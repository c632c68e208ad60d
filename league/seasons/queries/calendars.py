"""A season's schedule as an iCalendar file."""

from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.seasons.queries.calendar import CalendarEntry, calendar
from league.seasons.queries.schedule import MeetingShown, RoundScheduled, Schedule


def calendar_of(schedule: Schedule, *, entry: str = "") -> str:
    """Every match to come and played; `entry`: only those of one."""
    season = schedule.season
    name = season.name
    if entry in schedule.names:
        name = f"{name}: {schedule.names[entry]}"
    return calendar(name, list(_entries(schedule, entry)), stamp=season.updated_at)


def _entries(schedule: Schedule, entry: str) -> Iterator[CalendarEntry]:
    for scheduled in schedule.rounds:
        for part in scheduled.divisions:
            for meeting in part.meetings:
                if not entry or entry in meeting.entries:
                    yield _entry(schedule, scheduled, meeting, division=part.division.name)


def _entry(
    schedule: Schedule, scheduled: RoundScheduled, meeting: MeetingShown, *, division: str
) -> CalendarEntry:
    """On the day agreed on, else on all days of the round."""
    season = schedule.season
    path = (
        reverse("match", args=[meeting.match.pk])
        if meeting.match
        else reverse("season-schedule", args=[season.pk])
    )
    return CalendarEntry(
        uid=_uid(scheduled, meeting),
        summary=" – ".join(meeting.names),
        starts_on=meeting.agreed_on or scheduled.starts_on,
        ends_on=meeting.agreed_on or scheduled.due_on,
        description=_("%(season)s, %(division)s, round %(number)d")
        % {"season": season.name, "division": division, "number": scheduled.number},
        url=settings.SITE_URL + path,
    )


def _uid(scheduled: RoundScheduled, meeting: MeetingShown) -> str:
    """The same before and after the round is published: of who meets in which round."""
    who = "-".join([str(scheduled.number), *sorted(meeting.entries)])
    host = urlsplit(settings.SITE_URL).hostname or "arbitr"
    return f"{sha256(who.encode()).hexdigest()[:24]}@{host}"
