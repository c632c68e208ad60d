"""iCalendar files: folded, escaped and broken into lines as RFC 5545 says."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings, strategies as st

from league.exchange.calendar import CalendarEntry, calendar, escaped, folded, stable_uid

STAMP = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PRAGUE = ZoneInfo("Europe/Prague")


def evening(at: datetime, **fields: object) -> CalendarEntry:
    return CalendarEntry("1@x", "Večer", at, at + timedelta(hours=3), STAMP, **fields)  # type: ignore[arg-type]


def test_days_are_told_with_the_day_after_the_last() -> None:
    entry = CalendarEntry(
        uid="1@arbitr.example",
        summary="Jana N. – Petr, D.",
        starts=date(2026, 1, 5),
        ends=date(2026, 1, 11),
        changed_at=STAMP,
        sequence=3,
        url="https://arbitr.example/matches/x/",
    )
    assert calendar("Liga; jaro", [entry]).split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Arbitr//Calendar//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Liga\\; jaro",
        "REFRESH-INTERVAL;VALUE=DURATION:PT4H",
        "X-PUBLISHED-TTL:PT4H",
        "BEGIN:VEVENT",
        "UID:1@arbitr.example",
        "DTSTAMP:20260102T030405Z",
        "LAST-MODIFIED:20260102T030405Z",
        "SEQUENCE:3",
        "DTSTART;VALUE=DATE:20260105",
        "DTEND;VALUE=DATE:20260112",
        "SUMMARY:Jana N. – Petr\\, D.",
        "URL:https://arbitr.example/matches/x/",
        "STATUS:CONFIRMED",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_hours_are_told_in_the_time_of_the_place_with_its_changes_of_the_clock() -> None:
    """Central Europe in 2026: to summer on 29 March, back on 25 October (Directive 2000/84/EC)."""
    lines = calendar("x", [evening(datetime(2026, 7, 1, 18, tzinfo=PRAGUE))]).split("\r\n")
    assert "DTSTART;TZID=Europe/Prague:20260701T180000" in lines
    assert "DTEND;TZID=Europe/Prague:20260701T210000" in lines
    assert lines.count("BEGIN:VTIMEZONE") == 1
    to_summer = lines.index("DTSTART:20260329T020000")
    assert lines[to_summer - 1 : to_summer + 5] == [
        *("BEGIN:DAYLIGHT", "DTSTART:20260329T020000", "TZOFFSETFROM:+0100"),
        *("TZOFFSETTO:+0200", "TZNAME:CEST", "END:DAYLIGHT"),
    ]
    assert "DTSTART:20261025T030000" in lines


def test_an_evening_over_the_change_of_the_clock_ends_by_the_new_time() -> None:
    starts = datetime(2026, 10, 25, 1, tzinfo=PRAGUE)
    entry = CalendarEntry("1@x", "Noc", starts, starts.astimezone(UTC) + timedelta(hours=4), STAMP)
    assert "DTEND;TZID=Europe/Prague:20261025T040000" in calendar("x", [entry])


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "America/St_Johns", "Africa/Casablanca"])
def test_every_zone_has_an_offset(zone: str) -> None:
    text = calendar("x", [evening(datetime(2026, 7, 1, 18, tzinfo=ZoneInfo(zone)))])
    assert ("VTIMEZONE" in text) == (zone != "UTC")
    assert {"Asia/Kathmandu": "+0545", "America/St_Johns": "-0230"}.get(zone, "") in text


def test_what_is_cancelled_says_so() -> None:
    text = calendar("x", [evening(datetime(2026, 7, 1, 18, tzinfo=UTC), is_cancelled=True)])
    assert "STATUS:CANCELLED" in text


def test_uid_is_the_same_for_the_same() -> None:
    assert stable_uid("event", "a", host="x") == stable_uid("event", "a", host="x")
    assert stable_uid("event", "a", host="x") != stable_uid("event", "b", host="x")


def test_special_characters() -> None:
    assert escaped("a\\b;c,d\r\ne\nf\rg\x07") == "a\\\\b\\;c\\,d\\ne\\nf\\ng"


@given(st.text(max_size=400))
@settings(max_examples=60)
def test_lines_are_short_and_unfold_to_what_they_were(text: str) -> None:
    line = f"SUMMARY:{escaped(text.encode(errors='ignore').decode())}"
    made = folded(line)
    assert all(len(part.encode()) <= 75 for part in made.split("\r\n"))
    assert made.replace("\r\n ", "") == line
    assert "\n" not in made.replace("\r\n ", "")
