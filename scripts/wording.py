"""Wording of translations, where a program can decide it: prepositions before numbers.

`z(e) %(total)s` becomes z or ze when the number is known (league/prepositions.py): in templates by
itself, in Python by `spoken`. Texts of games are filled in the browser and say it otherwise.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib

MARKED = re.compile(r"\b[zsvk]\([eou]\)", re.IGNORECASE)
# Names that hold a number wherever they are used.
NUMBERS = ("all", "limit", "most", "number", "other_round", "planned", "round", "sides", "total")
UNMARKED = re.compile(
    r"(?<![\w)])[zsvk][ \u00a0](?:<[^>]*>)*"
    rf"(?:%\(\w+\)d|%\((?:{'|'.join(NUMBERS)})\)s|\{{(?:{'|'.join(NUMBERS)})\}})",
    re.IGNORECASE,
)
# Texts that another module fills.
FILLED_BY = {
    "league/events/lifecycle_rules.py": "league/events/queries/events.py",
    "league/standings/wording.py": "league/events/queries/explanations.py",
}


def wording_problem(entry: polib.POEntry, *, root: Path, files: Iterable[str]) -> str | None:
    return next(_problems(entry, root=root, files=files), None)


def _problems(entry: polib.POEntry, *, root: Path, files: Iterable[str]) -> Iterator[str]:
    texts = [entry.msgstr, *entry.msgstr_plural.values()]
    if any(map(UNMARKED.search, texts)):
        yield "preposition before a number without (e), (o)"
    if any(map(MARKED.search, texts)):
        for file in files:
            if not _is_settled(root, file):
                yield f"preposition with (e), (o) that {file} does not settle"


def _is_settled(root: Path, file: str) -> bool:
    if file.endswith(".py"):
        return "spoken(" in (root / FILLED_BY.get(file, file)).read_text(encoding="utf-8")
    return file.startswith("templates/")
