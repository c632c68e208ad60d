"""iCalendar files: folded, escaped and broken into lines as RFC 5545 says."""

from datetime import UTC, date, datetime

from hypothesis import given, strategies as st

from league.web.leagues.calendar import CalendarEntry, calendar, escaped, folded

STAMP = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_whole_file() -> None:
    entry = CalendarEntry(
        uid="1@arbitr.example",
        summary="Jana N. – Petr, D.",
        starts_on=date(2026, 1, 5),
        ends_on=date(2026, 1, 11),
        url="https://arbitr.example/matches/x/",
    )
    assert calendar("Liga; jaro", [entry], stamp=STAMP).split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Arbitr//Seasons//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Liga\\; jaro",
        "BEGIN:VEVENT",
        "UID:1@arbitr.example",
        "DTSTAMP:20260102T030405Z",
        "DTSTART;VALUE=DATE:20260105",
        "DTEND;VALUE=DATE:20260112",
        "SUMMARY:Jana N. – Petr\\, D.",
        "URL:https://arbitr.example/matches/x/",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_special_characters() -> None:
    assert escaped("a\\b;c,d\r\ne\nf\rg\x07") == "a\\\\b\\;c\\,d\\ne\\nf\\ng"


@given(st.text(max_size=400))
def test_lines_are_short_and_unfold_to_what_they_were(text: str) -> None:
    line = f"SUMMARY:{escaped(text.encode(errors='ignore').decode())}"
    made = folded(line)
    assert all(len(part.encode()) <= 75 for part in made.split("\r\n"))
    assert made.replace("\r\n ", "") == line
    assert "\n" not in made.replace("\r\n ", "")
