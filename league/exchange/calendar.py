"""Dates as an iCalendar file (RFC 5545), for the calendars that people keep anyway.

A program that fetches the file again finds the same things under the same UIDs, with a higher
SEQUENCE where they have changed, so that nothing is doubled. Hours are told in the time of the
place, with the zone's own changes of the clock in the file, so that no reader has to know them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

_WIDEST = 75  # octets of a line without its break (3.1)
_DAY = timedelta(days=1)
_AROUND = 366 * _DAY  # before the first and after the last, so that a change of the clock is told
_ASKED_AGAIN = "PT4H"


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """Something on a day, on several days, or at an hour of a place."""

    uid: str
    summary: str
    starts: date | datetime  # with a ZoneInfo, if an hour
    ends: date | datetime  # the last day, or the moment
    changed_at: datetime
    sequence: int = 0
    description: str = ""
    place: str = ""
    url: str = ""
    is_cancelled: bool = False

    @property
    def has_hours(self) -> bool:
        return isinstance(self.starts, datetime)


def stable_uid(*parts: str, host: str) -> str:
    """The same for the same thing, whenever it is asked for."""
    return f"{sha256('-'.join(parts).encode()).hexdigest()[:24]}@{host}"


def calendar(name: str, entries: Sequence[CalendarEntry]) -> str:
    """The whole file."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Arbitr//Calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{escaped(name)}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{_ASKED_AGAIN}",
        f"X-PUBLISHED-TTL:{_ASKED_AGAIN}",
        *(line for zone, times in _zones(entries) for line in _zone(zone, times)),
        *(line for entry in entries for line in _event(entry)),
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


def _event(entry: CalendarEntry) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{_utc(entry.changed_at)}"
    yield f"LAST-MODIFIED:{_utc(entry.changed_at)}"
    yield f"SEQUENCE:{entry.sequence}"
    yield from _span(entry)
    yield f"SUMMARY:{escaped(entry.summary)}"
    if entry.description:
        yield f"DESCRIPTION:{escaped(entry.description)}"
    if entry.place:
        yield f"LOCATION:{escaped(entry.place)}"
    if entry.url:
        yield f"URL:{entry.url}"
    yield f"STATUS:{'CANCELLED' if entry.is_cancelled else 'CONFIRMED'}"
    if not entry.has_hours:
        yield "TRANSP:TRANSPARENT"  # nobody is busy for two weeks
    yield "END:VEVENT"


def _span(entry: CalendarEntry) -> Iterator[str]:
    """The last day is not included, as the format has it."""
    starts, ends = entry.starts, entry.ends
    if isinstance(starts, datetime) and isinstance(ends, datetime):
        yield f"DTSTART{_local(starts)}"
        yield f"DTEND{_local(ends.astimezone(starts.tzinfo))}"
    else:
        yield f"DTSTART;VALUE=DATE:{starts:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{ends + _DAY:%Y%m%d}"


def _local(moment: datetime) -> str:
    zone = moment.tzinfo
    if not isinstance(zone, ZoneInfo) or zone.key == "UTC":
        return f":{_utc(moment)}"
    return f";TZID={zone.key}:{moment:%Y%m%dT%H%M%S}"


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _zones(entries: Sequence[CalendarEntry]) -> Iterator[tuple[ZoneInfo, list[datetime]]]:
    """Each with the moments that are told in it."""
    times: dict[str, list[datetime]] = {}
    for entry in entries:
        if isinstance(entry.starts, datetime) and isinstance(entry.starts.tzinfo, ZoneInfo):
            times.setdefault(entry.starts.tzinfo.key, []).append(entry.starts)
    for key in sorted(times.keys() - {"UTC"}):
        yield ZoneInfo(key), times[key]


def _zone(zone: ZoneInfo, times: Sequence[datetime]) -> Iterator[str]:
    """The changes of the clock around these moments, one by one (3.6.5)."""
    first, last = min(times).astimezone(UTC) - _AROUND, max(times).astimezone(UTC) + _AROUND
    yield "BEGIN:VTIMEZONE"
    yield f"TZID:{zone.key}"
    yield from _observance(first.astimezone(zone), first.astimezone(zone))
    for change in _changes(zone, first, last):
        yield from _observance((change - _DAY).astimezone(zone), change.astimezone(zone))
    yield "END:VTIMEZONE"


def _observance(before: datetime, after: datetime) -> Iterator[str]:
    """What holds from a moment on, which is told by the clock before it."""
    kind = "DAYLIGHT" if after.dst() else "STANDARD"
    old, new = (moment.utcoffset() or timedelta() for moment in (before, after))
    onset = after.astimezone(UTC) + old
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{onset:%Y%m%dT%H%M%S}"
    yield f"TZOFFSETFROM:{_offset(old)}"
    yield f"TZOFFSETTO:{_offset(new)}"
    yield f"TZNAME:{escaped(after.tzname() or '')}"
    yield f"END:{kind}"


def _offset(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}{rest:02}"


def _changes(zone: ZoneInfo, first: datetime, last: datetime) -> Iterator[datetime]:
    """The first moment after each change, to the second."""
    at = first
    while at < last:
        then = at + _DAY
        if then.astimezone(zone).utcoffset() != at.astimezone(zone).utcoffset():
            yield _change_between(zone, at, then)
        at = then


def _change_between(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    offset = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)
