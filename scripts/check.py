"""Run every check of the code, as many at once as there are processors: `make check`.

One line per check; the output of those that fail; exit code 1 if any did.
"""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
TIMEOUT_S = 600

# The slowest first.
CHECKS: dict[str, list[str | Path]] = {
    "types": [BIN / "mypy"],
    "translations": [PYTHON, "-m", "scripts.check_messages"],
    "template format": [BIN / "djlint", "--check", "templates"],
    "template lint": [BIN / "djlint", "--lint", "--quiet", "templates"],
    "API description": [PYTHON, "-m", "scripts.check_api"],
    "migrations": [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
    "format": [BIN / "ruff", "format", "--check"],
    "script types": [BIN / "deno", "check", "--quiet", "--no-remote", "league/web/static"],
    "lint": [BIN / "ruff", "check", "--quiet"],
    "script format": [BIN / "deno", "fmt", "--check", "--quiet"],
    "script lint": [BIN / "deno", "lint", "--quiet"],
}


@dataclass(frozen=True)
class Outcome:
    name: str
    passed: bool
    seconds: float
    output: str


def run(name: str, data: str) -> Outcome:
    started = time.monotonic()
    # Deno keeps files of its own, and would ask at home for a newer version of itself.
    deno = {"DENO_DIR": f"{data}/deno", "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    environment = {**os.environ, **deno, "ARBITR_DATA": data}
    try:
        process = subprocess.run(
            CHECKS[name],
            check=False,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT_S,
        )
        passed, output = process.returncode == 0, process.stdout
    except subprocess.TimeoutExpired:
        passed, output = False, f"still running after {TIMEOUT_S} s"
    return Outcome(name, passed, time.monotonic() - started, output)


def main() -> int:
    failed = []
    with (
        tempfile.TemporaryDirectory(prefix="arbitr-check-") as data,
        ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        for future in as_completed([pool.submit(run, name, data) for name in CHECKS]):
            outcome = future.result()
            verdict = "ok" if outcome.passed else "FAILED"
            print(f"{outcome.name:<16} {verdict:<6} {outcome.seconds:5.1f} s", flush=True)
            if not outcome.passed:
                failed.append(outcome)
    for outcome in failed:
        print(f"\n{outcome.name}\n{outcome.output.strip()}")
    if failed:
        print("\nFailed: " + ", ".join(outcome.name for outcome in failed), file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
