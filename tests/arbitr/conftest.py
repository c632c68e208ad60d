"""A real service with its jobs, somebody who runs a club there, and a server that errs."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arbitr import Client
from arbitr.cli import main
from tests.arbitr.scripted import Script, scripted
from tests.journeys.evening import prepare_account, service_with
from tests.prepared import prepared
from tests.processes import ROOT, clean_environment

Run = Callable[..., tuple[int, str, str]]
_TOKEN = """
from league.accounts import create_token
from league.models import Club, ClubAdmin, User
from league.permissions import SERVICE
user = User.objects.get()
club = Club.objects.create(name="Klub u Lípy")
ClubAdmin.objects.create(club=club, user=user)
scopes = ["read", "clubs", "events", "play"]
print(club.pk, create_token(user, actor=SERVICE, name="t", scopes=scopes, days=1)[1])
"""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[Client, str]]:
    """A client of somebody who runs a club, and the club's id."""
    with service_with(prepared("account", prepare_account), folder=folder) as service:
        made = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", _TOKEN],
            cwd=ROOT,
            env=clean_environment(ARBITR_DATA=str(folder / "data")),
            capture_output=True,
            text=True,
            check=True,
        )
        club, token = made.stdout.split()[-2:]
        client = Client(service.address().rstrip("/"), token=token)
        yield client, club
        client.connection.close()


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    with serving(tmp_path_factory.mktemp("client")) as made:
        yield made


@pytest.fixture
def arbitr(
    club: tuple[Client, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> Run:
    """Runs a command as that person: exit code, output, complaints."""
    client, _club = club
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("ARBITR_SITE", client.connection.site)
    monkeypatch.setenv("ARBITR_TOKEN", client.connection.token)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted() as script:
        yield script
