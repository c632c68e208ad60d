"""`python -m arbitr`, and what the command `arbitr` starts."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from arbitr.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
