"""A schedule as an iCalendar file (RFC 5545), for the calendars that people keep anyway.

Days alone, no hours: a round may be played on any of its days. Anyone who fetches the file again
finds the same matches under the same UIDs, so that nothing is doubled.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.seasons.queries.schedule import MeetingShown, RoundScheduled, Schedule

_WIDEST = 75  # octets of a line without its break (3.1)


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A match, or a round whose tables are not known yet."""

    uid: str
    summary: str
    starts_on: date
    ends_on: date  # the last day
    description: str = ""
    url: str = ""


def calendar(name: str, entries: Sequence[CalendarEntry], *, stamp: datetime) -> str:
    """The whole file; `stamp`: when what it tells last changed."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Arbitr//Seasons//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        *(line for entry in entries for line in _event(entry, stamp)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded(line)}\r\n" for line in lines)


def escaped(text: str) -> str:
    """A value of the type TEXT (3.3.11); other control characters have no place in it."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for mark in ("\\", ";", ","):
        plain = plain.replace(mark, f"\\{mark}")
    plain = plain.replace("\n", "\\n")
    return "".join(c for c in plain if c == "\t" or (ord(c) >= 0x20 and ord(c) != 0x7F))


def folded(line: str) -> str:
    """At most 75 octets to a line, never cut within a character (3.1)."""
    parts = [""]
    width = 0
    for character in line:
        octets = len(character.encode())
        if width + octets > _WIDEST:
            parts.append("")
            width = 1  # the blank that a continued line starts with
        parts[-1] += character
        width += octets
    return "\r\n ".join(parts)


def _event(entry: CalendarEntry, stamp: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{stamp.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{entry.starts_on:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{entry.ends_on + timedelta(days=1):%Y%m%d}"  # not included
    yield f"SUMMARY:{escaped(entry.summary)}"
    if entry.description:
        yield f"DESCRIPTION:{escaped(entry.description)}"
    if entry.url:
        yield f"URL:{entry.url}"
    yield "TRANSP:TRANSPARENT"  # nobody is busy for two weeks
    yield "END:VEVENT"


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
