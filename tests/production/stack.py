"""The services of docker-compose.yml as processes of this machine.

The files that the image would hold are copied to a folder and prepared there as the Dockerfile
says. Each service then runs its own command from that folder, with its own environment. Replaced
is only what the containers' network and file system would give: the servers' names, the port of
the web service and /tmp.
"""

import functools
import re
import secrets
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from tests.processes import BIN, ROOT, Process, Processes, clean_environment
from tests.services import free_port

COMMAND_TIMEOUT_S = 300
SITE = "https://arbitr.example"
# What an operator writes into .env.
VARIABLES = {
    "SECRET_KEY": "only-for-tests-only-for-tests-only-for-tests-only-for-tests",
    "ARBITR_URL": SITE,
    "ARBITR_HOSTS": "arbitr.example",
    "POSTGRES_PASSWORD": "not-used-here",
}
# A variable, or two dollars that stand for one.
REFERENCE = re.compile(r"\$(?:\$|\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<rest>[^}]*))?\})")


def compose_file(
    variables: Mapping[str, str], *, name: str = "docker-compose.yml"
) -> dict[str, Any]:
    """A compose file with its variables filled in as compose does it."""
    return dict(fill_in(yaml.safe_load((ROOT / name).read_text()), variables))


def fill_in(node: Any, variables: Mapping[str, str]) -> Any:
    if isinstance(node, dict):
        return {key: fill_in(value, variables) for key, value in node.items()}
    if isinstance(node, list):
        return [fill_in(value, variables) for value in node]
    if isinstance(node, str):
        return REFERENCE.sub(functools.partial(value_of, variables=variables), node)
    return node


def value_of(reference: re.Match[str], *, variables: Mapping[str, str]) -> str:
    if reference["name"] is None:
        return "$"
    value = variables.get(reference["name"], "")
    if value or reference["kind"] is None:
        return value
    if reference["kind"] == "?":
        raise LookupError(reference["rest"])
    return str(reference["rest"])


def dockerfile() -> list[tuple[str, str]]:
    """Each instruction with what follows it."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", "")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def build_image(folder: Path) -> None:
    """COPY and RUN of the Dockerfile after the packages are installed, in a folder of ours."""
    copy_context(folder)
    steps = dockerfile()
    for instruction, rest in steps[steps.index(("COPY", ". .")) + 1 :]:
        if instruction == "FROM":
            return
        assert instruction == "RUN", instruction
        command = rest.replace("/venv/bin/", f"{shlex.quote(str(BIN))}/")
        run_checked(["sh", "-c", command], environment=clean_environment(), folder=folder)


def copy_context(folder: Path) -> None:
    """What .dockerignore lets through: it names everything that is wanted."""
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*", "everything else is ignored"
    ignored = shutil.ignore_patterns(*(line[3:] for line in lines if line.startswith("**/")))
    for name in (line[1:] for line in lines if line.startswith("!")):
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=ignored)
        elif source.exists():
            shutil.copy2(source, target)


def run_checked(command: list[str], *, environment: Mapping[str, str], folder: Path) -> str:
    done = run(command, environment=environment, folder=folder)
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def run(
    command: list[str], *, environment: Mapping[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=COMMAND_TIMEOUT_S,
    )


@contextmanager
def new_database(server_url: str, *, template: str = "template1") -> Iterator[str]:
    """The address of a database of one's own on a server that others use too."""
    name = f"arbitr_{secrets.token_hex(4)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield f"{server_url.rpartition('/')[0]}/{name}"
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Stack:
    """The file's services, on servers that a test brings along."""

    def __init__(
        self,
        image: Path,
        processes: Processes,
        *,
        postgres_url: str,
        redis_url: str,
        pgbouncer_url: str = "",
        **variables: str,
    ) -> None:
        self.image = image
        self.processes = processes
        self.port = free_port()
        self.tmp = processes.folder / "tmp"
        self.tmp.mkdir(exist_ok=True)
        self.services: dict[str, Any] = compose_file({**VARIABLES, **variables})["services"]
        self.replacements = (
            (r"postgres://\S+@postgres:5432/\w+", postgres_url),
            (r"postgres://\S+@pgbouncer:6432/\w+", pgbouncer_url),
            (r"redis://redis:6379/0", redis_url),
            (r"\b0\.0\.0\.0\b", "127.0.0.1"),
            (r"\b8000\b", str(self.port)),
            (r"(?<!\S)/tmp\b", str(self.tmp)),
        )

    def here(self, text: str) -> str:
        for pattern, replacement in self.replacements:
            text = re.sub(pattern, replacement, text)
        return text

    def environment(self, service: str) -> dict[str, str]:
        """Without a backup every night: its folder is the machine's here, its job one more."""
        given = self.services[service]["environment"] | {"ARBITR_BACKUPS": ""}
        return clean_environment(**{name: self.here(value) for name, value in given.items()})

    def command(self, words: list[str]) -> list[str]:
        """Programs come from the packages installed here: exec looks through our own PATH."""
        program = shutil.which(words[0], path=clean_environment()["PATH"])
        assert program, f"{words[0]} is not installed"
        return [program, *map(self.here, words[1:])]

    def run_once(self, service: str) -> str:
        """A service that ends by itself; it must succeed."""
        return run_checked(
            self.command(self.services[service]["command"]),
            environment=self.environment(service),
            folder=self.image,
        )

    def start(self, service: str) -> Process:
        return self.processes.start(
            service,
            self.command(self.services[service]["command"]),
            environment=self.environment(service),
            folder=self.image,
        )

    def health(self, service: str) -> subprocess.CompletedProcess[str]:
        """The outcome of the service's own health check."""
        kind, *words = self.services[service]["healthcheck"]["test"]
        if kind == "CMD-SHELL":
            words = ["sh", "-c", *words]
        return run(self.command(words), environment=self.environment(service), folder=self.image)

    def is_healthy(self, service: str) -> bool:
        return self.health(service).returncode == 0


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder /app of the image; nothing may write to it later."""
    folder = tmp_path_factory.mktemp("image")
    build_image(folder)
    return folder
