"""Tables of data as files: spelt as the language has it, harmless, and read back the same."""

import csv
import io
import json
import re
from datetime import UTC, date, datetime
from fractions import Fraction

import openpyxl
import pytest
from django.conf import settings as project
from hypothesis import example, given, settings, strategies as st

from league.clubs.spreadsheets import read_table
from league.exchange.data_table import CellValue, DataTable, file_name, number, text
from league.exchange.table_files import TABLE_FILES, Spelling, file_of, spelling_of
from league.statistics.figures import win_interval

ENGLISH = spelling_of("en", yes="yes", no="no")
CZECH = spelling_of("cs", yes="ano", no="ne")


def table(*rows: tuple[CellValue, CellValue]) -> DataTable:
    return DataTable("liga", "Liga", (text("name", "Jméno"), number("points", "Body")), rows)


def written(suffix: str, *rows: tuple[CellValue, CellValue], spelling: Spelling = CZECH) -> bytes:
    return b"".join(file_of(table(*rows), suffix, spelling).parts)


ROWS = (
    ("Žaneta Ďurišová 🎲", Fraction(22, 3)),
    ("„Řehoř“; Šimon, ml.", Fraction(5, 2)),
    ("Ona", -3),
    (True, None),
    (date(2026, 11, 18), 0.25),
    (datetime(2026, 11, 18, 19, 5, tzinfo=UTC), 4),
)


def test_csv_of_czech_has_semicolons_and_commas() -> None:
    assert written("csv", *ROWS).decode() == (
        "\ufeffJméno;Body\r\n"
        "Žaneta Ďurišová 🎲;7,3333\r\n"
        '"„Řehoř“; Šimon, ml.";2,5\r\n'
        "Ona;-3\r\nano;\r\n2026-11-18;0,25\r\n2026-11-18 19:05;4\r\n"
    )


def test_csv_of_english_has_commas_and_points() -> None:
    assert written("csv", *ROWS[:2], spelling=ENGLISH).decode() == (
        '\ufeffJméno,Body\r\nŽaneta Ďurišová 🎲,7.3333\r\n"„Řehoř“; Šimon, ml.",2.5\r\n'
    )


def test_json_has_exact_numbers_and_columns() -> None:
    told = json.loads(written("json", *ROWS))
    assert told["columns"][1] == {"key": "points", "label": "Body", "holds": "number"}
    assert told["rows"][0] == {"name": "Žaneta Ďurišová 🎲", "points": "22/3"}
    assert [row["points"] for row in told["rows"]] == ["22/3", "5/2", -3, None, 0.25, 4]
    assert told["rows"][5]["name"] == "2026-11-18T19:05:00+00:00"


def test_json_of_nothing_is_json() -> None:
    assert json.loads(written("json"))["rows"] == []


def test_xlsx_has_numbers_as_numbers() -> None:
    book = openpyxl.load_workbook(io.BytesIO(written("xlsx", *ROWS)))
    values = [[cell.value for cell in row] for row in book.active.iter_rows(min_row=2)]
    assert [row[1] for row in values] == [7.3333, 2.5, -3, None, 0.25, 4]
    assert f"{values[5][0]:%Y-%m-%d %H:%M}" == "2026-11-18 19:05"


def test_clipboard_has_tabs_alone_between_cells() -> None:
    assert written("tsv", ("A\tB\nC", 1), ('"D"', 2)).decode() == 'Jméno\tBody\nA B C\t1\n"D"\t2\n'


@pytest.mark.parametrize(
    ("value", "spelt"),
    [
        (win_interval(Fraction(6), 6)[1], "1"),
        (-0.00001, "0"),
        (Fraction(1, 10**9), "0"),
        (-0.99999999, "-1"),
        (1099.99996, "1100"),
        (-0.5, "-0,5"),
        (100.25, "100,25"),
    ],
)
def test_number_ends_with_a_digit(value: CellValue, spelt: str) -> None:
    for suffix in ("csv", "tsv"):
        assert written(suffix, ("Eva", value)).decode().splitlines()[1][4:] == spelt


@pytest.mark.parametrize("language", [code for code, _name in project.LANGUAGES])
@given(
    value=st.integers()
    | st.fractions(-(10**9), 10**9)
    | st.floats(-(10**9), 10**9)
    | st.floats(-0.001, 0.001)
)
@example(value=0.9999999999999999)
@example(value=-0.00001)
@settings(max_examples=100)
def test_number_is_read_back_within_rounding(language: str, value: int | float | Fraction) -> None:
    spelling = spelling_of(language, yes="yes", no="no")
    decimal = re.escape(spelling.decimal)
    wanted = re.compile(rf"0|-?(?:[1-9][0-9]*|0(?={decimal}))(?:{decimal}[0-9]+)?")
    for suffix in ("csv", "tsv"):
        line = written(suffix, ("Eva", value), spelling=spelling).decode().splitlines()[1]
        cell = line[4:].strip('"')
        assert wanted.fullmatch(cell), (suffix, cell)
        assert abs(Fraction(cell.replace(",", ".")) - Fraction(value)) <= Fraction(1, 10**4)


HOSTILE = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_is_a_formula(name: str) -> None:
    for suffix in ("csv", "tsv"):
        line = written(suffix, (name, 1)).decode().splitlines()[1]
        assert line.lstrip('"').startswith("'"), suffix
    [row] = openpyxl.load_workbook(io.BytesIO(written("xlsx", (name, 1)))).active.iter_rows(2)
    assert [cell.data_type for cell in row] == ["s", "n"]


SPLIT = ["Jan;=HYPERLINK(1)", "Jan, =1", "Jan|+1", "Jan\t@SUM(1)", "Jan\n-1", 'Jan;"=1"', 'a;" ＝1']


def cells_read(text: str, *, separator: str) -> list[str]:
    """As a spreadsheet reads them that splits at this sign, quoted where a quote begins a cell."""
    return [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]


@pytest.mark.parametrize("language", [code for code, _name in project.LANGUAGES])
@pytest.mark.parametrize("name", [*HOSTILE, *SPLIT])
def test_no_cell_is_a_formula_in_a_spreadsheet_of_another_language(
    language: str, name: str
) -> None:
    spelling = spelling_of(language, yes="yes", no="no")
    for suffix in ("csv", "tsv"):
        text = written(suffix, (name, 1), ("Eva", name), spelling=spelling).decode("utf-8-sig")
        for separator in ";,|\t":
            cells = cells_read(text, separator=separator)
            starts = {cell.strip(' "')[:1] for cell in cells} - {""}
            assert starts.isdisjoint("=+-@＝＋－＠"), (suffix, separator)


def test_what_was_shielded_is_read_back() -> None:
    rows = [(name, 7) for name in SPLIT if "\n" not in name and "\t" not in name]
    assert read_table(written("csv", *rows)) == [("Jméno", "Body"), *((n, "7") for n, _ in rows)]


names = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20)


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
@given(cells=st.lists(names, min_size=1, max_size=5))
@settings(max_examples=50)
def test_file_reads_back_the_same(suffix: str, cells: list[str]) -> None:
    rows = [(cell, 7) for cell in cells]
    expected = [("Jméno", "Body"), *((cell, "7") for cell in cells)]
    assert read_table(written(suffix, *rows)) == expected


@given(st.text())
@settings(max_examples=50)
def test_any_text_makes_every_kind_of_file(name: str) -> None:
    for suffix in TABLE_FILES:
        assert written(suffix, (name, 1))


def test_long_table_comes_in_parts() -> None:
    long = file_of(table(*((f"Hráč {at}", at) for at in range(10_000))), "csv", CZECH)
    parts = list(long.parts)
    assert (long.is_long, len(parts) > 10) == (True, True)
    assert b"".join(parts).count(b"\r\n") == 10_001


def test_name_of_a_file_is_plain() -> None:
    assert file_name("Žižkovský turnaj 2026", "Pořadí", "") == "zizkovsky-turnaj-2026-poradi"
    assert file_name("🎲", otherwise="event") == "event"
    assert len(file_name("a" * 300)) == 100


def test_two_columns_of_one_key_are_refused() -> None:
    with pytest.raises(ValueError, match="one key"):
        DataTable("a", "A", (text("x", "X"), text("x", "Y")), [])
