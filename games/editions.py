"""Editions of a game: what lies in the box, as data.

The standard one is `edition.toml` in the game's package. Another one is a file named after it: in
the package's folder `editions`, or, where a service has boxes of its own, in the game's folder
under the one that the environment variable ARBITR_EDITIONS names. Such a file holds what differs:
each of its tables takes the place of the standard one of that name. Its table `title` is what
people read instead of the name, by language.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from games.values import STANDARD

FOLDER = "ARBITR_EDITIONS"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST = 40
TITLE = "title"
_LONGEST_TITLE = 60
MOST = 16  # whose tables are kept: records may name any number of editions


class EditionError(ValueError):
    """A file that is no edition of its game: which one, and why."""

    def __init__(self, game: str, edition: str, why: str) -> None:
        super().__init__(f"{game}, edition {edition}: {why}")


def edition_names(game: str) -> tuple[str, ...]:
    """The standard edition first, the others by name."""
    return (STANDARD, *_files(game))


def edition_data(
    game: str, edition: str, *, tables: Sequence[str], free: Sequence[str] = ()
) -> Mapping[str, Any]:
    """What a file says, over what the standard one does.

    `tables`: those that may differ; `free`: those of them that may have other keys.

    A name of none, which is refused elsewhere, stands for the standard one.
    """
    standard = _read(game, STANDARD, _package(game) / "edition.toml")
    file = _files(game).get(edition)
    if file is None:
        return standard
    own = {name: table for name, table in _read(game, edition, file).items() if name != TITLE}
    if others := own.keys() - set(tables):
        why = f"{file}: [{min(others)}] cannot differ, only {', '.join(tables)}"
        raise EditionError(game, edition, why)
    for table, values in own.items():
        if table not in free and _form(values) != _form(standard[table]):
            raise EditionError(game, edition, f"[{table}] has not the form of the standard one")
        if table in free and not _kinds(values) <= _kinds(standard[table]):
            raise EditionError(game, edition, f"[{table}] has not the form of the standard one")
    return {**standard, **own}


def edition_title(game: str, edition: str, *, language: str) -> str:
    """What people call it; in English where their language is not told, else its name."""
    file = _files(game).get(edition)
    titles = _titles(game, edition, file) if file else {}
    return titles.get(language) or titles.get("en") or edition


@cache
def _titles(game: str, edition: str, file: Path) -> Mapping[str, str]:
    titles = _read(game, edition, file).get(TITLE, {})
    if not isinstance(titles, dict) or not all(
        isinstance(title, str) and len(title) <= _LONGEST_TITLE for title in titles.values()
    ):
        why = f"[{TITLE}] has a text of at most {_LONGEST_TITLE} letters for each language"
        raise EditionError(game, edition, why)
    return titles


def _form(value: object) -> object:
    """What a value is made of: keys and types."""
    if isinstance(value, dict):
        return {key: _form(each) for key, each in value.items()}
    if isinstance(value, list):
        return list, frozenset(map(type, value)) or frozenset((str,))
    return type(value)


def _kinds(table: object) -> set[str]:
    """What the values of a table are made of, whatever their keys; nothing fits what is none."""
    values = table.values() if isinstance(table, dict) else [[None]]
    return {repr(_form(each)) for each in values}


@cache
def _files(game: str) -> Mapping[str, Path]:
    """By name; a service's own file of a name goes before the package's."""
    folders = [_package(game) / "editions"]
    if own := os.environ.get(FOLDER):
        folders.append(Path(own) / game)
    files = {file.stem: file for folder in folders for file in sorted(folder.glob("*.toml"))}
    for name, file in files.items():
        if not _NAME.fullmatch(name) or len(name) > _LONGEST or name == STANDARD:
            raise EditionError(game, name, f"{file} is no name for an edition")
    return dict(sorted(files.items()))


def _read(game: str, edition: str, file: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # also what is no TOML, or no UTF-8
        raise EditionError(game, edition, f"{file}: {error}") from error


def _package(game: str) -> Path:
    return Path(__file__).parent / game
