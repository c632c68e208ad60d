"""Write the django.mo that Django reads beside every django.po: of all, and of single games.

polib does it, because a fresh machine has no msgfmt. Fuzzy translations are left out.
"""

import os
import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent


def compile_catalogue(source: Path) -> None:
    target = source.with_suffix(".mo")
    unfinished = target.with_suffix(f".{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(unfinished))
    unfinished.replace(target)


def main() -> int:
    catalogue = "locale/*/LC_MESSAGES/django.po"
    for source in sorted((*ROOT.glob(catalogue), *ROOT.glob(f"games/*/{catalogue}"))):
        try:
            compile_catalogue(source)
        except (OSError, ValueError) as error:  # polib reports a syntax error as OSError
            print(f"{source.relative_to(ROOT)}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
