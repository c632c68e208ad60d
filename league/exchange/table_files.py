"""Tables of data as files: CSV, XLSX, JSON, and the text that a clipboard takes.

A spreadsheet runs what begins like a formula, and names come from strangers. In CSV and on the
clipboard an apostrophe goes before such a text, also within a cell, where a spreadsheet of another
language may begin a new one; in XLSX every text is stored as text. Numbers are
numbers: -3 stays -3. Czech and Slovak spreadsheets want semicolons and a decimal comma.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from functools import partial

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from league.clubs.spreadsheets import FORMULAS
from league.exchange.data_table import CellValue, DataTable

_COMMA_LANGUAGES = ("cs", "sk")
_DECIMALS = 4
_ROWS_AT_ONCE = 500
_LONG = 2000  # rows
_WIDEST = 60  # letters of a column in a spreadsheet


@dataclass(frozen=True, slots=True)
class Spelling:
    """How spreadsheets of a language want tables as text; `yes` and `no` are its words."""

    delimiter: str = ","
    decimal: str = "."
    yes: str = "yes"
    no: str = "no"


def spelling_of(language: str, *, yes: str, no: str) -> Spelling:
    if language[:2] in _COMMA_LANGUAGES:
        return Spelling(";", ",", yes, no)
    return Spelling(yes=yes, no=no)


@dataclass(frozen=True, slots=True)
class TableFile:
    """A kind of file, by the end of its name. `write` gives it in parts, a long one in many."""

    suffix: str
    content_type: str
    write: Callable[[DataTable, Spelling], Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class FileSent:
    """A file as it goes out, whatever is in it; `parts` are made while it is sent."""

    name: str
    content_type: str
    parts: Iterable[bytes]
    is_personal: bool = False  # no cache may keep it
    is_long: bool = False  # sent part by part, as they are made


def file_of(table: DataTable, suffix: str, spelling: Spelling) -> FileSent:
    file = TABLE_FILES[suffix]
    name = f"{table.name}.{suffix}"
    is_long = len(table.rows) > _LONG
    parts = file.write(table, spelling)
    return FileSent(name, file.content_type, parts, table.is_personal, is_long)


def csv_parts(table: DataTable, spelling: Spelling) -> Iterator[bytes]:
    """With a byte order mark: Excel takes it for what it is by a double click."""
    yield "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
    yield from _text_parts(table, spelling, line=partial(_csv_line, delimiter=spelling.delimiter))


def clipboard_parts(table: DataTable, spelling: Spelling) -> Iterator[bytes]:
    """Cells with tabs between them; none has one within, or a line break."""
    yield from _text_parts(table, spelling, line=_clipboard_line)


def json_parts(table: DataTable, spelling: Spelling) -> Iterator[bytes]:
    """Rows by the keys of the columns. Numbers that are no integers are fractions: "22/3"."""
    head = {
        "name": table.name,
        "title": table.title,
        "columns": [
            {"key": column.key, "label": column.label, "holds": column.holds.value}
            for column in table.columns
        ],
    }
    yield _json(head)[:-1].encode() + b',"rows":['
    keys = [column.key for column in table.columns]
    for at, row in enumerate(table.rows):
        told = dict(zip(keys, map(_plain, row), strict=True))
        yield (b",\n" if at else b"\n") + _json(told).encode()
    yield b"]}\n"


def xlsx_parts(table: DataTable, spelling: Spelling) -> Iterator[bytes]:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.freeze_panes = "B2"
    for at, width in enumerate(_widths(table), start=1):
        sheet.column_dimensions[get_column_letter(at)].width = width
    sheet.append([_stored(sheet, column.label, spelling) for column in table.columns])
    for row in table.rows:
        sheet.append([_stored(sheet, value, spelling) for value in row])
    file = io.BytesIO()
    book.save(file)
    yield file.getvalue()


_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TABLE_FILES = {
    file.suffix: file
    for file in (
        TableFile("csv", "text/csv; charset=utf-8", csv_parts),
        TableFile("xlsx", _XLSX, xlsx_parts),
        TableFile("json", "application/json", json_parts),
        TableFile("tsv", "text/tab-separated-values; charset=utf-8", clipboard_parts),
    )
}


def harmless(text: str) -> str:
    """What a spreadsheet would run as a formula, as text."""
    return FORMULAS.sub(r"\1'", text)


def _text_parts(
    table: DataTable, spelling: Spelling, *, line: Callable[[Sequence[str]], str]
) -> Iterator[bytes]:
    lines = [line([_spelt(column.label, spelling) for column in table.columns])]
    for row in table.rows:
        lines.append(line([_spelt(value, spelling) for value in row]))
        if len(lines) >= _ROWS_AT_ONCE:
            yield _bytes(lines)
            lines = []
    yield _bytes(lines)


def _csv_line(cells: Sequence[str], *, delimiter: str) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return buffer.getvalue()


def _clipboard_line(cells: Sequence[str]) -> str:
    return "\t".join(cells) + "\n"


def _bytes(lines: Sequence[str]) -> bytes:
    return "".join(lines).encode("utf-8", "replace")  # half a surrogate is no letter


def _spelt(value: CellValue, spelling: Spelling) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return spelling.yes if value else spelling.no
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return harmless(_on_one_line(value))
    return _decimal(value).replace(".", spelling.decimal)


def _on_one_line(text: str) -> str:
    return " ".join(text.split()) if any(sign in text for sign in "\t\r\n\v\f") else text


def _decimal(value: int | float | Fraction) -> str:
    """43, 21.5, 7.3333: what a spreadsheet reads as a number, never as a date."""
    if isinstance(value, int) or value == int(value):
        return str(int(value))
    rounded = f"{float(value):.{_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if rounded == "-0" else rounded


def _stored(sheet: WriteOnlyWorksheet, value: CellValue, spelling: Spelling) -> object:
    if isinstance(value, bool):
        return spelling.yes if value else spelling.no
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else round(float(value), _DECIMALS)
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)  # a spreadsheet knows no time zones
    if not isinstance(value, str):
        return value
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"  # text, whatever it begins with
    return cell


def _widths(table: DataTable) -> Iterator[int]:
    """By the longest word in each column, for its first rows at least."""
    seen: Iterable[tuple[CellValue, ...]] = (tuple(row) for row in table.rows[:_ROWS_AT_ONCE])
    rows = [tuple(column.label for column in table.columns), *seen]
    for at in range(len(table.columns)):
        longest = max(len(str(row[at] if row[at] is not None else "")) for row in rows)
        yield min(_WIDEST, longest + 2)


def _plain(value: CellValue) -> object:
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, date):  # and moments, with their offset
        return value.isoformat()
    return value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
