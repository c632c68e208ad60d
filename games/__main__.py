"""`python -m games`: verify, list, show, random."""

import sys

from games.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
