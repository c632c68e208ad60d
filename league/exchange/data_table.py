"""A table of data as a value: what its columns are called and hold, and its rows.

Every list that people may take out gives one; `table_files` writes it. Nothing here knows where
the rows come from. The tables of a hall, at which people sit, are something else.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
CellValue = str | int | float | Fraction | bool | date | datetime | None


class Holds(StrEnum):
    """What a column mostly holds; a remark may stand in the place of a number."""

    TEXT = "text"
    NUMBER = "number"
    DAY = "day"
    MOMENT = "moment"
    YES_NO = "yes or no"


@dataclass(frozen=True, slots=True)
class DataColumn:
    key: str  # the same in every language
    label: str  # in the reader's
    holds: Holds = Holds.TEXT


@dataclass(frozen=True, slots=True)
class DataTable:
    name: str  # of what it is about: of the file, too
    title: str
    columns: tuple[DataColumn, ...]
    rows: Sequence[Sequence[CellValue]]
    is_personal: bool = False  # holds what the public does not see: no cache may keep it

    def __post_init__(self) -> None:
        keys = [column.key for column in self.columns]
        if len(set(keys)) < len(keys):
            raise ValueError(f"two columns of one key: {keys}")


def number(key: str, label: str) -> DataColumn:
    return DataColumn(key, label, Holds.NUMBER)


def text(key: str, label: str) -> DataColumn:
    return DataColumn(key, label)


def day(key: str, label: str) -> DataColumn:
    return DataColumn(key, label, Holds.DAY)


def filled(values: Sequence[CellValue], size: int) -> list[CellValue]:
    """So many cells, the last ones empty."""
    return [*values, *([None] * (size - len(values)))]


def score_in(said: str) -> CellValue:
    """As a number; who forfeited has a sign instead."""
    return int(said) if _WHOLE_NUMBER.fullmatch(said) else said


def file_name(*parts: str, otherwise: str = "table") -> str:
    """Plain letters that every system takes, in words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", " ".join(parts).casefold())
    words = re.findall(r"[a-z0-9]+", "".join(sign for sign in plain if sign.isascii()))
    return "-".join(words)[:100].strip("-") or otherwise
