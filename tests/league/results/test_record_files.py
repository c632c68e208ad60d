"""From any bytes to a text that may be stored: encodings and hostile files."""

import zipfile
from io import BytesIO

import pytest
from hypothesis import given, strategies as st

from games.anonymous import keep
from games.record import MAX_BYTES
from games.verify import verify
from league.results.record_text import MAX_UPLOAD_BYTES, NoText, decode, is_text

RECORD = '[Game "triolet"]\n[Players "2"]\n[SeatA "Žofie Kůrková"]\nA rack 1\n'


@pytest.mark.parametrize(
    "data",
    [
        RECORD.encode(),
        RECORD.encode("utf-8-sig"),
        RECORD.encode("utf-16"),
        RECORD.encode("utf-16-le"),
        RECORD.encode("utf-16-be"),
        b"\xfe\xff" + RECORD.encode("utf-16-be"),
        RECORD.encode("utf-32"),
        b"\x00\x00\xfe\xff" + RECORD.encode("utf-32-be"),
        RECORD.encode("cp1250"),
    ],
)
def test_text_is_read_in_the_encoding_it_was_written_in(data: bytes) -> None:
    assert decode(data) == RECORD


def zipped() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../../etc/passwd", RECORD)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"x" * (MAX_UPLOAD_BYTES + 1), "too_large"),
        (b"x" * (MAX_BYTES + 1), "too_large"),
        (b"x" * 10_000_000, "too_large"),
        (("x" * (MAX_BYTES + 1)).encode("utf-16"), "too_large"),
        (zipped(), "not_text"),
        (b"%PDF-1.7\n", "not_text"),
        (b"\x89PNG\r\n\x1a\n", "not_text"),
        (b"\x1f\x8b\x08", "not_text"),
        (b"\x7fELF", "not_text"),
        (b"A rack\0 1", "not_text"),
        (b"\0" * 64, "not_text"),
        (b"\xff\xfea", "not_text"),
        (b"\xff\xfe\x00\xd8", "not_text"),
        ("A\0B".encode("utf-16"), "not_text"),
        (b"\x81\x83", "not_text"),
    ],
)
def test_hostile_file_is_no_text(data: bytes, code: str) -> None:
    assert decode(data) == NoText(code)


@given(st.binary(max_size=400))
def test_any_bytes_are_text_that_can_be_stored_or_none(data: bytes) -> None:
    found = decode(data)
    if isinstance(found, NoText):
        assert found.code in ("too_large", "not_text")
        return
    assert is_text(found)
    kept = keep(found).text
    assert is_text(kept)
    assert verify(kept.encode()).status in ("unreadable", "illegal", "unfinished", "complete")
