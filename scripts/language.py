"""The language of the person at this computer, and what is said before any package is there.

Uses the standard library only; later texts come from `locale/`, as all others.
"""

import locale
import os

# Windows calls languages by words of its own.
_WINDOWS_NAMES = {"Czech": "cs", "Slovak": "sk", "English": "en"}

TEXTS = {
    "Creating a virtual environment in .venv …": {
        "cs": "Zakládám virtuální prostředí v .venv …",
        "sk": "Zakladám virtuálne prostredie v .venv …",
    },
    "Installing packages (first start only, about a minute) …": {
        "cs": "Instaluji balíčky (jen při prvním spuštění, asi minutu) …",
        "sk": "Inštalujem balíčky (len pri prvom spustení, asi minútu) …",
    },
    "{done} of {total} packages": {
        "cs": "balíčky: {done}/{total}",
        "sk": "balíčky: {done}/{total}",
    },
    "Waiting for another installation in this folder …": {
        "cs": "Čekám, až v této složce doběhne jiná instalace …",
        "sk": "Čakám, kým sa v tomto priečinku dokončí iná inštalácia …",
    },
    "Press Enter to close this window.": {
        "cs": "Okno zavřete klávesou Enter.",
        "sk": "Okno zatvoríte klávesom Enter.",
    },
    "Stopped. The next start begins the installation again.": {
        "cs": "Zastaveno. Příští spuštění začne s instalací znovu.",
        "sk": "Zastavené. Ďalšie spustenie začne s inštaláciou odznova.",
    },
    "Installing failed. Check the network connection, then run the same command again.": {
        "cs": "Instalace se nepovedla. Zkontrolujte připojení k síti a spusťte totéž znovu.",
        "sk": "Inštalácia sa nepodarila. Skontrolujte pripojenie k sieti a spustite to isté znova.",
    },
}


def computer_language() -> str:
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    chosen = next(filter(None, names), "") or locale.getlocale()[0] or ""
    spoken = _WINDOWS_NAMES.get(chosen.partition("_")[0], chosen[:2].lower())
    return spoken if spoken in ("cs", "sk") else "en"


def said(text: str, **values: object) -> str:
    return TEXTS[text].get(computer_language(), text).format(**values)
