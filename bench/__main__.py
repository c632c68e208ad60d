"""`make bench`: run every benchmark, or those named."""

import importlib
import sys

BENCHMARKS = (
    *("leaderboard", "pages", "pairing", "ratings", "replay", "sheet", "standings", "tables"),
    "taps",
)


def main(names: list[str]) -> int:
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(f"No benchmark {', '.join(sorted(unknown))}. There are: {', '.join(BENCHMARKS)}")
        return 2
    for name in names or BENCHMARKS:
        importlib.import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
