"""A schedule as an iCalendar file (RFC 5545), for the calendars that people keep anyway.

Days alone, no hours: a round may be played on any of its days. Whoever fetches the file again
finds the same matches under the same UIDs, so that nothing is doubled.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

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
