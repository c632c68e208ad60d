"""Install what is missing, then serve: what `run.py` and `venue.py` do, on any system."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from scripts import install
from scripts.language import computer_language, said


def main(mode: str, *, data: str) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", default="8000", help="8000 unless told")
    parser.add_argument("--data", default=data, help=f"the folder of the data: {data} unless told")
    parser.add_argument("--open", default="", metavar="FILE", help="an event that was taken along")
    options = parser.parse_args()
    code = install.prepare(dev=False) or serve(
        mode, port=options.port, data=options.data, file=options.open
    )
    if code and os.name == "nt" and sys.stdin.isatty():
        input(said("Press Enter to close this window."))  # started by a double click
    sys.exit(code)


def serve(mode: str, *, port: str, data: str, file: str) -> int:
    command = [str(install.VENV_PYTHON), str(install.ROOT / "manage.py"), "serve"]
    command += ["--port", port, "--language", computer_language()]
    command += ["--open", str(Path(file).resolve())] if file else []
    environment = {**os.environ, "ARBITR_MODE": mode, "ARBITR_DATA": data}
    if os.name == "posix":  # elsewhere exec leaves the terminal to two processes
        sys.stdout.flush()
        os.execve(command[0], command, environment)
    try:
        return subprocess.call(command, env=environment)
    except KeyboardInterrupt:
        return 0
