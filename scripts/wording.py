"""Wording of translations, where a program can decide it: terms, prepositions, no-break spaces.

`z(e) %(total)s` becomes z or ze when the number is known (league/prepositions.py): in templates by
itself, in Python by `spoken`; `%(place)s(th)` in English becomes 1st, 2nd. Texts that the browser
fills, those of games and those with {gaps} in templates, say it otherwise.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import polib

# Words that mean two things here, or nothing to a reader; and what is said instead.
BANNED = {
    "en": {
        r"\bwhoever\b": "Anyone who",
        r"\banew\b": "Again",
        r"\bput away\b": "Closed, removed",
        r"\bfor whom it is\b": "Who it is for",
        r"\)[sd]\. (place|of)\b": "%(place)s(th)",
    },
    "cs": {
        "přihl[aá][sš]|odhl[aá][sš]": "Vstoupit, Opustit účet (an account); Zapsat se (an event)",
        "prezenc": "Příchody",
        r"\bnech\w+ být": "Nechat platit",
        "ťuk[an]": "Klepnout",
        "neshodnete": "Neshodli jste se",
        r"\btomhle\b|\btuhle\b": "Tomto, tuto",
    },
    "sk": {
        r"\bakci[aeiuo]": "Podujatie",
        "organizátor": "Usporiadateľ (an official: usporiadateľ alebo rozhodca)",
        r"voľn\w+ los": "Voľný žreb",
        "premietan": "Veľká obrazovka",
        r"prehrať (si )?(zápis|partiu)|prehrávan": "Prejsť (it also means to lose)",
        r"rovnako (bodov|ťahov)": "Rovnaký počet",
        "prihl[aá][sš]|odhl[aá][sš]": "Vstúpiť, Opustiť účet (an account); Zapísať sa (an event)",
        "prezenc": "Príchody",
        r"\bnech\w+ byť": "Nechať platiť",
        r"štartovn\w+ čís": "Štartové číslo (štartovné is the fee)",
        r"\bste dnu\b": "Ste v účte",
    },
}
# A word of one letter at the end of a line; a tag and the end of a placeholder are no words.
TORN_OFF = re.compile(
    r"(?:(?<![\w)</])[kosuvzai]|(?:^|(?<=[.:!?] ))[KOSUVZAI])(?P<space> )(?=\S)", re.MULTILINE
)
MARKED = re.compile(r"\b[zsvk]\([eou]\)|\(th\)", re.IGNORECASE)
IN_BROWSER = re.compile(r"\b[zsvk]\([eou]\)\s\{|\}\(th\)", re.IGNORECASE)
# Names that hold a number wherever they are used.
NUMBERS = ("all", "limit", "most", "number", "other_round", "planned", "round", "sides", "total")
UNMARKED = re.compile(
    r"(?<![\w)])[zsvk][ \u00a0](?:<[^>]*>)*"
    rf"(?:%\(\w+\)d|%\((?:{'|'.join(NUMBERS)})\)s|\{{(?:{'|'.join(NUMBERS)})\}})",
    re.IGNORECASE,
)
# Texts that another module fills: those of a module, or of a folder.
FILLED_BY = {
    "league/events/lifecycle_rules.py": "league/events/queries/events.py",
    "league/events/rules_in_words.py": "league/web/rules.py",
    "league/standings/": "league/events/queries/explanations.py",
}


def wording_problem(
    entry: polib.POEntry, *, language: str, root: Path, files: Iterable[str]
) -> str | None:
    """The first fault of a text of these files, or of its translation."""
    originals = [entry.msgid, entry.msgid_plural]
    texts = [entry.msgstr, *entry.msgstr_plural.values()]
    faults = chain(
        _terms(originals, language="en"),
        _terms(texts, language=language),
        _prepositions(texts),
        _unsettled([*originals, *texts], root=root, files=files),
        _spaces(texts),
    )
    return next(faults, None)


def _terms(texts: list[str], *, language: str) -> Iterator[str]:
    for word, instead in BANNED[language].items():
        for text in texts:
            if found := re.search(word, text, re.IGNORECASE):
                yield f"“{found[0]}…”, where we say {instead}"


def _spaces(texts: list[str]) -> Iterator[str]:
    for text in texts:
        if found := TORN_OFF.search(text):
            yield f"no no-break space after “{found[0].strip()}” (make messages sets it)"


def set_spaces(entry: polib.POEntry) -> bool:
    """Sets the no-break spaces of a translation; whether one was missing."""
    is_torn = any(map(TORN_OFF.search, (entry.msgstr, *entry.msgstr_plural.values())))
    entry.msgstr = _kept_together(entry.msgstr)
    entry.msgstr_plural = {n: _kept_together(text) for n, text in entry.msgstr_plural.items()}
    return is_torn


def _kept_together(text: str) -> str:
    return TORN_OFF.sub(lambda found: found[0].replace(" ", "\u00a0"), text)


def _prepositions(texts: list[str]) -> Iterator[str]:
    if any(map(UNMARKED.search, texts)):
        yield "preposition before a number without (e), (o)"


def _unsettled(texts: list[str], *, root: Path, files: Iterable[str]) -> Iterator[str]:
    for file in files if any(map(MARKED.search, texts)) else ():
        if not _is_settled(root, file, in_browser=any(map(IN_BROWSER.search, texts))):
            yield f"(e), (o) or (th) that {file} does not settle"


def _is_settled(root: Path, file: str, *, in_browser: bool) -> bool:
    if file.endswith(".py"):
        filler = next((by for of, by in FILLED_BY.items() if file.startswith(of)), file)
        return "spoken(" in (root / filler).read_text(encoding="utf-8")
    return file.startswith("templates/") and not in_browser
