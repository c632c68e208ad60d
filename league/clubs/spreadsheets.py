"""Tables that people send as files: bytes into rows of text, or a reason why not.

Reads CSV as spreadsheets of our countries write it, and XLSX. Files come from strangers: their
size is bounded before and while they are read, and no bytes make the reader fail in another way
than by `UnreadableFile`. What the columns mean is for league.clubs.import_rows; how tables are
written, for league.exchange.table_files.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from enum import StrEnum

import openpyxl

MAX_BYTES = 1024 * 1024
MAX_ROWS = 2000
MAX_COLUMNS = 50
MAX_CELL = 500  # letters; what is longer is cut, and refused where names are read
_MAX_UNPACKED = 24 * 1024 * 1024  # an XLSX is a ZIP: a megabyte may hold a thousand
_MAX_GAPS = 10_000  # blank rows; a sheet may claim a million of them
_DELIMITERS = ";\t,"
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"
# What spreadsheets run as a formula, in letters of both widths.
# A spreadsheet of another language splits a line elsewhere: what comes after any of these signs may
# stand at the start of a cell there, and quotes around it are gone by then.
_RUN = r'(?=[\s"]*[=+\-@＝＋－＠])'
FORMULAS = re.compile(rf"(^|[;,|\t\r\n\v\f]){_RUN}")
_SHIELDED = re.compile(rf"(^|[;,|\t\r\n\v\f])'{_RUN}")

Row = tuple[str, ...]


class WhyUnreadable(StrEnum):
    EMPTY = "empty"
    TOO_LARGE = "too large"
    TOO_MANY_ROWS = "too many rows"
    OLD_EXCEL = "old excel"
    OPEN_DOCUMENT = "open document"
    NOT_A_TABLE = "not a table"


class UnreadableFile(Exception):
    def __init__(self, why: WhyUnreadable) -> None:
        super().__init__(why.value)
        self.why = why


def read_table(data: bytes) -> list[Row]:
    """The rows as they stand, cells trimmed; those that hold nothing are empty."""
    if len(data) > MAX_BYTES:
        raise UnreadableFile(WhyUnreadable.TOO_LARGE)
    if data.startswith(_OLD_EXCEL):
        raise UnreadableFile(WhyUnreadable.OLD_EXCEL)
    raw = _rows_of_xlsx(data) if data.startswith(_ZIP) else _rows_of_csv(data)
    rows = _bounded(raw)
    if not rows:
        raise UnreadableFile(WhyUnreadable.EMPTY)
    return rows


def _bounded(raw: Iterable[Sequence[object]]) -> list[Row]:
    rows: list[Row] = []
    filled = 0
    for cells in raw:
        row = [_text(cell) for cell in cells[:MAX_COLUMNS]]
        while row and not row[-1]:
            row.pop()
        rows.append(tuple(row))
        filled += bool(row)
        if filled > MAX_ROWS + 1:  # the first may name the columns
            raise UnreadableFile(WhyUnreadable.TOO_MANY_ROWS)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = " ".join(str(cell)[: 2 * MAX_CELL].split())[:MAX_CELL]
    return _SHIELDED.sub(r"\1", text)


def _rows_of_csv(data: bytes) -> Iterable[Sequence[object]]:
    text = decoded(data)
    if "\0" in text:
        raise UnreadableFile(WhyUnreadable.NOT_A_TABLE)
    first, _, rest = text.lstrip("\r\n").partition("\n")
    first = first.strip("\r")
    if first.lower().startswith("sep=") and len(first) == 5:  # Excel's own remark
        delimiter, text = first[4], rest
    else:
        delimiter = max(_DELIMITERS, key=first.count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except (csv.Error, ValueError) as error:
        raise UnreadableFile(WhyUnreadable.NOT_A_TABLE) from error


def decoded(data: bytes) -> str:
    """UTF-8, UTF-16 with its mark, or what Windows writes in our countries."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    for encoding in ("utf-8", "cp1250"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise UnreadableFile(WhyUnreadable.NOT_A_TABLE)


def _rows_of_xlsx(data: bytes) -> Iterable[Sequence[object]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_archive(archive)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        rows = book.worksheets[0].iter_rows(
            max_row=MAX_ROWS + _MAX_GAPS, max_col=MAX_COLUMNS, values_only=True
        )
        return [() if set(row) == {None} else row for row in rows]
    except UnreadableFile:
        raise
    except Exception as error:  # openpyxl fails in as many ways as there are broken files
        raise UnreadableFile(WhyUnreadable.NOT_A_TABLE) from error


def _check_archive(archive: zipfile.ZipFile) -> None:
    names = archive.namelist()
    if "mimetype" in names and "content.xml" in names:
        raise UnreadableFile(WhyUnreadable.OPEN_DOCUMENT)
    if sum(part.file_size for part in archive.infolist()) > _MAX_UNPACKED:
        raise UnreadableFile(WhyUnreadable.TOO_LARGE)
