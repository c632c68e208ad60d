"""Install what is missing, then serve: what `run.py` and `venue.py` do, on any system."""

import argparse
import os
import subprocess
import sys

from scripts import install
from scripts.language import computer_language, said


def main(mode: str, *, data: str) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", default="8000", help="8000 unless told")
    parser.add_argument("--data", default=data, help=f"the folder of the data: {data} unless told")
    options = parser.parse_args()
    code = install.prepare(dev=False) or serve(mode, port=options.port, data=options.data)
    if code and os.name == "nt" and sys.stdin.isatty():
        input(said("Press Enter to close this window."))  # started by a double click
    sys.exit(code)


def serve(mode: str, *, port: str, data: str) -> int:
    command = [str(install.VENV_PYTHON), str(install.ROOT / "manage.py"), "serve"]
    command += ["--port", port, "--language", computer_language()]
    environment = {**os.environ, "ARBITR_MODE": mode, "ARBITR_DATA": data}
    if os.name == "posix":  # elsewhere exec leaves the terminal to two processes
        sys.stdout.flush()
        os.execve(command[0], command, environment)
    try:
        return subprocess.call(command, env=environment)
    except KeyboardInterrupt:
        return 0
