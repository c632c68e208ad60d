"""Records on disk: which match each of them is for.

A file says it by its name, round first: `2-5.txt` is table 5 of round 2, `round2-table05-game1.txt`
the same with the number of the game. An exported zip, unpacked, has such names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 256 * 1024
_NUMBERS = re.compile(r"\d+")
_SUFFIXES = (".txt", ".rec", "")


@dataclass(frozen=True, order=True)
class Place:
    """Where a game was played."""

    round: int
    table: int
    game: int = 1

    def __str__(self) -> str:
        return f"round {self.round}, table {self.table}, game {self.game}"


class Unusable(Exception):
    """A file that is not one record of one match, and why."""


def record_files(folder: Path) -> Iterator[Path]:
    """All below a folder that may be records, in order."""
    files = (file for file in folder.rglob("*") if file.is_file())
    yield from sorted(file for file in files if file.suffix in _SUFFIXES)


def place_of(file: Path) -> Place:
    numbers = [int(number) for number in _NUMBERS.findall(file.stem)]
    if len(numbers) not in (2, 3) or not all(numbers):
        raise Unusable(f"{file.name}: call it after its round and table, such as 2-5.txt")
    return Place(*numbers)


def record_in(file: Path) -> str:
    if file.stat().st_size > MOST_BYTES:
        raise Unusable(f"{file.name}: larger than 256 KiB")
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Unusable(f"{file.name}: not written in UTF-8") from None


def by_place(files: list[Path]) -> dict[Place, Path]:
    """No two for the same game."""
    found: dict[Place, Path] = {}
    for file in files:
        place = place_of(file)
        if place in found:
            raise Unusable(f"{file.name} and {found[place].name} are both {place}")
        found[place] = file
    return found
