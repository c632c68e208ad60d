"""Prepare this folder to run: a virtual environment, the locked packages, the translations.

    python3 -m scripts.install [--dev]

Does nothing, quickly, when all is in place. Uses the standard library only and is written so that
even Python 3.6 can start it: an old Python should get advice, not a syntax error.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scripts.language import said

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
# Locked by whoever installs; what SQLite locks is free again when its process is gone.
LOCK = ROOT / ".installing"
# Written as {} before anything is installed and filled in last, so that an interrupted
# installation is recognised by the next run.
STAMP = VENV / "arbitr-installed.json"
RUNTIME_LOCK = "requirements.lock"
DEV_LOCK = "requirements-dev.lock"  # a superset of RUNTIME_LOCK
OLDEST_PYTHON = (3, 11)
PIP_LINES_SHOWN = 12
LONGEST_INSTALLATION_S = 1800


class InstallError(Exception):
    """Something the person at the keyboard can fix; the text says how."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Install what Arbitr needs into .venv.")
    parser.add_argument("--dev", action="store_true", help="also the tools for tests and checks")
    return prepare(dev=parser.parse_args().dev)


def prepare(*, dev: bool) -> int:
    try:
        check_python()
        if not is_installed(dev=dev):
            with only_one_installer():
                if not is_installed(dev=dev):
                    install(dev=dev)
        compile_translations()
        offer_command()
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "\n" + said("Stopped. The next start begins the installation again."), file=sys.stderr
        )
        return 130
    return 0


def check_python() -> None:
    if sys.version_info < OLDEST_PYTHON:
        wanted = "{}.{}".format(*OLDEST_PYTHON)
        raise InstallError(
            f"Arbitr needs Python {wanted} or newer; this is {python_version()}. "
            f"Install it, then: make run PYTHON=python{wanted}"
        )


def python_version() -> str:
    return "{}.{}".format(*sys.version_info[:2])


def wanted_stamp(*, dev: bool) -> "dict[str, str]":
    locks = [RUNTIME_LOCK, DEV_LOCK] if dev else [RUNTIME_LOCK]
    stamp = {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in locks}
    # A virtual environment holds absolute paths: a moved folder needs a new one.
    stamp.update(folder=venv_folder(), python=python_version())
    return stamp


def venv_folder() -> str:
    """Where it stands: whoever made a link in its place wants that one to be used."""
    return str(VENV.resolve())


def read_stamp() -> "dict[str, str] | None":
    try:
        return dict(json.loads(STAMP.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None


def is_installed(*, dev: bool) -> bool:
    stamp = read_stamp() or {}
    wanted = wanted_stamp(dev=dev)
    return all(stamp.get(key) == wanted[key] for key in wanted) and venv_starts()


def venv_starts(*, with_pip: bool = False) -> bool:
    """Whether .venv has an interpreter that starts, of this Python's version."""
    code = f"import sys; assert sys.version_info[:2] == {sys.version_info[:2]!r}"
    # Without site-packages (-S) it starts in half the time.
    arguments = ["-I", "-c", code + "; import pip"] if with_pip else ["-IS", "-c", code]
    try:
        process = subprocess.run(
            [str(VENV_PYTHON), *arguments], check=False, stderr=subprocess.DEVNULL, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return process.returncode == 0


@contextmanager
def only_one_installer() -> "Iterator[None]":
    """Two starts at once would write over each other: the second waits."""
    try:
        with closing(sqlite3.connect(str(LOCK), timeout=0, isolation_level=None)) as lock:
            take(lock)
            yield
    except sqlite3.OperationalError as error:
        raise InstallError(cannot_write()) from error


def take(lock: sqlite3.Connection) -> None:
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        say(said("Waiting for another installation in this folder …"))
        lock.execute(f"PRAGMA busy_timeout = {LONGEST_INSTALLATION_S * 1000}")
        lock.execute("BEGIN EXCLUSIVE")


def install(*, dev: bool) -> None:
    try:
        if not can_keep_venv():
            create_venv()
        STAMP.write_text("{}", encoding="utf-8")
        say(said("Installing packages (first start only, about a minute) …"))
        install_packages(DEV_LOCK if dev else RUNTIME_LOCK)
        STAMP.write_text(json.dumps(wanted_stamp(dev=dev), indent=1), encoding="utf-8")
    except PermissionError as error:
        raise InstallError(cannot_write(error)) from error


def can_keep_venv() -> bool:
    """A finished environment of this folder and Python, or one that somebody made by hand."""
    stamp = read_stamp()
    if stamp is not None and stamp.get("folder") != venv_folder():
        return False
    return venv_starts(with_pip=True) and venv_stands_here()


def venv_stands_here() -> bool:
    """Whether the scripts in the environment still name its folder."""
    try:
        return venv_folder() in (SCRIPTS / "pip").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return os.name == "nt"  # there pip is a program; the stamp tells a folder that was moved


def create_venv() -> None:
    require_venv_module()
    if not os.access(str(ROOT), os.W_OK):
        raise InstallError(cannot_write())
    if VENV.is_symlink():
        raise InstallError(
            f".venv is a link to {venv_folder()}, where there is no environment of Python "
            f"{python_version()} that works. Remove the link, then start again."
        )
    say(said("Creating a virtual environment in .venv …"))
    if VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(str(VENV))
    VENV.mkdir()
    STAMP.write_text("{}", encoding="utf-8")
    # Started by the Python of the environment that was just removed, there is only its base left.
    python = getattr(sys, "_base_executable", "") or sys.executable
    run([python, "-m", "venv", str(VENV)], advice="Creating .venv failed; see above.")


def require_venv_module() -> None:
    if all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        return
    # Debian and Ubuntu keep both in a package of their own.
    raise InstallError(
        "Python's venv module is missing. "
        f"Install it, then start again: sudo apt install python{python_version()}-venv"
    )


def install_packages(lock: str) -> None:
    # The lock file is complete, so pip need not resolve anything (--no-deps).
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--require-hashes", "--no-deps"]
    command += ["--progress-bar", "off", "--disable-pip-version-check", "--no-input"]
    command += ["-r", str(ROOT / lock)]
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    total = sum(line[:1].isalnum() for line in lines)
    advice = "Installing failed. Check the network connection, then run the same command again."
    run(command, advice=said(advice), packages=total)


def run(command: "list[str]", *, advice: str, packages: int = 0) -> None:
    """With `packages`, the count of those that pip has come to is kept up on one line."""
    lines = []
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            lines.append(line)
            if packages and line.startswith("Collecting ") and sys.stdout.isatty():
                done = sum(other.startswith("Collecting ") for other in lines)
                print("\r" + said("{done} of {total} packages", done=done, total=packages), end="")
    if packages and sys.stdout.isatty():
        print()
    if process.returncode:
        raise InstallError(
            "\n".join([*"".join(lines).strip().splitlines()[-PIP_LINES_SHOWN:], advice])
        )


def cannot_write(error: "OSError | None" = None) -> str:
    place = error.filename if error else ROOT
    return f"Cannot write to {place}: run as its owner, or copy Arbitr to a folder of your own."


def compile_translations() -> None:
    sources = (ROOT / "locale").glob("*/LC_MESSAGES/django.po")
    if any(is_older(source.with_suffix(".mo"), source) for source in sources):
        script = ROOT / "scripts" / "compile_messages.py"
        run([str(VENV_PYTHON), str(script)], advice="Compiling the translations failed; see above.")


def offer_command() -> None:
    """`arbitr`, the client, beside the Python of the environment."""
    if os.name == "nt":
        command, text = SCRIPTS / "arbitr.cmd", '@"{}" "{}" %*\n'
    else:
        command, text = SCRIPTS / "arbitr", '#!/bin/sh\nexec "{}" "{}" "$@"\n'
    text = text.format(VENV_PYTHON, ROOT / "arbitr" / "__main__.py")
    if command.exists() and command.read_text(encoding="utf-8") == text:
        return
    command.write_text(text, encoding="utf-8")
    command.chmod(0o755)


def is_older(target: Path, source: Path) -> bool:
    return not target.exists() or target.stat().st_mtime < source.stat().st_mtime


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
