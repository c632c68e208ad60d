"""Tables that people send: whatever the bytes, rows or a reason."""

import io
import zipfile

import openpyxl
import pytest
from hypothesis import example, given, settings, strategies as st

from league.clubs.spreadsheets import (
    MAX_BYTES,
    MAX_CELL,
    MAX_COLUMNS,
    MAX_ROWS,
    UnreadableFile,
    WhyUnreadable,
    read_table,
)

ROWS = [("Jméno", "Příjmení"), ("Žaneta", "Ďurišová"), ("Šimon", "Řehoř")]
TEXT = "Jméno;Příjmení\r\nŽaneta;Ďurišová\r\nŠimon;Řehoř\r\n"


def xlsx(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def why(data: bytes) -> WhyUnreadable:
    with pytest.raises(UnreadableFile) as refused:
        read_table(data)
    return refused.value.why


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_csv_is_read_as_spreadsheets_write_it(encoding: str, delimiter: str) -> None:
    assert read_table(TEXT.replace(";", delimiter).encode(encoding)) == ROWS


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_csv_has_any_ends_of_lines(newline: str) -> None:
    assert read_table(TEXT.replace("\r\n", newline).encode()) == ROWS


def test_csv_of_excel_names_its_delimiter() -> None:
    assert read_table(b"sep=,\r\na,b;c\r\n") == [("a", "b;c")]


def test_csv_keeps_what_is_quoted() -> None:
    table = 'Klub;Jméno\n"Hexa; Brno";"Jan ""Honza""\nNovák"\n'
    assert read_table(table.encode()) == [("Klub", "Jméno"), ("Hexa; Brno", 'Jan "Honza" Novák')]


def test_xlsx_is_read_as_text() -> None:
    rows = read_table(xlsx(("Jméno", "Rating"), ("  Žaneta ", 1500), (None, None), ("Šimon", 12.0)))
    assert rows == [("Jméno", "Rating"), ("Žaneta", "1500"), (), ("Šimon", "12")]


def test_xlsx_shows_no_formulas() -> None:
    assert read_table(xlsx(("Jméno", "x"), ("Jana", "=1+1"))) == [("Jméno", "x"), ("Jana",)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", WhyUnreadable.EMPTY),
        (b"\xef\xbb\xbf", WhyUnreadable.EMPTY),
        (b" ;; \r\n\t\r\n", WhyUnreadable.EMPTY),
        (b"x" * (MAX_BYTES + 1), WhyUnreadable.TOO_LARGE),
        (b"a\n" * (MAX_ROWS + 2), WhyUnreadable.TOO_MANY_ROWS),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", WhyUnreadable.OLD_EXCEL),
        (b"PK\x03\x04 and no archive", WhyUnreadable.NOT_A_TABLE),
        (b"\x89PNG\r\n\x1a\n\0\0\0", WhyUnreadable.NOT_A_TABLE),
        (b"%PDF-1.7\x81\x83", WhyUnreadable.NOT_A_TABLE),
    ],
)
def test_what_cannot_be_read_is_named(data: bytes, reason: WhyUnreadable) -> None:
    assert why(data) == reason


def test_rows_up_to_the_limit_are_read() -> None:
    assert len(read_table(b"a\n" * (MAX_ROWS + 1))) == MAX_ROWS + 1


def archive(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return file.getvalue()


def test_open_document_is_named() -> None:
    assert why(archive(mimetype=b"x", **{"content.xml": b"<a/>"})) == WhyUnreadable.OPEN_DOCUMENT


def test_archive_that_unpacks_to_much_is_refused_unread() -> None:
    bomb = archive(**{"xl/sharedStrings.xml": b"x" * (30 * 1024 * 1024)})
    assert len(bomb) < MAX_BYTES
    assert why(bomb) == WhyUnreadable.TOO_LARGE


def test_xlsx_with_many_rows_is_refused() -> None:
    assert why(xlsx(*[("a",)] * (MAX_ROWS + 2))) == WhyUnreadable.TOO_MANY_ROWS


@given(st.binary(max_size=2000))
@example(b"\xff\xfe\x00")
@example(b'"')
@example(b"sep=\n")
@example(b'sep="\na"b\n')
@settings(max_examples=400)
def test_any_bytes_are_rows_or_a_reason(data: bytes) -> None:
    try:
        rows = read_table(data)
    except UnreadableFile:
        pass
    else:
        assert any(rows)
        assert all(row[-1] for row in rows if row)
        assert all(len(row) <= MAX_COLUMNS for row in rows)
        assert all(len(cell) <= MAX_CELL for row in rows for cell in row)


WHOLE = xlsx(*ROWS)


@given(st.data())
@settings(max_examples=150)
def test_any_broken_xlsx_is_rows_or_a_reason(data: st.DataObject) -> None:
    whole = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 8))):
        whole[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        rows = read_table(bytes(whole))
    except UnreadableFile:
        pass
    else:
        assert any(rows)
        assert all(row[-1] for row in rows if row)
