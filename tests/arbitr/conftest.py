"""A real service with its jobs, somebody who runs a club there, and a server that errs."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arbitr import Client
from arbitr.cli import main
from tests.arbitr.scripted import Script, scripted
from tests.journeys.evening import prepare_account, service_with
from tests.journeys.service import Service
from tests.prepared import prepared
from tests.processes import ROOT, clean_environment

Run = Callable[..., tuple[int, str, str]]
_CLUB = """
from league.models import Club, ClubAdmin, User
ClubAdmin.objects.create(club=Club.objects.create(name="Klub u Lípy"), user=User.objects.get())
"""
_TOKEN = """
from league.accounts import create_token
from league.models import Club, User
from league.permissions import SERVICE
scopes = ["read", "clubs", "events", "play"]
user = User.objects.get()
print(create_token(user, actor=SERVICE, name="t", scopes=scopes, days=1)[1])
print(Club.objects.get().pk)
"""


def client_of(service: Service, folder: Path, *, before: str = "") -> tuple[Client, str]:
    """Of the one account there, which runs the one club; and the club's id."""
    made = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", before + _TOKEN],
        cwd=ROOT,
        env=clean_environment(ARBITR_DATA=str(folder / "data")),
        capture_output=True,
        text=True,
        check=True,
    )
    token, club = made.stdout.split()[-2:]
    return Client(service.address().rstrip("/"), token=token), club


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    """A client of somebody who runs a club, and the club's id."""
    folder = tmp_path_factory.mktemp("client")
    with service_with(prepared("account", prepare_account), folder=folder) as service:
        client, club = client_of(service, folder, before=_CLUB)
        yield client, club
        client.connection.close()


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
