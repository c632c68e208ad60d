"""How the suite is divided among the lanes that `python -m tests` runs side by side.

A part is one run of pytest. Every pass ends with a part that has what no other part of it names,
so that a new folder is never forgotten.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.processes import ROOT

REST = ""  # in place of paths: all that the other parts of the pass leave
Shares = Mapping[str, Sequence[str]]

LEAGUE = "tests/league"
JOURNEYS = "tests/journeys"
# Their tests are for SQLite: doors write no SQL of their own. Each address is opened once on
# PostgreSQL, by tests marked `postgresql`.
DOORS = (
    f"{LEAGUE}/api",
    f"{LEAGUE}/web",
    f"{LEAGUE}/test_admin.py",
    f"{LEAGUE}/test_expired_session.py",
    f"{LEAGUE}/test_hostile_values.py",
    f"{LEAGUE}/test_permission_matrix.py",
)
ALGORITHMS = (f"{LEAGUE}/pairing", f"{LEAGUE}/standings")
SERVERS = ("tests/faults", "tests/production", "tests/embedded", "tests/test_services.py")


# Journeys of the score sheet: as long as all the others together.
SHEETS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / JOURNEYS).glob("test_sheet_*.py"))
MOST_TRIED_AGAIN = 5  # of a part


@dataclass(frozen=True)
class Part:
    """Of a pass."""

    name: str
    arguments: tuple[str, ...]
    # What a failed test needs to run once more by itself; None: the first failure stands.
    second_try: tuple[str, ...] | None = None

    def again(self, tests: Sequence[str]) -> "Part | None":
        """Those that failed, where that may be the machine's doing and not more than a few did."""
        if self.second_try is None or not 0 < len(tests) <= MOST_TRIED_AGAIN:
            return None
        return Part(f"{self.name}, second try", (*self.second_try, *tests))


@dataclass(frozen=True)
class Pass:
    """The same tests may run in several passes; `shares` are paths by the name of a part."""

    name: str
    options: tuple[str, ...]
    shares: Shares
    root: str = "tests"  # nothing of the pass stands elsewhere
    has_second_try: bool = False

    def parts(self) -> Iterator[Part]:
        named = [path for paths in self.shares.values() for path in paths if path != REST]
        rest = [self.root, *(f"--ignore={path}" for path in named)]
        for share, paths in self.shares.items():
            chosen = rest if REST in paths else paths
            name = f"{self.name}, {share}" if share else self.name
            second_try = self.options if self.has_second_try else None
            yield Part(name, (*self.options, *chosen), second_try)


BROWSER = Pass(
    "browser",
    ("--database=sqlite", "--browser-tests=only"),
    {"crawl": [f"{JOURNEYS}/test_crawl.py"], "sheets": SHEETS, "journeys": [REST]},
    root=JOURNEYS,
    # A browser on a loaded machine may be late for reasons of its own. What passes only alone is
    # named in the summary: it is a test to look into, not a change to refuse.
    has_second_try=True,
)
SQLITE = Pass(
    "sqlite",
    ("--database=sqlite", "--browser-tests=without"),
    {
        "servers": SERVERS,
        "pages": [f"{LEAGUE}/web"],
        "doors": [path for path in DOORS if path != f"{LEAGUE}/web"],
        "rest": [REST],
        "rules": ["tests/games"],
    },
)
POSTGRESQL = Pass("postgresql", ("--database=postgresql",), {"": [REST]})
PASSES = (BROWSER, SQLITE, POSTGRESQL)
# Taken from the front by whichever lane is free: the longest first.
ORDER = (
    "postgresql",
    "browser, sheets",
    "browser, journeys",
    "sqlite, servers",
    "sqlite, rest",
    "sqlite, doors",
    "browser, crawl",
    "sqlite, pages",
    "sqlite, rules",
)
# After each edit: rules and services, without examples made up by the hundred and the whole demo.
_NOT_QUICK = (*DOORS, *ALGORITHMS, f"{LEAGUE}/demo")
QUICK = Pass(
    "quick",
    ("--database=sqlite", "--browser-tests=without", "-m", "not hypothesis"),
    {
        "services": [LEAGUE, *(f"--ignore={path}" for path in _NOT_QUICK)],
        "rules": ["tests/games", *ALGORITHMS],
    },
)


def all_parts() -> list[Part]:
    by_name = {part.name: part for each in PASSES for part in each.parts()}
    return [by_name[name] for name in sorted(by_name, key=ORDER.index)]


def stands_under(file: str, paths: Iterable[str]) -> bool:
    return any(Path(file).is_relative_to(path) for path in paths)
