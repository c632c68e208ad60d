"""`make chaos`: promises about races, standings, kills, generated requests, records, many times.

    python -m tests.chaos [arguments for pytest]

Each part ends with a table of what was counted.
"""

import subprocess
import sys

RESULTS = "tests/league/results"
PARTS = {
    "races and retries": [
        "--database=postgresql",
        f"{RESULTS}/test_races.py",
        f"{RESULTS}/test_retries.py",
    ],
    "standings computed twice": ["tests/league/standings/test_simulated.py"],
    "kills": ["tests/faults/test_grid.py"],
    "generated requests": ["tests/league/api/test_schema.py"],
    "hostile records": [f"{RESULTS}/test_worst_record.py"],
}


def main(arguments: list[str]) -> int:
    failed = []
    for name, chosen in PARTS.items():
        print(f"\nChaos: {name}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "--chaos", *chosen, *arguments]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    print(f"\nFailed: {', '.join(failed)}" if failed else "\nAll promises held.")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
