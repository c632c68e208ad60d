"""From any bytes to a text that may be stored: encodings, hostile files, names and comments."""

import zipfile
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.record import MAX_BYTES
from games.registry import GAMES, rules_of
from games.verify import verify
from league.results.reading import MAX_UPLOAD_BYTES, NoText, decode, is_text, keep, with_tag

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


@given(st.text(max_size=300))
def test_lines_of_any_text_stay_where_they_are(text: str) -> None:
    kept = keep(text)
    assert kept.text.count("\n") == text.count("\n")
    assert keep(kept.text).text == kept.text


LETTERS = st.characters(codec="utf-8", exclude_categories=["Cc"], exclude_characters='";')
NAMES = st.text(LETTERS, max_size=20).map(lambda rest: f"Žofie{rest}".strip())


@settings(max_examples=60)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 50),
    name=NAMES,
    places=st.lists(st.integers(0, 400), max_size=5),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_readable_record_keeps_its_verdict_without_names_and_comments(
    game: str, seed: int, name: str, places: list[int], end: str
) -> None:
    rules = rules_of(game)
    assert rules is not None
    lines = rules.random_game(seed, players=None, variant=None).strip().split("\n")
    lines[1:1] = [f'[SeatA "{name}"]', f'[Venue "{name}"] ; {name}']
    first = next(at for at, line in enumerate(lines) if not line.startswith("["))
    for place in places:
        at = first + place % (len(lines) - first)
        lines[at] = f"{lines[at]} ; {name}" if place % 2 else lines[at]
        lines.insert(at, f"; {name}")
    written = end.join(lines) + end
    before = verify(written.encode())
    kept = keep(written)
    after = verify(kept.text.encode())
    assert name not in kept.text
    assert len(kept.text.split("\n")) == len(written.split("\n"))
    assert after == before
    assert (after.status, kept.names) == ("complete", {"A": name})


@settings(max_examples=60)
@given(game=st.sampled_from(GAMES), seed=st.integers(0, 30), at=st.integers(0, 400))
def test_finding_of_a_broken_record_names_the_same_line_after_keeping(
    game: str, seed: int, at: int
) -> None:
    rules = rules_of(game)
    assert rules is not None
    lines = rules.random_game(seed, players=None, variant=None).strip().split("\n")
    lines[1:1] = ['[SeatB "Petr"]', "; who wrote this: Petr"]
    lines.insert(4 + at % (len(lines) - 4), "A nonsense ; by Petr")
    written = "\n".join(lines)
    before, after = verify(written.encode()), verify(keep(written).text.encode())
    assert before.error is not None
    assert after.error is not None
    assert (after.status, after.error.line, after.error.code) == (
        before.status,
        before.error.line,
        before.error.code,
    )


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('[SeatA "Jana"]', '[SeatA ""]'),
        ('[Site "Jana u Nováků"]', '[Site ""]'),
        ('[Game "triolet"] ; Jana', '[Game "triolet"]'),
        ('[Game "triolet"] Jana', '[Game "triolet"] ?'),
        ("[Jana", "[?]"),
        ('["Jana"]', "[?]"),
        ("; Jana", ""),
        ("A pass ; Jana", "A pass"),
        ("A pass;Jana", "A pass"),
    ],
)
def test_line_without_what_names_people(line: str, kept: str) -> None:
    assert keep(line).text == kept


def test_tag_is_set_where_it_stood_or_before_all_others() -> None:
    assert with_tag('[A "1"]\n[T "x"]\nB', "T", "y") == '[A "1"]\n[T "y"]\nB'
    assert with_tag("B", "T", "y") == '[T "y"]\nB'
