"""Are all texts translated? Compares the texts marked in the code with the catalogues.

    python -m scripts.check_messages            print what is missing or wrong
    python -m scripts.check_messages --write    bring the catalogues up to date with the code,
                                                set no-break spaces

The extraction is Django's makemessages, for the check in a temporary copy of the sources.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import polib

from scripts import debian
from scripts.wording import set_spaces, wording_problem

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("games", "league", "templates")
LANGUAGES = ("cs", "sk")  # the texts in the code are English
NO_GETTEXT = "This needs the programs of gettext: sudo apt install gettext"
PLACEHOLDER = re.compile(r"%%|%\((?P<named>\w+)\)[a-z]|(?P<plain>%[a-z])|\{(?P<braced>\w*)[^{}]*\}")


def problems(root: Path) -> list[str]:
    """One line for each text whose translation is missing, unfinished, broken or left over."""
    texts = {key(entry): entry for entry in extracted(root)}
    found = []
    for language in LANGUAGES:
        rest = dict(texts)
        for path in games_catalogues(root, language):
            own = {name: text for name, text in rest.items() if is_of(path.parts[-5], text)}
            found += problems_of(root, path, own)
            rest = {name: text for name, text in rest.items() if name not in own}
        found += problems_of(root, catalogue(root, language), rest)
    return found


def problems_of(root: Path, path: Path, texts: dict["Key", polib.POEntry]) -> Iterator[str]:
    name = path.relative_to(root)
    if not path.exists():
        yield f"{name}: missing"
        return
    po = polib.pofile(str(path))
    lines = catalogue_problems(po, texts, root=root, language=path.parts[-3])
    yield from (f"{name}: {line}" for line in lines)


def catalogue(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def games_catalogues(root: Path, language: str) -> list[Path]:
    """Of games that bring their own translations."""
    return sorted(root.glob(f"games/*/locale/{language}/LC_MESSAGES/django.po"))


def is_of(game: str, text: polib.POEntry) -> bool:
    """Whether a text is this game's alone."""
    return all(file.startswith(f"games/{game}/") for file, _line in text.occurrences)


Key = tuple[str | None, str, str]


def key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def extracted(root: Path) -> polib.POFile:
    """The texts marked for translation in the sources, with their places."""
    with tempfile.TemporaryDirectory(prefix="arbitr-messages-") as folder:
        for name in SOURCES:
            if (root / name).exists():
                copied = shutil.ignore_patterns("locale")  # all texts into one catalogue
                shutil.copytree(root / name, Path(folder, name), ignore=copied)
        Path(folder, "locale").mkdir()
        makemessages(Path(folder), "--all", "--keep-pot")
        pot = Path(folder, "locale", "django.pot")
        return polib.pofile(str(pot)) if pot.exists() else polib.POFile()


def makemessages(folder: Path, *options: str) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    subprocess.run(
        [sys.executable, "-m", "django", "makemessages", "-v", "0", *options],
        cwd=folder,
        env=environment,
        check=True,
        timeout=300,
    )


def catalogue_problems(
    po: polib.POFile, texts: dict[Key, polib.POEntry], *, root: Path, language: str
) -> Iterator[str]:
    entries = {key(entry): entry for entry in po if not entry.obsolete}
    forms = plural_forms(po)
    for text_key, text in texts.items():
        entry = entries.get(text_key)
        fault = entry_problem(entry, forms=forms)
        if entry and not fault:
            files = [file for file, _line in text.occurrences]
            fault = wording_problem(entry, language=language, root=root, files=files)
        if fault:
            place = ", ".join(f"{file}:{line}" for file, line in text.occurrences[:3])
            yield f"{fault}: {text.msgid!r} ({place})"
    for text_key in entries.keys() - texts.keys():
        yield f"no longer in the code: {text_key[1]!r}"
    for entry in po.obsolete_entries():
        yield f"no longer in the code: {entry.msgid!r}"


def plural_forms(po: polib.POFile) -> int:
    match = re.search(r"nplurals\s*=\s*(\d+)", po.metadata.get("Plural-Forms", ""))
    return int(match[1]) if match else 0


def entry_problem(entry: polib.POEntry | None, *, forms: int) -> str | None:
    if entry is None:
        return "not translated"
    if entry.fuzzy:
        return "marked fuzzy"
    originals = [entry.msgid]
    translations = [entry.msgstr]
    if entry.msgid_plural:
        originals.append(entry.msgid_plural)
        translations = list(entry.msgstr_plural.values())
        if len(translations) != forms:
            return f"{len(translations)} plural forms instead of {forms}"
    if not all(map(str.strip, translations)):
        return "not translated"
    allowed = [placeholders(text) for text in originals]
    if any(placeholders(text) not in allowed for text in translations):
        return "other placeholders than the original"
    return None


def placeholders(text: str) -> tuple[set[str], Counter[str]]:
    """Names, which may be used twice, and nameless ones, which are counted."""
    names: set[str] = set()
    nameless: Counter[str] = Counter()
    for match in PLACEHOLDER.finditer(text):
        if name := match["named"] or match["braced"]:
            names.add(name)
        elif match[0] != "%%":
            nameless[match["plain"] or "{}"] += 1
    return names, nameless


def has_gettext() -> bool:
    programs = ("xgettext", "msguniq", "msgmerge", "msgattrib")
    return all(map(shutil.which, programs)) or debian.install("gettext")


def write(root: Path) -> None:
    others = {path.name for path in root.iterdir()} - {*SOURCES, "locale"}
    ignored = [f"--ignore={name}" for name in sorted(others)]
    languages = [f"--locale={language}" for language in (*LANGUAGES, "en")]
    (root / "locale").mkdir(exist_ok=True)
    makemessages(root, *languages, "--no-location", "--no-obsolete", *ignored)
    for language in LANGUAGES:
        po = polib.pofile(str(catalogue(root, language)))
        torn = [entry for entry in po if set_spaces(entry)]
        if torn:
            po.save()
    drop_guesses(catalogue(root, "en"))


def drop_guesses(path: Path) -> None:
    """English needs no translation but that of libraries' texts; gettext guesses others."""
    po = polib.pofile(str(path))
    guesses = [entry for entry in po if entry.fuzzy]
    for entry in guesses:
        entry.msgstr, entry.msgstr_plural, entry.previous_msgid = "", {}, None
        entry.flags.remove("fuzzy")
    if guesses:
        po.save()


def main() -> int:
    parser = argparse.ArgumentParser(description="Are all texts translated?")
    parser.add_argument("--write", action="store_true", help="bring the catalogues up to date")
    arguments = parser.parse_args()
    if not has_gettext():
        print(NO_GETTEXT, file=sys.stderr)
        return 1
    if arguments.write:
        write(ROOT)
        return 0
    lines = problems(ROOT)
    print("\n".join(lines) or "All texts are translated.")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
