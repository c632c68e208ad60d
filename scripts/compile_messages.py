"""Write the django.mo that Django reads beside every locale/*/LC_MESSAGES/django.po.

polib does it, because a fresh machine has no msgfmt. Fuzzy translations are left out.
"""

import os
import sys
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_catalogue(source: Path) -> None:
    target = source.with_suffix(".mo")
    unfinished = target.with_suffix(f".{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(unfinished))
    unfinished.replace(target)


def main() -> int:
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
        try:
            compile_catalogue(source)
        except (OSError, ValueError) as error:  # polib reports a syntax error as OSError
            print(f"{source.relative_to(LOCALE.parent)}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
