"""How the suite is divided among the lanes that `python -m tests` runs side by side.

A part is one run of pytest. Every pass ends with a part that has what no other part of it names,
so that a new folder is never forgotten.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

REST = ""  # in place of paths: all that the other parts of the pass leave
Shares = Mapping[str, Sequence[str]]

LEAGUE = "tests/league"
DOORS = (f"{LEAGUE}/web", f"{LEAGUE}/api", f"{LEAGUE}/test_permission_matrix.py")
ALGORITHMS = (f"{LEAGUE}/pairing", f"{LEAGUE}/standings")
SERVERS = ("tests/faults", "tests/production", "tests/embedded", "tests/test_services.py")


@dataclass(frozen=True)
class Part:
    """Of a pass."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Pass:
    """The same tests may run in several passes; `shares` are paths by the name of a part."""

    name: str
    options: tuple[str, ...]
    shares: Shares

    def parts(self) -> Iterator[Part]:
        named = [path for paths in self.shares.values() for path in paths if path != REST]
        for share, paths in self.shares.items():
            chosen = ["tests", *(f"--ignore={path}" for path in named)] if REST in paths else paths
            name = f"{self.name}, {share}" if share else self.name
            yield Part(name, (*self.options, *chosen))


BROWSER = Pass(
    "browser",
    ("--database=sqlite", "--browser-tests=only"),
    {"crawl": ["tests/journeys/test_crawl.py"], "journeys": [REST]},
)
SQLITE = Pass(
    "sqlite",
    ("--database=sqlite", "--browser-tests=without"),
    {
        "servers": SERVERS,
        "pages": [f"{LEAGUE}/web"],
        "doors": [f"{LEAGUE}/api", f"{LEAGUE}/test_permission_matrix.py"],
        "rest": [REST],
        "rules": ["tests/games"],
    },
)
POSTGRESQL = Pass("postgresql", ("--database=postgresql",), {"": [REST]})
PASSES = (BROWSER, SQLITE, POSTGRESQL)
# Taken from the front by whichever lane is free: the longest first.
ORDER = (
    "browser, journeys",
    "browser, crawl",
    "sqlite, servers",
    "postgresql",
    "sqlite, pages",
    "sqlite, rest",
    "sqlite, doors",
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
