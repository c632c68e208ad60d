"""Install a Debian package that a test or check needs, where that is ours to do: as root."""

import os
import shutil
import subprocess
import sys

TIMEOUT_S = 900


def install(package: str, *, refreshes: bool = True) -> bool:
    """Whether the package was installed. False at once on other systems and for other users.

    `refreshes`: the lists of packages, if it is not in them; that may take a minute.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    print(f"Installing {package} with apt-get …", file=sys.stderr, flush=True)
    command = ["install", "-y", "-qq", "--no-install-recommends", package]
    # The package lists of a fresh machine are empty or old, so there is a second try.
    if apt_get(*command):
        return True
    return refreshes and apt_get("update", "-qq") and apt_get(*command, loud=True)


def apt_get(*arguments: str, loud: bool = False) -> bool:
    output = None if loud else subprocess.DEVNULL
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        process = subprocess.run(
            ["apt-get", *arguments],
            check=False,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=output,
            timeout=TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        return False
    return process.returncode == 0
